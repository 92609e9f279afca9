import { Effect } from "effect"

// What all code of a process shares: a source that changes it changes the service.

const builtIns = { Array, Date, JSON, Map, Math, Number, Object, Promise, Set, String }

/** What is changed most often, each with what it is. Members of built-in objects are counted by their names. */
const stateOf = (): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([
    ["the working directory", process.cwd()],
    ["the exit code", process.exitCode],
    ...["TZ", "LANG", "LC_ALL", "NODE_OPTIONS", "NODE_TLS_REJECT_UNAUTHORIZED", "NO_PROXY", "HTTPS_PROXY"].map(
      (name) => [`${name} in the environment`, process.env[name]] as const
    ),
    ["fetch", globalThis.fetch],
    ["Math.random", Math.random],
    ["JSON.parse", JSON.parse],
    ...Object.entries(builtIns).flatMap(([name, builtIn]) => [
      [name, Reflect.get(globalThis, name)] as const,
      [
        `what all values of ${name} have`,
        "prototype" in builtIn ? Reflect.ownKeys(builtIn.prototype).map(String).join() : ""
      ] as const
    ])
  ])

const rejections = "unhandledRejection"

/**
 * Reads, and returns what is different in the process afterwards. A promise that fails after nobody waits for it any
 * more, which ends the service, is listed too.
 */
export const watchingProcess = <A, E, R>(reading: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = stateOf()
    const lost: Array<string> = []
    const found = yield* Effect.acquireUseRelease(
      Effect.sync(() => {
        const hear = (error: unknown) => void lost.push(error instanceof Error ? error.message : String(error))
        process.on(rejections, hear)
        return hear
      }),
      () => Effect.tap(reading, () => Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
      (hear) => Effect.sync(() => process.off(rejections, hear))
    )
    const after = stateOf()
    const changed = Array.from(before.keys()).filter((name) => before.get(name) !== after.get(name))
    return { found, changed, lost }
  })
