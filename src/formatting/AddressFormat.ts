import { iso31662 } from "iso-3166"
import type { AddressComponents } from "../../schemas/Address.ts"
import { memoized, onFirstUse } from "../../schemas/Memoized.ts"
import { inTemplateNotation, nativeScripts, nativeTemplates } from "./NativeTemplates.ts"
import { hasPostcodes, postcodeAsWritten } from "./Postcodes.ts"
import { type Rewrite, rulesOf, type Rules } from "./Rules.ts"
import { compileTemplate, type Fields, type Template } from "./Template.ts"
import { templateSet } from "./TemplateSet.ts"
import { tidyLines, withoutLooseSeparators } from "./Tidy.ts"
import { placeUnit } from "./UnitPlacement.ts"
import { regionCodeOf, regionName, regionNameInScript } from "../gazetteer/PlaceNames.ts"
import { scriptOf } from "../address/Scripts.ts"
import type { TargetLocale } from "../../schemas/Translation.ts"

/** An address in writing. */
export interface FormattedAddress {
  /** The lines of an envelope, the name of the country last. */
  readonly lines: ReadonlyArray<string>
  /** The same on one line. */
  readonly formattedAddress: string
}

/** What the rules of a country need for addresses in one script. */
interface Style {
  readonly address: Template
  readonly fallback: Template
  readonly clean: Rules["replace"]
  readonly postformat: Rewrite | undefined
  /** From the largest part to the smallest without spaces, as in Chinese and Japanese. */
  readonly bigEndian: boolean
  /** Parts that the template lacks. They are added to a part that it has, so that nothing gets lost. */
  readonly lacksPostcode: boolean
}

/**
 * Countries where the set's `state_code` is the part of the ISO 3166-2 code after the country. Elsewhere, regions go by
 * name.
 */
const codedRegions = new Set("US CA AU CC CX HM NF BR".split(" "))

/** Territories of the United States, and states associated with it, are regions of its postal system. */
const codedTerritories = new Set("AS FM GU MH MP PR PW UM VI".split(" "))

/** ISO 3166-2 codes below the first level: provinces of Spain and Italy, counties of Ireland. */
const provinces = onFirstUse(
  () => new Set(iso31662.filter(({ parent }) => parent.includes("-")).map(({ code }) => code))
)

/**
 * Countries whose villages number their houses without street names: the place stands in for the street (Lhota 12). In
 * Japan, the neighbourhood has the numbers.
 */
export const placeIsStreet: ReadonlySet<string> = new Set(
  "AT BA CZ EE GL HR IS LI LT LV ME MK PL RO RS SI SK".split(" ")
)

/** Countries with the region and the postcode in one line, below that of the city. */
const regionBeforePostcode = new Set(["KR", "TH", "VN"])

/** The style of a country (`CN`), or of addresses in its own script (`CN_Hani`). */
const styleOf = memoized((key: string): Style => {
  const countryCode = key.slice(0, 2)
  const ruledBy = templateSet[countryCode]?.use_country ?? countryCode
  const rules = rulesOf(ruledBy)
  const native = nativeTemplates[key] ?? nativeTemplates[countryCode] ?? nativeTemplates[ruledBy]
  const own = native === undefined ? undefined : compileTemplate(inTemplateNotation(native))
  const address = own ?? rules.address
  return {
    address,
    fallback: own ?? rules.fallback,
    clean: rules.replace,
    // The only rule of Argentina's divides postcodes, which its post and the component write in one piece: C1033AAP.
    postformat: ruledBy === "AR" ? undefined : rules.postformat,
    bigEndian: key.endsWith("_Hani"),
    lacksPostcode: !address({ road: "R", city: "C", postcode: "\uE000" }).includes("\uE000")
  }
})

/** Turns names of places in the style of registers (`Municipality of …`) into the form that locals write. */
const cleanName = (rules: Rules["replace"], component: string, name: string | undefined): string | undefined => {
  if (name === undefined || rules.length === 0) return name
  let cleaned = name
  for (const rule of rules) {
    if (rule.component === undefined || rule.component === component) cleaned = rule.rewrite(cleaned)
  }
  return cleaned.trim() === "" ? name : cleaned
}

