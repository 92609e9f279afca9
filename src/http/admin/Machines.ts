import { Effect } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import type { Machines, MachineProcess } from "../../../schemas/admin/Machines.ts"
import { unavailable } from "../../admin/AdminErrors.ts"
import { type ClusterSeen, type ProcessPicture, seen, stuckBecause } from "../../cluster/Picture.ts"
import { shardCount } from "../../cluster/Shards.ts"
import { deadAfterSeconds, stuckAfterSeconds } from "../../cluster/Waiting.ts"
import { SlowDatabase } from "../../database/Database.ts"
import { migrations } from "../../database/Migrations.ts"
import { aheadOf, schemaOf } from "../../database/MigrationState.ts"
import { readState } from "../../database/Migrator.ts"
import { silentAfterSeconds } from "../../database/Processes.ts"
import { handlersOf } from "../server/RequestServices.ts"
import { outages } from "./Failures.ts"
import { instant } from "./Instant.ts"

const known = Object.keys(migrations)

const toProcess = ({ report, startedAt, ...process }: ProcessPicture): MachineProcess => ({
  ...process,
  startedAt: instant(startedAt),
  silent: process.silentSeconds > silentAfterSeconds,
  listens: report?.listens ?? null,
  cores: report?.cores ?? null,
  memoryBytes: report?.memoryBytes ?? null,
  requestsPerSecond: report?.requestsPerSecond ?? null,
  drawsPerSecond: report?.drawsPerSecond ?? null,
  readServers: report?.readServers ?? []
})

const toMachines = (picture: ClusterSeen, ahead: ReadonlyArray<string>): Machines => ({
  processes: picture.processes.map(toProcess),
  runners: picture.runners.map((seenOf) => {
    const { waiting: _, ...runner } = seenOf
    return {
      ...runner,
      silent: runner.silentSeconds > deadAfterSeconds,
      stuck: stuckBecause(seenOf) ?? null,
      partsRead: picture.processes.find(({ name }) => name === runner.name)?.report?.partsRead ?? null
    }
  }),
  shards: shardCount,
  waiting: {
    ordered: picture.ordered,
    messages: picture.untaken,
    oldestSeconds: picture.waitedSeconds,
    stuck: picture.untaken > 0 && picture.waitedSeconds > stuckAfterSeconds
  },
  schema: { known: schemaOf(known), ahead }
})

export const layerNoDeps = handlersOf(
  AdminApi,
  "machines",
  Effect.fnUntraced(function* (handlers) {
    const sql = yield* SlowDatabase
    const picture = Effect.provideService(seen, SlowDatabase, sql)
    return handlers.handleAll({
      machines: () =>
        Effect.all([picture, readState(sql)]).pipe(
          Effect.map(([found, state]) => ({ data: toMachines(found, aheadOf(state, known)) })),
          unavailable,
          outages
        )
    })
  })
)
