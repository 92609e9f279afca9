import { onFirstUse } from "../../../schemas/Memoized.ts"
import { titled } from "./LetterTable.ts"

/** Consonants at the start and at the end of a syllable. */
const initials: Readonly<Record<string, string>> = {}
const finals: Readonly<Record<string, string>> = {}
const define = (consonants: string, initial: string, final: string) => {
  for (const consonant of consonants) {
    Object.assign(initials, { [consonant]: initial })
    Object.assign(finals, { [consonant]: final })
  }
}
define("ก", "k", "k")
define("ขฃคฅฆ", "kh", "k")
define("ง", "ng", "ng")
define("จ", "ch", "t")
define("ฉชฌ", "ch", "t")
define("ซศษส", "s", "t")
define("ญ", "y", "n")
define("ฎด", "d", "t")
define("ฏต", "t", "t")
define("ฐฑฒถทธ", "th", "t")
define("ณน", "n", "n")
define("บ", "b", "p")
define("ป", "p", "p")
define("ผพภ", "ph", "p")
define("ฝฟ", "f", "p")
define("ม", "m", "m")
define("ย", "y", "i")
define("ร", "r", "n")
define("ลฬ", "l", "n")
define("ว", "w", "o")
define("หฮ", "h", "")
define("อ", "", "")

const c = "[ก-ฮ]"
/** One consonant, or two that are spoken together: กร, พล, คว …; ห before a sonorant, and ทร at the start of a word as s. */
const onset = "(?:(?<![\\u0e01-\\u0e3a])ทร(?=[าอัง])|[กขคตทปพผ][รล]|[กขค]ว(?=[าัิีึืุูเแโใไ])|ห[งญนมยรลว](?=[ก-๛])|[ก-ฮ])"
/** A consonant ends the syllable unless a vowel of its own follows it. */
const coda = `(${c}(?![ะาัิีึืุูำ็์่้๊๋]|อ(?![ก-ฮ])|ร(?=[ก-ฮ])|${c}(?![ก-๛]))(?:[ิุ]?์)?)?`
const tone = "[่้๊๋]?"

/** Written vowels around the onset and their sounds (Royal Institute, 1999), the longer patterns first. */
const patterns: ReadonlyArray<readonly [RegExp, string]> = (
  [
    [`เ(${onset})ี${tone}ยะ?`, "ia"],
    [`เ(${onset})ื${tone}อะ?`, "uea"],
    [`(${onset})ั${tone}วะ?`, "ua"],
    [`เ(${onset})${tone}าะ?`, "ao"],
    [`เ(${onset})ิ${tone}`, "oe"],
    [`เ(${onset})${tone}อะ?`, "oe"],
    [`เ(${onset})${tone}ย(?![ะาัิีึืุูำ็์])`, "oei"],
    [`เ(${onset})[็]?${tone}ะ?`, "e"],
    [`แ(${onset})[็]?${tone}ะ?`, "ae"],
    [`โ(${onset})${tone}ะ?`, "o"],
    [`[ไใ](${onset})${tone}ย?`, "ai"],
    [`(${onset})รร(?=${c}์)`, "an"],
    [`(${onset})รร(?=${c})`, "a"],
    [`(${onset})รร`, "an"],
    [`(${onset})ั${tone}`, "a"],
    [`(${onset})ำ`, "am"],
    [`(${onset})${tone}ำ`, "am"],
    [`(${onset})${tone}า`, "a"],
    [`(${onset})${tone}ะ`, "a"],
    [`(${onset})[ิี]${tone}`, "i"],
    [`(${onset})[ึ]${tone}`, "ue"],
    [`(${onset})ื${tone}อ?`, "ue"],
    [`(${onset})[ุู]${tone}`, "u"],
    [`(${onset})${tone}ว(?=${c}(?![ะาัิีึืุูำ]))`, "ua"],
    [`(${onset})${tone}อ`, "o"],
    [`(${onset})็${tone}อ`, "o"]
  ] as const
).map(([pattern, vowel]) => [
  new RegExp(`${pattern}${vowel === "am" || vowel === "ai" || vowel === "ao" || vowel === "oei" ? "()" : coda}`, "uy"),
  vowel
])

/** Three consonants in a row are two syllables, the first with a: ถนน thanon. */
const light = new RegExp(`(${onset})(?=${c}${c}(?:$|[เแโไใ]))`, "uy")

