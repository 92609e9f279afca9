import { Array as Arr, Effect, Schema } from "effect"
import { countryName, meantCountry } from "../../schemas/CountryAliases.ts"
import { countryCodes, isCountryCode } from "../../schemas/CountryCodes.ts"
import type { DirectoryEntry, DirectoryLicense } from "../../schemas/Directory.ts"
import { usualUpstreams } from "../../sources/SourceFiles.ts"
import { findRegion } from "../gazetteer/Regions.ts"
import { type Area, countryAt, countryPoints, makeArea, pointsOf, shareWithin, sizeOf } from "./Borders.ts"

const Ring = Schema.Array(Schema.Array(Schema.Finite))

/** What is read of a feature of `index-v1.json`; https://download.geofabrik.de/technical.html describes it. */
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
 * Of what the largest extract has of a country, the share that one must have to hold it. Borders at sea are drawn so
 * differently that the share of the country itself says little of islands.
 */
const enough = 0.5
/** Share of a country below which a name or code of its is a mistake. */
const plausible = 0.1
/** Share of an extract's land that must be one country's for it to be a part of that country. */
const partShare = 0.75

interface Extract {
  readonly feature: Feature
  /** Its path on the server: `europe/switzerland`. */
  readonly path: string
  readonly area: Area
  readonly size: number
  /** Shares of the countries that it has something of. */
  readonly shares: ReadonlyMap<string, number>
  /** The countries that upstream says it is of, as far as the map agrees. */
  readonly named: ReadonlySet<string>
}

/** The path of an extract on a server; mirrors may keep the addresses of Geofabrik's own in the index. */
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

/** The country that nearly all of the extract's land is in. */
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

/** Names of the index can be paths (`us/new-york`) and hold markup. */
const nameOf = ({ properties: { name } }: Feature): string => {
  const plain = name
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  if (!/^[a-z-]+\/[a-z-]+$/.test(plain)) return plain
  return plain
    .split("/")
    .at(-1)!
    .split("-")
    .map((word) => (word === "of" ? word : word.charAt(0).toUpperCase() + word.slice(1)))
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
  // "Województwo opolskie (Opole Voivodeship)" is two names.
  const names = [name, ...name.split(/[()]/).map((one) => one.trim())].filter((one) => one !== "")
  const found = names.map((one) => findRegion(country, one)?.code).find((code) => code !== undefined)
  return { name, code: declared ?? found ?? null }
}

/** Territories where nobody lives, or none but those who are stationed there: they have no homes. */
const uninhabited: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "IO", "TF", "UM"])

const inhabited = countryCodes.filter((code) => !uninhabited.has(code))

/**
 * Entries of an index: of each country its extract, and the extracts of its parts. A country's extract is the one that
 * upstream says is its, of several the one that holds most of it; else the smallest that holds as much of it as any.
 *
 * The map decides: the codes in the index lack territories (Hong Kong, Guernsey, the Vatican), and name wrong countries
 * (Vanuatu for Wallis and Futuna).
 */
export const geofabrikEntries = Effect.fnUntraced(function* (index: GeofabrikIndex, base: string) {
  const extracts: Array<Extract> = []
  for (const feature of index.features) {
    // Borders of a continent take a while: whoever else is served goes on meanwhile.
    yield* Effect.yieldNow
    extracts.push(...extractOf(feature, base))
  }
  const byId = new Map(extracts.map((extract) => [extract.feature.properties.id, extract]))
  const share = (extract: Extract, country: string) => extract.shares.get(country) ?? 0
  const most = new Map(inhabited.map((code) => [code, Math.max(...extracts.map((one) => share(one, code)))]))
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

  /** As the index says what belongs to what: Ceuta, whose surroundings are Morocco's, is a part of Spain. */
  const ancestorOf = ({ feature }: Extract): string | undefined => {
    const parent = byId.get(feature.properties.parent ?? "")
    if (parent === undefined || parent.feature === feature) return undefined
    const country = chosen.get(parent)?.find((one) => parent.named.has(one))
    return country ?? ancestorOf(parent)
  }
  /** With its neighbours, it holds what the country's own extract holds. */
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
