import { Effect, Schema } from "effect"
import { HttpClient } from "effect/http"
import { serverSettings } from "../../http/Settings.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

const isHealth = Schema.is(Schema.Struct({ status: Schema.Literal("ok") }))

/** The host to reach a service by that listens on this one: on all addresses means on this machine's own. */
export const reachedBy = (host: string): string => (host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host)

/** A service's URL; an IPv6 address stands in brackets. */
export const urlOf = (host: string, port: number | string): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** The service's address on this machine according to its settings, and whether it is running. */
export const serviceAddress = Effect.gen(function* () {
  const { host, port } = yield* serverSettings
  // With PORT 0, the service prints its port when it starts.
  const url = urlOf(reachedBy(host), port === 0 ? "$PORT" : port)
  if (port === 0) return { url, runs: undefined }
  const client = yield* HttpClient.HttpClient
  const runs = yield* client.get(`${url}/api/v1/health`).pipe(
    Effect.flatMap((response) => response.json),
    Effect.map(isHealth),
    Effect.timeout(timeBudgets.runningService.time),
    Effect.orElseSucceed(() => false)
  )
  return { url, runs }
})
