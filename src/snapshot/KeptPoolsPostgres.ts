import { Context, Effect, Layer, Option, RcMap, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/Database.ts"
import { makeDrawMany, makePlainDraw } from "../draw/Draws.ts"
import { type KeptDraws, KeptPools } from "../draw/KeptPools.ts"
import { unavailable } from "../draw/store/PoolReadsPostgres.ts"
import { PoolStore } from "../draw/store/PoolStore.ts"
import * as PoolStorePostgres from "../draw/store/PoolStorePostgres.ts"
import { textBounds } from "../draw/text/TextBounds.ts"
import { ownPath, ownSchema, schemaOf, searchPath } from "./KeptSchema.ts"
import { rowsOf } from "../database/Rows.ts"
import { reasonOf, StorageUnavailable } from "../database/Outage.ts"

const nameRows = rowsOf({ name: Schema.NullOr(Schema.String) })

/** How many kept versions are open at once; each has up to three connections. */
const mostOpen = 4

/** Memory for the keys of each, in bytes. */
const keyBytes = 16 * 1024 * 1024

/** Draws with the statements of the current pools, on connections that search the kept schema first. */
const openStore = (database: Database["Service"], schema: string, path: string) =>
  Layer.build(
    PoolStorePostgres.layerWith(textBounds, keyBytes).pipe(
      Layer.provide(Database.layerSchema(searchPath(schema, path))),
      Layer.provide(Layer.succeed(Database, database))
    )
  ).pipe(
    Effect.map((context): KeptDraws => {
      const store = Context.get(context, PoolStore)
      return { draw: makePlainDraw(store), drawMany: makeDrawMany(store) }
    }),
    Effect.mapError(
      (cause) =>
        new StorageUnavailable({
          reason: reasonOf(cause),
          message: "A kept version cannot be read: its database does not respond.",
          cause
        })
    )
  )

/** Kept versions, each in a schema of its own, with a few of them open at a time. */
export const layerNoDeps = Layer.effect(
  KeptPools,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const database = yield* Database
    const own = yield* ownSchema(sql)
    const stores = yield* RcMap.make({
      lookup: (name: string) =>
        Effect.flatMap(unavailable(ownPath(sql)), (path) =>
          openStore(database, name.slice(0, name.lastIndexOf("@")), path)
        ),
      idleTimeToLive: "1 minute"
    })
    /** The open ones, least recently used first. */
    const recent = new Set<string>()

    /**
     * The name it is open under: its schema and the number of suppressions so far. A suppression may remove homes
     * without changing the version, which makes what was remembered outdated. Undefined if it is not kept.
     */
    const nameOf = (schema: string) =>
      Effect.map(
        unavailable(
          nameRows(sql`
          SELECT CASE WHEN to_regnamespace(quote_ident(${schema})) IS NOT NULL
            THEN ${schema}::text || '@' || coalesce((SELECT revision FROM suppression_revision), 0) END AS name`)
        ),
        ([row]) => row!.name ?? undefined
      )

    /** One that is in use is closed as soon as it is free. */
    const makeRoom = Effect.fnUntraced(function* (schema: string) {
      recent.delete(schema)
      recent.add(schema)
      for (const oldest of recent) {
        if (recent.size <= mostOpen) return
        recent.delete(oldest)
        yield* RcMap.invalidate(stores, oldest)
      }
    })

    return KeptPools.of({
      use: (country, version, use) =>
        Effect.gen(function* () {
          const schema = schemaOf(own, country, version)
          for (;;) {
            const name = yield* nameOf(schema)
            if (name === undefined) return Option.none()
            yield* makeRoom(name)
            // A failure to open it would be remembered, and last as long as requests keep coming.
            const draws = yield* Effect.tapError(RcMap.get(stores, name), () => RcMap.invalidate(stores, name))
            const drawn = yield* Effect.exit(use(draws))
            const after = yield* nameOf(schema)
            // Without its schema, statements would find the current tables.
            if (after === undefined) return Option.none()
            if (after !== name) continue
            const result = yield* drawn
            return result.poolVersion === version ? Option.some(result) : Option.none()
          }
        }).pipe(Effect.scoped)
    })
  })
)
