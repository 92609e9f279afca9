import { Effect, Layer } from "effect"
import { settings } from "../settings/Settings.ts"
import { RateLimit } from "./RateLimit.ts"
import * as SharedRateLimit from "./SharedRateLimit.ts"
import * as WindowStorePostgres from "./WindowStorePostgres.ts"

/** Loaded only if it is used, because the Redis client takes 6 MB and a tenth of a second. */
const redis = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./WindowStoreRedis.ts")),
    ({ layer }) => layer
  )
)

/** The store chosen in the settings. */
export const layerNoDeps = Layer.unwrap(
  Effect.gen(function* () {
    const fallback = yield* settings.RATE_LIMIT_FALLBACK.value
    const store = yield* settings.RATE_LIMIT_STORE.value
    if (store === "memory") return RateLimit.layer
    const shared = SharedRateLimit.layerNoDeps({ fallback })
    return Layer.provide(shared, store === "database" ? WindowStorePostgres.layerNoDeps : redis)
  })
)
