import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { hasTable, sameId, tableOf } from "../../database/AddressTables.ts"
import { findWithheld, lookedColumns } from "../suppression/Withholding.ts"
import type { Target } from "./PublicationSql.ts"
import { tablesOf } from "../stage/StagedTables.ts"
import { rowsOf } from "../../database/Rows.ts"

const recordsRows = rowsOf({ records: Schema.Number })

/**
 * Keeps homes that are to be left alone out of synchronizations. They are searched in the publishing transaction, so
 * that no suppression can be missed in between.
 */

/** Fills `withheld` with the staged addresses to withhold, and returns how many there are. */
export const find = (sql: SqlClient.SqlClient, { country, staging }: Pick<Target, "country" | "staging">) => {
  const { records, streets } = tablesOf(sql, staging)
  return findWithheld(sql, {
    country,
    rows: sql`SELECT ${sql.literal(lookedColumns)} FROM ${records}`,
    streets: sql`${streets}`
  })
}

/** Removes them from the staged records. Returns what is left to publish. */
export const takeOut = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, target: Target) {
  if ((yield* find(sql, target)) === 0) return target
  const { records } = tablesOf(sql, target.staging)
  const [gone] = yield* recordsRows(sql`
    WITH gone AS (DELETE FROM ${records} r WHERE EXISTS (SELECT FROM withheld w WHERE w.id = r.id) RETURNING 1)
    SELECT count(*)::int AS records FROM gone`)
  return { ...target, staged: target.staged - gone!.records }
})

/** An address that another source has already published is removed too, because this source revealed where it is. */
export const affect = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { country }: Pick<Target, "country">) {
  if (!(yield* hasTable(sql, country))) return
  yield* sql`
    INSERT INTO affected
    SELECT DISTINCT a.id FROM withheld w JOIN ${sql(tableOf(country))} a ON ${sameId(sql, "a", "w")}
    ON CONFLICT DO NOTHING`
})

/** The records without those of such addresses. */
export const without = (sql: SqlClient.SqlClient, records: Statement.Fragment): Statement.Fragment =>
  sql`SELECT g.* FROM (${records}) g WHERE NOT EXISTS (SELECT FROM withheld w WHERE w.id = g.id)`
