import { Duration, Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { makeClient } from "../database/Client.ts"
import { connectionsTo, Database } from "../database/Database.ts"
import { watchedSockets } from "../database/WatchedSocket.ts"
import { partsOfName, ProcessName } from "../shared/ProcessName.ts"
import { postgresTime, timeBudgets } from "../settings/TimeBudgets.ts"
import { schema, sessionPrefix } from "./ClusterTables.ts"

/**
 * The name of a runner's connections on the server. What distinguishes runners comes first, because long names are cut.
 */
export const applicationName = (runner: string): string => {
  const { host, letters, number } = partsOfName(runner)
  return `${sessionPrefix} ${letters}:${number} ${host}`.slice(0, 63)
}

/**
 * The cluster's own connections to the database. One holds the locks of its shards as long as the process runs, the
 * others send and receive messages. Separate connections mean that reads and publications can neither use them up nor
 * delay the heartbeat. They are watched: a runner waiting for a response that the network has lost would never receive
 * a message again.
 */
export const layer = Layer.effect(
  SqlClient.SqlClient,
  Effect.gen(function* () {
    const server = yield* Database
    const connections = yield* connectionsTo(server, {
      ...watchedSockets(server.url, Duration.toSeconds(timeBudgets.silentCluster.time)),
      applicationName: applicationName(yield* ProcessName),
      minConnections: 0,
      maxConnections: 3,
      connectTimeout: timeBudgets.slowConnect.time,
      startupParameters: {
        search_path: schema,
        statement_timeout: postgresTime(timeBudgets.clusterStatement),
        idle_in_transaction_session_timeout: postgresTime(timeBudgets.clusterStatement)
      }
    })
    return yield* makeClient(connections)
  })
).pipe(Layer.provide(Reactivity.layer))
