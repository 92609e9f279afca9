import { analyse } from "chardet"
import { decoderOf, isEncoding } from "../../reading/CodePages.ts"
import { namesOf } from "./Names.ts"

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

/**
 * The letters beyond A to Z that texts in a language are written with, by the encodings that tables of it come in, and
 * the countries whose names of columns say that it is this language.
 */
const languages: ReadonlyArray<readonly [encodings: string, letters: string, countries?: string]> = [
  // The more common languages first, because many letters are the same byte in several encodings.
  ["windows-1252 cp850 cp437", "äöüß"],
  ["windows-1252 cp850 cp437", "àâçéèêëîïôûùüœæ’°"],
  ["windows-1252 cp850 cp437", "áéíóúñüçàèòïºª·°"],
  ["windows-1252 cp850", "áâãàçéêíóôõúüºª°"],
  ["windows-1252 cp850 cp437", "àèéìòù’°"],
  ["windows-1252 cp850 cp865", "æøåéöü"],
  ["windows-1252 cp850 cp437", "åäöé"],
  ["windows-1252 cp850 cp437", "ëïéèöüêáíóúç"],
  ["windows-1252 cp861", "áéíóúýþæöðø"],
  ["windows-1250 iso-8859-2 cp852", "áčďéěíňóřšťúůýžö", "CZ"],
  ["windows-1250 iso-8859-2 cp852", "áäčďéíĺľňóôŕšťúýž", "SK"],
  ["windows-1250 iso-8859-2 cp852", "ąćęłńóśźżäöüß", "PL"],
  ["windows-1250 iso-8859-2 cp852", "áéíóöőúüű", "HU"],
  ["windows-1250 iso-8859-2 cp852", "čćđšž", "SI HR RS BA ME"],
  ["windows-1250 iso-8859-2 cp852", "ăâîşţ", "RO MD"],
  ["windows-1254 cp857", "çğıöşüâîûİ", "TR"],
  ["windows-1257 iso-8859-13 cp775", "ąčęėįšųūž", "LT"],
  ["windows-1257 iso-8859-13 cp775", "āčēģīķļņšūžō", "LV"],
  ["windows-1257 cp775", "äöõüšž", "EE"]
]

/** Encodings of one script beside that of A to Z, and its letters. */
const scripts: ReadonlyArray<readonly [encodings: string, letters: RegExp]> = [
  ["windows-1251 koi8-r cp866 iso-8859-5 koi8-u cp855", /^[\u0400-\u045f\u0490\u0491№«»]$/u],
  ["windows-1253 iso-8859-7 cp737 cp869", /^[\u0386-\u03ce]$/u],
  ["windows-1255 iso-8859-8 cp862", /^[\u05d0-\u05ea]$/u],
  ["windows-1256 iso-8859-6", /^[\u0621-\u065e\u066e-\u06d3]$/u],
  ["windows-874", /^[\u0e01-\u0e5b]$/u]
]

