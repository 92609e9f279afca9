import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { RawRecord } from "../../sources/DataSource.ts"
import { database } from "../properties/Houses.ts"
import { homes, sourceOf, storages } from "./support.ts"

/** A source that says what it is told to, under a new fingerprint each time. */
const telling = (name: string, first: ReadonlyArray<RawRecord>) => {
  let [records, version] = [first, 1]
  const fingerprint = Effect.sync(() => String(version))
  return {
    source: sourceOf(name, () => Stream.suspend(() => Stream.fromIterable(records)), { fingerprint }),
    tell: (next: ReadonlyArray<RawRecord>) => {
      records = next
      version++
    }
  }
}

const one = homes(1)
const said = (evidence: RawRecord["evidence"], more: Partial<RawRecord> = {}): ReadonlyArray<RawRecord> =>
  one.map((home) => ({ ...home, evidence, ...more }))

const request = { country: "US", filters: {}, seed: "x", strategy: "random" } as const

for (const [name, open] of Object.entries(storages)) {
  layer(database)(`Publications in ${name}`, (it) => {
    it.effect("MUST publish what differs in names of other languages alone", () =>
      Effect.gen(function* () {
        const { source, tell } = telling("alpha", homes(3))
        const { synchronizer } = yield* open([source])
        yield* synchronizer.run({})
        const named = (street: string) =>
          homes(3).map((home, i) => (i === 0 ? { ...home, names: { fr: { street } } } : home))
        for (const [version, records] of [
          [2, named("Avenue des Chênes")],
          [3, named("Allée des Chênes")],
          [4, homes(3)]
        ] as const) {
          tell(records)
          const [report] = yield* synchronizer.run({})
          assert.deepInclude(report!.publication, { added: 0, changed: 1, withdrawn: 0, poolVersion: version })
        }
        // The same words under another fingerprint change nothing.
        tell(homes(3).toReversed())
        assert.deepInclude((yield* synchronizer.run({}))[0]!.publication, { changed: 0, poolVersion: 4 })
      })
    )

    it.effect("MUST take coordinates and names of two sources from the one with the better evidence", () =>
      Effect.gen(function* () {
        const register = { kind: "register", detail: "Use code 01." } as const
        const assumed = { kind: "assumed", detail: "Among street addresses." } as const
        const near = (longitude: number) => ({ coordinates: { latitude: 32.08, longitude } })
        // The source that comes first in every order has the weaker evidence.
        const alpha = telling("alpha", said(assumed, near(-81.01)))
        const beta = telling("beta", said(register, near(-81.02)))
        const { pool, synchronizer } = yield* open([alpha.source, beta.source])
        const position = Effect.map(pool.draw(request), ({ address }) => address.coordinates?.longitude)
        yield* synchronizer.run({})
        assert.strictEqual(yield* position, -81.02)
        beta.tell(said(register))
        yield* synchronizer.run({ source: "beta" })
        assert.strictEqual(yield* position, -81.01)
        // Of equals, the source that was registered first.
        beta.tell(said(assumed, near(-81.02)))
        yield* synchronizer.run({ source: "beta" })
        assert.strictEqual(yield* position, -81.01)
        alpha.tell(said(undefined, near(-81.01)))
        yield* synchronizer.run({ source: "alpha", anyway: true })
        assert.strictEqual(yield* position, -81.02)
      })
    )

    it.effect("MUST read all parts of a source, also those that have one name", () =>
      Effect.gen(function* () {
        const parts = () =>
          Stream.fromIterable(
            [homes(3), homes(3, 10), homes(1, 20)].map((records, i) => ({
              name: i < 2 ? "north" : "south",
              records: Stream.fromIterable(records)
            }))
          )
        const { synchronizer } = yield* open([sourceOf("alpha", () => Stream.die("By parts."), { parts })])
        assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", read: 7, kept: 7 })
      })
    )

    it.effect("MUST expect of a source what it gave when it last gave anything", () =>
      Effect.gen(function* () {
        const { source, tell } = telling("alpha", homes(5))
        const { publisher, synchronizer } = yield* open([source])
        const expected = Effect.scoped(Effect.map(publisher.begin("alpha", "US", "x"), (staging) => staging.expected))
        assert.isUndefined(yield* expected)
        yield* synchronizer.run({})
        assert.strictEqual(yield* expected, 5)
        tell([])
        yield* synchronizer.run({ anyway: true })
        assert.strictEqual(yield* expected, 5)
      })
    )

    it.effect("MUST count for the gates the cities that have homes, and no others", () =>
      Effect.gen(function* () {
        const city = (place: string, evidence: RawRecord["evidence"]) =>
          homes(20, 1, `${place} Street`).map((home) => ({ ...home, city: place, postcode: undefined, evidence }))
        const home = { kind: "declared", detail: "Made up." } as const
        const shops = ["Pooler", "Tybee", "Bloomingdale", "Thunderbolt"]
        const before = [...city("Savannah", home), ...shops.flatMap((place) => city(place, undefined))]
        const { source, tell } = telling("alpha", before)
        const { synchronizer } = yield* open([source])
        assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
        // Four cities of five go, none of which had a home; as many records stay.
        tell([...city("Savannah", home), ...homes(80, 100).map((shop) => ({ ...shop, evidence: undefined }))])
        assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", findings: [] })
        // The only city keeps its shops and loses its homes.
        tell(homes(100).map((shop) => ({ ...shop, evidence: undefined })))
        const [report] = yield* synchronizer.run({})
        assert.strictEqual(report!.outcome, "gated")
        assert.match(report!.findings.join(), /Its cities with homes fall from 1 to 0/)
      })
    )
  })
}
