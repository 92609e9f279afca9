import { String as Text } from "effect"
import { onFirstUse } from "../../../schemas/Memoized.ts"
import { pinyinTables } from "./Tables.ts"
import { toSimplified } from "../ChineseScripts.ts"
import type { ComponentKind } from "./ComponentKind.ts"

/**
 * Common nouns that end Chinese place names. Pinyin writes them as a word of their own, also in bilingual signs:
 * GB 17733-2008 (street name signs), GB/T 16159-2012, 6.2 (orthography).
 */
const generics: Readonly<Record<ComponentKind, ReadonlyArray<string>>> = {
  street: "高速公路 公路 大街 大道 胡同 街道 马路 辅路 路 街 巷 弄 里 坊 桥 道 条".split(" "),
  place:
    "特别行政区 维吾尔自治区 壮族自治区 回族自治区 自治区 自治州 自治县 地区 新区 开发区 街道 社区 新村 居委会 省 市 县 区 镇 乡 村 州 旗 里".split(
      " "
    ),
  building: "住宅小区 小区 花园 公寓 大厦 大楼 广场 家园 新村 号楼 栋 幢 单元 楼 室".split(" ")
}

/** Monosyllables of position and order are written together with the common noun: 景山后街 Jingshan Houjie. */
const modifiers = /^(.{2,}?)([东南西北中前后内外上下]?[一二三四五六七八九十]{0,2})$/u

/** Syllables as one word: an apostrophe before a vowel, as in Xi'an. */
const joined = (syllables: ReadonlyArray<string>) =>
  Text.capitalize(
    syllables.reduce((word, syllable) => word + (word !== "" && /^[aoeāōē]/.test(syllable) ? "'" : "") + syllable, "")
  )

const syllables = (han: string) => pinyinTables().pinyin(han, { toneType: "none", type: "array" })

const segmenter = onFirstUse(() => new Intl.Segmenter("zh", { granularity: "word" }))

/** Spelled so in every official text, to tell it from Shanxi. */
const spelled: ReadonlyMap<string, string> = new Map([["陕西", "Shaanxi"]])

/** A proper name is one word; a long one is a phrase, written word by word. */
const name = (han: string, longest = 4): string => {
  const fixed = spelled.get(han)
  if (fixed !== undefined) return fixed
  const read = syllables(han)
  if (han.length <= longest) return joined(read)
  // Characters that the dictionary does not know as words are names: they stay together.
  const words: Array<number> = []
  let single = false
  for (const { segment } of segmenter().segment(han)) {
    if (single && segment.length === 1) words[words.length - 1]! += 1
    else words.push(segment.length)
    single = segment.length === 1
  }
  let at = 0
  return words.map((length) => joined(read.slice(at, (at += length)))).join(" ")
}

const run = (han: string, kind: ComponentKind, atStart: boolean): string => {
  const generic = generics[kind].find((noun) => han.endsWith(noun))
  const stem = generic === undefined ? han : han.slice(0, -generic.length)
  const longest = kind === "building" ? 2 : 4
  if (generic === undefined) return name(han, longest)
  if (stem === "") return atStart ? name(han) : joined(syllables(generic))
  // 建国门外 is the quarter outside the gate: the gate's name includes its side.
  const [, proper = stem, modifier = ""] = (kind === "street" && !/门[内外]$/.test(stem) && modifiers.exec(stem)) || []
  // Reading the whole keeps the readings that depend on neighbours.
  const read = syllables(han)
  return `${name(proper, longest)} ${joined(read.slice(proper.length, proper.length + modifier.length + generic.length))}`
}

/** Hanyu Pinyin without tones, by words (ISO 7098:2015; GB/T 16159-2012). */
export const romanizeMandarin = (text: string, kind: ComponentKind): string =>
  (toSimplified(text).match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? [])
    .map((part, index) => (/\p{Script=Han}/u.test(part) ? run(part, kind, index === 0) : part.trim()))
    .filter((part) => part !== "")
    .join(" ")

const numerals = "一二三四五六七八九十"

/** 四, 十, 十二 or digits as a number. */
const numeral = (text: string): string => {
  if (/^\p{Nd}+$/u.test(text)) return text
  const [tens, ones] = text.includes("十") ? text.split("十") : ["", text]
  const value = (digit: string | undefined) => numerals.indexOf(digit ?? "") + 1
  return String((text.includes("十") ? (tens === "" ? 1 : value(tens)) * 10 : 0) + (ones === "" ? 0 : value(ones)))
}

const ordinal = (number: string) => {
  const ending = /1\d$/.test(number) ? "th" : (["th", "st", "nd", "rd"][Number(number.at(-1))] ?? "th")
  return number + ending
}

