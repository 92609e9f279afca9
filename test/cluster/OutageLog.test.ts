import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Layer, Logger } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import * as OutageLog from "../../src/cluster/OutageLog.ts"

/** Runs with the loggers of a cluster, and returns what was logged. */
const logged = <E>(effect: Effect.Effect<void, E>) =>
  Effect.suspend(() => {
    const records: Array<{ readonly message: unknown; readonly level: string; readonly hasCause: boolean }> = []
    const keeping = Logger.make(({ cause, logLevel, message }) => {
      const [text] = [message].flat()
      records.push({ message: text, level: logLevel, hasCause: cause.reasons.length > 0 })
    })
    return Effect.as(effect.pipe(Effect.provide(OutageLog.layer.pipe(Layer.provide(Logger.layer([keeping]))))), records)
  })

const persistence = Cause.fail({
  cause: new SqlError.SqlError({
    reason: new SqlError.UnknownError({
      cause: Object.assign(new Error("cannot execute UPDATE in a read-only transaction"), { code: "25006" })
    })
  })
})

/** Whatever the framework's version of the cluster may warn of. */
const warnings = Array.from(
  readFileSync(createRequire(import.meta.url).resolve("effect/cluster/Sharding"), "utf8").matchAll(
    /\.log(?:Warning|Error)\(\s*"([^"]+)"/g
  ),
  ([, text]) => text!
)

it.effect("An outage MUST be told once and in words, whatever each loop of the cluster says of it", () =>
  Effect.gen(function* () {
    const records = yield* logged(
      Effect.gen(function* () {
        for (let round = 0; round < 3; round++) {
          for (const text of warnings) yield* Effect.logWarning(text, persistence)
          yield* TestClock.adjust("20 seconds")
        }
        yield* Effect.logInfo("Shard lock storage has recovered")
        yield* TestClock.adjust("1 minute")
        yield* Effect.logError("Shard lock storage is unhealthy", Cause.fail("timeout"))
      })
    )
    const others = [
      "Could not find entity manager for address, retrying",
      "Persisting outgoing message abandoned during shutdown"
    ]
    assert.includeMembers(warnings, [...others, "No healthy runners available"])
    const ofOutages = records.filter(({ message }) => !others.includes(String(message)))
    assert.deepStrictEqual(ofOutages, [
      {
        message:
          "The database does not respond as it should, so synchronizations wait until it does: The database is read-only: nothing can be changed. Point DATABASE_URL to the primary server, or reset default_transaction_read_only.",
        level: "Warn",
        hasCause: false
      },
      { message: "The database responds again, and synchronizations go on.", level: "Info", hasCause: false },
      {
        message: "The database does not respond as it should, so synchronizations wait until it does.",
        level: "Error",
        hasCause: false
      }
    ])
    // What is no outage is told as often as it happens, with its cause.
    assert.lengthOf(
      records.filter(({ hasCause, message }) => others.includes(String(message)) && hasCause),
      3 * others.length
    )
  })
)
