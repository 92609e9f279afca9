import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { sampleKey } from "../../../src/address/Identity.ts"
import * as PoolStorePostgres from "../../../src/draw/store/PoolStorePostgres.ts"
import {
  bounds,
  changesAmong,
  changesOf,
  type Difference,
  runsKept
} from "../../../src/sync/publish/changes/Changes.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { database, emptied } from "../../properties/Houses.ts"
import { homes, opened, sourceOf, storages } from "../support.ts"

const telling = (first: ReadonlyArray<RawRecord>) => {
  let [records, version] = [first, 1]
  const fingerprint = Effect.sync(() => String(version))
  return {
    source: sourceOf("alpha", () => Stream.suspend(() => Stream.fromIterable(records)), { fingerprint }),
    tell: (next: ReadonlyArray<RawRecord>) => {
      records = next
      version++
    }
  }
}

const at = (records: ReadonlyArray<RawRecord>, latitude: number, longitude: number) =>
  records.map((record, i): RawRecord => ({ ...record, coordinates: { latitude: latitude + i / 10_000, longitude } }))

const inGeorgia = (count: number, from = 1) => at(homes(count, from), 32.06, -81.09)
const inFlorida = (count: number) =>
  at(homes(count, 1, "Palm Street"), 30.33, -81.66).map((home): RawRecord => ({
    ...home,
    city: "Jacksonville",
    region: "FL",
    postcode: "32202"
  }))

const kinds = ["added", "changed", "withdrawn"] as const

describe("What a run changed", () => {
  const differences = fc.array(
    fc.record({ kind: fc.constantFrom(...kinds), region: fc.nat(90), street: fc.nat(30), id: fc.uuid() }),
    { maxLength: 400 }
  )

  it("MUST add up to all of it, and be bounded, whatever it was", () => {
    fc.assert(
      fc.property(differences, (drawn) => {
        const made = drawn.map(({ id, kind, region, street }): Difference => {
          const address = {
            id,
            formattedAddress: id,
            components: { country: "X", region: `R${region}`, street: `S${street}` }
          }
          return {
            kind,
            key: sampleKey(id),
            before: kind === "added" ? undefined : address,
            after: kind === "withdrawn" ? undefined : address
          }
        })
        const changes = changesAmong("pool", made, false)
        if (drawn.length === 0) return assert.isUndefined(changes)
        for (const kind of kinds) {
          const count = drawn.filter((one) => one.kind === kind).length
          assert.strictEqual(changes![kind], count)
          assert.strictEqual(
            changes!.regions.reduce((sum, one) => sum + one[kind], changes!.otherRegions[kind]),
            count
          )
          assert.lengthOf(
            changes!.examples.filter((one) => one.kind === kind),
            Math.min(count, bounds.examples)
          )
        }
        assert.isAtMost(changes!.regions.length, bounds.regions)
        assert.isAtMost(changes!.streets.length, bounds.streets)
      }),
      { numRuns: 50 }
    )
  })

  it("MUST count regions that are too many to list together", () => {
    const regions = Array.from({ length: bounds.regions + 3 }, (_, i) =>
      kinds.map((kind, place) => ({ region: `R${i}`, kind, count: 10 * (place + 1) }))
    ).flat()
    const changes = changesOf({ of: "pool", regions, streets: [], streetsExact: true, examples: [] })
    assert.lengthOf(changes!.regions, bounds.regions)
    assert.deepStrictEqual(changes!.otherRegions, { added: 30, changed: 60, withdrawn: 90 })
  })

  it("MUST tell streets of one name apart by their cities, and name those with most changes first", () => {
    const streets = [
      { street: "Main Street", city: "Athens", kind: "added", count: 1 },
      { street: "Main Street", city: "Sparta", kind: "added", count: 2 },
      { street: "Main Street", city: "Sparta", kind: "withdrawn", count: 3 },
      // A street gains and loses nothing by it.
      { street: "Oak Street", city: "Athens", kind: "changed", count: 9 }
    ] as const
    const regions = [{ region: "Georgia", kind: "added", count: 15 }] as const
    const changes = changesOf({ of: "pool", regions, streets, streetsExact: true, examples: [] })
    assert.deepStrictEqual(changes!.streets, [
      { street: "Main Street", city: "Sparta", added: 2, withdrawn: 3 },
      { street: "Main Street", city: "Athens", added: 1, withdrawn: 0 }
    ])
  })

  it("MUST name what changed in an example", () => {
    const [before, after] = ["Oak Street 1", "Oak Avenue 1"].map((line, i) => ({
      id: "us-1",
      formattedAddress: line,
      components: { country: "United States", street: line, city: "Savannah" },
      coordinates: { latitude: 32, longitude: -81 + i }
    }))
    const changes = changesOf({
      of: "pool",
      regions: [{ region: "Georgia", kind: "changed", count: 1 }],
      streets: [],
      streetsExact: true,
      examples: [{ kind: "changed", before, after }]
    })
    assert.deepStrictEqual(changes!.examples, [
      {
        kind: "changed",
        id: "us-1",
        line: "Oak Avenue 1",
        before: "Oak Street 1",
        members: ["coordinates", "street"],
        position: [-80, 32]
      }
    ])
  })
})

