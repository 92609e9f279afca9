import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { SourceError } from "../../../sources/DataSource.ts"
import { database } from "../../properties/Houses.ts"
import { homes, sourceOf, storages } from "../support.ts"

/** A source with two parts per country that breaks off in the second part of the `broken` countries. */
const parted = (name: string, countries: readonly [string, ...Array<string>], broken: ReadonlySet<string>) => {
  const begun: Array<string> = []
  const breaks = Stream.fail(new SourceError({ source: name, reason: "unreadable", message: "It broke off." }))
  const parts = (country: string) =>
    Stream.fromIterable(
      [0, 1].map((part) => ({
        name: `part ${part}`,
        records: Stream.suspend(() => {
          begun.push(`${country} ${part}`)
          const place = country === "US" ? {} : { region: "BY", postcode: "80331", city: "München" }
          const records = homes(3, 1 + 3 * part, `${name} Street`).map((home) => ({ ...home, ...place }))
          const stream = Stream.fromIterable(records)
          return part === 1 && broken.has(country) ? Stream.concat(stream, breaks) : stream
        })
      }))
    )
  return { begun, source: sourceOf(name, () => Stream.die("It is read by parts."), { parts }, countries) }
}

for (const [name, open] of Object.entries(storages)) {
  layer(database)(`A run that broke off, in ${name}`, (it) => {
    it.effect("MUST leave what it has read to the next run of its own source and country alone", () =>
      Effect.gen(function* () {
        const broken = new Set(["US", "DE"])
        const alpha = parted("alpha", ["US", "DE"], broken)
        const beta = parted("beta", ["US"], new Set())
        const { pool, synchronizer } = yield* open([alpha.source, beta.source])
        const run = (source: string, country: string) =>
          Effect.map(synchronizer.run({ source, country }), ([report]) => report!)
        assert.strictEqual((yield* run("alpha", "US")).outcome, "failed")
        assert.strictEqual((yield* run("alpha", "DE")).outcome, "failed")
        // All sources have the same fingerprint.
        assert.deepInclude(yield* run("beta", "US"), { outcome: "published", read: 6, kept: 6 })
        assert.deepStrictEqual(beta.begun, ["US 0", "US 1"])
        broken.clear()
        alpha.begun.length = 0
        assert.deepInclude(yield* run("alpha", "US"), { outcome: "published", read: 6, kept: 6 })
        assert.deepInclude(yield* run("alpha", "DE"), { outcome: "published", read: 6, kept: 6 })
        assert.deepStrictEqual(alpha.begun, ["US 1", "DE 1"])
        const counts = (yield* pool.counts).map(({ country, total }) => [country, total])
        assert.deepStrictEqual(counts.toSorted(), [
          ["DE", 6],
          ["US", 12]
        ])
      })
    )
  })
}
