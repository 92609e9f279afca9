import { Effect, Layer } from "effect"
import type { Address } from "../../../schemas/Address.ts"
import { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import { AddressNotFound, NoPoolCoverage } from "../../../src/pool/PoolErrors.ts"

/** The only address of the fake pool, in US. */
export const savannah: Address = {
  id: "us-4k2m9x0q7v1b3n5c8d6f",
  countryCode: "US",
  formattedAddress: "203 East Gwinnett Street, Savannah, GA 31401, United States of America",
  lines: ["203 East Gwinnett Street", "Savannah, GA 31401", "United States of America"],
  components: {
    houseNumber: "203",
    street: "East Gwinnett Street",
    city: "Savannah",
    region: "Georgia",
    regionCode: "US-GA",
    postcode: "31401",
    country: "United States of America"
  },
  locationIds: { regionId: "r-0123456789abc", cityId: "c-0123456789abc", postcodeId: "p-0123456789abc" },
  coordinates: { latitude: 32.0685, longitude: -81.0952 },
  residential: { evidence: "assumed", detail: "Listed among street addresses; no residential flag is published." },
  sources: [
    {
      name: "starter",
      recordId: "7",
      license: "Public Domain",
      attribution: "OpenAddresses",
      url: "https://openaddresses.io"
    }
  ],
  language: "en",
  updatedAt: "2026-11-20T13:08:58.000Z"
}

const noCoverage = (country: string, filter: "city" | undefined) =>
  new NoPoolCoverage({
    country,
    ...(filter !== undefined && { filter }),
    sourcesTried: filter === undefined ? [] : ["starter"],
    message:
      filter === undefined
        ? `No residential address of ${country} is published.`
        : `No published residential address of ${country} matches city "Atlantis". Sources consulted: starter.`
  })

const context = (seed: string | undefined) => ({
  seed: seed ?? "0123456789abcdef",
  poolVersion: 3,
  eligibleCount: 1,
  sourcesTried: ["starter"]
})

const find = (id: string) =>
  id === savannah.id
    ? Effect.succeed(savannah)
    : Effect.fail(new AddressNotFound({ id, message: `No published address has the ID "${id}".` }))

/** A pool with one address in US, in the city Savannah. */
const fake: PoolRepository["Service"] = {
  draw: ({ country, filters, seed }) =>
    country === "US" && (filters.city ?? "Savannah") === "Savannah"
      ? Effect.succeed({ address: savannah, ...context(seed) })
      : Effect.fail(noCoverage(country, country === "US" ? "city" : undefined)),
  drawMany: ({ count, country, excludeAddressIds, filters, seed, unique }) =>
    country === "US" && (filters.city ?? "Savannah") === "Savannah"
      ? Effect.succeed({
          addresses: excludeAddressIds.includes(savannah.id)
            ? []
            : Array.from({ length: unique ? 1 : count }, () => savannah),
          ...context(seed)
        })
      : Effect.fail(noCoverage(country, country === "US" ? "city" : undefined)),
  findById: find,
  findNamed: (id) => Effect.map(find(id), (address) => ({ address, names: {} })),
  counts: Effect.succeed([{ country: "US", version: 3, total: 2, residential: 1 }]),
  ready: Effect.void
}

/** The fake pool, with some members replaced. */
export const layer = (replaced: Partial<PoolRepository["Service"]> = {}) =>
  Layer.succeed(PoolRepository, PoolRepository.of({ ...fake, ...replaced }))
