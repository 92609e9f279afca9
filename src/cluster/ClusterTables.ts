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

/** Of `pg_locks l`: locks of shards. These have two numbers, and belong to the session of the runner that holds the shard. */
export const isShardLock = (sql: SqlClient.SqlClient) =>
  sql.literal(
    "l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 " +
      "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
  )

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
