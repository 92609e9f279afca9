import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection } from "effect/sql"
import { SlowDatabase } from "../../src/database/Database.ts"
import type { KeysRow } from "../../src/draw/keys/KeyStatements.ts"
import * as PoolStorePostgres from "../../src/draw/store/PoolStorePostgres.ts"
import { textBounds, type TextBounds } from "../../src/draw/text/TextBounds.ts"
import type { CountsRow } from "../../src/draw/text/TextStatements.ts"
import type { OriginRow, WholeRow } from "../../src/pool/stored/StoredRows.ts"
import * as PublisherPostgres from "../../src/sync/publish/PublisherPostgres.ts"
import { StatedKind } from "../../schemas/StatedEvidence.ts"
import { database, emptied, worldsOn } from "../properties/Houses.ts"
import { village } from "../properties/Village.ts"

/** A statement as sent to the server, with its result. */
interface Heard {
  readonly statement: string
  readonly rows: ReadonlyArray<unknown>
}

const heard: Array<Heard> = []

const listening = (connection: SqlConnection.Connection): SqlConnection.Connection => ({
  ...connection,
  execute: (statement, parameters, transform) =>
    Effect.tap(connection.execute(statement, parameters, transform), (rows) =>
      Effect.sync(() => void heard.push({ statement, rows }))
    )
})

/** A client that records its statements. */
const watched = (pg: PgClient.PgClient) =>
  Effect.map(
    SqlClient.make({
      acquirer: Effect.map(pg.reserve, listening),
      compiler: PgClient.makeCompiler(),
      driver: "pg",
      spanAttributes: []
    }),
    (client) =>
      new Proxy(pg, {
        apply: (_, self, parameters) => Reflect.apply(client, self, parameters),
        get: (target, name) => (Reflect.has(client, name) ? Reflect.get(client, name) : Reflect.get(target, name))
      })
  )

const clients = Layer.mergeAll(
  Layer.effect(SqlClient.SqlClient, Effect.flatMap(PgClient.PgClient, watched)),
  Layer.effect(SlowDatabase, Effect.flatMap(SlowDatabase, watched))
).pipe(Layer.provide(Reactivity.layer))

const worldsWith = (bounds: TextBounds) =>
  worldsOn<PgClient.PgClient | SlowDatabase | SqlClient.SqlClient>(
    Layer.mergeAll(PoolStorePostgres.layerWith(bounds).pipe(Layer.provide(clients)), PublisherPostgres.layerNoDeps()),
    emptied
  )

/** Bounds that make texts be searched in every way: home by home, through the index, and among drawn homes. */
const ways: ReadonlyArray<TextBounds> = [
  textBounds,
  { ...textBounds, selection: 0 },
  { streets: 0, homes: 0, selection: 0 }
]

const nullable = <S extends Schema.Constraint>(schema: S) => Schema.NullOr(schema)
const edition = nullable(Schema.String)

const keys: Schema.Decoder<KeysRow> = Schema.Struct({ edition, keys: nullable(Schema.Uint8Array) })
const counts: Schema.Decoder<CountsRow> = Schema.Struct({
  edition,
  streets: Schema.Number,
  homes: Schema.Number,
  counts: nullable(Schema.Uint8Array),
  keys: nullable(Schema.Uint8Array)
})
const other = Schema.Struct({
  nth: Schema.Number,
  origin: Schema.String,
  recordId: Schema.String,
  reference: nullable(Schema.String),
  latitude: nullable(Schema.Number),
  longitude: nullable(Schema.Number),
  names: nullable(Schema.String)
})
const whole: Schema.Decoder<WholeRow & { readonly edition: string | null }> = Schema.Struct({
  edition,
  id: Schema.String,
  origin: Schema.BigInt,
  recordId: Schema.String,
  houseNumber: nullable(Schema.String),
  unit: nullable(Schema.String),
  building: nullable(Schema.String),
  latitude: nullable(Schema.Number),
  longitude: nullable(Schema.Number),
  reference: nullable(Schema.String),
  ownNames: nullable(Schema.String),
  updatedAt: Schema.Date,
  streetRow: nullable(Schema.String),
  others: nullable(Schema.Array(other))
})
const origin: Schema.Decoder<OriginRow> = Schema.Struct({
  key: Schema.BigInt,
  source: Schema.String,
  license: Schema.String,
  attribution: Schema.String,
  url: Schema.String,
  language: nullable(Schema.String),
  derived: nullable(Schema.String),
  evidence: nullable(StatedKind),
  detail: nullable(Schema.String)
})

