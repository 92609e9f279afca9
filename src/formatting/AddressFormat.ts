import { iso31662 } from "iso-3166"
import type { AddressComponents } from "../../schemas/Address.ts"
import { inTemplateNotation, nativeScripts, nativeTemplates } from "./NativeTemplates.ts"
import { hasPostcodes } from "./Postcodes.ts"
import { type Rewrite, rulesOf, type Rules } from "./Rules.ts"
import { compileTemplate, type Fields, type Template } from "./Template.ts"
import { templateSet } from "./TemplateSet.ts"
import { tidyLines, withoutLooseSeparators } from "./Tidy.ts"
import { placeUnit } from "./UnitPlacement.ts"
import { regionCodeOf, regionName, regionNameInScript } from "../gazetteer/PlaceNames.ts"
import { scriptOf } from "../address/Scripts.ts"
import type { TargetLocale } from "../../schemas/Translation.ts"

/** An address as it is written. */
export interface FormattedAddress {
  /** The lines of an envelope, the name of the country last. */
  readonly lines: ReadonlyArray<string>
  /** The same on one line. */
  readonly formattedAddress: string
}

/** What a country's addresses in one script are written with. */
interface Style {
  readonly address: Template
  readonly fallback: Template
  readonly clean: Rules["replace"]
  readonly postformat: Rewrite | undefined
  /** From the largest part to the smallest without spaces, as in Chinese and Japanese. */
  readonly bigEndian: boolean
  /** Parts that the template does not have. They are added to a part that it has: nothing that is known gets lost. */
  readonly lacksPostcode: boolean
}

/** Where `state_code` of the set is the part of ISO 3166-2 that follows the country. Elsewhere regions go by name. */
const codedRegions = new Set("US CA AU CC CX HM NF BR FM MH PW".split(" "))

/** Territories of the United States are regions of its postal system. */
const codedTerritories = new Set("AS GU MP PR UM VI".split(" "))

/** ISO 3166-2 codes below the first level: provinces of Spain and Italy, counties of Ireland. */
const provinces = new Set(iso31662.filter(({ parent }) => parent.includes("-")).map(({ code }) => code))

/**
 * Where villages number their houses without street names: the place takes the street's place (Lhota 12).
 * In Japan, it is the neighbourhood that has the numbers.
 */
const placeIsStreet = new Set("AT BA CZ EE HR IS LI LT LV ME MK PL RS SI SK".split(" "))

const styles = new Map<string, Style>()

const styleOf = (countryCode: string, key: string): Style => {
  const known = styles.get(key)
  if (known !== undefined) return known
  const ruledBy = templateSet[countryCode]?.use_country ?? countryCode
  const rules = rulesOf(ruledBy)
  const native = nativeTemplates[key] ?? nativeTemplates[countryCode] ?? nativeTemplates[ruledBy]
  const own = native === undefined ? undefined : compileTemplate(inTemplateNotation(native))
  const address = own ?? rules.address
  const style: Style = {
    address,
    fallback: own ?? rules.fallback,
    clean: rules.replace,
    postformat: rules.postformat,
    bigEndian: key.endsWith("_Hani"),
    lacksPostcode: !address({ road: "R", city: "C", postcode: "\uE000" }).includes("\uE000")
  }
  styles.set(key, style)
  return style
}

/** Names of places in a register's style (`Municipality of …`) as locals write them. */
const cleanName = (rules: Rules["replace"], component: string, name: string | undefined): string | undefined => {
  if (name === undefined || rules.length === 0) return name
  let cleaned = name
  for (const rule of rules) {
    if (rule.component === undefined || rule.component === component) cleaned = rule.rewrite(cleaned)
  }
  return cleaned.trim() === "" ? name : cleaned
}

/** A number that is only digits gets the word for number that Chinese writes behind it. */
const numberWords: Readonly<Record<string, string>> = { CN: "号", HK: "號", MO: "號", TW: "號" }

const nativeScript = (countryCode: string, { city, district, region, street }: AddressComponents) => {
  const script = nativeScripts[countryCode]
  return script?.letters.test(`${street ?? ""}${district ?? ""}${city ?? ""}${region ?? ""}`)
    ? script.suffix
    : undefined
}

/** The country's line is the last one: templates that put it elsewhere render this mark, which is then taken out. */
const countryMark = "\uE001"

/** How an address for readers abroad differs from the country's own. */
export interface LayoutOptions {
  /** In the order that Latin script is read in, whatever script names are in. */
  readonly forReadersAbroad: boolean
}

/**
 * Writes an address by its country's own rules. House number, unit and street are never altered; postcodes get the country's
 * spacing. The last line is `components.country`, the country's English name of CLDR, in every country, also where OpenCage's
 * set has another name (`United States of America`) or, for a territory, the state it belongs to.
 */