/** The sign that a country's template writes with a house number. A number that comes with it gets no second one. */
const signs: Readonly<Record<string, RegExp>> = {
  HU: /\.$/,
  ID: /^\P{Nd}/u,
  IR: /^پلاک/u,
  RO: /^\P{Nd}/u,
  TR: /^(?:no|numara)\P{L}/iu
}

/** A number of digits alone gets the Chinese word for number after it. */
const numberWords: Readonly<Record<string, string>> = { CN: "号", HK: "號", MO: "號", TW: "號" }

const nativeScript = (countryCode: string, { city, district, region, street }: AddressComponents) => {
  const script = nativeScripts[countryCode]
  return script?.letters.test(`${street ?? ""}${district ?? ""}${city ?? ""}${region ?? ""}`)
    ? script.suffix
    : undefined
}

/** The country's line comes last. Templates that put it elsewhere render this mark, which is then removed. */
const countryMark = "\uE001"

/** How an address for readers abroad differs from the country's own form. */
export interface LayoutOptions {
  /** In the order of Latin script, whatever script the names are in. */
  readonly forReadersAbroad: boolean
}

/**
 * Writes an address by its country's own rules. House number, unit and street are never altered; postcodes get the
 * country's spacing. The last line is always `components.country`, the country's English name in CLDR, even if
 * OpenCage's set has another name (`United States of America`) or, for a territory, the state that it belongs to.
 */
export const formatAddress = (countryCode: string, components: AddressComponents): FormattedAddress => {
  const { bigEndian, lines } = layOut(countryCode, components, { forReadersAbroad: false })
  return { lines, formattedAddress: lines.join(bigEndian ? " " : ", ") }
}

/** The lines of an address. For readers abroad, the postcode also stays as published. */
export const layOut = (
  countryCode: string,
  given: AddressComponents,
  { forReadersAbroad }: LayoutOptions
): { readonly lines: ReadonlyArray<string>; readonly bigEndian: boolean } => {
  const suffix = forReadersAbroad ? undefined : nativeScript(countryCode, given)
  const key = forReadersAbroad ? `${countryCode}_Latn` : suffix === undefined ? countryCode : `${countryCode}_${suffix}`
  const style = styleOf(key)
  const components = withTown(countryCode, forReadersAbroad ? given : inOneScript(countryCode, given))
  const { country, regionCode } = components
  // The capital's district is the city, whatever it is called in the reader's language.
  const region = regionCode === "CO-DC" && components.city !== undefined ? undefined : components.region
  const postcode = postcodeOf(countryCode, components.postcode, forReadersAbroad)
  const cityAlone = isWholeRegion(suffix, region, components.city)
    ? undefined
    : cleanName(style.clean, "city", components.city)
  // A city that is a region stands in its line, where the postcode is.
  const isRegion = postcode !== undefined && regionBeforePostcode.has(countryCode) && saysOnlyCity(region, cityAlone)
  const city = isRegion ? undefined : cityAlone
  const doors = withBuilding(countryCode, suffix, components)
  const placed = placeUnit(
    suffix === undefined ? countryCode : key,
    components.unit,
    doors.houseNumber,
    components.street
  )
  let { district } = components
  let road = placed.street
  if (road === undefined && placed.houseNumber !== undefined && suffix === undefined) {
    road = placeIsStreet.has(countryCode) ? (district ?? city) : district
    if (road === district) district = undefined
  }
  let number = placed.houseNumber
  if (number !== undefined && signs[countryCode]?.test(number) === true) {
    road = road === undefined ? number : `${road} ${number}`
    number = undefined
  }
  // A Korean road name address has the legal neighbourhood in parentheses; larger districts stay in place.
  const isQuarter = countryCode === "GB" || (key === "KR_Hang" && road !== undefined && /[동가]$/.test(district ?? ""))
  const isPlaced = components.city !== undefined || postcode !== undefined
  const codeOfRegion = regionCodeIn(countryCode, regionCode, isPlaced)
  const county = saysOnlyCity(region, city) ? undefined : region
  const isProvince = regionCode !== undefined && provinces().has(regionCode)
  const fields: Fields = {
    attention: placed.unit,
    house: doors.building,
    house_number: number,
    road,
    suburb: isQuarter ? undefined : district,
    quarter: isQuarter ? district : undefined,
    city: style.lacksPostcode && postcode !== undefined ? `${city ?? ""} ${postcode}` : city,
    state: isRegion
      ? cityAlone
      : style.bigEndian
        ? broader(region, city)
        : codeOfRegion === undefined && saysOnlyCity(region, city)
          ? undefined
          : region,
    state_code: codeOfRegion,
    county: isProvince ? (countryCode === "IT" ? regionCode.slice(3) : county) : undefined,
    postcode,
    country: countryMark
  }
  const template = road === undefined && postcode === undefined ? style.fallback : style.address
  const kept = [placed.houseNumber, components.unit, postcode].filter((text) => text !== undefined)
  const tidied = tidyLines(template(fields).replaceAll(countryMark, ""), kept)
  const rewritten =
    forReadersAbroad || style.postformat === undefined ? tidied : rewrite(style.postformat, tidied, components)
  const lines: Array<string> = []
  for (const each of rewritten) {
    const line = withoutLooseSeparators(each.trim(), given)
    if (line !== "") lines.push(line)
  }
  if (lines.at(-1) !== country) lines.push(country)
  return { lines, bigEndian: style.bigEndian }
}