/** The statements of a draw, each recognized by unique words, with the types of its rows. */
const bare: ReadonlyArray<readonly [words: RegExp, row: Schema.Decoder<unknown>]> = [
  [/AS bucket \(place, low, high, nth\)/, keys],
  [/AS bucket \(low, high, nth\)/, keys],
  [/AS wanted \(key, place\)/, whole],
  [/AS wanted \(id, place\)/, whole],
  [/AS given \(id\)/, Schema.Struct({ keys: nullable(Schema.Uint8Array) })],
  [
    /FROM served_pool\s+WHERE country = ANY/,
    Schema.Struct({
      country: Schema.String,
      version: Schema.Number,
      edition: Schema.String,
      residential: Schema.Number,
      sources: Schema.Array(Schema.String)
    })
  ],
  [
    /AS asked \(type, folded, nth\)/,
    Schema.Struct({ nth: Schema.Number, place: Schema.BigInt, residential: Schema.Number })
  ],
  [/AS asked \(nth, key\)/, Schema.Struct({ nth: Schema.Number, residential: Schema.Number })],
  [/ORDER BY similarity/, Schema.Struct({ name: Schema.String, folded: Schema.String })],
  [/FROM scope_count/, Schema.Struct({ size: Schema.Number })],
  [/AS streets, 0 AS homes/, counts],
  [/0 AS streets, coalesce/, counts],
  [/FILTER \(WHERE is_named\)/, counts],
  [/AS asked \(street, q, nth\)/, keys],
  [/AS asked \(key, q, nth\)/, keys],
  [/FROM origin o WHERE o\.key = ANY/, origin]
]

layer(database)("Rows that draws wait for, which are not decoded", (it) => {
  it.effect("MUST have the types declared for them, in every statement", () =>
    Effect.gen(function* () {
      for (const bounds of ways) {
        const world = yield* worldsWith(bounds)("US")
        yield* world.synchronize("alpha", { records: village })
        const { addresses } = yield* world.drawMany({ country: "US", filters: {}, count: 20 })
        const { id, locationIds } = addresses.find((address) => address.locationIds.cityId !== undefined)!
        yield* world.drawMany({ country: "US", filters: {}, count: 20, excludeAddressIds: [id] })
        yield* world.findById(id)
        for (const filters of [
          { city: "Springfield" },
          { city: "Springfield", region: "Illinois" },
          // A misspelled name, for which similar names are looked up.
          { city: "Springfeld" },
          { cityId: locationIds.cityId! },
          { q: "main" },
          { q: "1" },
          { city: "Springfield", q: "1" }
        ]) {
          yield* Effect.exit(world.draw({ country: "US", filters, seed: "abc" }))
        }
      }

      const unseen = bare.filter(
        ([words]) => !heard.some(({ rows, statement }) => words.test(statement) && rows.length > 0)
      )
      assert.deepStrictEqual(
        unseen.map(([words]) => String(words)),
        []
      )
      for (const [words, row] of bare) {
        const decode = Schema.decodeUnknownEffect(Schema.Array(row), { onExcessProperty: "error" })
        for (const { rows, statement } of heard) {
          if (!words.test(statement)) continue
          const fault = yield* Effect.match(decode(rows), { onFailure: String, onSuccess: () => "" })
          assert.strictEqual(fault, "", String(words))
        }
      }
    })
  )
})
