import { String as Text } from "effect"
import { toRomaji } from "wanakana"
import { wardReadings } from "./JapaneseWards.ts"

/** Kana of administrative units, by the character that ends a name, and their form behind a hyphen. */
const units: Readonly<Record<string, ReadonlyArray<readonly [kana: string, latin: string]>>> = {
  都: [["ト", "to"]],
  道: [["ドウ", "do"]],
  府: [["フ", "fu"]],
  県: [["ケン", "ken"]],
  郡: [["グン", "gun"]],
  市: [["シ", "shi"]],
  区: [["ク", "ku"]],
  町: [
    ["チョウ", "cho"],
    ["マチ", "machi"]
  ],
  村: [
    ["ムラ", "mura"],
    ["ソン", "son"]
  ],
  通: [
    ["ドオリ", "dori"],
    ["トオリ", "tori"]
  ]
}

const toKatakana = (kana: string) =>
  kana.replaceAll(/[\u3041-\u3096]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0x60))

/**
 * Hepburn without marks for long vowels, as on Japan's road signs and in Japan Post's readings: トウキョウ Tokyo. Kana do not
 * show where a word ends, so that 井上 (イノウエ) becomes Inoe there, and here; a bar in the kana keeps two vowels apart.
 */
export const romanizeKana = (kana: string): string =>
  toKatakana(kana)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) =>
      Text.capitalize(
        word
          .replaceAll("ー", "")
          .split("|")
          .map((part) =>
            toRomaji(part)
              .replaceAll(/o[ou]+/g, "o")
              .replaceAll(/u{2,}/g, "u")
          )
          .join("")
      )
    )
    .join(" ")

/** 丸の内: the kana of the name itself show where its reading divides. */
const divided = (text: string, kana: string) =>
  text.split("の").length === kana.split("ノ").length ? kana.replaceAll("ノ", "ノ|") : kana

const isKana = (text: string) => /^[\p{Script=Hiragana}\p{Script=Katakana}ー\s\d・]+$/u.test(text)

/** 中山五丁目 and 中山5丁目: the block's number, in digits. */
const block = /^(.*?)([一二三四五六七八九十]+|[0-9０-９]+)丁目$/u
const numerals = "一二三四五六七八九"
const toNumber = (text: string): string => {
  if (/^[0-9０-９]+$/u.test(text)) return text.normalize("NFKC")
  const [tens = "", ones = ""] = text.includes("十") ? text.split("十") : ["0", text]
  const digit = (character: string) => numerals.indexOf(character) + 1
  return String((tens === "0" ? 0 : tens === "" ? 10 : digit(tens) * 10) + (ones === "" ? 0 : digit(ones)))
}

/** 3番地5 and 3番5号 are both 3-5, 101号室 is 101, A棟101 is A-101 and 地下3階 is B3F. */
export const japaneseNumber = (text: string): string =>
  text
    .replaceAll(/地下(?=\p{Nd}+階)/gu, "B")
    .replaceAll(/(?<=\p{Nd})階/gu, "F")
    .replaceAll(/(?<=\p{Nd})番地?の?(?=\p{Nd})|(?<=[\p{Nd}\p{Script=Latin}])(?:号?棟)(?=\p{Nd})/gu, "-")
    .replaceAll(/(?<=\p{Nd})(?:番地?|号室?|室|号?棟)(?!\p{Nd})/gu, "")

/** 町 and 村 are set off where they are municipalities; as parts of a city they belong to the name (Otemachi). */
const municipal = new Set(["町", "村"])

const ending = (
  text: string,
  kana: string,
  isMunicipality: boolean
): readonly [stem: string, suffix: string] | undefined => {
  const last = text.replace(/り$/u, "").at(-1) ?? ""
  if (municipal.has(last) && !isMunicipality) return undefined
  const known = units[last]?.find(([reading]) => kana.endsWith(reading) && kana !== reading)
  return known === undefined ? undefined : [kana.slice(0, -known[0].length), known[1]]
}

const unit = (text: string, kana: string, isMunicipality: boolean): string => {
  const [stem, suffix] = ending(text, kana, isMunicipality) ?? [kana]
  const name = romanizeKana(divided(text, stem))
  return suffix === undefined ? name : `${name}-${suffix}`
}

/** 横浜市緑区 is two units. The reading is cut where both have about as many kana for each character. */
const pair = /^(.+?[市郡])(.+[区町村])$/u
const twoUnits = (first: string, second: string, kana: string): string | undefined => {
  let best: readonly [number, string] | undefined
  for (let at = 2; at < kana.length - 1; at++) {
    const [head, tail] = [kana.slice(0, at), kana.slice(at)]
    const stems = [ending(first, head, true), ending(second, tail, true)]
    if (stems[0] === undefined || stems[1] === undefined) continue
    const unevenness = Math.abs(stems[0][0].length / (first.length - 1) - stems[1][0].length / (second.length - 1))
    if (best === undefined || unevenness < best[0])
      best = [unevenness, `${unit(first, head, true)} ${unit(second, tail, true)}`]
  }
  return best?.[1]
}

/**
 * A name by the reading that the data gives for it, in kana; without one, by its own kana, or undefined. `isMunicipality` tells
 * the town of 亘理町 (Watari-cho) from the neighbourhood 大手町 (Otemachi).
 */
export const romanizeJapanese = (
  text: string,
  reading: string | undefined,
  isMunicipality: boolean
): string | undefined => {
  const [, before = "", number] = block.exec(text) ?? []
  if (number !== undefined) {
    const rest = reading === undefined ? undefined : toKatakana(reading).replace(/[\s\d０-９]*(\p{L}*チョウメ)?$/u, "")
    const name = before === "" ? "" : romanizeJapanese(before, rest, isMunicipality)
    return name === undefined ? undefined : `${name} ${toNumber(number)}-chome`.trim()
  }
  if (reading === undefined || !isKana(reading)) {
    const known = wardReadings(text)
    if (known !== undefined) return known.map(([name, kana]) => unit(name, kana, true)).join(" ")
    // ハイツさくら: where katakana and hiragana meet, a word ends.
    const [, stem, rank = ""] = /^([\p{Script=Hiragana}\p{Script=Katakana}ー]+)([県市区])$/u.exec(text) ?? []
    if (stem !== undefined) return `${romanizeKana(stem)}-${units[rank]![0]![1]}`
    return isKana(text)
      ? romanizeKana(text.replaceAll(/(?<=[\p{Script=Katakana}ー])(?=\p{Script=Hiragana})|・/gu, " "))
      : undefined
  }
  const kana = toKatakana(reading).replaceAll(/\s+/g, "")
  const [, first, second] = pair.exec(text) ?? []
  const both = first === undefined ? undefined : twoUnits(first, second!, kana)
  return both ?? unit(text, kana, isMunicipality)
}
