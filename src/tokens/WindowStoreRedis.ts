import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { Duration, Effect, Layer, Queue, Redacted, References, Schema } from "effect"
import { Redis } from "effect/persistence"
import { settings } from "../settings/Settings.ts"
import { windowMillis } from "./RateLimit.ts"
import { type Claim, WindowStore } from "./WindowStore.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { StorageUnavailable } from "../database/Outage.ts"

/** `REDIS_URL` names no usable Redis server. The message never contains the password. */
class RedisUrlError extends Schema.TaggedError<RedisUrlError>()("RedisUrlError", { message: Schema.String }) {}

const prefix = "doorstep:window:"

/** Grants a claim what is left in its window. Redis runs the script atomically, and deletes the window when it ends. */
const claimScript = Redis.script(
  ({ limit, tokenId, wanted }: Claim) => [prefix + tokenId, limit, wanted, windowMillis],
  {
    numberOfKeys: 1,
    lua: `
local limit, wanted = tonumber(ARGV[1]), tonumber(ARGV[2])
local used = tonumber(redis.call("GET", KEYS[1]))
if not used then
  local granted = math.min(wanted, limit)
  redis.call("SET", KEYS[1], granted, "PX", ARGV[3])
  return { granted, granted, tonumber(ARGV[3]) }
end
local granted = math.max(0, math.min(wanted, limit - used))
if granted > 0 then redis.call("INCRBY", KEYS[1], granted) end
return { granted, used + granted, redis.call("PTTL", KEYS[1]) }
`
  }
).withReturnType<readonly [granted: number, used: number, leftMillis: number]>()

/** The client's error message, in one line. It contains neither user nor password. */
const said = (cause: unknown): string => {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  return (first instanceof Error ? first.message : String(first)).split("\n")[0]!.replace(/\.$/, "")
}

/** The first word of an error that the server has answered with; undefined if it has not answered. */
const codeOf = (cause: unknown): string | undefined => /^([A-Z]{2,}) /.exec(said(cause))?.[1]

/** What a server answers as long as its address, or the user's rights, are wrong. Other errors pass. */
const lasting = ["NOAUTH", "NOPERM", "READONLY", "MOVED"]

/** Windows in the Redis server in the context. */
export const layerNoDeps = Layer.effect(
  WindowStore,
  Effect.gen(function* () {
    const redis = yield* Redis.Redis
    const run = redis.eval(claimScript)
    return WindowStore.of({
      claim: (claims) =>
        // One round trip: the client pipelines all of them on one connection.
        Effect.forEach(claims, run, { concurrency: "unbounded" }).pipe(
          Effect.map((answers) =>
            answers.map(([granted, used, leftMillis]) => ({ granted, used, leftMillis: Math.max(0, leftMillis) }))
          ),
          Effect.mapError(({ cause }) =>
            codeOf(cause) === undefined
              ? new StorageUnavailable({
                  reason: "Connection",
                  message: "The Redis server that holds the request windows does not respond.",
                  cause
                })
              : new StorageUnavailable({
                  reason: "Rejected",
                  message: `The Redis server that holds the request windows answers: ${said(cause)}.`,
                  cause
                })
          )
        )
    })
  })
)

const refused = (message: string) => Effect.fail(new RedisUrlError({ message: `REDIS_URL ${message}` }))

/** How long to leave a server alone after a response that is not Redis protocol. */
const rest = "1 second"

/**
 * After bytes that are not Redis protocol, a connection never makes sense again. The client would keep reading it, and
 * report an error for every piece.
 */
const withoutNonsense = Layer.effectDiscard(
  Effect.gen(function* () {
    const { client } = yield* NodeRedis.NodeRedis
    const dropped = yield* Queue.sliding<void>(1)
    const faults = yield* Queue.sliding<string>(16)
    // The client tries again every second, and fails alike.
    let told = ""
    client.on("ready", () => {
      told = ""
    })
    client.on("error", (error: Error) => {
      if (said(error) !== told) Queue.offerUnsafe(faults, said(error))
      told = said(error)
      if (!/RESP/.test(error.message) || !client.isOpen) return
      client.destroy()
      Queue.offerUnsafe(dropped, undefined)
    })
    yield* Queue.take(faults).pipe(
      Effect.flatMap((fault) => Effect.logWarning(`The connection to Redis fails: ${fault}`)),
      Effect.forever,
      Effect.forkScoped
    )
    const again = Effect.ignore(Effect.tryPromise(() => client.connect()))
    yield* Queue.take(dropped).pipe(
      Effect.andThen(Effect.sleep(rest)),
      Effect.andThen(again),
      Effect.forever,
      Effect.forkScoped
    )
  })
)

/** Fails if windows can never be written there. */
const checkRights = Effect.gen(function* () {
  const { send } = yield* Redis.Redis
  yield* send("SET", prefix, "0", "PX", "1")
}).pipe(
  Effect.catchIf(
    ({ cause }) => !lasting.includes(codeOf(cause) ?? ""),
    () => Effect.void
  )
)

/**
 * The Redis server of `REDIS_URL`. The service connects to it at startup, and again whenever the connection is lost.
 */
const server = Layer.unwrap(
  Effect.gen(function* () {
    const given = yield* settings.REDIS_URL.value
    if (given === undefined) {
      return yield* refused("is not set, and RATE_LIMIT_STORE=redis needs a server, such as redis://host:6379/0")
    }
    const url = Redacted.value(given)
    let connected = false
    const client = NodeRedis.layer({
      url,
      // The other version of the protocol needs Redis 6, and gives nothing here.
      RESP: 2,
      // A command that cannot be sent now must fail now: the caller then decides without the store.
      disableOfflineQueue: true,
      // Pings distinguish a server that no longer responds from one that is idle.
      pingInterval: 1_000,
      socket: {
        connectTimeout: Duration.toMillis(timeBudgets.redisConnect.time),
        socketTimeout: Duration.toMillis(timeBudgets.redisSilent.time),
        // If the server cannot be reached at startup, the setting is wrong; if it disappears later, it will come back.
        reconnectStrategy: (retries, cause) => (connected ? Math.min(50 * 2 ** retries, 1_000) : cause)
      }
    })
    const quiet = Layer.provide(client, Layer.succeed(References.MinimumLogLevel, "Error"))
    return Layer.provideMerge(Layer.merge(withoutNonsense, Layer.effectDiscard(checkRights)), quiet).pipe(
      Layer.tap(() =>
        Effect.sync(() => {
          connected = true
        })
      ),
      Layer.catch(({ cause }) =>
        Layer.effectContext<Redis.Redis, RedisUrlError, never>(
          refused(
            codeOf(cause) === undefined
              ? `names no Redis server that answers at ${new URL(url).host}: ${said(cause)}`
              : `names the Redis server ${new URL(url).host}, which refuses: ${said(cause)}`
          )
        )
      )
    )
  })
)

export const layer = layerNoDeps.pipe(Layer.provide(server))