/** The region's code, where addresses have it instead of its name. */
const regionCodeIn = (countryCode: string, regionCode: string | undefined, isPlaced: boolean): string | undefined => {
  if (codedTerritories.has(countryCode)) return isPlaced ? countryCode : undefined
  return codedRegions.has(countryCode) ? regionCode?.slice(3) : undefined
}

const neighbourhood = /(?:^|\s)(?:mah(?:alle(?:si)?)?|mh|köyü?)\.?$/iu

/**
 * Turkey writes districts of a province with the province (Kadıköy/İstanbul), and neighbourhoods before the street. Data
 * call both districts, and give the province as the city.
 */
const withTown = (countryCode: string, components: AddressComponents): AddressComponents => {
  if (countryCode !== "TR") return components
  const { district, ...others } = components
  const { city, region } = others
  if (district === undefined || city === undefined || neighbourhood.test(district)) return components
  return region === undefined || saysOnlyCity(region, city) ? { ...others, city: district, region: city } : components
}

/**
 * Writes the region in the script of the other names: in Latin letters or in the country's script, by its ISO 3166-2
 * code.
 */
const inOneScript = (countryCode: string, components: AddressComponents): AddressComponents => {
  const { city, district, region, regionCode, street } = components
  if (region === undefined) return components
  // The city that is a region has names in several languages of its country: Минск, Мінск.
  if (city !== undefined && city !== region && isNameOfRegion(regionCode, city)) return { ...components, region: city }
  const script = scriptOf(`${street ?? ""}${district ?? ""}${city ?? ""}`)
  if (script === undefined || script.test(region)) return components
  const code = regionCode ?? regionCodeOf(countryCode, region)
  if (code === undefined) return components
  const locale = scriptLocales[countryCode]
  const known = locale === undefined ? undefined : regionName(code, locale)
  const name = known !== undefined && script.test(known) ? known : regionNameInScript(code, script)
  return name === undefined ? components : { ...components, region: name }
}

const isNameOfRegion = (code: string | undefined, name: string): boolean =>
  code !== undefined && regionCodeOf(code.slice(0, 2), name) === code

const scriptLocales: Readonly<Record<string, TargetLocale>> = { CN: "zh-CN", JP: "ja", KR: "ko", TW: "zh-TW" }

const numbered = (countryCode: string, suffix: string | undefined, houseNumber: string | undefined) =>
  suffix === "Hani" && houseNumber !== undefined && /^\p{Nd}+([-之]\p{Nd}+)?$/u.test(houseNumber)
    ? houseNumber + (numberWords[countryCode] ?? "")
    : houseNumber

