import { Clock, Effect } from "effect"
import { MAX_BATCH } from "../schemas/Generation.ts"
import type { Address } from "../schemas/Address.ts"
import { countryName } from "../schemas/CountryAliases.ts"
import { countryCodes } from "../schemas/CountryCodes.ts"
import { fold } from "../schemas/Fold.ts"
import { onFirstUse } from "../schemas/Memoized.ts"
import { countryCoder } from "../sources/surroundings/CountryBorders.ts"
import { drawOrNone, idsOf, promise } from "./Law.ts"
import type { Deployment } from "./Subject.ts"

// Laws of addresses as they are drawn: whether their members agree with each other, and with where homes can be.

const agreeing = promise(
  "An address MUST be of one country, published in the past, and lie with the others of its city"
)

/** Milliseconds that a deployment's clock may be ahead, and then some: dates alone are looked for, not seconds. */
const ahead = 2 * 24 * 3_600_000

/** From how many addresses on positions are compared: of several cities, and of one. */
const [fewest, fewestOfCity] = [20, 8]

/** How many cities are several. */
const cities = 3

/** How many cities are looked at, and how far from the middle of one, in kilometres, half of its homes may be. */
const [looked, farthest] = [3, 150]

interface Position {
  readonly latitude: number
  readonly longitude: number
}

const kilometres = (one: Position, other: Position): number => {
  const east = (((one.longitude - other.longitude + 540) % 360) - 180) * Math.cos((one.latitude * Math.PI) / 180)
  return 111.195 * Math.hypot(one.latitude - other.latitude, east)
}

const middleOf = (sorted: ReadonlyArray<number>): number => sorted[Math.floor(sorted.length / 2)] ?? 0

const positionsOf = (addresses: ReadonlyArray<Address>): ReadonlyArray<Position> =>
  addresses.flatMap(({ coordinates }) => coordinates ?? [])

const levels = ["region", "city", "district", "postcode"] as const

/** Countries by their English names. */
const codes = onFirstUse(
  (): ReadonlyMap<string, string> => new Map(countryCodes.map((code) => [fold(countryName(code)), code]))
)

/** Another country that an address names as its own. Territories may be written as what they belong to. */
const otherCountryOf = ({ components, countryCode }: Address): string | undefined => {
  const named = codes().get(fold(components.country ?? ""))
  const isOwn = named === undefined || named === countryCode
  return isOwn || countryCoder().feature(countryCode)?.properties.country === named ? undefined : components.country
}

/** What browsers would run or open on the reader's machine, in place of a page. */
const isNoPage = (url: string): boolean => /^\s*(?:javascript|data|vbscript|file):/i.test(url)

/** What is wrong with what an address says of itself, in words; undefined if nothing is. */
const faultOf = (address: Address, now: number): string | undefined => {
  const { components, countryCode, derived, id, locationIds, sources, updatedAt } = address
  const other = otherCountryOf(address)
  if (other !== undefined) return `is in ${other} by its country, and in ${countryCode} by its code`
  const absent = derived?.find(({ component }) => components[component] === undefined)
  if (absent !== undefined) return `says how its ${absent.component} was derived, and has none`
  const records = sources.map(({ name, recordId }) => JSON.stringify([name, recordId]))
  const twice = records.find((record, i) => records.indexOf(record) < i)
  if (twice !== undefined) return `names the record ${twice} twice`
  const opened = sources.find(({ url }) => isNoPage(url))
  if (opened !== undefined) return `names a source with the URL ${opened.url}, which is no page`
  for (const level of levels) {
    const [name, place] = [components[level], locationIds[`${level}Id`]]
    if (name !== undefined && place === undefined) return `has the ${level} ${name}, without its ID`
    if (name === undefined && place !== undefined) return `has the ${level} ${place}, without its name`
  }
  if (!id.startsWith(`${countryCode.toLowerCase()}-`)) return `has an ID of another country than ${countryCode}`
  const { regionCode } = components
  if (regionCode !== undefined && !regionCode.startsWith(`${countryCode}-`))
    return `has the region ${regionCode}, which is not in ${countryCode}`
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(updatedAt)) return `was updated at ${updatedAt}, which is no time in UTC`
  if (!(Date.parse(updatedAt) <= now + ahead)) return `was updated at ${updatedAt}, which is still to come`
  return undefined
}

