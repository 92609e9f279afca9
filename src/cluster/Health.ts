import { Effect, Layer } from "effect"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import { SqlClient } from "effect/sql"
import { applicationName } from "./ClusterDatabase.ts"

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
        sql<{ readonly alive: boolean }>`
          SELECT EXISTS (
            SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = ${applicationName(`${host}:${port}`)}
          ) AS alive`.pipe(
          Effect.map(([row]) => row?.alive === true),
          Effect.orElseSucceed(() => true)
        )
    })
  )
)
