import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { database } from "../properties/Houses.ts"
import { homes, sourceOf, storages } from "../sync/support.ts"

for (const [name, open] of Object.entries(storages)) {
  layer(database)(`A text in ${name}`, (it) => {
    it.effect("MUST be looked for in the country that is asked for, whatever others have in streets of its name", () =>
      Effect.gen(function* () {
        const german = { region: "BY", postcode: "80331", city: "München" }
        const records = (country: string) =>
          Stream.fromIterable(country === "US" ? homes(5) : homes(7).map((home) => ({ ...home, ...german })))
        const { pool, synchronizer } = yield* open([sourceOf("alpha", records, {}, ["US", "DE"])])
        yield* synchronizer.run({})
        for (const [country, count] of [
          ["US", 5],
          ["DE", 7]
        ] as const) {
          const request = { country, filters: { q: "oak" }, strategy: "random", seed: "s" } as const
          const batch = yield* pool.drawMany({ ...request, count: 50, unique: true, excludeAddressIds: [] })
          assert.lengthOf(batch.addresses, count)
          assert.isTrue(batch.addresses.every(({ countryCode }) => countryCode === country))
          assert.strictEqual((yield* pool.draw(request)).address.countryCode, country)
        }
      })
    )
  })
}
