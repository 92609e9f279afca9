import { pinyinTables } from "./Tables.ts"
import { toSimplified } from "../ChineseScripts.ts"

/*
 * Mandarin as Korean writes it: 외래어 표기법, 표 5 (중국어의 주음 부호와 한글 대조표), National Institute of Korean
 * Language. Common nouns of addresses are read as Korean reads the characters, as Korean atlases do (중산로, 신이구).
 */

const initials: Readonly<Record<string, string>> = {
  b: "ㅂ",
  p: "ㅍ",
  m: "ㅁ",
  f: "ㅍ",
  d: "ㄷ",
  t: "ㅌ",
  n: "ㄴ",
  l: "ㄹ",
  g: "ㄱ",
  k: "ㅋ",
  h: "ㅎ",
  j: "ㅈ",
  q: "ㅊ",
  x: "ㅅ",
  zh: "ㅈ",
  ch: "ㅊ",
  sh: "ㅅ",
  r: "ㄹ",
  z: "ㅉ",
  c: "ㅊ",
  s: "ㅆ"
}

/** Finals behind an initial, as syllables that begin with ㅇ. */
const finals: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "a아 o오 e어 i이 u우 ü위 ai아이 ei에이 ao아오 ou어우 an안 en언 ang앙 eng엉 er얼 ia야 ie예 iao야오 iu유 ian옌 in인 " +
    "iang양 ing잉 ua와 uo워 uai와이 ui우이 uan완 un운 uang왕 ong웅 üe웨 üan위안 ün윈 iong융"
  )
    .split(" ")
    .map((pair) => [pair.replace(/[가-힣]+/, ""), pair.replace(/^[a-zü]+/, "")])
)

/** Syllables without an initial. */
const alone: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "yi이 wu우 yu위 ya야 yo요 ye예 yao야오 you유 yan옌 yin인 yang양 ying잉 wa와 wo워 wai와이 wei웨이 wan완 wen원 " +
    "wang왕 weng웡 yue웨 yuan위안 yun윈 yong융 zhi즈 chi츠 shi스 ri르 zi쯔 ci츠 si쓰"
  )
    .split(" ")
    .map((pair) => [pair.replace(/[가-힣]+/, ""), pair.replace(/^[a-z]+/, "")])
)

const onsets = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
const vowels = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
const firstSyllable = 0xac00
const codas = 28

/** After ㅈ and ㅊ, ㅑ ㅕ ㅖ ㅛ ㅠ are written as ㅏ ㅓ ㅔ ㅗ ㅜ. */
const plainVowels: Readonly<Record<string, string>> = { ㅑ: "ㅏ", ㅕ: "ㅓ", ㅖ: "ㅔ", ㅛ: "ㅗ", ㅠ: "ㅜ" }

const withOnset = (onset: string, syllables: string): string => {
  const code = syllables.charCodeAt(0) - firstSyllable
  const vowel = vowels[Math.floor(code / codas) % vowels.length]!
  const written = "ㅈㅊ".includes(onset) ? (plainVowels[vowel] ?? vowel) : vowel
  const first = (onsets.indexOf(onset) * vowels.length + vowels.indexOf(written)) * codas + (code % codas)
  return String.fromCharCode(firstSyllable + first) + syllables.slice(1)
}

const syllable = (read: string): string | undefined => {
  const whole = alone[read] ?? finals[read]
  if (whole !== undefined) return whole
  const [, initial = "", rest = ""] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcs])(.+)$/.exec(read) ?? []
  const final = /^[jqx]/.test(initial) ? rest.replace(/^u/, "ü") : rest.replace(/^v/, "ü")
  const onset = initials[initial]
  const sound = finals[final]
  return onset === undefined || sound === undefined ? undefined : withOnset(onset, sound)
}

/** Common nouns, the longer ones first, and how Korean reads them; a space stands before those of areas. */
const nouns: ReadonlyArray<readonly [han: string, korean: string]> = [
  ["高速公路", "고속도로"],
  ["胡同", "후퉁"],
  ["大道", "대로"],
  ["大街", "대가"],
  ["公路", "공로"],
  ["街道", "가도"],
  ["路", "로"],
  ["街", "가"],
  ["巷", "항"],
  ["弄", "농"],
  ["段", "단"],
  ["号", "호"],
  ["楼", "층"],
  ["室", "실"],
  ["省", "성"],
  ["市", "시"],
  ["县", "현"],
  ["区", "구"],
  ["镇", "진"],
  ["乡", "향"],
  ["村", "촌"],
  ["里", "리"]
]

const numerals = "一二三四五六七八九"
const digits = (text: string): string =>
  text.replaceAll(/[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九](?=[段巷弄号楼])/gu, (number) => {
    const [tens, ones] = number.includes("十") ? number.split("十") : ["0", number]
    const value = (digit: string | undefined) => numerals.indexOf(digit || " ") + 1
    return String((tens === "0" ? 0 : tens === "" ? 10 : value(tens) * 10) + value(ones))
  })

const sounds = (han: string): string | undefined => {
  const read = pinyinTables().pinyin(han, { toneType: "none", type: "array", v: true }).map(syllable)
  return read.includes(undefined) ? undefined : read.join("")
}

/** A part of an address in Chinese characters, in Hangul; undefined where a character's reading is not known. */
export const mandarinInKorean = (text: string): string | undefined => {
  let rest = digits(toSimplified(text))
  const parts: Array<string> = []
  while (rest !== "") {
    // What ends the text is looked for from its end: a noun, else digits, else a name up to there.
    const noun = nouns.find(([han]) => rest.endsWith(han) && (rest.length > han.length || parts.length > 0))
    if (noun !== undefined && rest.length > noun[0].length) {
      rest = rest.slice(0, -noun[0].length)
      const [, before = "", number = ""] = /^(.*?)(\p{Nd}*)$/u.exec(rest) ?? []
      const name = number === "" ? (/^(?:.*[路街道段巷弄市县区省])?(\p{Script=Han}+)$/u.exec(before)?.[1] ?? "") : ""
      const said = name === "" ? "" : sounds(name)
      if (said === undefined) return undefined
      rest = before.slice(0, before.length - name.length)
      parts.unshift(number + said + noun[1])
      continue
    }
    const [, before = "", last = ""] = /^(.*?)(\p{Script=Han}+|\P{Script=Han}+)$/u.exec(rest) ?? []
    const said = /\p{Script=Han}/u.test(last) ? sounds(last) : last.trim()
    if (said === undefined) return undefined
    parts.unshift(said)
    rest = before
  }
  return parts.filter((part) => part !== "").join(" ")
}
