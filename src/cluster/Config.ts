import { Effect, Layer, Option } from "effect"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import { shardGroups, shardsPerGroup } from "./Shards.ts"
import { partsOfName, ProcessName } from "../shared/ProcessName.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"

/** An address that nobody connects to: runners leave messages for each other in the database. */
const addressOf = (name: string) => {
  const { host, letters, number } = partsOfName(name)
  return RunnerAddress.make(`${host}-${letters}`, number)
}

/**
 * How runners share the work. A runner without a heartbeat for 20 seconds is considered dead; one whose session has
 * ended, at once.
 *
 * @param runs whether this process does work, or only orders it
 */
export const layer = (runs: boolean) =>
  Layer.effect(
    ShardingConfig.ShardingConfig,
    Effect.map(ProcessName, (name) => ({
      ...ShardingConfig.defaults,
      runnerAddress: runs ? Option.some(addressOf(name)) : Option.none(),
      availableShardGroups: [...shardGroups],
      assignedShardGroups: [...shardGroups],
      shardsPerGroup,
      shardLockExpiration: timeBudgets.clusterDead.time,
      shardLockRefreshInterval: timeBudgets.clusterSign.time,
      refreshAssignmentsInterval: "2 seconds",
      runnerHealthCheckInterval: "2 seconds",
      // Machines that start together are assigned their shards only once.
      runnerJoinDebounce: "2 seconds",
      entityMessagePollInterval: "1 second",
      entityReplyPollInterval: "100 millis",
      entityMaxIdleTime: "30 seconds",
      entityTerminationTimeout: timeBudgets.clusterEnd.time
    }))
  )
