import { Effect, Layer, PrimaryKey, Schema } from "effect"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as RunnerStorage from "effect/cluster/RunnerStorage"
import { SqlClient } from "effect/sql"
import { ProcessName } from "../shared/ProcessName.ts"
import { applicationName } from "./ClusterDatabase.ts"
import { rowsOf } from "../database/Rows.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

const aliveRows = rowsOf({ alive: Schema.Boolean })

/**
 * A runner is alive as long as it has a session. When a process dies, the database server notices first, and no runner
 * needs to be contacted. A frozen or disconnected runner keeps its sessions for a while, and is recognized by its
 * missing heartbeat. While the server cannot be queried, nobody is considered dead.
 */
export const layer = Layer.effect(
  RunnerHealth.RunnerHealth,
  Effect.map(SqlClient.SqlClient, (sql) =>
    RunnerHealth.RunnerHealth.of({
      isAlive: (address) =>
        aliveRows(sql`
          SELECT EXISTS (
            SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = ${applicationName(PrimaryKey.value(address))}
          ) AS alive`).pipe(
          Effect.map(([row]) => row?.alive === true),
          Effect.orElseSucceed(() => true)
        )
    })
  )
)

const lookEvery = "2 seconds"

/**
 * Removes dead runners, so that their shards are reassigned at once. The cluster lets a single runner check, which may
 * itself be the dead one; here all of them check. A runner is removed if it is missing twice in a row, because all are
 * missing for a moment when the server restarts. If it is alive after all, it registers again.
 */
export const layerSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const storage = yield* RunnerStorage.RunnerStorage
    const health = yield* RunnerHealth.RunnerHealth
    const self = yield* ProcessName
    let missing: ReadonlySet<string> = new Set()

    const look = Effect.gen(function* () {
      const gone = new Set<string>()
      for (const [{ address }] of yield* storage.getRunners) {
        const name = PrimaryKey.value(address)
        if (name === self || (yield* health.isAlive(address))) continue
        gone.add(name)
        if (missing.has(name)) yield* storage.unregister(address)
      }
      missing = gone
    })
    yield* look.pipe(repeatedly(lookEvery), Effect.forkScoped)
  })
)