/** Two consonants without a written vowel have o between them; one alone has a. */
const closed = new RegExp(`(${onset})${tone}(${c})(?![ะาัิีึืุูำ็])(?:[ิุ]?์)?`, "uy")
const open = new RegExp(`(${onset})${tone}`, "uy")

const start = (consonants: string, isFirst: boolean) =>
  consonants === "ทร" && isFirst
    ? "s"
    : consonants.length === 2 && consonants.startsWith("ห")
      ? initials[consonants[1]!]!
      : Array.from(consonants, (consonant) => initials[consonant] ?? "").join("")

const word = (thai: string): string => {
  let latin = ""
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(thai)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  while (at < thai.length) {
    // A letter under thanthakhat is silent.
    if (take(/[ก-ฮ][ก-ฮ]?[ิุ]?์/uy) !== null) continue
    let found = false
    for (const [pattern, vowel] of patterns) {
      const match = take(pattern)
      if (match === null) continue
      const [final = ""] = match[2] ?? ""
      latin += start(match[1]!, latin === "") + vowel + (finals[final] ?? "")
      found = true
      break
    }
    if (found) continue
    const first = take(light)
    if (first !== null) latin += `${start(first[1]!, latin === "")}a`
    const syllable = take(closed)
    if (syllable !== null) {
      latin += `${start(syllable[1]!, latin === "")}o${finals[syllable[2]!] ?? ""}`
      continue
    }
    const single = take(open)
    if (single !== null) latin += `${start(single[1]!, latin === "")}a`
    else latin += /[\u0e00-\u0e7f]/.test(thai[at]!) ? (at++, "") : thai[at++]!
  }
  return latin
}

/** Parts of names that are not read letter by letter, most of them from Pali and Sanskrit. */
const morphemes: ReadonlyArray<readonly [RegExp, string]> = [
  [/ราช(?=[ก-ฮเแโไใ])/gu, "ratcha"],
  [/รัช(?=[ก-ฮเแโไใ])/gu, "ratcha"],
  [/เพชร(?=[ก-ฮเแโไใ])/gu, "phetcha"],
  [/เพชร/gu, "phet"],
  // ฤ is spoken ri in some words, rue in others.
  [/(?<=[กตทปศส])ฤ|ฤ(?=ทธ)/gu, "ริ"],
  [/ฤๅ?/gu, "รึ"],
  [/เจริญ/gu, "charoen"],
  [/วดี/gu, "wadi"],
  [/วัฒนา/gu, "watthana"],
  [/วัฒน/gu, "watthan"],
  [/มหา/gu, "maha"],
  // ร is silent behind ต, ท, ก and a short vowel: มิตร mit, สมุทร samut.
  [/(?<=[\u0e31\u0e34\u0e38])([ตทก])ร(?![\u0e30-\u0e3a\u0e47\u0e4c])/gu, "$1"],
  [/นคร/gu, "nakhon"],
  [/ศรี/gu, "si"],
  [/สระ/gu, "sa"],
  [/ภูมิ/gu, "phum"],
  [/พระ/gu, "phra"]
]

const segmenter = onFirstUse(() => new Intl.Segmenter("th", { granularity: "word" }))

/** Words of addresses in their usual Latin form. */
const dictionary: ReadonlyMap<string, string> = new Map([
  ["ถนน", "thanon"],
  ["ซอย", "soi"],
  ["ตรอก", "trok"],
  ["แขวง", "khwaeng"],
  ["เขต", "khet"],
  ["ตำบล", "tambon"],
  ["อำเภอ", "amphoe"],
  ["จังหวัด", "changwat"],
  ["หมู่บ้าน", "mu ban"],
  ["หมู่", "mu"],
  ["กรุงเทพมหานคร", "krung thep maha nakhon"]
])

/** The Royal Thai General System of Transcription of 1999, without tones, word by word. Readings that Thai spelling hides are not known to it. */
export const romanizeThai = (text: string): string =>
  titled(
    Array.from(
      segmenter().segment(text),
      ({ segment }) =>
        dictionary.get(segment) ??
        word(morphemes.reduce((thai, [pattern, latin]) => thai.replaceAll(pattern, latin), segment))
    )
      .join(" ")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/(?<=\d) ?([/-]) ?(?=\d)/g, "$1")
      .trim()
  )
