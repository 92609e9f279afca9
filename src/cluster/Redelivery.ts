import { Effect, Layer, Schedule } from "effect"
import * as ShardId from "effect/cluster/ShardId"
import * as Sharding from "effect/cluster/Sharding"
import { SqlClient } from "effect/sql"
import { prefix } from "./ClusterDatabase.ts"
import { shards } from "./Config.ts"
import { partsGroup } from "./Entities.ts"

/** How often it is looked, and for how long a message has been taken that may not have arrived. */
const every = "10 seconds"

const all = ["default", partsGroup].flatMap((group) =>
  Array.from({ length: shards }, (_, i) => ShardId.make(group, i + 1))
)

/**
 * Has messages read again that were taken and not answered. Who fetches messages marks them as taken in the same
 * statement; where its result is lost on the way, the cluster would leave them alone for ten minutes. What is being worked
 * on, or waits for its turn here, is known by its number and skipped: it only looks as if it had been taken long ago.
 */
const look = Effect.gen(function* () {
  const sharding = yield* Sharding.Sharding
  const sql = yield* SqlClient.SqlClient
  const own = all.filter((shard) => sharding.hasShardId(shard)).map(String)
  if (own.length === 0) return
  yield* sql`
    UPDATE ${sql(`${prefix}_messages`)} SET last_read = now() - interval '1 hour'
    WHERE NOT processed AND shard_id = ANY (${own}::text[])
      AND last_read BETWEEN now() - interval '10 minutes' AND now() - ${every}::interval`
})

export const layer = Layer.effectDiscard(
  look.pipe(
    // A server that is away is asked again.
    Effect.ignore,
    Effect.repeat(Schedule.spaced(every)),
    Effect.forkScoped
  )
)
