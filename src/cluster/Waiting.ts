import { Duration, Effect, Schema } from "effect"
import { SlowDatabase } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { isLocked } from "../sync/run/RunLock.ts"
import {
  isOpenRequest,
  isSessionOfRunner,
  lockOfShard,
  shardHolders,
  synchronizationType,
  tablesIn
} from "./ClusterTables.ts"
import { ownersOf } from "./Shards.ts"

/** The epoch of message numbers, in milliseconds since 1970. */
export const numbersFrom = Date.UTC(2025, 0, 1)

/** A message that nobody has received for this long is stuck: runners check every second. */
export const stuckAfterSeconds = 60

/** The others consider a runner dead after this many seconds without a heartbeat. */
export const deadAfterSeconds = Duration.toSeconds(timeBudgets.clusterDead.time)

/** What is waiting in a shard, and which runner holds it. */
const Share = Schema.Struct({
  shard: Schema.String,
  holder: Schema.NullOr(Schema.String),
  untaken: Schema.Int,
  waitedSeconds: Schema.Number,
  idle: Schema.Int
})
type Share = typeof Share.Type

const shareRows = rowsOf(Share.fields)
const memberRows = rowsOf({ name: Schema.String })

/** What is waiting for one runner. */
export interface Waiting {
  /** Messages that it has not received, and how long the oldest has been waiting. */
  readonly untaken: number
  readonly waitedSeconds: number
  /** Synchronizations that it received more than a minute ago and that nobody is working on. */
  readonly idle: number
}

const together = (shares: ReadonlyArray<Waiting>): Waiting => ({
  untaken: shares.reduce((sum, { untaken }) => sum + untaken, 0),
  waitedSeconds: Math.max(0, ...shares.map(({ waitedSeconds }) => waitedSeconds)),
  idle: shares.reduce((sum, { idle }) => sum + idle, 0)
})

/**
 * What is waiting, by the runner responsible: the one that holds the shard's lock, or the one that should if nobody does.
 * A source in a country is being worked on if the lock of its name is held.
 */
export const waitingByRunner = Effect.gen(function* () {
  const sql = yield* SlowDatabase
  const { messages, runners } = tablesIn(sql)
  const shares = yield* shareRows(sql`
    WITH holder AS MATERIALIZED (${shardHolders(sql)})
    SELECT m.shard_id AS shard,
      (
        SELECT min(r.address) FROM holder a
        JOIN ${runners} r ON ${isSessionOfRunner(sql)}
        WHERE ${lockOfShard(sql, "m.shard_id")} = ANY (a.locks)
      ) AS holder,
      count(*) FILTER (WHERE last_read IS NULL)::int AS untaken,
      coalesce(max(age) FILTER (WHERE last_read IS NULL), 0)::float8 AS "waitedSeconds",
      count(*) FILTER (
        WHERE last_read IS NOT NULL AND age > ${stuckAfterSeconds} AND entity_type = ${synchronizationType} AND NOT worked
      )::int AS idle
    FROM (
      SELECT shard_id, last_read, entity_type,
        extract(epoch FROM now()) - ((id >> 22) + ${numbersFrom}::bigint) / 1000.0 AS age,
        ${isLocked(sql, sql.literal("entity_id"))} AS worked
      FROM ${messages} WHERE ${isOpenRequest(sql)}
    ) m
    GROUP BY m.shard_id`)
  const members = yield* memberRows(sql`
    SELECT address AS name FROM ${runners}
    WHERE healthy AND last_heartbeat > now() - make_interval(secs => ${deadAfterSeconds}::float8) ORDER BY address`)
  const owner = ownersOf(members.map(({ name }) => name))
  const byRunner = Map.groupBy(shares, ({ holder, shard }) => holder ?? owner(Number(shard.split(":")[1])))
  return {
    all: together(shares),
    of: (runner: string): Waiting => together(byRunner.get(runner) ?? [])
  }
})
