import { rulesOf } from "./Rules.ts"
import { componentAliases, countyCodes, stateCodes, templateSet, type Codes } from "./TemplateSet.ts"
import { tidy, withoutRepeatedParts } from "./Tidy.ts"

type Components = { [name: string]: string | undefined }

/** Countries in which OpenStreetMap's `district` is a part of a city, not of a state. */
const smallDistricts = new Set(["BR", "CR", "ES", "NI", "PY", "RO", "TG", "TM", "XK"])

/** From an alias to the component it stands for, and its rank among that component's aliases. */
type AliasTable = ReadonlyMap<string, { readonly name: string; readonly rank: number }>

const aliasTable = (districtIs: string): AliasTable =>
  new Map(
    [...componentAliases.filter(({ alias }) => alias !== "district"), { alias: "district", name: districtIs }]
      .filter(({ alias, name }) => alias !== name)
      .map(({ alias, name }, rank) => [alias, { name, rank }])
  )
const ofCities = aliasTable("neighbourhood")
const ofStates = aliasTable("state_district")

const known = new Set(componentAliases.flatMap(({ alias, name }) => [alias, name]))

/** Countries that are a part of the Netherlands' kingdom, by the names that a state of `NL` has for them. */
const islands = [
  { code: "CW", name: "Curaçao", pattern: /^Curaçao$/ },
  { code: "SX", name: "Sint Maarten", pattern: /^sint maarten/i },
  { code: "AW", name: "Aruba", pattern: /^aruba/i }
]

/** The country whose rules apply. Territories also change the country's name, or add a state. */
const resolveCountry = (components: Components): string | undefined => {
  const given = components["country_code"]?.toUpperCase()
  if (given === undefined || !/^[A-Z]{2}$/.test(given)) return undefined
  if (given === "UK") return "GB"
  const rules = Object.hasOwn(templateSet, given) ? templateSet[given] : undefined
  const country = rules?.use_country ?? given
  if (rules?.use_country !== undefined) {
    if (rules.change_country !== undefined) {
      components["country"] = rules.change_country.replace(/\$(\w+)/, (_, name: string) => components[name] ?? "")
    }
    const [name, value] = rules.add_component?.split("=", 2) ?? []
    // As in the reference implementation, only a state can be added.
    if (name === "state") components[name] = value
  }
  const { state } = components
  if (country !== "NL" || state === undefined) return country
  const island = islands.find(({ pattern }) => pattern.test(state))
  if (island === undefined) return country
  components["country"] = island.name
  return island.code
}

const applyAliases = (components: Components, names: ReadonlyArray<string>, country: string | undefined) => {
  const table = country !== undefined && smallDistricts.has(country) ? ofCities : ofStates
  const ranks = new Map<string, number>()
  for (const alias of names) {
    const known = table.get(alias)
    if (known === undefined) continue
    const { name, rank } = known
    const taken = ranks.get(name) ?? (components[name] === undefined ? Infinity : -1)
    if (rank < taken) {
      components[name] = components[alias]
      ranks.set(name, rank)
    }
  }
}

/** Values that no address has: links, and punctuation without a letter or digit. */
const isNonsense = (value: string) => !/[\p{L}\p{M}\p{N}_]/u.test(value) || value.includes("://")

/** OpenStreetMap has ranges of postcodes. Of a pair, the first one counts; other ranges and whole sentences do not. */
const cleanPostcode = (postcode: string): string | undefined =>
  postcode.length > 20 || /\d+;\d+/.test(postcode) ? undefined : postcode.replace(/^(\d{5}),\d{5}.*$/s, "$1")

interface CodedPlace {
  readonly code: string
  readonly name: string
}

/** From an upper-case name or code to both, by country. */
const codeIndex = (codes: Codes) => {
  const countries = new Map<string, ReadonlyMap<string, CodedPlace>>()
  return (country: string): ReadonlyMap<string, CodedPlace> => {
    const known = countries.get(country)
    if (known !== undefined) return known
    const places = new Map<string, CodedPlace>()
    for (const { key, name } of Object.hasOwn(codes, country) ? codes[country]! : []) {
      const names = typeof name === "string" ? [name] : Object.values(name)
      for (const text of [...names, key]) {
        if (!places.has(text.toUpperCase())) places.set(text.toUpperCase(), { code: key, name: names[0]! })
      }
    }
    countries.set(country, places)
    return places
  }
}
const codeIndexes = { state: codeIndex(stateCodes), county: codeIndex(countyCodes) }

/** Adds the name for a code, or the code for a name. */
const addCode = (components: Components, kind: "state" | "county", country: string) => {
  const given = components[kind]?.toUpperCase()
  const code = components[`${kind}_code`]
  if (given === undefined || (code !== undefined && code !== components[kind])) return
  const found = codeIndexes[kind](country).get(given)
  if (found !== undefined) {
    components[`${kind}_code`] = found.code
    if (found.code === given) components[kind] = found.name
  } else if (kind === "state" && country === "US" && /^WASHINGTON,? D\.?C\.?/.test(given)) {
    Object.assign(components, { state_code: "DC", state: "District of Columbia", city: "Washington" })
  }
}

/**
 * An address in OpenCage's own component names, written by the rules of its `country_code`, as in the set's public test
 * cases. Follows the reference implementation (Geo::Address::Formatter 1.999), without abbreviations.
 */
export const formatComponents = (given: {
  readonly [name: string]: string | number | null | undefined
}): ReadonlyArray<string> => {
  const components: Components = {}
  for (const name of Object.keys(given)) {
    const value = given[name]
    if (value === undefined || value === null) continue
    const text = String(value)
    if (!isNonsense(text)) components[name] = text
  }
  const country = resolveCountry(components)
  if (country !== undefined) components["country_code"] = country
  const names = Object.keys(components)
  applyAliases(components, names, country)
  if (components["postcode"] !== undefined) components["postcode"] = cleanPostcode(components["postcode"])
  const { address, fallback, postformat, replace } = rulesOf(country ?? "default")
  const template = components["road"] === undefined && components["postcode"] === undefined ? fallback : address
  if (components["state"] !== undefined && /^\d+$/.test(components["country"] ?? "")) {
    components["country"] = components["state"]
    components["state"] = undefined
  }
  if (replace.length > 0) {
    for (const name of Object.keys(components)) {
      const value = components[name]
      if (value === undefined || name === "country_code" || name === "house_number") continue
      components[name] = replace.reduce(
        (text, { component, rewrite }) => (component === undefined || component === name ? rewrite(text) : text),
        value
      )
    }
  }
  if (country !== undefined) {
    addCode(components, "state", country)
    addCode(components, "county", country)
  }
  // A point of interest comes under the name of its kind (`hotel`, `library`), which no template knows.
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    components["attention"] = unknown
      .sort()
      .map((name) => components[name])
      .join(", ")
  }
  const text = tidy(template(components))
  if (text === "") return names.length === 1 ? [components[names[0]!]!] : []
  const once = `${withoutRepeatedParts(text)}\n`
  return tidy(postformat === undefined ? once : postformat(once)).split("\n")
}
