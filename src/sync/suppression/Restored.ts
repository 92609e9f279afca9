import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { countriesWithPools, readAgain } from "./SuppressionSql.ts"
import { withdrawCurrent } from "./Withdrawal.ts"
import { rowsOf } from "../../database/Rows.ts"
import { tableExists } from "../../database/TableExists.ts"
import { quotedName, tableIn } from "../../database/Values.ts"

const liftedRows = rowsOf({ country: Schema.NullOr(Schema.String) })

/**
 * A restore brings pools back as they were, but nobody who has since asked to be left alone: the suppressions in the
 * database are merged with those in the backup, and then applied to what the backup restores. A suppression that is
 * lifted in either is lifted.
 */

type Sql = SqlClient.SqlClient

/** Tables in the order in which rows reference others. */
const tables = ["suppression_key", "suppression", "suppressed_home", "suppressed_token", "suppressed_hash"] as const

const takeOver = Effect.fnUntraced(function* (sql: Sql, from: string) {
  const table = (name: string) => tableIn(sql, from, name)
  for (const name of tables) yield* sql`INSERT INTO ${sql(name)} SELECT * FROM ${table(name)} ON CONFLICT DO NOTHING`
  const lifted = yield* liftedRows(sql`
    UPDATE suppression n SET lifted_at = o.lifted_at, area = NULL FROM ${table("suppression")} o
    WHERE o.id = n.id AND n.lifted_at IS NULL AND o.lifted_at IS NOT NULL
    RETURNING n.country`)
  for (const country of new Set(lifted.map((one) => one.country))) yield* readAgain(sql, country)
  for (const name of ["suppressed_home", "suppressed_hash"]) {
    yield* sql`
      DELETE FROM ${sql(name)} WHERE suppression IN (SELECT id FROM suppression WHERE lifted_at IS NOT NULL)`
  }
  yield* sql`
    UPDATE suppression_revision SET revision =
      greatest(revision, (SELECT revision FROM ${table("suppression_revision")}))
        -- What is open of kept versions was so before the restore.
        + (SELECT least(count(*), 1) FROM suppression)`
})

/**
 * Call it within the transaction of a restore, with everything in the current schema.
 *
 * @param from the schema that is being replaced
 */
export const keepSuppressions = Effect.fn("Restored.keepSuppressions")(function* (sql: Sql, from: string) {
  if (yield* tableExists(sql, `${quotedName(from)}.suppression`)) yield* takeOver(sql, from)
  for (const country of yield* countriesWithPools(sql)) yield* withdrawCurrent(sql, country)
})
