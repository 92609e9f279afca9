import { Array as Arr, Effect, Schema, String as Text } from "effect"
import { countryName, meantCountry } from "../../schemas/CountryAliases.ts"
import { countryCodes, isCountryCode } from "../../schemas/CountryCodes.ts"
import type { DirectoryEntry, DirectoryLicense } from "../../schemas/Directory.ts"
import { usualUpstreams } from "../../sources/SourceFiles.ts"
import { countryAt } from "../../sources/surroundings/CountryBorders.ts"
import { findRegion } from "../gazetteer/Regions.ts"
import { type Area, countryPoints, makeArea, pointsOf, shareWithin, sizeOf } from "./Borders.ts"

const Ring = Schema.Array(Schema.Array(Schema.Finite))

/** The part of a feature of `index-v1.json` that is read; described at https://download.geofabrik.de/technical.html. */
const Feature = Schema.Struct({
  properties: Schema.Struct({
    id: Schema.NonEmptyString,
    name: Schema.NonEmptyString,
    parent: Schema.optionalKey(Schema.String),
    "iso3166-1:alpha2": Schema.optionalKey(Schema.Array(Schema.String)),
    "iso3166-2": Schema.optionalKey(Schema.Array(Schema.String)),
    urls: Schema.Struct({ pbf: Schema.optionalKey(Schema.String) })
  }),
  geometry: Schema.Union([
    Schema.Struct({ type: Schema.Literal("Polygon"), coordinates: Schema.Array(Ring) }),
    Schema.Struct({ type: Schema.Literal("MultiPolygon"), coordinates: Schema.Array(Schema.Array(Ring)) })
  ])
})
type Feature = typeof Feature.Type

/** Geofabrik's index of extracts, with their borders. */
export const GeofabrikIndex = Schema.Struct({ features: Schema.Array(Feature) })
export type GeofabrikIndex = typeof GeofabrikIndex.Type

/** OpenStreetMap's own statement of its licence. */
const odbl: DirectoryLicense = {
  name: "ODbL 1.0",
  shareAlike: true,
  attribution: "© OpenStreetMap contributors",
  citation: "https://www.openstreetmap.org/copyright"
}

/**
 * An extract must have this share of what the largest extract has of a country to count as containing it. Borders at
 * sea are drawn so differently that the share of the country itself says little about islands.
 */
const enough = 0.5
/** Below this share of a country, a name or code for it is a mistake. */
const plausible = 0.1
/** Share of an extract's land that must be in one country for the extract to be a part of that country. */
const partShare = 0.75

interface Extract {
  readonly feature: Feature
  /** Its path on the server: `europe/switzerland`. */
  readonly path: string
  readonly area: Area
  readonly size: number
  /** Its shares of the countries that it overlaps. */
  readonly shares: ReadonlyMap<string, number>
  /** The countries that upstream states for it, as far as the map agrees. */
  readonly named: ReadonlySet<string>
}

/** The path of an extract on a server. Mirrors may keep the URLs of Geofabrik's own server in the index. */
const pathOf = (pbf: string, base: string): string | undefined => {
  const known = [base, usualUpstreams.geofabrik].find((one) => pbf.startsWith(`${one}/`))
  const path = known === undefined ? pbf.replace(/^https?:\/\/[^/]+\//, "") : pbf.slice(known.length + 1)
  return /^([\w/-]+)-latest\.osm\.pbf$/.exec(path)?.[1]
}

const extractOf = (feature: Feature, base: string): ReadonlyArray<Extract> => {
  const { "iso3166-1:alpha2": codes = [], name, urls } = feature.properties
  const path = urls.pbf === undefined ? undefined : pathOf(urls.pbf, base)
  if (path === undefined) return []
  const { coordinates, type } = feature.geometry
  const area = makeArea(type === "Polygon" ? [coordinates] : coordinates)
  const shares = new Map<string, number>()
  for (const [code, country] of countryPoints()) {
    const share = shareWithin(area, country)
    if (share > 0) shares.set(code, share)
  }
  const meant = [...codes, meantCountry(name)].filter((code) => code !== undefined)
  const named = new Set(meant.filter((code) => (shares.get(code) ?? 0) >= plausible))
  return [{ feature, path, area, size: sizeOf(area), shares, named }]
}

/** The country that contains nearly all of the extract's land. */
const countryOnMap = ({ area }: Extract): string | undefined => {
  const counts = new Map<string, number>()
  let land = 0
  for (const { lat, lon, weight } of pointsOf(area)) {
    const country = countryAt(lon, lat)
    if (country === undefined || !isCountryCode(country)) continue
    land += weight
    counts.set(country, (counts.get(country) ?? 0) + weight)
  }
  const [best] = Array.from(counts).sort((a, b) => b[1] - a[1])
  return best !== undefined && best[1] >= partShare * land ? best[0] : undefined
}

/** Names in the index can be paths (`us/new-york`), and can contain markup. */
const nameOf = ({ properties: { name } }: Feature): string => {
  const plain = name
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  if (!/^[a-z-]+\/[a-z-]+$/.test(plain)) return plain
  return plain
    .split("/")
    .at(-1)!
    .split("-")
    .map((word) => (word === "of" ? word : Text.capitalize(word)))
    .join(" ")
}

const entryOf = (
  extract: Extract,
  country: string,
  covers: ReadonlyArray<string>,
  part: DirectoryEntry["part"]
): DirectoryEntry => {
  const { feature, named, path } = extract
  const held = Arr.isReadonlyArrayNonEmpty(covers) ? covers : ([country] as const)
  const isOwn = held.length === 1 || (named.size === 1 && named.has(country))
  const name = part?.name ?? nameOf(feature)
  const isHere = part !== null || named.has(country) || countryOnMap(extract) === country
  const what = isOwn && isHere ? name : `${countryName(country)}, in ${name}`
  return {
    id: `geofabrik:${path}${isOwn ? "" : `:${country}`}`,
    country,
    part,
    covers: held,
    upstream: "geofabrik",
    type: "openstreetmap",
    options: { location: `${usualUpstreams.geofabrik}/${path}-latest.osm.pbf`, countries: [country] },
    title: `OpenStreetMap, ${what} (Geofabrik)`,
    evidence: "building",
    license: odbl,
    bytes: null,
    addresses: null,
    renewed: "daily",
    access: { kind: "open" },
    homepage: `${usualUpstreams.geofabrik}/${path}.html`
  }
}

const partOf = ({ feature }: Extract, country: string): NonNullable<DirectoryEntry["part"]> => {
  const { "iso3166-2": codes = [] } = feature.properties
  const declared = codes.length === 1 && codes[0]!.startsWith(`${country}-`) ? codes[0]! : undefined
  const name = nameOf(feature)
  // "Województwo opolskie (Opole Voivodeship)" contains two names.
  const names = [name, ...name.split(/[()]/).map((one) => one.trim())].filter((one) => one !== "")
  const found = names.map((one) => findRegion(country, one)?.code).find((code) => code !== undefined)
  return { name, code: declared ?? found ?? null }
}

/** Territories without inhabitants, or only with people stationed there: they have no homes. */
const uninhabited: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "IO", "TF", "UM"])

