import type { Address } from "../Address.ts"
import { memoized } from "../Memoized.ts"
import type { JudgeName, JudgeRule, Objection } from "./Objection.ts"
import table from "./rules.json" with { type: "json" }

/**
 * Independent rules for addresses: those of Shopify's checkout from `worldwide` (MIT), and Google's libaddressinput
 * (Apache-2.0). They know postcode formats, postcode prefixes by region, and the components that a country requires.
 * Passing them means that an address is plausible, not that a letter arrives.
 */

export interface Judgement {
  /** Rules that apply to this address; if none does, nothing was judged. */
  readonly rules: number
  readonly objections: ReadonlyArray<Objection>
}

interface ShopifyRules {
  readonly postcode?: string
  readonly postcodeRequired?: boolean
  readonly numberRequired?: boolean
  readonly regionRequired?: boolean
  /** Postcode prefixes of regions, by ISO 3166-2 code; null if the set has none. */
  readonly regions?: Readonly<Record<string, ReadonlyArray<string> | null>>
  /** Postcode prefixes that cross a border, and their regions. */
  readonly crossing?: Readonly<Record<string, ReadonlyArray<string>>>
}

interface GoogleRules {
  readonly postcode?: string
  /** Initials of required components: A street and number, C city, S region, Z postcode. */
  readonly required: string
  /** Patterns for the beginnings of postcodes, by the region's ISO 3166-2 code; null if the set has none. */
  readonly regions?: Readonly<Record<string, string | null>>
}

const rulesOf = table as Readonly<Record<string, { readonly shopify?: ShopifyRules; readonly google?: GoogleRules }>>

const patternOf = memoized((source: string) => new RegExp(source, "u"))

type Judged = Pick<Address, "countryCode" | "components">

const names = { shopify: "Shopify's rules", google: "Google's libaddressinput" } as const

/** Collects results of rules: counts those that apply, keeps those that are broken. */
const hearing = (judge: JudgeName) => {
  const objections: Array<Objection> = []
  let rules = 0
  return {
    ask: (rule: JudgeRule, holds: boolean, message: string) => {
      rules++
      if (!holds) objections.push({ judge, rule, message: `${message}, by ${names[judge]}.` })
    },
    heard: (): Judgement => ({ rules, objections })
  }
}

const withoutBlanks = (text: string): string => text.replace(/[\s-]/g, "")

const byShopify = ({ components, countryCode }: Judged, rules: ShopifyRules): Judgement => {
  const { ask, heard } = hearing("shopify")
  const { regionCode } = components
  const postcode = components.postcode?.toUpperCase()
  ask("city-missing", components.city !== undefined, "A city is missing")
  if (rules.postcodeRequired === true) {
    ask("postcode-missing", postcode !== undefined, `${countryCode} needs a postcode`)
  }
  if (rules.numberRequired === true) {
    const { building, houseNumber, street } = components
    const isNumbered = [houseNumber, building, street].some((text) => text !== undefined && /\p{Nd}/u.test(text))
    ask("number-missing", isNumbered, `${countryCode} needs a house number`)
  }
  if (rules.regionRequired === true) {
    ask("region-missing", regionCode !== undefined, `${countryCode} needs a region`)
  }
  if (postcode === undefined) return heard()
  const isFormed = rules.postcode === undefined || patternOf(rules.postcode).test(postcode)
  if (rules.postcode !== undefined) {
    ask("postcode", isFormed, `"${postcode}" does not have the form of a postcode of ${countryCode}`)
  }
  const prefixes = regionCode === undefined ? undefined : rules.regions?.[regionCode]
  if (!isFormed || regionCode === undefined || prefixes == null) return heard()
  const said = withoutBlanks(postcode)
  const isOf = (prefix: string) => said.startsWith(withoutBlanks(prefix))
  const reaches = Object.entries(rules.crossing ?? {}).some(
    ([prefix, regions]) => isOf(prefix) && regions.includes(regionCode)
  )
  ask("postcode-region", reaches || prefixes.some(isOf), `"${postcode}" is not a postcode of ${regionCode}`)
  return heard()
}

const byGoogle = ({ components, countryCode }: Judged, rules: GoogleRules): Judgement => {
  const { ask, heard } = hearing("google")
  const { building, city, houseNumber, postcode, region, regionCode, street } = components
  const needs = (initial: string) => rules.required.includes(initial)
  if (needs("A")) {
    const hasStreet = [street, houseNumber, building].some((text) => text !== undefined)
    ask("street-missing", hasStreet, `${countryCode} needs a street or a house number`)
  }
  if (needs("C")) ask("city-missing", city !== undefined, `${countryCode} needs a city`)
  if (needs("S")) ask("region-missing", region !== undefined, `${countryCode} needs a region`)
  if (needs("Z")) ask("postcode-missing", postcode !== undefined, `${countryCode} needs a postcode`)
  if (postcode === undefined || rules.postcode === undefined) return heard()
  const isFormed = patternOf(`^(?:${rules.postcode})$`).test(postcode.toUpperCase())
  ask("postcode", isFormed, `"${postcode}" does not have the form of a postcode of ${countryCode}`)
  const beginning = regionCode === undefined ? undefined : rules.regions?.[regionCode]
  if (isFormed && beginning != null) {
    const isOf = patternOf(`^(?:${beginning})`).test(postcode.toUpperCase())
    ask("postcode-region", isOf, `"${postcode}" is not a postcode of ${regionCode}`)
  }
  return heard()
}

/** The results of both rule sets. Countries and regions that they do not know are not judged. */
export const judge = (address: Judged): Judgement => {
  const { google, shopify } = rulesOf[address.countryCode] ?? {}
  const judgements = [
    ...(shopify === undefined ? [] : [byShopify(address, shopify)]),
    ...(google === undefined ? [] : [byGoogle(address, google)])
  ]
  return {
    rules: judgements.reduce((sum, { rules }) => sum + rules, 0),
    objections: judgements.flatMap(({ objections }) => objections)
  }
}
