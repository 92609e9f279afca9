import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { type RawRecord, type SourcePart, rejected } from "../../sources/DataSource.ts"
import { type as openstreetmap } from "../../sources/openstreetmap/OpenStreetMap.ts"
import { Reader } from "../../sources/reading/Reader.ts"
import { fromUuid } from "../../src/address/AddressUuid.ts"
import { database, emptied, postgres } from "../properties/Houses.ts"
import { homes, opened, sourceOf } from "./support.ts"

const extracts = new URL("../../../shared/data/osm/", import.meta.url)
const extract = (name: string) => fileURLToPath(new URL(`${name}.osm.pbf`, extracts))
const missing = !existsSync(extracts)

const reader = Reader.layer.pipe(Layer.provide([NodeHttpClient.layerUndici, NodeServices.layer]))

/** Counts every address of Monaco as a home: few have evidence, and this test is about seeds. */
const monaco = (year: () => string) =>
  Effect.gen(function* () {
    const of = (name: string) =>
      openstreetmap.configure("monaco", { location: extract(name), countries: ["MC"] }).pipe(
        Effect.provide(reader),
        Effect.flatMap((source) => Stream.runCollect(source.records("MC")))
      )
    const years: Readonly<Record<string, ReadonlyArray<object>>> = {
      2016: yield* of("osrm-monaco"),
      2021: yield* of("monaco-latest")
    }
    const home = (record: object) =>
      "_tag" in record ? record : { ...record, evidence: { kind: "assumed" as const, detail: "For this test." } }
    return sourceOf(
      "monaco",
      () => Stream.fromIterable(years[year()]!.map((record) => home(record) as RawRecord)),
      { fingerprint: Effect.sync(year) },
      ["MC"]
    )
  })

layer(database, { excludeTestServices: true })("An extract that changes", (it) => {
  it.effect("MUST withdraw what was removed, and keep the IDs and seeds of what remains", (t) =>
    Effect.gen(function* () {
      if (missing) return t.skip(`There is no folder ${fileURLToPath(extracts)}.`)
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      let year = "2016"
      const { pool, synchronizer } = yield* opened(postgres, [yield* monaco(() => year)])
      const ids = Effect.map(
        sql<{ readonly id: string; readonly key: bigint }>`SELECT id, sample_key AS key FROM address`,
        (rows) => new Map(rows.map(({ id, key }) => [fromUuid(id), key]))
      )
      const seeds = Array.from({ length: 200 }, (_, i) => `seed ${i}`)
      const answers = Effect.forEach(seeds, (seed) =>
        Effect.map(pool.draw({ country: "MC", filters: {}, seed, strategy: "random" }), ({ address }) => address.id)
      )
      yield* synchronizer.run({})
      const [before, drawnBefore] = [yield* ids, yield* answers]
      year = "2021"
      const [report] = yield* synchronizer.run({ anyway: true })
      const [after, drawnAfter] = [yield* ids, yield* answers]

      const stayed = Array.from(before.keys()).filter((id) => after.has(id))
      const publication = report!.publication!
      assert.strictEqual(publication.withdrawn, before.size - stayed.length)
      assert.strictEqual(publication.added, after.size - stayed.length)
      assert.isAtLeast(stayed.length, 10)
      for (const id of stayed) assert.strictEqual(after.get(id), before.get(id))

      const answersThatCould = drawnBefore.filter((id) => after.has(id)).length
      const answersThatStayed = drawnBefore.filter((id, i) => drawnAfter[i] === id).length
      yield* Effect.logInfo(
        `Monaco: ${before.size} addresses in 2016, ${after.size} in 2021, ${stayed.length} stayed. Of 200 seeds ` +
          `${answersThatCould} had an address that stayed, ${answersThatStayed} of them answer alike.`
      )
      // Draws are now uniform over four times as many addresses, so that old ones keep only their share.
      const share = stayed.length / after.size
      assert.isAtLeast(answersThatStayed, Math.floor((answersThatCould * share) / 2))
    })
  )

  /** The same houses with other record IDs, in another order, and some of them twice, as node and as way. */
  const renumbered = (records: ReadonlyArray<RawRecord>): ReadonlyArray<RawRecord> =>
    records
      .map((record, i) => ({ ...record, recordId: `way/${900 - i}` }))
      .concat(records.slice(0, 4).map((record, i) => ({ ...record, recordId: `node/${i}`, evidence: undefined })))
      .toReversed()

  it.effect("MUST publish nothing twice, and change no address, if all objects are renumbered", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      let records: ReadonlyArray<RawRecord> = homes(12)
      const source = sourceOf("alpha", () => Stream.suspend(() => Stream.fromIterable(records)), {
        fingerprint: Effect.sync(() => records[0]!.recordId)
      })
      const { pool, synchronizer } = yield* opened(postgres, [source])
      yield* synchronizer.run({})
      const ids = sql<{ readonly id: string }>`SELECT id FROM address ORDER BY id`
      const before = yield* ids
      const draw = pool.draw({ country: "US", filters: {}, seed: "abc", strategy: "random" })
      const drawn = yield* draw
      records = renumbered(records)
      const [report] = yield* synchronizer.run({})
      assert.deepInclude(report, { outcome: "published", read: 16, kept: 12, rejected: { duplicate: 4 } })
      assert.deepInclude(report!.publication, { added: 0, withdrawn: 0, residential: 12 })
      assert.deepStrictEqual(yield* ids, before)
      const again = yield* draw
      assert.strictEqual(again.address.id, drawn.address.id)
      assert.match(again.address.sources[0]!.recordId, /^way\//)
    })
  )

  it.effect("MUST publish nothing twice if objects in two parts are one address", () =>
    Effect.gen(function* () {
      yield* emptied
      const parts: ReadonlyArray<SourcePart> = [homes(8), renumbered(homes(8))].map((records, i) => ({
        name: `extract ${i}`,
        records: Stream.concat(Stream.fromIterable(records), Stream.make(rejected("filtered", "It is no address.")))
      }))
      const source = sourceOf("alpha", () => Stream.empty, { parts: () => Stream.fromIterable(parts) })
      const { synchronizer } = yield* opened(postgres, [source])
      const [report] = yield* synchronizer.run({})
      assert.deepInclude(report, { read: 22, kept: 8, rejected: { duplicate: 12, filtered: 2 } })
      assert.deepInclude(report!.publication, { added: 8, residential: 8 })
    })
  )
})
