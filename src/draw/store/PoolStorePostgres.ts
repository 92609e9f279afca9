import { Effect, Layer, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { SlowDatabase } from "../../database/Database.ts"
import { makeAddresses } from "./AddressesPostgres.ts"
import { KeyPlace } from "../keys/KeyFile.ts"
import { makeKeyReader } from "../keys/KeyReader.ts"
import { makeKeyStatements } from "../keys/KeyStatements.ts"
import { unavailable } from "./PoolReadsPostgres.ts"
import { makeScopes } from "./PoolScopesPostgres.ts"
import { PoolStore } from "./PoolStore.ts"
import { type TextBounds, textBounds } from "../text/TextBounds.ts"
import { makeTextMatches } from "../text/TextMatches.ts"
import { makeTextStatements } from "../text/TextStatements.ts"
import { rowsOf } from "../../database/Rows.ts"

const countRows = rowsOf({
  country: Schema.String,
  version: Schema.Number,
  total: Schema.Number,
  residential: Schema.Number
})

const make = (bounds: TextBounds, keyBytes?: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const slow = yield* SlowDatabase
    const context = yield* Effect.context<never>()
    const lifetime = yield* Effect.scope
    const place = yield* KeyPlace
    const open = place && Scope.provide(place, lifetime)
    return PoolStore.of({
      ...makeScopes(sql, context),
      ...makeKeyReader(makeKeyStatements(sql, slow, context), context, { open, keyBytes }),
      ...makeTextMatches(makeTextStatements(sql, slow, context), context, bounds),
      ...makeAddresses(sql, context),
      counts: unavailable(
        countRows(sql`SELECT country, version, total, residential FROM served_pool ORDER BY country COLLATE "C"`)
      ),
      // Another database than the one that was filled responds, too, but cannot serve anything.
      ready: Effect.asVoid(unavailable(sql`SELECT FROM served_pool LIMIT 0`))
    })
  })

/**
 * The published pools in PostgreSQL.
 *
 * @param keyBytes memory for the keys of places; by default that for pools that are served
 */
export const layerWith = (bounds: TextBounds, keyBytes?: number) => Layer.effect(PoolStore, make(bounds, keyBytes))

export const layerNoDeps = layerWith(textBounds)
