import { Effect, Layer, Metric } from "effect"
import { HttpServer } from "effect/http"
import { keepGivingSigns } from "../cluster/Heartbeat.ts"
import { partsRead } from "../cluster/PartsRead.ts"
import { RequestStatistics } from "../observability/RequestStatistics.ts"
import { ReadServerStandings } from "../replicas/PublishedReads.ts"

/**
 * Tells other processes on the database that this one serves, at which address, how much, and which servers it reads
 * from.
 */
export const layerNoDeps = Layer.effectDiscard(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const { totals } = yield* RequestStatistics
    const servers = yield* ReadServerStandings
    yield* keepGivingSigns(
      "serve",
      Effect.gen(function* () {
        const standings = yield* servers.list
        return {
          ...totals(),
          listens: HttpServer.formatAddress(address),
          partsRead: (yield* Metric.value(partsRead)).count,
          readServers: standings.map(({ isUsed, lagMillis, name, role, why }) => ({
            name,
            role,
            used: isUsed,
            why: why ?? null,
            lagSeconds: lagMillis === undefined ? null : lagMillis / 1_000
          }))
        }
      })
    )
  })
)
