import { Effect, Layer } from "effect"
import cluster from "node:cluster"
import { settings } from "../settings/Settings.ts"
import { RateLimit } from "./RateLimit.ts"
import * as SharedRateLimit from "./SharedRateLimit.ts"
import * as WindowStorePostgres from "./WindowStorePostgres.ts"
import * as WindowStoreSupervised from "./WindowStoreSupervised.ts"

/** Loaded only if it is used, because the Redis client takes 6 MB and a tenth of a second. */
const redis = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./WindowStoreRedis.ts")),
    ({ layer }) => layer
  )
)

/** The store chosen in the settings. The memory of workers is that of their supervisor. */
export const layerNoDeps = Layer.unwrap(
  Effect.gen(function* () {
    const fallback = yield* settings.RATE_LIMIT_FALLBACK.value
    const store = yield* settings.RATE_LIMIT_STORE.value
    const shared = SharedRateLimit.layerNoDeps({ fallback })
    if (store === "database") return Layer.provide(shared, WindowStorePostgres.layerNoDeps)
    if (store === "redis") return Layer.provide(shared, redis)
    // Undefined unless this process is one of several workers.
    const { worker } = cluster
    return worker === undefined ? RateLimit.layer : Layer.provide(shared, WindowStoreSupervised.layer(worker))
  })
)
