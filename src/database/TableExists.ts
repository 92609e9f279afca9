import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rowsOf } from "./Rows.ts"

const existsRows = rowsOf({ exists: Schema.Boolean })

/** Whether there is a table of this name, which may say its schema: as in SQL, names with capitals are in quotes. */
export const tableExists = (sql: SqlClient.SqlClient, name: string) =>
  Effect.map(existsRows(sql`SELECT to_regclass(${name}) IS NOT NULL AS exists`), ([row]) => row!.exists)