const inhabited = countryCodes.filter((code) => !uninhabited.has(code))

/**
 * The entries of an index: for each country its extract, and the extracts of its parts. A country's extract is the one
 * that upstream names, among several the one with most of it; otherwise the smallest one with as much of it as any.
 *
 * The map decides: the index lacks codes of territories (Hong Kong, Guernsey, the Vatican), and names wrong countries
 * (Vanuatu for Wallis and Futuna).
 */
export const geofabrikEntries = Effect.fnUntraced(function* (index: GeofabrikIndex, base: string) {
  const extracts: Array<Extract> = []
  for (const feature of index.features) {
    // Computing with borders of a continent takes a while, so other work gets its turn.
    yield* Effect.yieldNow
    extracts.push(...extractOf(feature, base))
  }
  const byId = new Map(extracts.map((extract) => [extract.feature.properties.id, extract]))
  const share = (extract: Extract, country: string) => extract.shares.get(country) ?? 0
  const mostOf = (code: string) => extracts.reduce((most, one) => Math.max(most, share(one, code)), 0)
  const most = new Map(inhabited.map((code) => [code, mostOf(code)]))
  const coversOf = (extract: Extract) =>
    inhabited.filter((code) => share(extract, code) > 0 && share(extract, code) >= enough * most.get(code)!)

  const chosen = new Map<Extract, Array<string>>()
  for (const country of inhabited) {
    const own = extracts.filter(({ named }) => named.has(country))
    const found =
      own.length > 0
        ? own.sort((a, b) => share(b, country) - share(a, country) || a.size - b.size)[0]
        : extracts
            .filter((one) => share(one, country) >= Math.max(plausible, enough * most.get(country)!))
            .sort((a, b) => a.size - b.size)[0]
    if (found !== undefined) chosen.set(found, [...(chosen.get(found) ?? []), country])
  }
  const whole = Array.from(chosen, ([extract, countries]) => {
    const covers = coversOf(extract)
    return countries.map((country) => entryOf(extract, country, covers.includes(country) ? covers : [country], null))
  }).flat()

  /** The hierarchy of the index decides: Ceuta, whose surroundings belong to Morocco, is a part of Spain. */
  const ancestorOf = ({ feature }: Extract): string | undefined => {
    const parent = byId.get(feature.properties.parent ?? "")
    if (parent === undefined || parent.feature === feature) return undefined
    const country = chosen.get(parent)?.find((one) => parent.named.has(one))
    return country ?? ancestorOf(parent)
  }
  /** Together with its neighbours, it contains what the country's own extract contains. */
  const isMore = (extract: Extract, country: string) =>
    Array.from(chosen).some(([whole, of]) => of.includes(country) && share(extract, country) >= share(whole, country))
  const parts: Array<DirectoryEntry> = []
  for (const extract of extracts) {
    yield* Effect.yieldNow
    const country = chosen.has(extract) ? undefined : (ancestorOf(extract) ?? countryOnMap(extract))
    if (country === undefined || uninhabited.has(country) || isMore(extract, country)) continue
    parts.push(entryOf(extract, country, [country], partOf(extract, country)))
  }
  return [...whole, ...parts]
})
