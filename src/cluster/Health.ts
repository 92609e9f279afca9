import { Effect, Layer, Schedule, Schema } from "effect"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as RunnerStorage from "effect/cluster/RunnerStorage"
import { SqlClient } from "effect/sql"
import { ProcessName } from "../shared/ProcessName.ts"
import { applicationName } from "./ClusterDatabase.ts"
import { rowsOf } from "../database/Rows.ts"

const aliveRows = rowsOf({ alive: Schema.Boolean })

/**
 * A runner lives as long as it has a session: the server sees a process die before anyone else does, and nobody has to be
 * called for that. One that is stopped or cut off keeps its sessions for a while; it is known by giving no more signs. Where
 * the server cannot be asked, nobody is taken for dead.
 */
export const layer = Layer.effect(
  RunnerHealth.RunnerHealth,
  Effect.map(SqlClient.SqlClient, (sql) =>
    RunnerHealth.RunnerHealth.of({
      isAlive: ({ host, port }) =>
        aliveRows(sql`
          SELECT EXISTS (
            SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = ${applicationName(`${host}:${port}`)}
          ) AS alive`).pipe(
          Effect.map(([row]) => row?.alive === true),
          Effect.orElseSucceed(() => true)
        )
    })
  )
)

const lookEvery = "2 seconds"

/**
 * Strikes out runners that are dead, so that their shards are shared out again at once. The cluster has one runner look, and
 * that one may be the dead one: here all do. Who was not there two times running, as everybody is for a moment when the
 * server is restarted, is struck out; were it alive, it would put itself down again.
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
        const name = `${address.host}:${address.port}`
        if (name === self || (yield* health.isAlive(address))) continue
        gone.add(name)
        if (missing.has(name)) yield* storage.unregister(address)
      }
      missing = gone
    })
    yield* look.pipe(Effect.ignore, Effect.repeat(Schedule.spaced(lookEvery)), Effect.forkScoped)
  })
)
