import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { Database } from "../../src/database/Database.ts"
import type { Migrations } from "../../src/database/Expansion.ts"
import { Migrator } from "../../src/database/Migrator.ts"

/** Runs one statement on the run's server, outside any transaction. */
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

/** A copy of a database that is dropped with the scope. */
const copyOf = (template: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const name = `test_${randomBytes(9).toString("hex")}`
      yield* admin(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' STRATEGY FILE_COPY`)
      const url = new URL(inject("databaseUrl"))
      url.pathname = `/${name}`
      return { name, url: Redacted.make(url.href) }
    }),
    ({ name }) => Effect.orDie(admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  )

const layerServer = (template: string) =>
  Layer.effect(
    Database,
    Effect.map(copyOf(template), ({ url }) => Database.of({ url, embedded: Option.none() }))
  )

/** Pools look after their connections every minute: a test that sets its clock ahead by months would wait for each look. */
const realTime = Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())

const layerOf = (template: string) =>
  Database.layerNoDeps.pipe(Layer.provideMerge(layerServer(template)), Layer.provide(realTime))

/**
 * `Database`, `SqlClient`, `PgClient` and `SlowDatabase` on a fresh database of the run's server, dropped with the
 * Layer. Equal Layers are shared: use `Layer.fresh(TestDatabase.layer)` for a second database.
 */
export const TestDatabase = {
  /** An empty database. */
  layer: layerOf("template0"),
  /** A database with the tables of these migrations. */
  layerWith: (migrations: Migrations) => Migrator.layer(migrations).pipe(Layer.provideMerge(layerOf("template0"))),
  /** A database with the current tables, copied from one that is made once per test run. */
  layerMigrated: Layer.unwrap(Effect.sync(() => layerOf(inject("migratedTemplate"))))
}