for (const [name, open] of Object.entries(storages)) {
  layer(database)(`Changes in ${name}`, (it) => {
    it.effect("MUST be stored with a publication: regions, streets, examples with their line and position", () =>
      Effect.gen(function* () {
        const { source, tell } = telling([...inGeorgia(10), ...inFlorida(2)])
        const { publisher, synchronizer } = yield* open([source])
        const [first] = yield* synchronizer.run({})
        const told = yield* publisher.changes(first!.runId!)
        assert.deepInclude(told, { of: "pool", added: 12, changed: 0, withdrawn: 0 })
        assert.deepStrictEqual(told!.regions, [
          { region: "Georgia", added: 10, changed: 0, withdrawn: 0 },
          { region: "Florida", added: 2, changed: 0, withdrawn: 0 }
        ])
        const [moved, ...rest] = inGeorgia(10)
        const position = { latitude: 32.07, longitude: -81.1 }
        tell([{ ...moved!, coordinates: position }, ...rest.slice(1), ...inFlorida(4)])
        const [second] = yield* synchronizer.run({})
        assert.deepInclude(second!.publication, {
          added: 2,
          changed: 1,
          withdrawn: 1,
          residential: 13,
          residentialBefore: 12
        })
        const changes = yield* publisher.changes(second!.runId!)
        assert.deepInclude(changes, { of: "pool", added: 2, changed: 1, withdrawn: 1, streetsExact: true })
        assert.deepStrictEqual(changes!.regions, [
          { region: "Florida", added: 2, changed: 0, withdrawn: 0 },
          { region: "Georgia", added: 0, changed: 1, withdrawn: 1 }
        ])
        assert.deepStrictEqual(changes!.streets, [
          { street: "Palm Street", city: "Jacksonville", added: 2, withdrawn: 0 },
          { street: "Oak Avenue", city: "Savannah", added: 0, withdrawn: 1 }
        ])
        const [gone, changed, ...came] = changes!.examples
        assert.deepInclude(gone, { kind: "withdrawn", before: null })
        assert.match(gone!.line, /2 Oak Avenue.*Savannah/)
        assert.deepStrictEqual(gone!.position, [-81.09, 32.06 + 1 / 10_000])
        assert.deepInclude(changed, { kind: "changed", members: ["coordinates"], before: null })
        assert.deepStrictEqual(changed!.position, [position.longitude, position.latitude])
        assert.deepStrictEqual(
          came.map(({ kind }) => kind),
          ["added", "added"]
        )
      })
    )

    it.effect("MUST be reported for a dry run, and for a run that is held back, without changing anything", () =>
      Effect.gen(function* () {
        const { source, tell } = telling([...inGeorgia(10), ...inFlorida(2)])
        const { pool, publisher, synchronizer } = yield* open([source])
        yield* synchronizer.run({})
        const [moved, ...rest] = inGeorgia(5)
        const against = { kind: "against", detail: "A restaurant." } as const
        tell([
          { ...moved!, coordinates: { latitude: 32.07, longitude: -81.1 }, evidence: against },
          ...rest,
          ...inFlorida(3)
        ])
        for (const [request, outcome] of [
          [{ dryRun: true }, "dry-run"],
          [{}, "gated"]
        ] as const) {
          const [report] = yield* synchronizer.run(request)
          assert.strictEqual(report!.outcome, outcome)
          const changes = yield* publisher.changes(report!.runId!)
          assert.deepInclude(changes, { of: "source", added: 1, changed: 1, withdrawn: 5 })
          assert.deepStrictEqual(changes!.regions, [
            { region: "Georgia", added: 0, changed: 1, withdrawn: 5 },
            { region: "Florida", added: 1, changed: 0, withdrawn: 0 }
          ])
          assert.deepStrictEqual(changes!.streets[0], {
            street: "Oak Avenue",
            city: "Savannah",
            added: 0,
            withdrawn: 5
          })
          assert.lengthOf(changes!.examples, 7)
          const changed = changes!.examples.find(({ kind }) => kind === "changed")
          assert.deepStrictEqual(changed?.members, ["coordinates", "residential"])
        }
        assert.strictEqual((yield* pool.counts)[0]!.total, 12)
        const [held] = yield* publisher.runs(1)
        const published = yield* synchronizer.publishAnyway(held!.id)
        assert.deepInclude(yield* publisher.changes(published.runId!), { of: "pool", added: 1, withdrawn: 5 })
      })
    )

    it.effect("MUST be empty for a run that changed nothing", () =>
      Effect.gen(function* () {
        const { source, tell } = telling(inGeorgia(3))
        const { publisher, synchronizer } = yield* open([source])
        yield* synchronizer.run({})
        tell(inGeorgia(3).toReversed())
        const [again] = yield* synchronizer.run({})
        assert.strictEqual(again!.outcome, "published")
        assert.isUndefined(yield* publisher.changes(again!.runId!))
        assert.isUndefined(yield* publisher.changes("999999"))
      })
    )

    it.effect("MUST be stored with the explanations, which apply until another run publishes", () =>
      Effect.gen(function* () {
        const { source, tell } = telling([
          ...homes(2),
          ...homes(8).map((home) => ({ ...home, city: undefined, postcode: undefined }))
        ])
        const { publisher, synchronizer } = yield* open([source])
        const [report] = yield* synchronizer.run({})
        const [first] = report!.explanations
        assert.deepInclude(first, { severity: "attention", code: "missing-city", share: 0.8 })
        const [kept] = yield* publisher.runs(1)
        assert.deepStrictEqual(kept!.explanations, report!.explanations)
        assert.deepInclude(kept!.facts, { evidence: { declared: 2 }, lacking: { position: 2 } })
        const pair = { source: "alpha", country: "US" }
        assert.deepStrictEqual((yield* publisher.standings([pair]))[0]!.explanations, report!.explanations)
        // An unchanged source keeps its explanations.
        const [unchanged] = yield* synchronizer.run({})
        assert.deepInclude(unchanged, { outcome: "unchanged", explanations: report!.explanations })
        assert.deepStrictEqual((yield* publisher.runs(1))[0]!.explanations, report!.explanations)
        tell(at(homes(2), 32.06, -81.09))
        yield* synchronizer.run({})
        assert.deepStrictEqual((yield* publisher.standings([pair]))[0]!.explanations, [])
      })
    )
  })
}

