import { Effect, Layer } from "effect"
import * as ShardId from "effect/cluster/ShardId"
import * as Sharding from "effect/cluster/Sharding"
import { SqlClient } from "effect/sql"
import { tablesIn } from "./ClusterTables.ts"
import { shardGroups, shardsPerGroup } from "./Shards.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

/** How often to check, and after how long a message without a reply counts as lost. */
const every = "10 seconds"

const all = shardGroups.flatMap((group) => Array.from({ length: shardsPerGroup }, (_, i) => ShardId.make(group, i + 1)))

/**
 * Redelivers messages that were received but not answered. Receiving marks a message in the same statement; if its
 * result is lost on the way, the cluster would not deliver it again for ten minutes. Messages that are being worked on
 * or queued here are recognized by their number and skipped: they only look as if they were lost.
 */
const look = Effect.gen(function* () {
  const sharding = yield* Sharding.Sharding
  const sql = yield* SqlClient.SqlClient
  const own = all.filter((shard) => sharding.hasShardId(shard)).map(String)
  if (own.length === 0) return
  yield* sql`
    UPDATE ${tablesIn(sql).messages} SET last_read = now() - interval '1 hour'
    WHERE NOT processed AND shard_id = ANY (${own}::text[])
      AND last_read BETWEEN now() - interval '10 minutes' AND now() - ${every}::interval`
})

export const layer = Layer.effectDiscard(look.pipe(repeatedly(every), Effect.forkScoped))
