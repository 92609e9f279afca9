import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rowsOf } from "../database/Rows.ts"

const heldRows = rowsOf({ held: Schema.Boolean })

const key = (sql: SqlClient.SqlClient, country: string) => sql`hashtextextended(${`publish/${country}`}, 0)`

/** Publications and other rebuilds of one country's catalog run one after the other. Draws never wait for them. */
export const lockCountry = (sql: SqlClient.SqlClient, country: string) =>
  sql`SELECT pg_advisory_xact_lock(${key(sql, country)})`

/** The same lock, if it is free. */
export const tryLockCountry = (sql: SqlClient.SqlClient, country: string) =>
  Effect.map(heldRows(sql`SELECT pg_try_advisory_xact_lock(${key(sql, country)}) AS held`), ([row]) => row!.held)