/** In Chinese, a building stands between the number and the flat without spaces: 12號金門大廈3樓, 12号2号楼3单元. */
const withBuilding = (
  countryCode: string,
  suffix: string | undefined,
  { building, houseNumber }: AddressComponents
): { readonly building: string | undefined; readonly houseNumber: string | undefined } => {
  const number = numbered(countryCode, suffix, houseNumber)
  if (suffix !== "Hani" || countryCode === "JP" || number === undefined) return { building, houseNumber: number }
  const named = /^\p{Script=Han}/u.test(building ?? "")
  // The number of a building must not run into the house's.
  const counted = /^[A-Z\p{Nd}]+\p{Script=Han}/u.test(building ?? "") && /\p{Script=Han}$/u.test(number)
  return named || counted
    ? { building: undefined, houseNumber: `${number}${building}` }
    : { building, houseNumber: number }
}

const postcodeOf = (countryCode: string, postcode: string | undefined, forReadersAbroad: boolean) => {
  if (postcode === undefined || !hasPostcodes(countryCode)) return undefined
  return forReadersAbroad ? postcode : postcodeAsWritten(countryCode, postcode)
}

/** Stands for the street and the building while a country's rules are applied to the whole text. */
const nameMarks = ["\uE003", "\uE004"] as const

/** The text by its country's rules, which are about places: they must not find their words in a street. */
const rewrite = (
  postformat: Rewrite,
  lines: ReadonlyArray<string>,
  { building, street }: AddressComponents
): ReadonlyArray<string> => {
  const hidden = [street, building]
    .map((name, i) => [name ?? "", nameMarks[i]!] as const)
    .filter(([name]) => name !== "")
  const text = hidden.reduce((shown, [name, mark]) => shown.replace(name, () => mark), `${lines.join("\n")}\n`)
  return hidden.reduceRight((shown, [name, mark]) => shown.replace(mark, () => name), postformat(text)).split("\n")
}

/** Words between a region's rank and the city that it is. */
const rank = /(?:^| )(?:de|of|di|do|da|Grad|Persekutuan|County|[إا]مارة|محافظة) $/

/** Words for a city, before the name that is also its region's. */
const cityRank = /^(?:Thành phố|TP\.|город|г\.|місто|м\.|горад) ?$/u

/** What follows the name of a city that its post divides: Dublin 6W. */
const postalDistrict = /^ \d{1,2}W?$/

/** Whether the region is the city, with its rank or without: Ciudad Autónoma de Buenos Aires, Nairobi City. */
const saysOnlyCity = (region: string | undefined, city: string | undefined): boolean => {
  if (region === undefined || city === undefined) return false
  if (region === city || region === `${city} City` || region.endsWith(` (${city})`)) return true
  if (city.startsWith(region) && postalDistrict.test(city.slice(region.length))) return true
  if (city.endsWith(region) && cityRank.test(city.slice(0, -region.length))) return true
  return region.endsWith(` ${city}`) && rank.test(region.slice(0, -city.length))
}

/** The region, unless the city already says it: 北京市 is both. */
const broader = (region: string | undefined, city: string | undefined) =>
  region !== undefined && city !== undefined && commonForm(city).startsWith(commonForm(region)) ? undefined : region

/** A city of the first level with the word for what it is: 臺北市, 東京都, 서울특별시. */
const withRank = /^(.+?)(?:市|都|특별시|광역시|특별자치시)$/u

/** Whether the region, written before it, is the city with its rank: 서울 in 서울특별시. */
const isWholeRegion = (suffix: string | undefined, region: string | undefined, city: string | undefined): boolean => {
  if ((suffix !== "Hani" && suffix !== "Hang") || region === undefined || city === undefined || region === city)
    return false
  const [, core] = withRank.exec(commonForm(region)) ?? []
  return core !== undefined && commonForm(city).replace(/시$/u, "") === core
}

/** 臺 and 台 are both in use for the same places of Taiwan. */
const commonForm = (name: string) => name.replaceAll("臺", "台")
