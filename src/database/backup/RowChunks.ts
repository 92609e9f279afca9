import { Effect, Option, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { quotedName } from "../Values.ts"
import { isCountryTable, withoutHashes } from "./CountryTables.ts"
import type { Row } from "./RowGroup.ts"

interface Wanted {
  readonly table: string
  /** Its columns, in the order in which they are read. */
  readonly columns: ReadonlyArray<string>
  /** Which rows of the table `t`, and in which order. */
  readonly which?: Statement.Fragment
  /** How many rows at a time. */
  readonly most: number
}

/**
 * Rows of a table, each value as PostgreSQL's text, in chunks. What can be computed is left out of the rows of a country's
 * table. Requires a transaction, in which cursors live.
 */
export const chunksOf = (sql: SqlClient.SqlClient, { columns, most, table, which = sql`` }: Wanted) => {
  const values = columns.map((column, i) => `t.${quotedName(column)}::text AS c${i}`).join(", ")
  const shorten = isCountryTable(table) ? withoutHashes(columns) : (row: Row) => row
  const open = sql`
    DECLARE chunk_rows NO SCROLL CURSOR FOR SELECT ${sql.literal(values)} FROM ${sql(table)} t ${which}`.unprepared
  const fetch = Effect.map(
    sql<Readonly<Record<string, string | null>>>`FETCH ${sql.literal(String(most))} FROM chunk_rows`.unprepared,
    (found) => {
      const rows = found.map((row): Row => shorten(columns.map((_, i) => row[`c${i}`]!)))
      const more = found.length < most ? Option.none<undefined>() : Option.some(undefined)
      return [rows.length === 0 ? [] : [rows], more] as const
    }
  )
  return Stream.unwrap(
    Effect.as(
      open,
      Stream.paginate(undefined, () => fetch)
    )
  ).pipe(Stream.concat(Stream.fromEffectDrain(sql`CLOSE chunk_rows`)))
}