/** Addresses of several cities are not all at one place: somebody has put the country's middle for what was not known. */
const areApart = (addresses: ReadonlyArray<Address>) => {
  const placed = addresses.filter(({ coordinates }) => coordinates !== undefined)
  const towns = new Set(placed.map(({ locationIds }) => locationIds.cityId))
  const points = new Set(positionsOf(placed).map(({ latitude, longitude }) => `${latitude}, ${longitude}`))
  return agreeing.hold(
    placed.length < fewest || towns.size < cities || points.size > 1,
    `${placed.length} addresses of ${towns.size} cities all lie at ${Array.from(points)[0]}.`,
    idsOf(placed.slice(0, 3))
  )
}

/** A region has one code, which is its own and selects it. */
const regionsHaveCodes = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  const [ids, codes] = [new Map<string, string>(), new Map<string, string>()]
  for (const { components, id, locationIds } of sample) {
    const [code, region] = [components.regionCode, locationIds.regionId]
    if (code === undefined || region === undefined) continue
    const isNew = !codes.has(code)
    const [known, other] = [ids.get(region) ?? code, codes.get(code) ?? region]
    ids.set(region, code)
    codes.set(code, region)
    yield* agreeing.hold(known === code, `${id} is in ${region} with the code ${code}, which was ${known} before.`)
    yield* agreeing.hold(other === region, `${id} is in ${region} with the code ${code}, which is that of ${other}.`)
    if (!isNew) continue
    const drawn = yield* drawOrNone(subject, { country, filters: { region: code }, seed: "code" })
    yield* agreeing.hold(
      drawn?.address.locationIds.regionId === region,
      `Nothing in ${region} is drawn with region=${code}, though ${id} is there.`
    )
  }
})

/** How many streets of a city do not all lie at one point. */
const streetsApart = 5

/** Homes of a city lie near each other, which they do not where positions are those of other addresses; but not at one point. */
const isTogether = Effect.fnUntraced(function* (subject: Deployment, country: string, cityId: string, name: string) {
  const request = { country, filters: { cityId }, seed: "together", count: MAX_BATCH }
  const found = yield* Effect.catchTag(subject.drawMany(request), "NoCoverage", () => Effect.succeed({ addresses: [] }))
  const positions = positionsOf(found.addresses)
  if (positions.length < fewestOfCity) return
  const streets = new Set(found.addresses.flatMap(({ components }) => components.street ?? []))
  const points = new Set(positions.map(({ latitude, longitude }) => `${latitude}, ${longitude}`))
  yield* agreeing.hold(
    streets.size < streetsApart || points.size > 1,
    `${positions.length} homes in ${streets.size} streets of ${name} (${cityId}) all lie at ${Array.from(points)[0]}. Is that the middle of the place?`,
    idsOf(found.addresses.slice(0, 3))
  )
  const sorted = (of: (position: Position) => number) => positions.map(of).toSorted((a, b) => a - b)
  const middle = {
    latitude: middleOf(sorted(({ latitude }) => latitude)),
    longitude: middleOf(sorted(({ longitude }) => longitude))
  }
  const distance = middleOf(sorted((position) => kilometres(position, middle)))
  yield* agreeing.hold(
    distance <= farthest,
    `Half of the homes in ${name} (${cityId}) lie more than ${Math.round(distance)} kilometres from its middle. Are positions those of other addresses?`,
    found.addresses.slice(0, 3).map(({ coordinates, formattedAddress, id }) => ({ id, formattedAddress, coordinates }))
  )
})

/** The members of drawn addresses agree, and their positions are those of homes in the cities that they name. */
export const addressesAgree = Effect.fnUntraced(function* (
  subject: Deployment,
  country: string,
  sample: ReadonlyArray<Address>
) {
  const now = yield* Clock.currentTimeMillis
  for (const address of sample) {
    const fault = faultOf(address, now)
    yield* agreeing.hold(fault === undefined, `${address.id} ${fault}.`)
  }
  yield* areApart(sample)
  yield* regionsHaveCodes(subject, country, sample)
  const towns = new Map<string, { readonly name: string; readonly homes: number }>()
  for (const { components, coordinates, locationIds } of sample) {
    const { cityId } = locationIds
    if (cityId === undefined || coordinates === undefined) continue
    const town = towns.get(cityId) ?? { name: components.city ?? "", homes: 0 }
    towns.set(cityId, { ...town, homes: town.homes + 1 })
  }
  const largest = Array.from(towns).toSorted(([, one], [, other]) => other.homes - one.homes)
  for (const [cityId, { name }] of largest.slice(0, looked)) yield* isTogether(subject, country, cityId, name)
})
