import { String as Text } from "effect"
import { han, mandarin } from "./Han.ts"
import { canRead } from "./Readers.ts"
import { mandarinUnit, taiwanNumber } from "./romanization/Chinese.ts"
import { japaneseNumber } from "./romanization/Japanese.ts"
import { koreanUnit } from "./romanization/Korean.ts"
import { mandarinInKorean } from "./romanization/MandarinInKorean.ts"
import { romanize } from "./romanization/Romanizer.ts"
import type { TargetLocale } from "../../schemas/Translation.ts"

/** 12號 as 12, 5樓 as 5/F and A室 as Flat A, which comes before its floor, as Hongkong Post writes them in English. */
const hongKongNumber = (text: string): string =>
  text
    .replaceAll(/(?<=\p{Nd}\p{L}?)[號号]/gu, "")
    .replaceAll(/(?<=\p{Nd})[樓楼](?=\p{L})/gu, "/F ")
    .replaceAll(/(?<=\p{Nd})[樓楼]/gu, "/F")
    .replaceAll(/(\p{Script=Latin}|\p{Nd}+)室/gu, "Flat $1")
    .replace(/^(\p{Nd}+\/F) (Flat .+)$/u, "$2, $1")

const inHan = (text: string, country: string, locale: TargetLocale): string => {
  if (locale === "ja" || locale.startsWith("zh")) return han(text, country, locale) ?? text
  if (country === "JP") return japaneseNumber(text)
  if (country === "HK" || country === "MO") return hongKongNumber(text)
  if (!mandarin.has(country)) return text
  return locale === "ko"
    ? (mandarinInKorean(text.replace(/([號号])之(\p{Nd}+)/u, "-$2$1").replace("之", "-"))?.replaceAll(" ", "") ?? text)
    : (mandarinUnit(text) ?? taiwanNumber(text))
}

const loneLetter = /(?<![\p{L}\p{M}])\p{L}(?![\p{L}\p{M}])/gu

/** Letters that number houses look like these on the door, whatever their sound is. */
const onTheDoor: Readonly<Record<string, string>> = { Β: "B", β: "b", Η: "H", η: "h", Χ: "X", χ: "x" }

/** A letter of a house number: 12א and 12ა are 12A, since their scripts have no lower case. */
const latinLetter = (letter: string, country: string, language: string | undefined): string => {
  if (/\p{Script=Latin}/u.test(letter)) return letter
  const latin = onTheDoor[letter] ?? romanize(letter, { country, language, kind: "building" }) ?? letter
  return letter.toUpperCase() === letter ? Text.capitalize(latin) : latin
}

/**
 * A house number or a unit in the form that readers of the language use: with the same numbers, and with letters and
 * words in Latin letters if the reader knows no others of them.
 *
 * @param language BCP 47 primary language of the address
 */
export const translateNumber = (
  text: string,
  country: string,
  language: string | undefined,
  locale: TargetLocale
): string => {
  const number = /\p{Script=Han}/u.test(text) ? inHan(text, country, locale) : text
  if (canRead(locale, number) || /\p{Script=Han}/u.test(number)) return number
  const lettered = koreanUnit(number).replaceAll(loneLetter, (letter) => latinLetter(letter, country, language))
  return canRead(locale, lettered) ? lettered : (romanize(lettered, { country, language, kind: "building" }) ?? number)
}
