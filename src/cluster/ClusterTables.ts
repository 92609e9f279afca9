import type { SqlClient } from "effect/sql"
import { shardGroups } from "./Shards.ts"

/** The schema of the cluster's own tables, which Effect's cluster creates and writes. */
export const schema = "cluster"

/** The prefix of their names. The number of the cluster's locks is derived from it too, so it must never change. */
export const prefix = "work"

/** The entity whose messages are orders of synchronizations. */
export const synchronizationType = "Synchronization"

const tables = {
  runners: `${schema}.${prefix}_runners`,
  messages: `${schema}.${prefix}_messages`,
  replies: `${schema}.${prefix}_replies`
}

/** The names of the tables, for `to_regclass`. */
export const tableNames: ReadonlyArray<string> = Object.values(tables)

/** The tables in a statement, on any connection to the database. */
export const tablesIn = (sql: SqlClient.SqlClient) => ({
  runners: sql.literal(tables.runners),
  messages: sql.literal(tables.messages),
  replies: sql.literal(tables.replies)
})

/** Of messages: requests without a final reply. Other kinds acknowledge and interrupt requests. */
export const isOpenRequest = (sql: SqlClient.SqlClient) => sql.literal("kind = 0 AND NOT processed")

/** The second number of the lock of a shard such as `parts:7`, given the column with its name. */
export const lockOfShard = (sql: SqlClient.SqlClient, column: string) => {
  const part = (nth: number) => `split_part(${column}, ':', ${nth})`
  const groups = shardGroups.map((group) => `'${group}'`).join(", ")
  return sql.literal(`(array_position(ARRAY[${groups}], ${part(1)}) * 1000000 + ${part(2)}::int)`)
}

/** The beginning of the name of a runner's session; the part of the runner's own name that distinguishes it follows. */
export const sessionPrefix = "doorstep runner"

/** Of `pg_stat_activity a` and the runners `r`: sessions of the runner, which `applicationName` has named. */
export const isSessionOfRunner = (sql: SqlClient.SqlClient) =>
  sql.literal(
    `a.application_name LIKE '${sessionPrefix} ' || substring(r.address FROM '([0-9a-f]{4}:[0-9]+)$') || ' %'`
  )

/**
 * Sessions that hold locks of shards, which have two numbers: `application_name`, and `locks` with their second numbers. As
 * `WITH … AS MATERIALIZED`, it is read once: PostgreSQL would list all sessions again for each lock of each runner.
 */
export const shardHolders = (sql: SqlClient.SqlClient) =>
  sql.literal(`
    SELECT session.application_name, held.locks
    FROM (
      SELECT pid, array_agg(objid::bigint) AS locks FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      GROUP BY pid
    ) held
    JOIN pg_stat_activity session USING (pid)`)
