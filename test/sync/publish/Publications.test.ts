import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { database } from "../../properties/Houses.ts"
import { homes, sourceOf, storages } from "../support.ts"

/** A source whose records can be replaced, which also changes its fingerprint. */
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
    it.effect("MUST publish differences in names of other languages only", () =>
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
        // The same records under a new fingerprint change nothing.
        tell(homes(3).toReversed())
        assert.deepInclude((yield* synchronizer.run({}))[0]!.publication, { changed: 0, poolVersion: 4 })
      })
    )

    it.effect("MUST publish any difference in a record, even in a single word", () =>
      Effect.gen(function* () {
        const first = {
          ...homes(1)[0]!,
          unit: "2",
          building: "Tower",
          coordinates: { latitude: 32.08, longitude: -81.01 }
        }
        const others: ReadonlyArray<Partial<RawRecord>> = [
          { coordinates: { latitude: 32.09, longitude: -81.01 } },
          { coordinates: { latitude: 32.08, longitude: -81.02 } },
          { recordId: "another" },
          { building: "TOWER" },
          { language: "en" },
          { evidence: { kind: "register", detail: "Use code 01." } },
          { evidence: { kind: "declared", detail: "Said otherwise." } }
        ]
        const { source, tell } = telling("alpha", [first])
        const { synchronizer } = yield* open([source])
        yield* synchronizer.run({})
        for (const other of others) {
          for (const records of [[{ ...first, ...other }], [first]]) {
            tell(records)
            const [report] = yield* synchronizer.run({})
            const { added, changed, withdrawn } = report!.publication!
            assert.deepStrictEqual({ other, added, changed, withdrawn }, { other, added: 0, changed: 1, withdrawn: 0 })
          }
        }
      })
    )

    it.effect("MUST use coordinates and names from the source with the better evidence", () =>
      Effect.gen(function* () {
        const register = { kind: "register", detail: "Use code 01." } as const
        const assumed = { kind: "assumed", detail: "Among street addresses." } as const
        const near = (longitude: number) => ({ coordinates: { latitude: 32.08, longitude } })
        // The source that is first in every other order has the weaker evidence.
        const alpha = telling("alpha", said(assumed, near(-81.01)))
        const beta = telling("beta", said(register, near(-81.02)))
        const { pool, synchronizer } = yield* open([alpha.source, beta.source])
        const position = Effect.map(pool.draw(request), ({ address }) => address.coordinates?.longitude)
        yield* synchronizer.run({})
        assert.strictEqual(yield* position, -81.02)
        beta.tell(said(register))
        yield* synchronizer.run({ source: "beta" })
        assert.strictEqual(yield* position, -81.01)
        // Of equal evidence, that of the source registered first counts.
        beta.tell(said(assumed, near(-81.02)))
        yield* synchronizer.run({ source: "beta" })
        assert.strictEqual(yield* position, -81.01)
        alpha.tell(said(undefined, near(-81.01)))
        yield* synchronizer.run({ source: "alpha", anyway: true })
        assert.strictEqual(yield* position, -81.02)
      })
    )

    it.effect("MUST not report as changed what clients see unchanged, and keep what may be needed for it", () =>
      Effect.gen(function* () {
        const against = (detail: string) => ({ kind: "against", detail }) as const
        const declared = { kind: "declared", detail: "Made up for tests." } as const
        const near = (longitude: number) => ({ coordinates: { latitude: 32.08, longitude } })
        const shop = homes(1, 90)[0]!
        const alpha = telling("alpha", [...said(declared, near(-81.01)), { ...shop, evidence: against("A shop.") }])
        const beta = telling("beta", said(declared, near(-81.02)))
        const { pool, synchronizer } = yield* open([alpha.source, beta.source])
        const drawn = Effect.map(pool.draw(request), ({ address }) => address)
        yield* synchronizer.run({})
        yield* TestClock.adjust("1 hour")
        const before = yield* drawn
        // Clients see neither evidence against a home nor the coordinates of an outranked source.
        alpha.tell([...said(declared, near(-81.01)), { ...shop, evidence: against("A closed shop.") }])
        beta.tell(said(declared, near(-81.03)))
        for (const { publication } of yield* synchronizer.run({})) {
          assert.deepInclude(publication, { added: 0, changed: 0, withdrawn: 0, poolVersion: 2 })
        }
        assert.deepStrictEqual(yield* drawn, before)
        alpha.tell([...said(declared), { ...shop, evidence: against("A closed shop.") }])
        const [report] = yield* synchronizer.run({ source: "alpha" })
        assert.deepInclude(report!.publication, { changed: 1, poolVersion: 3 })
        const after = yield* drawn
        assert.deepStrictEqual(after, {
          ...before,
          coordinates: { latitude: 32.08, longitude: -81.03 },
          updatedAt: after.updatedAt
        })
        assert.isAbove(Date.parse(after.updatedAt), Date.parse(before.updatedAt))
      })
    )

    it.effect("MUST publish texts unchanged, whatever they mean to a database", () =>
      Effect.gen(function* () {
        const texts = ["NULL", "\\N", "{1,2}", '"', "'", "a,b", "\\", "$1", "%", "\u{1F3E0}", "e\u0301 1"]
        const records = texts.map((text, i) => ({
          ...one[0]!,
          recordId: `${text} ${i}`,
          houseNumber: `${i}${text}`,
          unit: text,
          building: `1 ${text}`,
          street: `${text} Street`,
          city: `${text} City`,
          names: { fr: { street: `Rue ${text}`, building: text } },
          evidence: { kind: "declared" as const, detail: `Listed as ${text} under ${text}/4711471.` }
        }))
        const { source } = telling("alpha", records)
        const { pool, synchronizer } = yield* open([source])
        assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", kept: texts.length })
        const batch = { ...request, count: 50, unique: true, excludeAddressIds: [] }
        const { addresses } = yield* pool.drawMany(batch)
        const wanted = records.map((record) =>
          [record.recordId, record.houseNumber, record.unit, record.building, record.street, record.city].concat(
            record.evidence.detail
          )
        )
        assert.sameDeepMembers(
          addresses.map(({ components, residential, sources }) => {
            const { building, city, houseNumber, street, unit } = components
            return [sources[0]!.recordId, houseNumber, unit, building, street, city, residential.detail]
          }),
          wanted.map((words) => words.map((word) => word.normalize("NFC")))
        )
      })
    )

    it.effect("MUST read all parts of a source, even if some share a name", () =>
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

    it.effect("MUST expect from a source what it gave when it last gave anything", () =>
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

    it.effect("MUST count for the gates only cities that have homes", () =>
      Effect.gen(function* () {
        const city = (place: string, evidence: RawRecord["evidence"]) =>
          homes(20, 1, `${place} Street`).map((home) => ({ ...home, city: place, postcode: undefined, evidence }))
        const home = { kind: "declared", detail: "Made up." } as const
        const shops = ["Pooler", "Tybee", "Bloomingdale", "Thunderbolt"]
        const before = [...city("Savannah", home), ...shops.flatMap((place) => city(place, undefined))]
        const { source, tell } = telling("alpha", before)
        const { synchronizer } = yield* open([source])
        assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
        // Four of five cities disappear, but none of them had a home, and the number of records stays the same.
        tell([...city("Savannah", home), ...homes(80, 100).map((shop) => ({ ...shop, evidence: undefined }))])
        assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", findings: [] })
        // The only city left keeps its shops and loses its homes.
        tell(homes(100).map((shop) => ({ ...shop, evidence: undefined })))
        const [report] = yield* synchronizer.run({})
        assert.strictEqual(report!.outcome, "gated")
        assert.match(report!.findings.join(), /Its cities with homes fall from 1 to 0/)
      })
    )

    it.effect("MUST not take it for a loss if two cities turn out to be one", () =>
      Effect.gen(function* () {
        const town = (number: number, region: string) =>
          homes(5, number, "River Street").map((home) => ({ ...home, city: "Pooler", region, postcode: undefined }))
        const { source, tell } = telling("alpha", [...homes(5), ...town(1, "GA"), ...town(6, "SC")])
        const { synchronizer } = yield* open([source])
        assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
        tell([...homes(5), ...town(1, "GA"), ...town(6, "GA")])
        assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", findings: [] })
      })
    )

    it.effect(
      "MUST expect of a source what itself gave, in the country that is read, and in runs that came to an end",
      () =>
        Effect.gen(function* () {
          const { source, tell } = telling("alpha", homes(5))
          const countries = ["US", "DE"] as const
          const far = homes(7).map((home) => ({ ...home, region: "BY", postcode: "80331", city: "München" }))
          const other = sourceOf("beta", (country) => Stream.fromIterable(country === "US" ? homes(4) : far), {}, [
            ...countries
          ])
          const failing = sourceOf("gamma", () =>
            Stream.concat(Stream.fromIterable(homes(3)), Stream.die("It breaks."))
          )
          const { publisher, synchronizer } = yield* open([source, other, failing])
          const expected = (name: string, country: string) =>
            Effect.scoped(Effect.map(publisher.begin(name, country, "x"), (staging) => staging.expected))
          yield* synchronizer.run({ source: "beta" })
          yield* synchronizer.run({ source: "gamma" })
          assert.isUndefined(yield* expected("alpha", "US"))
          assert.isUndefined(yield* expected("gamma", "US"))
          assert.strictEqual(yield* expected("beta", "US"), 4)
          assert.strictEqual(yield* expected("beta", "DE"), 7)
          tell(homes(2))
          yield* synchronizer.run({ source: "alpha" })
          assert.strictEqual(yield* expected("alpha", "US"), 2)
          assert.strictEqual(yield* expected("beta", "US"), 4)
        })
    )

    it.effect("MUST say how many homes the pool had before: none before the first", () =>
      Effect.gen(function* () {
        const { source, tell } = telling("alpha", homes(5))
        const { synchronizer } = yield* open([source])
        const published = Effect.map(synchronizer.run({}), ([report]) => report!.publication)
        assert.deepInclude(yield* published, { residential: 5, residentialBefore: 0 })
        tell(homes(7))
        assert.deepInclude(yield* published, { residential: 7, residentialBefore: 5 })
      })
    )

    it.effect("MUST count the homes of each place, and of places that are gone none", () =>
      Effect.gen(function* () {
        const inCity = (count: number, city: string, postcode: string) =>
          homes(count, 1, `${city} Street`).map((home) => ({ ...home, city, postcode }))
        const stays = inCity(5, "Savannah", "31401")
        const { source, tell } = telling("alpha", [...stays, ...inCity(2, "Pooler", "31401")])
        const { pool, synchronizer } = yield* open([source])
        const published = Effect.map(synchronizer.run({ anyway: true }), ([report]) => report!.publication)
        const eligible = (filters: { readonly city?: string; readonly postcode: string }) =>
          Effect.match(pool.draw({ ...request, filters }), {
            onSuccess: ({ eligibleCount }) => eligibleCount,
            onFailure: ({ _tag }) => _tag
          })
        const counts = Effect.all([
          eligible({ postcode: "31401" }),
          eligible({ city: "Savannah", postcode: "31401" }),
          eligible({ city: "Pooler", postcode: "31401" })
        ])
        assert.deepInclude(yield* published, { residential: 7 })
        assert.deepStrictEqual(yield* counts, [7, 5, 2])
        // Of two combinations that have all but the city in common, one goes.
        tell(stays)
        assert.deepInclude(yield* published, { withdrawn: 2, residential: 5 })
        assert.deepStrictEqual(yield* counts, [5, 5, "NoPoolCoverage"])
      })
    )
  })
}
