import { Effect, PrimaryKey } from "effect"
import * as RunnerStorage from "effect/cluster/RunnerStorage"
import * as Sharding from "effect/cluster/Sharding"
import { make as makeEntityId } from "effect/cluster/EntityId"
import { ProcessName } from "../shared/ProcessName.ts"
import type { Helped, Helper } from "../sync/read/ReadingHelp.ts"
import { PartReader } from "./Entities.ts"
import { ownersOf, partsGroup } from "./Shards.ts"

/** How many readers are tried until each runner has one. */
const tries = 40

/** How many parts a runner is given ahead, so that it never waits for a message between two. */
const ahead = 3

/**
 * The other runners, as helpers with a run. A runner receives parts through a reader in its shards. If the computed
 * owner of a shard is wrong, another runner reads the part, which does no harm.
 */
export const makeHelp = Effect.gen(function* () {
  const storage = yield* RunnerStorage.RunnerStorage
  const sharding = yield* Sharding.Sharding
  const self = yield* ProcessName
  const clientOf = yield* PartReader.client

  const helpers = Effect.fnUntraced(function* (run: Helped) {
    const well = (yield* storage.getRunners).filter(([, isWell]) => isWell)
    if (well.length <= 1) return []
    const owner = ownersOf(well.map(([{ address }]) => PrimaryKey.value(address)))
    const found = new Map<string, string>()
    for (let i = 0; i < tries; i++) {
      const id = `${run.runId}/${i}`
      const name = owner(sharding.getShardId(makeEntityId(id), partsGroup).id) ?? self
      if (name !== self && !found.has(name)) found.set(name, id)
    }
    return Array.from(found, ([name, id]): Helper => ({ name, ahead, read: (part) => readBy(id, run, part) }))
  })

  const readBy = (id: string, run: Helped, part: string) =>
    clientOf(id)
      .Read({ ...run, part })
      .pipe(
        Effect.map((totals) => totals ?? undefined),
        Effect.catch((error) =>
          Effect.as(Effect.logInfo(`No other runner helps with ${part}: ${error.message}`), undefined)
        ),
        // A runner of another version may not know such parts, and answers with a defect.
        Effect.catchDefect((defect) =>
          Effect.as(Effect.logInfo(`No other runner helps with ${part}.`, defect), undefined)
        )
      )

  return (run: Helped) => Effect.orElseSucceed(helpers(run), (): ReadonlyArray<Helper> => [])
})
