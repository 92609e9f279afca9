import * as fc from "fast-check"
import type { Address } from "../schemas/Address.ts"
import type { RawRecord } from "../sources/DataSource.ts"
import { anyCharacter } from "./AnyText.ts"
import { germany, type Gazetteer, type GazetteerCity, unitedStates } from "./Gazetteer.ts"
import type { Filters } from "./Subject.ts"

/** Any text that can be a seed: 1 to 300 characters of any script, without U+0000. */
export const seeds: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
    { weight: 2, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constantFrom("0", " ", "spring-42", "Köln 1️⃣", "%00", "x".repeat(300)) }
  )
  .filter((seed) => !seed.includes("\0"))

export const gazetteers: fc.Arbitrary<Gazetteer> = fc.constantFrom(unitedStates, germany)

/** Ways to write a name that mean the same to a filter and to the normalization of source records. */
const twists: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize("NFD"),
  (text) => ` ${text.replaceAll(" ", "  ")}\t`
]

const regionNames = ({ region }: GazetteerCity) => [region.name, region.code, region.code.slice(3)]

const evidence: fc.Arbitrary<RawRecord["evidence"]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: "declared", detail: "Made up for properties." } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "assumed", detail: "Nothing says so." } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "register", detail: "Use code 01." } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "building", detail: "A house." } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "against", detail: "A restaurant." } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "register-against", detail: "Use code 02." } as const) },
  { weight: 1, arbitrary: fc.constant(undefined) }
)

const maybe = <A>(values: ReadonlyArray<A>): fc.Arbitrary<A | undefined> =>
  values.length === 0 ? fc.constant(undefined) : fc.constantFrom(undefined, ...values)

/** Coordinates within every country of a gazetteer. */
const coordinatesIn = ({ country }: Gazetteer) =>
  country === "US"
    ? [
        { latitude: 39.78, longitude: -89.65 },
        { latitude: 34.2, longitude: -118.2 }
      ]
    : [
        { latitude: 50.94, longitude: 6.96 },
        { latitude: 48.14, longitude: 11.58 }
      ]

const recordIn = (gazetteer: Gazetteer): fc.Arbitrary<Omit<RawRecord, "recordId">> =>
  fc.constantFrom(...gazetteer.cities).chain((city) =>
    fc.record({
      houseNumber: fc.integer({ min: 1, max: 12 }).map(String),
      street: fc.constantFrom(...gazetteer.streets),
      unit: fc.constantFrom(undefined, undefined, undefined, "Apt 4"),
      district: maybe(city.districts),
      city: fc.constantFrom(...twists).map((twist) => twist(city.name)),
      region: fc.constantFrom(...regionNames(city)),
      postcode: fc.constantFrom(...city.postcodes),
      // One source may know the place where another only has the words.
      coordinates: maybe(coordinatesIn(gazetteer)),
      evidence
    })
  )

/**
 * The records of one source: a few dozen that pass normalization, some with the same address, some not of homes. Record
 * IDs are unique and meaningless.
 */
export const recordsOf = (
  gazetteer: Gazetteer,
  { maximum = 60, minimum = 1 }: { readonly minimum?: number; readonly maximum?: number } = {}
): fc.Arbitrary<ReadonlyArray<RawRecord>> =>
  fc
    .array(recordIn(gazetteer), { minLength: minimum, maxLength: maximum, size: "max" })
    .map((records) => records.map((record, i) => ({ ...record, recordId: `r${i}` })))

/** A world: a country's gazetteer, and the records of two sources. */
export interface WorldPlan {
  readonly gazetteer: Gazetteer
  readonly first: ReadonlyArray<RawRecord>
  readonly second: ReadonlyArray<RawRecord>
}

export const worlds: fc.Arbitrary<WorldPlan> = gazetteers.chain((gazetteer) =>
  fc.record({
    gazetteer: fc.constant(gazetteer),
    first: recordsOf(gazetteer),
    second: recordsOf(gazetteer, { maximum: 30 })
  })
)

const levels = ["region", "city", "district", "postcode"] as const

/** What a place is named by. */
const ways = ["name", "id", "code", "short"] as const

/** A selection to be made from addresses known to be in the pool. */
export interface FilterPlan {
  /** The address that the filters are taken from, and the one that `other` levels are taken from. */
  readonly anchor: number
  readonly other: number
  readonly given: ReadonlyArray<{
    readonly level: (typeof levels)[number] | "q"
    readonly by: (typeof ways)[number]
    readonly twist: number
    /** Taken from the other address, so that filters may contradict each other. */
    readonly fromOther: boolean
  }>
}

export const filterPlans: fc.Arbitrary<FilterPlan> = fc.record({
  anchor: fc.nat(),
  other: fc.nat(),
  given: fc.uniqueArray(
    fc.record({
      level: fc.constantFrom(...levels, "q" as const),
      by: fc.constantFrom(...ways),
      twist: fc.nat({ max: twists.length - 1 }),
      fromOther: fc.nat({ max: 9 }).map((die) => die === 0)
    }),
    { selector: ({ by, level }) => `${level} ${by === "id"}`, maxLength: 4, size: "max" }
  )
})

/** A text to look for. Each of them is written in several ways. */
const textIn = ({ components }: Address, { by, twist }: FilterPlan["given"][number]): string | undefined => {
  const { city, houseNumber, postcode, street } = components
  const texts = [street, city, street?.slice(1, 4).trim(), houseNumber, postcode?.slice(1), street?.split(" ")[0]]
  const text = texts[(twist + ways.indexOf(by)) % texts.length]
  return text === "" ? undefined : text
}

const named = (address: Address, given: FilterPlan["given"][number], written = twists[given.twist]!): Filters => {
  const { components, locationIds } = address
  const { by, level } = given
  if (level === "q") {
    const text = textIn(address, given)
    return text === undefined ? {} : { q: written(text).trim() }
  }
  const id = locationIds[`${level}Id`]
  if (by === "id") return id === undefined ? {} : { [`${level}Id`]: id }
  const code = level === "region" ? components.regionCode : undefined
  const name = by === "code" ? code : by === "short" ? code?.slice(3) : undefined
  const text = name ?? components[level]
  return text === undefined ? {} : { [level]: written(text) }
}

/** Makes a plan's filters from addresses of the pool. Levels that the address lacks are left out. */
export const filtersOf = (
  plan: FilterPlan,
  addresses: ReadonlyArray<Address>,
  written?: (text: string) => string
): Filters => {
  const at = (index: number) => addresses[index % addresses.length]
  return Object.assign(
    {},
    ...plan.given.map((given) => {
      const address = at(given.fromOther ? plan.other : plan.anchor)
      return address === undefined ? {} : named(address, given, written)
    })
  ) as Filters
}

/** The plan, with some letters of a street to look for, written in capitals. */
export const withText = (plan: FilterPlan): FilterPlan => ({
  ...plan,
  given: [...plan.given, { level: "q", by: "name", twist: 2, fromOther: false }]
})

/** A plan's filters as they are, and respelled in ways that must make no difference. */
export const twistedFilters = (
  plan: FilterPlan,
  addresses: ReadonlyArray<Address>
): { readonly plain: Filters; readonly twisted: Filters } => ({
  plain: filtersOf(plan, addresses, (text) => text),
  twisted: filtersOf(plan, addresses)
})
