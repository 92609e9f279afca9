import { Effect, Schema } from "effect"
import { HttpClient } from "effect/http"
import { serverSettings } from "../../http/Settings.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

const isHealth = Schema.is(Schema.Struct({ status: Schema.Literal("ok") }))

/** Where the service is reached from this machine, by its settings, and whether it runs. */
export const serviceAddress = Effect.gen(function* () {
  const { host, port } = yield* serverSettings
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host
  // A service with PORT 0 says at its start which port it has.
  const url = `http://${reached.includes(":") ? `[${reached}]` : reached}:${port === 0 ? "$PORT" : port}`
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
