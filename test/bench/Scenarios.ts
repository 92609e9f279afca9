import type { Request } from "./Driving.ts"
import * as Generated from "./GeneratedCountry.ts"

/** What requests are made from: IDs in the pool, and the token. */
export interface World {
  readonly token: string
  /** Address IDs in random order. */
  readonly ids: ReadonlyArray<string>
  readonly regionIds: ReadonlyArray<string>
  readonly cityIds: ReadonlyArray<string>
}

type Measure = "perSecond" | "p99"

/** What a scenario must achieve, relative to a baseline of the same run. */
interface Bar {
  readonly against: "A" | "B" | "generate"
  readonly measure: Measure
  /** For `perSecond` at least this multiple of the baseline's value, for `p99` at most. */
  readonly times: number
}

export interface Scenario {
  readonly name: string
  readonly requests: (world: World) => ReadonlyArray<Request>
  /** Addresses per response, if the bar counts addresses. */
  readonly addresses?: number
  readonly bar?: Bar
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })

const get =
  (paths: (world: World) => ReadonlyArray<string>) =>
  (world: World): ReadonlyArray<Request> =>
    paths(world).map((path) => ({ path: `/api/v1${path}`, headers: authorized(world.token) }))

const query = (parameters: Readonly<Record<string, string>>): string => String(new URLSearchParams(parameters))

const generate = (list: ReadonlyArray<Readonly<Record<string, string>>>) =>
  get(() => list.map((parameters) => `/generate?${query({ country: "US", ...parameters })}`))

const batch =
  (body: (world: World, i: number) => object) =>
  (world: World): ReadonlyArray<Request> =>
    Array.from({ length: 100 }, (_, i) => ({
      method: "POST",
      path: "/api/v1/generate/batch",
      headers: { ...authorized(world.token), "content-type": "application/json" },
      body: JSON.stringify(body(world, i))
    }))

const anywhere = { country: "US" }

const some = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!)

const least = (against: Bar["against"], times: number): Bar => ({ against, measure: "perSecond", times })

/** Texts found in ten addresses, in 1 percent and in 30 percent, by the part of the address that contains them. */
const textScenarios: ReadonlyArray<Scenario> = Object.entries(Generated.texts).flatMap(
  ([where, { one, ten, thirty }]) => [
    {
      name: `generate, q of 10 addresses, in ${where}`,
      requests: generate([{ q: ten }]),
      bar: { against: "B", measure: "p99", times: 20 }
    },
    { name: `generate, q of 1 percent, in ${where}`, requests: generate([{ q: one }]), bar: least("B", 0.4) },
    { name: `generate, q of 30 percent, in ${where}`, requests: generate([{ q: thirty }]) }
  ]
)

const generateRandom: ReadonlyArray<Scenario> = [
  { name: "generate", requests: generate([{}]), bar: least("B", 0.45) },
  {
    name: "generate, seeded",
    requests: generate(Array.from({ length: 5_000 }, (_, i) => ({ seed: `seed-${i}` }))),
    bar: least("generate", 0.9)
  },
  {
    name: "generate by region (50)",
    requests: generate(Generated.regions.map(({ name }) => ({ region: name }))),
    bar: least("B", 0.45)
  },
  {
    name: "generate by city (2,000)",
    requests: generate(Generated.cities.filter((city) => city !== Generated.manyPlaces).map((city) => ({ city }))),
    bar: least("B", 0.45)
  },
  {
    name: "generate by postcode (20,000)",
    requests: generate(Generated.postcodes.map((postcode) => ({ postcode }))),
    bar: least("B", 0.45)
  },
  {
    name: "generate by a name in 10 regions",
    requests: generate([{ city: Generated.manyPlaces }]),
    bar: least("B", 0.4)
  },
  ...textScenarios,
  {
    name: "generate by region (50), q of 1 percent",
    requests: generate(Generated.regions.map(({ name }) => ({ region: name, q: Generated.texts.streets.one })))
  }
]

const others: ReadonlyArray<Scenario> = [
  { name: "health", requests: () => [{ path: "/api/v1/health" }] },
  { name: "instant", requests: generate([{ strategy: "instant" }]), bar: least("A", 0.25) },
  { name: "batch of 1", requests: batch(() => ({ count: 1, filters: anywhere })) },
  {
    name: "batch of 50",
    requests: batch(() => ({ count: 50, filters: anywhere })),
    addresses: 50,
    bar: least("B", 2)
  },
  {
    name: "batch of 50, 500 excluded",
    requests: batch(({ ids }, i) => ({
      count: 50,
      filters: anywhere,
      excludeAddressIds: ids.slice(i * 10, i * 10 + 500)
    })),
    addresses: 50
  },
  {
    name: "addresses/{id}",
    requests: get(({ ids }) => ids.map((id) => `/addresses/${id}`)),
    bar: least("B", 0.8)
  },
  {
    name: "locations/search",
    requests: get(({ regionIds }) =>
      regionIds.map((regionId) => `/locations/search?${query({ regionId, limit: "20" })}`)
    ),
    bar: least("B", 0.6)
  },
  {
    name: "locations/search by text",
    requests: get(() =>
      some(Generated.cities, 100).map((city) => `/locations/search?${query({ q: city.slice(0, 5), limit: "20" })}`)
    )
  },
  {
    name: "locations/hierarchy",
    requests: get(({ cityIds }) =>
      cityIds.map(
        (parentId) =>
          `/locations/hierarchy?${query({ country: "US", parentType: "city", parentId, childType: "postcode", limit: "20" })}`
      )
    )
  },
  {
    name: "address-translation",
    requests: ({ ids, token }) =>
      some(ids, 1_000).map((addressId) => ({
        method: "POST",
        path: "/api/v1/address-translation",
        headers: { ...authorized(token), "content-type": "application/json" },
        body: JSON.stringify({ addressId, targetLocale: "ja" })
      }))
  },
  { name: "countries", requests: get(() => ["/countries"]) }
]

export const scenarios: ReadonlyArray<Scenario> = [...others.slice(0, 1), ...generateRandom, ...others.slice(1)]

/** Scenarios that must not slow down as the pool grows. */
export const growing: ReadonlySet<string> = new Set(generateRandom.map(({ name }) => name))
