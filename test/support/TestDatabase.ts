import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { Database } from "../../src/database/Database.ts"
import type { Migrations } from "../../src/database/Migrator.ts"
import { Migrator } from "../../src/database/Migrator.ts"

/** Runs one statement outside any transaction, on the run's server. */
const admin = (statement: string) =>
  Layer.build(PgClient.layer({ url: Redacted.make(inject("databaseUrl")), maxConnections: 1, prepare: false })).pipe(
    Effect.flatMap((context) =>
      Effect.provide(
        Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(statement)),
        context
      )
    ),
    Effect.scoped
  )

/** A database of its own that lives as long as the scope. */
const fresh = Effect.acquireRelease(
  Effect.gen(function* () {
    const name = `test_${randomBytes(9).toString("hex")}`
    yield* admin(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
    const url = new URL(inject("databaseUrl"))
    url.pathname = `/${name}`
    return { name, url: Redacted.make(url.href) }
  }),
  ({ name }) => Effect.orDie(admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
)

const layerServer = Layer.effect(
  Database,
  Effect.map(fresh, ({ url }) => Database.of({ url, embedded: Option.none() }))
)

/**
 * `Database`, `SqlClient`, `PgClient` and `SlowDatabase` on a fresh database of the run's server, which is dropped when
 * the Layer is. Layers are shared where they are equal: use `Layer.fresh(TestDatabase.layer)` for a second database.
 */
export const TestDatabase = {
  /** Without any table. */
  layer: Database.layerNoDeps.pipe(Layer.provideMerge(layerServer)),
  /** With the tables of these migrations. */
  layerWith: (migrations: Migrations) =>
    Migrator.layer(migrations).pipe(Layer.provideMerge(Database.layerNoDeps), Layer.provideMerge(layerServer))
}