/** Encodings with several bytes per character. They are proposed only by statistics, for which their texts are rich enough. */
const wide = new Set(["shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "gbk", "big5", "euc-kr", "iso-2022-kr"])
const wideLetter =
  /^(?![\uff61-\uff9f])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]$/u

/** Chardet's names in the words of the WHATWG Encoding Standard, which decodes ISO-8859-1 as windows-1252 anyway. */
const renamed: Readonly<Record<string, string>> = {
  "iso-8859-1": "windows-1252",
  "iso-8859-9": "windows-1254"
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // As in a stream, the last character may be incomplete.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** How many bytes decide: lines with letters beyond A to Z are often rare. */
const looked = 64 * 1024

/** Lines with such letters, and the first ones, which name the columns. */
const tellingLines = (head: Uint8Array): Buffer => {
  const lines = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1").split("\n")
  let size = 0
  const kept = lines.filter((line, index) => {
    if (size > looked || (index > 3 && !/[\x80-\xff]/.test(line))) return false
    size += line.length
    return true
  })
  return Buffer.from(kept.join("\n").slice(0, 2 * looked), "latin1")
}

/** What no text has: capitals within words, and two scripts in one. Those from A to Z are the same in each encoding. */
const flawsOf = (text: string): number => {
  const torn = text.match(/(?![a-z][A-Z])\p{Ll}(?=\p{Lu})|\p{L}(?=(?![\p{ASCII}\p{L}\p{M}’·–]).\p{L})/gu)?.length ?? 0
  const mixed =
    text.match(
      /[A-Za-z](?=[\u0370-\u0e5b\u3040-\u9fff\uac00-\ud7a3])|[\u0370-\u0e5b\u3040-\u9fff\uac00-\ud7a3](?=[A-Za-z])/gu
    )?.length ?? 0
  return torn + mixed
}

/** Cells of the first lines that may be names of columns, whatever separates them. */
const headingsIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n", 3)
    .flatMap((line) => line.split(/[;,\t|]/))
    .map((cell) => cell.trim().replaceAll('"', ""))
    .filter((cell) => cell.length <= 60)

/** What the cells of the first lines say that have letters beyond A to Z, as names of columns. */
const namedIn = (text: string): ReadonlyArray<ReturnType<typeof namesOf>> =>
  headingsIn(text)
    .filter((cell) => /\P{ASCII}/u.test(cell))
    .map((cell) => namesOf(cell).filter(({ score }) => score >= 0.8))
    .filter((named) => named.length > 0)

/** Names begin with capitals, where a script has them. */
const isLowered = (text: string): boolean =>
  /[\u0370-\u045f]/.test(text) && !/(?:^|[^\p{L}])\p{Lu}/u.test(text.replaceAll(/[A-Za-z]/g, ""))

/** The text in one encoding, which the letters of several languages are looked for in. */
interface Reading {
  /** Those beyond A to Z. */
  readonly letters: ReadonlyArray<string>
  readonly flaws: number
  /** How much its columns' names speak for it, and its capitals against it. */
  readonly bonus: number
  /** Whose names its columns have. */
  readonly countries: ReadonlySet<string>
}

const readingOf = (text: string): Reading => {
  const named = namedIn(text)
  return {
    letters: Array.from(text).filter((letter) => letter > "\u007f"),
    flaws: flawsOf(text),
    bonus: Math.min(3, named.length) * 0.3 - (isLowered(text) ? 0.4 : 0),
    countries: new Set(named.flat().flatMap(({ countries, score }) => (score >= 0.95 ? countries : [])))
  }
}

/** The share of letters beyond A to Z that fit, less what no text has. */
const fitOf = ({ flaws, letters }: Reading, fits: (letter: string) => boolean): number =>
  letters.length === 0 ? 0 : (letters.filter(fits).length - flaws) / letters.length

interface Candidate {
  readonly encoding: string
  readonly fits: (letter: string) => boolean
  /** How much speaks for it, apart from the text. */
  readonly prior: number
  readonly countries?: ReadonlyArray<string>
}

const candidatesOf = (bytes: Buffer): ReadonlyArray<Candidate> => {
  const found = analyse(bytes)
  const labels = found.map(({ name }) => renamed[name.toLowerCase()] ?? name.toLowerCase()).filter(isEncoding)
  // Statistics of a few words are poor, but those of whole tables are good.
  const trusted = (encoding: string) => {
    const at = labels.indexOf(encoding)
    return at < 0 ? 0 : Math.max(0, 0.1 - at * 0.02)
  }
  return [
    ...languages.flatMap(([encodings, letters, countries = ""], index) => {
      const known = new Set([...letters, ...letters.toUpperCase()])
      return words(encodings).map((encoding, at) => ({
        encoding,
        fits: (letter: string) => known.has(letter),
        countries: words(countries),
        prior: trusted(encoding) - (encoding.startsWith("cp") ? 0.15 : at * 0.05) - index * 0.002
      }))
    }),
    ...scripts.flatMap(([encodings, letters]) =>
      words(encodings).map((encoding, at) => ({
        encoding,
        fits: (letter: string) => letters.test(letter),
        prior: trusted(encoding) - at * 0.02 - 0.05
      }))
    ),
    ...labels
      .filter((label) => wide.has(label))
      .map((encoding) => ({ encoding, fits: (letter: string) => wideLetter.test(letter), prior: trusted(encoding) }))
  ]
}

/**
 * The encoding to declare for the beginning of a text; undefined if none is needed. It is the one in which the letters
 * beyond A to Z are those of one language, and the names of columns are known ones.
 *
 * @param declared what the text itself says, as XML does
 */
export const encodingOf = (head: Uint8Array, declared?: string): string | undefined => {
  const marked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (marked || isUtf8(head)) return undefined
  if (declared !== undefined && isEncoding(declared)) return declared.toLowerCase()
  const bytes = tellingLines(head)
  const readings = new Map<string, Reading>()
  let best: { readonly encoding: string; readonly score: number } | undefined
  for (const { countries = [], encoding, fits, prior } of candidatesOf(bytes)) {
    const known = readings.get(encoding)
    const decode = known === undefined ? decoderOf(encoding) : undefined
    const reading = known ?? (decode && readingOf(decode(bytes)))
    if (reading === undefined) continue
    readings.set(encoding, reading)
    const isSpoken = countries.some((country) => reading.countries.has(country))
    const score = fitOf(reading, fits) + prior + reading.bonus + (isSpoken ? 0.15 : 0)
    if (score > (best?.score ?? 0.3)) best = { encoding, score }
  }
  return best?.encoding ?? "windows-1252"
}
