import { Context, Effect, Layer } from "effect"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { Suppressions } from "../../../src/sync/suppression/Suppressions.ts"
import type { Pool } from "../../../properties/Subject.ts"

const evidence = { kind: "declared", detail: "Made up for tests." } as const

/** A house in a block by its street and number: streets are 220 meters apart, houses 22. */
export const houseAt = (street: number, number: number, more: Partial<RawRecord> = {}): RawRecord => ({
  recordId: `${street}/${number}`,
  houseNumber: String(number),
  street: `${["Quince", "Larch", "Rowan", "Alder", "Hazel", "Aspen", "Maple", "Cedar", "Birch", "Elder"][street % 10]} ${
    street < 10 ? "Street" : "Avenue"
  }`,
  city: "Savannah",
  region: "GA",
  postcode: "31401",
  coordinates: { latitude: 32.08 + street * 0.002, longitude: -81.09 + number * 0.00023 },
  evidence,
  ...more
})

/** This many houses, twenty per street. */
export const block = (houses: number): ReadonlyArray<RawRecord> =>
  Array.from({ length: houses }, (_, i) => houseAt(Math.floor(i / 20), (i % 20) + 1))

export const everything = { country: "US", filters: {} } as const

/** All homes of a small pool, by their address line. */
export const homesOf = Effect.fnUntraced(function* (pool: Pool, q?: string) {
  const found = new Map<string, { readonly id: string; readonly sources: number }>()
  const filters = q === undefined ? {} : { q }
  for (;;) {
    const excludeAddressIds = Array.from(found.values(), ({ id }) => id)
    const { addresses } = yield* Effect.orElseSucceed(
      pool.drawMany({ country: "US", filters, seed: "all", count: 50, unique: true, excludeAddressIds }),
      () => ({ addresses: [] })
    )
    for (const { components, id, sources } of addresses) {
      const { houseNumber, street, unit } = components
      found.set(`${houseNumber} ${street}${unit === undefined ? "" : ` ${unit}`}`, { id, sources: sources.length })
    }
    if (addresses.length < 50) return found
  }
})

/** A new instance of the suppression service. */
export const suppressions = Effect.map(Layer.build(Layer.fresh(Suppressions.layerNoDeps)), (context) =>
  Context.get(context, Suppressions)
)
