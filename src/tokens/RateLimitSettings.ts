import { Config, Effect, Layer, Schema } from "effect"
import { quoted } from "../../schemas/Quoted.ts"
import { RateLimit } from "./RateLimit.ts"
import * as SharedRateLimit from "./SharedRateLimit.ts"
import * as WindowStorePostgres from "./WindowStorePostgres.ts"

/** A setting of the request limits has no such value. The message names the setting, in one line. */
export class RateLimitSettingError extends Schema.TaggedError<RateLimitSettingError>()("RateLimitSettingError", {
  setting: Schema.Literals(["RATE_LIMIT_STORE", "RATE_LIMIT_FALLBACK"]),
  message: Schema.String
}) {}

const choice = Effect.fnUntraced(function* <const Choices extends ReadonlyArray<string>>(
  setting: RateLimitSettingError["setting"],
  choices: Choices
): Effect.fn.Return<Choices[number], RateLimitSettingError | Config.ConfigError> {
  const given = (yield* Config.withDefault(Config.String(setting), "")).trim().toLowerCase() || choices[0]
  const found = choices.find((choice) => choice === given)
  if (found !== undefined) return found
  const message = `${setting} must be one of ${choices.join(", ")}, not ${quoted(given ?? "")}.`
  return yield* new RateLimitSettingError({ setting, message })
})

/**
 * - `RATE_LIMIT_STORE`: where requests are counted: `memory` (each process for itself), `database` or `redis` (all processes
 *   that share it together); memory
 * - `RATE_LIMIT_FALLBACK`: what decides while that store does not answer: `local` (each process counts for itself) or
 *   `refuse` (503); local
 * - `REDIS_URL`: the server of the store `redis`
 */
export const rateLimitSettings = Effect.all({
  store: choice("RATE_LIMIT_STORE", ["memory", "database", "redis"]),
  fallback: choice("RATE_LIMIT_FALLBACK", ["local", "refuse"])
})

/** The client of Redis takes 6 MB and a tenth of a second to load, which only those need who use it. */
const redis = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./WindowStoreRedis.ts")),
    ({ layer }) => layer
  )
)

/** The store that the settings name. */
export const layerNoDeps = Layer.unwrap(
  Effect.gen(function* () {
    const { fallback, store } = yield* rateLimitSettings
    if (store === "memory") return RateLimit.layer
    const shared = SharedRateLimit.layerNoDeps({ fallback })
    return Layer.provide(shared, store === "database" ? WindowStorePostgres.layerNoDeps : redis)
  })
)
