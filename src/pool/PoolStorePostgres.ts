import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SlowDatabase } from "../database/Database.ts"
import { makeAddresses } from "./AddressesPostgres.ts"
import { makeKeyReader } from "./keys/KeyReader.ts"
import { makeKeyStatements } from "./keys/KeyStatements.ts"
import { unavailable } from "./PoolReadsPostgres.ts"
import { makeScopes } from "./PoolScopesPostgres.ts"
import type { PoolCounts } from "./PoolRequests.ts"
import { PoolStore } from "./PoolStore.ts"

/** The published pools in PostgreSQL. */
export const layerNoDeps = Layer.effect(
  PoolStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const context = yield* Effect.context<never>()
    return PoolStore.of({
      ...makeScopes(sql, context),
      ...makeKeyReader(makeKeyStatements(sql, yield* SlowDatabase, context), context),
      ...makeAddresses(sql, context),
      counts: unavailable(
        sql<PoolCounts>`SELECT country, version, total, residential FROM served_pool ORDER BY country COLLATE "C"`
      ),
      ready: Effect.asVoid(unavailable(sql`SELECT 1`))
    })
  })
)