layer(database)("Changes in the database", (it) => {
  it.effect("MUST be the same if a country is written again", () =>
    Effect.gen(function* () {
      yield* emptied
      const bulk = Layer.mergeAll(PoolStorePostgres.layerNoDeps, PublisherPostgres.layerNoDeps(sampleKey, 5))
      const { source } = telling([...inGeorgia(50), ...inFlorida(2)])
      const { publisher, synchronizer } = yield* opened(bulk, [source])
      const [report] = yield* synchronizer.run({})
      const changes = yield* publisher.changes(report!.runId!)
      assert.deepInclude(changes, { of: "pool", added: 52, changed: 0, withdrawn: 0, streets: [] })
      assert.deepStrictEqual(
        changes!.regions.map(({ added, region }) => [region, added]),
        [
          ["Georgia", 50],
          ["Florida", 2]
        ]
      )
      assert.lengthOf(changes!.examples, bounds.examples)
      assert.match(changes!.examples[0]!.line, /Savannah|Jacksonville/)
      assert.isNotNull(changes!.examples[0]!.position)
    })
  )

  it.effect("MUST be deleted for runs long past, of this source in this country only", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const { source } = telling(inGeorgia(2))
      const { publisher, synchronizer } = yield* opened(
        Layer.mergeAll(PoolStorePostgres.layerNoDeps, PublisherPostgres.layerNoDeps()),
        [source]
      )
      yield* sql`
        INSERT INTO run (source, country, fingerprint, started_at, ended_at, outcome)
        SELECT s, c, '1', now(), now(), 'published'
        FROM generate_series(1, ${runsKept}) i, unnest('{alpha,beta}'::text[]) s, unnest('{CA,US}'::text[]) c`
      yield* sql`INSERT INTO run_change (run, changes) SELECT id, '{}' FROM run`
      const [report] = yield* synchronizer.run({})
      const left = yield* sql<{ readonly of: string; readonly count: number }>`
        SELECT source || ' ' || country AS of, count(*)::int AS count FROM run_change c JOIN run r ON r.id = c.run
        GROUP BY 1 ORDER BY 1`
      assert.deepStrictEqual(
        left,
        ["alpha CA", "alpha US", "beta CA", "beta US"].map((of) => ({ of, count: runsKept }))
      )
      assert.isDefined(yield* publisher.changes(report!.runId!))
    })
  )
})