const taiwanRoads: Readonly<Record<string, string>> = { 大道: "Blvd.", 路: "Rd.", 街: "St." }
const taiwanPlaces: Readonly<Record<string, string>> = {
  市: "City",
  縣: "County",
  区: "Dist.",
  區: "Dist.",
  鄉: "Township",
  鎮: "Township",
  村: "Vil.",
  里: "Vil."
}
const directions: Readonly<Record<string, string>> = { 東: "E.", 西: "W.", 南: "S.", 北: "N." }

const taiwanStreet =
  /^(\p{Script=Han}+?)([東西南北])?([一二三四五六七八九十]+)?(大道|路|街)(?:([一二三四五六七八九十]+|\p{Nd}+)段)?(?:([一二三四五六七八九十]+|\p{Nd}+)巷)?(?:([一二三四五六七八九十]+|\p{Nd}+)弄)?$/u

/** 仁愛巷 is a lane with a name of its own; 仁愛巷12弄 an alley of it. */
const taiwanLane =
  /^(\p{Script=Han}+?)(?:([一二三四五六七八九十]+|\p{Nd}+))?(巷|弄)(?:([一二三四五六七八九十]+|\p{Nd}+)弄)?$/u
const taiwanLanes: Readonly<Record<string, string>> = { 巷: "Ln.", 弄: "Aly." }

const laneOf = (text: string): string | undefined => {
  const [, proper, number, lane = "", alley] = taiwanLane.exec(text) ?? []
  if (proper === undefined) return undefined
  const named = name(toSimplified(proper))
  return [
    ...(alley === undefined ? [] : [`Aly. ${numeral(alley)}`]),
    number === undefined ? `${named} ${taiwanLanes[lane]}` : `${taiwanLanes[lane]} ${numeral(number)}, ${named}`
  ].join(", ")
}

/** 5號之1 and 5之1號 as 5-1, 3樓之2 as 3F.-2, 12室 as Rm. 12: what Chunghwa Post writes for number, floor and room. */
export const taiwanNumber = (text: string): string =>
  text
    .replace(/[號号]/gu, "")
    .replace(/(\p{Nd}+|[一二三四五六七八九十]+)樓/gu, (_, floor: string) => `${numeral(floor)}F.`)
    .replace(/(\p{Nd}+)室/gu, "Rm. $1")
    .replaceAll("之", "-")
    .replaceAll("地下", "B")

const mainlandUnits: ReadonlyArray<readonly [kind: RegExp, word: string]> = [
  [/^(?:号楼|[幢栋棟座])$/u, "Bldg. "],
  [/^[单單]元$/u, "Unit "],
  [/^(?:室|号房)$/u, "Rm. "]
]
const mainlandUnit = /([A-Za-z]|\p{Nd}+)(号楼|[幢栋棟座]|[单單]元|[层層]|室|号房)/gu

/**
 * 5号楼3单元502室 as Rm. 502, Unit 3, Bldg. 5: the mainland's buildings, staircases, floors and rooms, the smallest first.
 * Undefined where the text has another shape.
 */
export const mandarinUnit = (text: string): string | undefined => {
  if (text.replaceAll(mainlandUnit, "").trim() !== "") return undefined
  const parts = Array.from(text.matchAll(mainlandUnit), ([, number = "", kind = ""]) => {
    const word = mainlandUnits.find(([pattern]) => pattern.test(kind))?.[1]
    return word === undefined ? `${number}F.` : word + number
  })
  return parts.reverse().join(", ")
}

/**
 * Taiwan's English addresses (Chunghwa Post; Ministry of the Interior, Standards for Translating Place Names): pinyin, fixed
 * abbreviations, the smaller part first: 忠孝東路四段 Sec. 4, Zhongxiao E. Rd. Undefined where the name has another shape.
 */
export const romanizeTaiwanese = (text: string, kind: ComponentKind): string | undefined => {
  if (kind === "place") {
    const [, stem, unit = ""] = /^(\p{Script=Han}+?)([市縣区區鄉鎮村里])$/u.exec(text) ?? []
    return stem === undefined ? undefined : `${name(toSimplified(stem))} ${taiwanPlaces[unit]}`
  }
  const [, proper, direction, order, road = "", section, lane, alley] = taiwanStreet.exec(text) ?? []
  if (kind === "building") return undefined
  if (proper === undefined) return laneOf(text)
  const words = [
    name(toSimplified(proper)),
    ...(direction === undefined ? [] : [directions[direction]!]),
    ...(order === undefined ? [] : [ordinal(numeral(order))]),
    taiwanRoads[road]!
  ]
  return [
    ...(alley === undefined ? [] : [`Aly. ${numeral(alley)}`]),
    ...(lane === undefined ? [] : [`Ln. ${numeral(lane)}`]),
    ...(section === undefined ? [] : [`Sec. ${numeral(section)}`]),
    words.join(" ")
  ].join(", ")
}
