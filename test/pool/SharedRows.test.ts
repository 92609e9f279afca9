import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { RawRecord } from "../../sources/DataSource.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { database, emptied, house, memory, postgres, scripted, type Storage } from "../properties/Houses.ts"

const home = (recordId: string, more: Partial<RawRecord> = {}): RawRecord => ({
  recordId,
  houseNumber: "1",
  street: "Oak Avenue",
  city: "Savannah",
  region: "GA",
  postcode: "31401",
  evidence: { kind: "declared", detail: `Said of ${recordId}.` },
  ...more
})

/** Four sources with records of one address. The one with the strongest evidence has neither coordinates nor names. */
const sources = [
  scripted("first", ["US"], {
    records: [home("weak one", { evidence: { kind: "assumed", detail: "Nobody knows." } })]
  }),
  scripted("second", ["US"], {
    records: [home("weaker", { coordinates: { latitude: 32.1, longitude: -81.1 }, names: { de: { city: "Sawanna" } } })]
  }),
  scripted("third", ["US"], {
    records: [home("strongest", { evidence: { kind: "register", detail: "Use code 01." } })]
  }),
  scripted("fourth", ["US"], {
    records: [
      home("strong", {
        evidence: { kind: "building", detail: "Lies in building way/4711234." },
        coordinates: { latitude: 32.2, longitude: -81.2 }
      })
    ]
  })
].map(({ source }) => source)

const opened = <R>(storage: Storage<R>) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.fresh(house(storage, sources)))
    yield* Context.get(context, Synchronizer).run({ country: "US", anyway: true })
    return Context.get(context, PoolRepository)
  })

const request = { country: "US", filters: {}, strategy: "random", seed: "shared" } as const

layer(database)("data that addresses share", (it) => {
  it.effect("MUST be merged as in memory: the strongest words, the next coordinates, all sources", () =>
    Effect.gen(function* () {
      yield* emptied
      const inMemory = yield* opened(memory)
      const pool = yield* opened(postgres)
      const { address } = yield* pool.draw(request)
      assert.deepStrictEqual(address, (yield* inMemory.draw(request)).address)
      assert.deepStrictEqual(address.coordinates, { latitude: 32.2, longitude: -81.2 })
      assert.deepStrictEqual(address.residential, { evidence: "register", detail: "Use code 01." })
      assert.deepStrictEqual(
        address.sources.map(({ name, recordId }) => [name, recordId]),
        [
          ["first", "weak one"],
          ["second", "weaker"],
          ["third", "strongest"],
          ["fourth", "strong"]
        ]
      )
      const named = yield* pool.findNamed(address.id)
      assert.deepStrictEqual(named, yield* inMemory.findNamed(address.id))
      assert.deepStrictEqual(named.names, { de: { city: "Sawanna" } })
    })
  )

  for (const table of ["street", "origin"]) {
    it.effect(`MUST be read again if it disappeared meanwhile, and not left out: ${table}`, () =>
      Effect.gen(function* () {
        yield* emptied
        const pool = yield* opened(postgres)
        const sql = yield* SqlClient.SqlClient
        const rows = sql.literal(table)
        // Committed, because reads use separate connections.
        yield* sql`CREATE TABLE left_over AS SELECT * FROM ${rows}`
        yield* sql`DELETE FROM ${rows}`
        const gone = yield* Effect.flip(pool.draw(request))
        assert.deepInclude(gone, {
          _tag: "StorageUnavailable",
          message: "The pool of US is being published; try again."
        })
        yield* sql`INSERT INTO ${rows} SELECT * FROM left_over`
        yield* sql`DROP TABLE left_over`
        assert.strictEqual((yield* pool.draw(request)).address.components.city, "Savannah")
      })
    )
  }
})
