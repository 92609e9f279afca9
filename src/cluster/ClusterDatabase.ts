import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { Database } from "../database/Database.ts"
import { watchedSockets } from "../database/WatchedSocket.ts"
import { partsOfName, ProcessName } from "../shared/ProcessName.ts"
import { postgresTime, timeBudgets } from "../settings/TimeBudgets.ts"

/** The prefix of the cluster's tables, in the schema `cluster`. From it comes the number of its locks, too: it stays. */
export const prefix = "work"

/** How a runner's connections are called on the server: what tells runners apart goes first, since a name is cut off. */
export const applicationName = (runner: string): string => {
  const { host, letters, number } = partsOfName(runner)
  return `doorstep runner ${letters}:${number} ${host}`.slice(0, 63)
}

/**
 * The cluster's own connections to the database: one holds the locks of its shards for as long as the process runs, the
 * others bring and fetch messages. Nothing that is read or published can use them up, and hold up the signs of life with
 * them. They are watched: who waits for an answer that a network has lost would take no message for ever.
 */
export const layer = Layer.effect(
  SqlClient.SqlClient,
  Effect.gen(function* () {
    const { url } = yield* Database
    return yield* PgClient.make({
      url,
      ...watchedSockets(url, Duration.toSeconds(timeBudgets.silentCluster.time)),
      applicationName: applicationName(yield* ProcessName),
      minConnections: 0,
      maxConnections: 3,
      connectTimeout: timeBudgets.slowConnect.time,
      keepAlive: "30 seconds",
      startupParameters: {
        search_path: "cluster",
        statement_timeout: postgresTime(timeBudgets.clusterStatement),
        idle_in_transaction_session_timeout: postgresTime(timeBudgets.clusterStatement)
      }
    })
  })
).pipe(Layer.provide(Reactivity.layer))
