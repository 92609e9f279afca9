import { type Units, withUnit } from "./UnitInNumber.ts"

/** Units that sources write behind the street: `Main St Apt 4`, `Oak Ave # 12`, `High Street, Flat 2`. */

/** Where the house number stands before the street, so that what stands behind that is no house number. */
const countries = new Set("AS AU BM CA GB GG GU IE IM JE KY MP MT NZ PR US VI ZA".split(" "))

/** A number or a letter, with which streets end, too, but not behind these words. */
const value = "(?:\\p{L}{0,2}-?\\p{Nd}+\\p{L}?|\\p{L})"
const behind = new RegExp(
  `^(.*?[^\\s,-])[\\s,-]+((?:(?:apt|apartment|unit|suite|ste|flat)(?!\\p{L})[.\\s]*#?|#)\\s*${value})$`,
  "iu"
)

/** Roads that have such a number themselves: `County Road #5`. */
const numbered =
  /(?:^|\s)(?:(?:county|state|us|u\.s\.|private|forest|township|farm|rural|indian|ranch|park) (?:road|rd|route|rte|highway|hwy)|highway|hwy|route|rte|rt|cr|sr|fm|lot|tract|block)\.?$/i

/** No street with a unit is longer. */
const longest = 100

/** Hardly any street ends with a digit, or with one letter. */
const isTelling = (street: string): boolean => /\p{Nd}\p{L}?$|[\s#.-]\p{L}$/u.test(street.slice(-3))

const divided = (street: string): Units<"street"> | undefined => {
  const [, name = "", unit] = behind.exec(street) ?? []
  if (unit === undefined || !/\p{L}{2}/u.test(name) || (unit.startsWith("#") && numbered.test(name))) return undefined
  return { street: name, unit }
}

/** Street and unit, apart, if the street says both. */
export const withUnitOffStreet = (
  country: string,
  street: string | undefined,
  unit: string | undefined
): Units<"street"> => {
  const given = { street, unit }
  if (street === undefined || street.length > longest || !countries.has(country) || !isTelling(street)) return given
  return withUnit(country, given, divided(street.trimEnd()))
}
