import { String as Text } from "effect"
import { toSimplified } from "../translation/ChineseScripts.ts"
import { romanizeHangul } from "../translation/romanization/Hangul.ts"
import { romanizeKana } from "../translation/romanization/Japanese.ts"
import { romanize } from "../translation/romanization/Romanizer.ts"
import { pinyinTables } from "../translation/romanization/Tables.ts"
import { memoized } from "../../schemas/Memoized.ts"
import { japaneseReadings } from "./JapaneseReadings.ts"
import type { LocaleName } from "./Locales.ts"
import { isOwnLocale, readingsOf } from "./OwnLocales.ts"

export type NamePart = "first" | "last"

const readings = memoized(readingsOf)

/** Whether all letters of a name are Latin. */
export const isLatin = (name: string): boolean => /^[\p{Script=Latin}\p{M}\P{L}]+$/u.test(name)

const han = (name: string, part: NamePart) =>
  pinyinTables()
    .pinyin(toSimplified(name), {
      toneType: "none",
      type: "array",
      ...(part === "last" ? { surname: "all" } : {})
    })
    .reduce((word, syllable) => word + (/^[aeo]/.test(syllable) ? "'" : "") + syllable)

/**
 * A person's name in Latin letters, by the rules of its language: Hanyu Pinyin with the special readings of surnames,
 * the Revised Romanization, Hepburn with the usual readings, those of the list in scripts without vowels, and `romanize` for others. Names already in Latin
 * letters are unchanged.
 */
export const latinName = (locale: LocaleName, name: string, part: NamePart): string => {
  if (isLatin(name)) return name
  if (locale === "ja") return japaneseReadings.get(name) ?? romanizeKana(name)
  if (locale.startsWith("zh")) return Text.capitalize(han(name, part))
  if (locale === "ko") return Text.capitalize(romanizeHangul(name))
  const reading = isOwnLocale(locale) ? readings(locale).get(name) : undefined
  if (reading !== undefined) return reading
  const language = locale.split("_", 1)[0]!
  const latin = romanize(name, { country: "", language, kind: "building" }) ?? name
  // Thai has no spaces within a name.
  return titled((language === "th" ? latin.replaceAll(/\s/g, "") : latin).toLowerCase())
}

const titled = (text: string) => text.replaceAll(/(?<![\p{L}\p{M}'’])\p{Ll}/gu, (letter) => letter.toUpperCase())

/** Letters whose mark Unicode's decomposition does not remove. */
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ŋ: "n",
  ħ: "h",
  ə: "e",
  ɔ: "o",
  ɛ: "e"
}
const german: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" }

/**
 * A Latin name in lower-case ASCII letters, for an email address: `O'Brien` → `obrien`. With `umlauts`, ä, ö and ü
 * become ae, oe and ue.
 */
export const asciiName = (latin: string, umlauts = false): string => {
  if (/^[A-Za-z]{1,24}$/.test(latin)) return latin.toLowerCase()
  let lower = latin.normalize("NFC").toLowerCase()
  if (umlauts) lower = lower.replaceAll(/[äöü]/g, (letter) => german[letter]!)
  return lower
    .normalize("NFKD")
    .replaceAll(/[^a-z]/g, (letter) => plain[letter] ?? "")
    .slice(0, 24)
}
