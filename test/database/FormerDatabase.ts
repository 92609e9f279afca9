import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { fileURLToPath } from "node:url"
import { SlowDatabase } from "../../src/database/Database.ts"
import { restore } from "../../src/database/backup/Restore.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { compose, namesOf } from "../../src/pool/stored/Compose.ts"
import { wholeColumns, type WholeRow } from "../../src/pool/stored/StoredRows.ts"
import { makeWholeAddresses } from "../../src/pool/stored/WholeAddresses.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** A format 1 backup of a database that kept a document and a record for each address. */
export const formerBackup = fileURLToPath(new URL("fixtures/former.backup", import.meta.url))

/** The migrations from before addresses became compact rows. */
export const formerMigrations = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => name < "0016_compact_addresses")
)

/** An address as clients receive it. */
export interface Served {
  readonly id: string
  /** JSON, to be equal byte by byte. */
  readonly document: string
  readonly names: string
}

/** All addresses by ID, including those that are not homes, from the former tables. */
export const formerlyServed = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Served>`SELECT id, document, coalesce(names, '{}') AS names FROM address ORDER BY id COLLATE "C"`
)

/** The same addresses, composed from the current tables. */
export const served = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<WholeRow>`
    SELECT ${wholeColumns(sql)} FROM address a JOIN street s ON s.key = a.street ORDER BY a.id`
  const whole = yield* makeWholeAddresses(sql)(rows)
  return whole.map((address): Served => {
    const composed = compose(address!)
    return { id: composed.id, document: JSON.stringify(composed), names: JSON.stringify(namesOf(address!) ?? {}) }
  })
})

const filled = Layer.effectDiscard(
  Effect.flatMap(SlowDatabase, (sql) =>
    Effect.andThen(
      restore(formerBackup, formerMigrations, {
        replace: false,
        upgrade: () => Effect.void,
        withhold: () => Effect.void
      }),
      // Publications end with this, too.
      sql`ANALYZE`
    )
  ).pipe(Effect.provide(NodeServices.layer))
)

/** A database in the former form with the contents of the backup. */
export const formerDatabase = filled.pipe(
  Layer.provideMerge(TestDatabase.layer),
  Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn"))
)

/** What a new version does first. */
export const migrated = Effect.asVoid(migrate(migrations))
