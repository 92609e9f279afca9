import { layOut } from "../formatting/AddressFormat.ts"
import { hasPostcodes } from "../formatting/Postcodes.ts"
import { isBigEndian } from "./Readers.ts"
import type { TargetLocale, Translation } from "../../schemas/Translation.ts"

type Components = Translation["components"]
type Lines = Pick<Translation, "lines" | "singleLine">

const abroad = { forReadersAbroad: true }

/** Scripts written without spaces between the parts of an address. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u

/** Joins parts from the largest to the smallest, with a space before and after those in Latin or Korean letters. */
const concatenate = (parts: ReadonlyArray<string | undefined>): string => {
  let text = ""
  for (const part of parts) {
    if (part === undefined) continue
    const tight = text === "" || (unspaced.test(text.at(-1)!) && unspaced.test(part[0]!))
    text += tight ? part : ` ${part}`
  }
  return text
}

/** The lines of a part of the address in the country's own order, without the line of the country. */
const partOf = (countryCode: string, components: Components): ReadonlyArray<string> =>
  layOut(countryCode, { ...components, country: "\uE002" }, abroad).lines.slice(0, -1)

/** Countries whose house numbers Chinese writes with a word for number. */
const numbered = new Set(["CN", "HK", "MO", "TW"])

/**
 * If the target language is the country's own, the address is written as at home, with the line of the country in
 * front.
 */
const atHome: Readonly<Record<string, TargetLocale>> = { CN: "zh-CN", JP: "ja", KR: "ko", TW: "zh-TW" }

/** Street and number in the country's own order, and the unit, either with them or separate. */
const premisesOf = (countryCode: string, { houseNumber, street, unit }: Components) => {
  const door = { ...(houseNumber === undefined ? {} : { houseNumber }), ...(street === undefined ? {} : { street }) }
  const lines = partOf(countryCode, door)
  if (unit === undefined) return { street: lines.join(" "), unit }
  const withUnit = partOf(countryCode, { ...door, unit })
  return withUnit.length === lines.length
    ? { street: withUnit.join(" "), unit: undefined }
    : { street: lines.join(" "), unit: withUnit.find((line) => !lines.includes(line)) }
}

const numberWord: { readonly [locale in TargetLocale]?: string } = { ja: "号", ko: "호", "zh-CN": "号", "zh-TW": "號" }

/** Whether the region is the city with its rank: 台北市 for 台北, 타이베이 시 for 타이베이. */
const isRanked = (region: string | undefined, city: string | undefined): boolean =>
  region !== undefined &&
  city !== undefined &&
  /^\s?(市|시)$/u.test(region.slice(city.length)) &&
  region.startsWith(city)

const bigEndian = (countryCode: string, components: Components, locale: TargetLocale): ReadonlyArray<string> => {
  const { building, country, district, houseNumber, street, unit } = components
  const postcode = hasPostcodes(countryCode) ? components.postcode : undefined
  // The line of a city-state also stands for its city, and for a region that is the city: 台北市 is 台北 with its rank.
  const isSaid = components.city === country || isRanked(components.region, components.city)
  const city = isSaid ? undefined : components.city
  const region = components.region !== undefined && city?.startsWith(components.region) ? undefined : components.region
  const inScript = unspaced.test(street ?? district ?? "")
  const area = concatenate([region, city, district])
  const word = numbered.has(countryCode) && /^\d+(-\d+)?$/.test(houseNumber ?? "") ? numberWord[locale] : undefined
  const number = houseNumber === undefined ? undefined : houseNumber + (word ?? "")
  const body = () => {
    if (locale === "ko" && numbered.has(countryCode) && /\p{Script=Hangul}/u.test(street ?? district ?? "")) {
      return [concatenate([area, street, number]), concatenate([building, unit])]
    }
    if (inScript) {
      const place = street === undefined ? area : concatenate([area, street])
      return [place + (number ?? ""), concatenate([building, unit])]
    }
    if (street === undefined) return [concatenate([area, number]), concatenate([building, unit])]
    // A street in Latin letters keeps its own country's order of number and name.
    const premises = premisesOf(countryCode, components)
    const end = concatenate([building, premises.unit])
    return locale === "ko" ? [concatenate([area, premises.street]), end] : [area, premises.street, end]
  }
  const lines =
    locale === "ja"
      ? // 〒 is the mark of Japan's own post.
        [country, postcode === undefined || countryCode !== "JP" ? postcode : `〒${postcode}`, ...body()]
      : locale === "ko"
        ? [country, ...body(), postcode]
        : [country, postcode, ...body()]
  return lines.filter((line): line is string => line !== undefined && line !== "")
}

const nativeLines = (countryCode: string, components: Components, locale: TargetLocale): ReadonlyArray<string> => {
  const country = components.country ?? countryCode
  const written = layOut(countryCode, { ...components, country }, { forReadersAbroad: false })
  // Names in Latin letters are laid out for Latin readers, from the house up.
  if (locale !== "ko" && !written.bigEndian) return bigEndian(countryCode, components, locale)
  return [country, ...written.lines.slice(0, -1)]
}

/** In English, Taiwan's addresses have No. before the number (Chunghwa Post). */
const withNumberWord = (countryCode: string, components: Components): Components =>
  countryCode === "TW" && /^\d/.test(components.houseNumber ?? "")
    ? { ...components, houseNumber: `No. ${components.houseNumber}` }
    : components

/**
 * A translated address in the form that its readers expect. Chinese, Japanese and Korean go from the country down to
 * the house, as in OpenCage's templates for these languages, with 〒 before the postcode in Japanese. Readers of the
 * other languages go from the house up to the country; number and street, and postcode and city, keep the order of the
 * country that delivers.
 */
export const translatedLines = (countryCode: string, components: Components, locale: TargetLocale): Lines => {
  if (isBigEndian(locale)) {
    const lines =
      atHome[countryCode] === locale
        ? nativeLines(countryCode, components, locale)
        : bigEndian(countryCode, components, locale)
    return { lines, singleLine: lines.join(locale === "ko" ? ", " : " ") }
  }
  const { lines } = layOut(
    countryCode,
    { ...withNumberWord(countryCode, components), country: components.country ?? countryCode },
    abroad
  )
  return { lines, singleLine: lines.join(", ") }
}
