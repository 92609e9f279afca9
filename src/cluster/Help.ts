import { Effect, HashRing } from "effect"
import * as RunnerStorage from "effect/cluster/RunnerStorage"
import * as Sharding from "effect/cluster/Sharding"
import { make as makeEntityId } from "effect/cluster/EntityId"
import { ProcessName } from "../shared/ProcessName.ts"
import type { Helped, Helper } from "../sync/read/ReadingHelp.ts"
import { shards } from "./Config.ts"
import { PartReader, partsGroup } from "./Entities.ts"

/** Readers that are looked at until each runner has one. */
const tries = 40

/** Parts that a runner is handed ahead, so that it does not wait for a message between two. */
const ahead = 3

/**
 * The other runners, as helpers with a run. A runner is given parts by a reader that is among its shards; which these are is
 * found as the cluster does: by a ring of the runners that are well. Were that mistaken, another would read, and nothing
 * would be wrong.
 */
export const makeHelp = Effect.gen(function* () {
  const storage = yield* RunnerStorage.RunnerStorage
  const sharding = yield* Sharding.Sharding
  const self = yield* ProcessName
  const clientOf = yield* PartReader.client

  const helpers = Effect.fnUntraced(function* (run: Helped) {
    const well = (yield* storage.getRunners).filter(([, isWell]) => isWell)
    if (well.length <= 1) return []
    const ring = HashRing.make<(typeof well)[number][0]["address"]>()
    for (const [{ address, weight }] of well) HashRing.add(ring, address, { weight })
    const owners = HashRing.getShards(ring, shards) ?? []
    const found = new Map<string, string>()
    for (let i = 0; i < tries; i++) {
      const id = `${run.runId}/${i}`
      const owner = owners[sharding.getShardId(makeEntityId(id), partsGroup).id - 1]
      const name = owner === undefined ? self : `${owner.host}:${owner.port}`
      if (name !== self && !found.has(name)) found.set(name, id)
    }
    return Array.from(found, ([name, id]): Helper => ({ name, ahead, read: (part) => readBy(id, run, part) }))
  })

  const readBy = (id: string, run: Helped, part: string) =>
    clientOf(id)
      .Read({ ...run, part })
      .pipe(
        Effect.map((totals) => totals ?? undefined),
        Effect.catch((error) => Effect.as(Effect.logInfo(`Nobody helps with ${part}: ${error.message}`), undefined))
      )

  return (run: Helped) => Effect.orElseSucceed(helpers(run), (): ReadonlyArray<Helper> => [])
})