export const formatAddress = (countryCode: string, components: AddressComponents): FormattedAddress => {
  const { bigEndian, lines } = layOut(countryCode, components, { forReadersAbroad: false })
  return { lines, formattedAddress: lines.join(bigEndian ? " " : ", ") }
}

/** The lines of an address. For readers abroad, the postcode stays as published, too. */
export const layOut = (
  countryCode: string,
  given: AddressComponents,
  { forReadersAbroad }: LayoutOptions
): { readonly lines: ReadonlyArray<string>; readonly bigEndian: boolean } => {
  const suffix = forReadersAbroad ? undefined : nativeScript(countryCode, given)
  const key = forReadersAbroad ? `${countryCode}_Latn` : suffix === undefined ? countryCode : `${countryCode}_${suffix}`
  const style = styleOf(countryCode, key)
  const components = forReadersAbroad ? given : inOneScript(countryCode, given)
  const { country, region, regionCode } = components
  const postcode = hasPostcodes(countryCode) ? components.postcode : undefined
  const city = cleanName(style.clean, "city", components.city)
  const placed = placeUnit(
    suffix === undefined ? countryCode : key,
    components.unit,
    components.houseNumber,
    components.street
  )
  let { district } = components
  let road = placed.street
  if (road === undefined && placed.houseNumber !== undefined && suffix === undefined) {
    road = placeIsStreet.has(countryCode) ? (district ?? city) : district
    if (road === district) district = undefined
  }
  // A Korean road name address has the legal neighbourhood in parentheses; larger districts stay in their place.
  const isQuarter = countryCode === "GB" || (key === "KR_Hang" && road !== undefined && /[동가]$/.test(district ?? ""))
  const codeOfRegion = codedTerritories.has(countryCode)
    ? countryCode
    : codedRegions.has(countryCode)
      ? regionCode?.slice(3)
      : undefined
  const isProvince = regionCode !== undefined && provinces.has(regionCode)
  const fields: Fields = {
    attention: placed.unit,
    house: components.building,
    house_number: numbered(countryCode, suffix, placed.houseNumber),
    road,
    suburb: isQuarter ? undefined : district,
    quarter: isQuarter ? district : undefined,
    city: style.lacksPostcode && postcode !== undefined ? `${city ?? ""} ${postcode}` : city,
    state: style.bigEndian ? broader(region, city) : codeOfRegion === undefined && region === city ? undefined : region,
    state_code: codeOfRegion,
    county: isProvince ? (countryCode === "IT" ? regionCode.slice(3) : region) : undefined,
    postcode,
    country: countryMark
  }
  const template = road === undefined && postcode === undefined ? style.fallback : style.address
  const kept = [placed.houseNumber, components.unit, postcode].filter((text) => text !== undefined)
  const tidied = tidyLines(template(fields).replaceAll(countryMark, ""), kept)
  const rewritten =
    forReadersAbroad || style.postformat === undefined ? tidied : style.postformat(`${tidied.join("\n")}\n`).split("\n")
  const lines: Array<string> = []
  for (const each of rewritten) {
    const line = withoutLooseSeparators(each.trim(), given)
    if (line !== "") lines.push(line)
  }
  if (lines.at(-1) !== country) lines.push(country)
  return { lines, bigEndian: style.bigEndian }
}

/**
 * Regions come by ISO 3166-2 in Latin letters; between names in the country's script they are written in that script, and
 * the other way round.
 */
const inOneScript = (countryCode: string, components: AddressComponents): AddressComponents => {
  const { city, district, region, regionCode, street } = components
  if (region === undefined) return components
  const script = scriptOf(`${street ?? ""}${district ?? ""}${city ?? ""}`)
  if (script === undefined || script.test(region)) return components
  const code = regionCode ?? regionCodeOf(countryCode, region)
  if (code === undefined) return components
  const locale = scriptLocales[countryCode]
  const known = locale === undefined ? undefined : regionName(code, locale)
  const name = known !== undefined && script.test(known) ? known : regionNameInScript(code, script)
  return name === undefined ? components : { ...components, region: name }
}
const scriptLocales: Readonly<Record<string, TargetLocale>> = { CN: "zh-CN", JP: "ja", KR: "ko", TW: "zh-TW" }

const numbered = (countryCode: string, suffix: string | undefined, houseNumber: string | undefined) =>
  suffix === "Hani" && houseNumber !== undefined && /^\p{Nd}+(-\p{Nd}+)?$/u.test(houseNumber)
    ? houseNumber + (numberWords[countryCode] ?? "")
    : houseNumber

/** The region, unless the city says it already: 北京市 is both. */
const broader = (region: string | undefined, city: string | undefined) =>
  region !== undefined && city?.startsWith(region) === true ? undefined : region
