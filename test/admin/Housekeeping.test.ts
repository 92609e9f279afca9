import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/admin/Activity.ts"
import { AdminSessions } from "../../src/admin/AdminSessions.ts"
import { AuditLog } from "../../src/admin/AuditLog.ts"
import { ConsoleTokens } from "../../src/admin/ConsoleTokens.ts"
import * as Housekeeping from "../../src/admin/Housekeeping.ts"
import { SignInGuard } from "../../src/admin/SignInGuard.ts"

it.effect("What has expired MUST be deleted every hour, everywhere, even after an hour in which it could not be", () =>
  Effect.gen(function* () {
    const sweeps: Array<string> = []
    const told: Array<ReadonlyArray<unknown>> = []
    const all = [Activity, AdminSessions, AuditLog, ConsoleTokens, SignInGuard]
    const services = all.map(({ key }) => {
      const sweep = Effect.suspend(() => {
        const isFirst = !sweeps.includes(key)
        sweeps.push(key)
        return isFirst ? Effect.fail({ message: "Away." }) : Effect.void
      })
      return [key, { sweep }] as const
    })
    const context = Context.makeUnsafe<Layer.Services<typeof Housekeeping.layer>>(new Map(services))
    yield* Layer.build(Housekeeping.layer).pipe(
      Effect.provideContext(context),
      Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push([message].flat()))]))
    )
    yield* TestClock.adjust("2 hours")
    const keys = all.map(({ key }) => key)
    assert.deepStrictEqual(sweeps, [...keys, ...keys, ...keys])
    assert.deepStrictEqual(told, [["Away."]], "they share the reason, which is told once")
  }).pipe(Effect.scoped)
)
