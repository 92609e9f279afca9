import { Effect, Layer } from "effect"
import { Activity } from "./Activity.ts"
import { AdminSessions } from "./AdminSessions.ts"
import { AuditLog } from "./AuditLog.ts"
import { ConsoleTokens } from "./ConsoleTokens.ts"
import { SignInGuard } from "./SignInGuard.ts"
import { repeatedly, unbroken } from "../shared/Repeatedly.ts"

/** Deletes expired data every hour. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sweeps = [
      (yield* Activity).sweep,
      (yield* AdminSessions).sweep,
      (yield* AuditLog).sweep,
      (yield* ConsoleTokens).sweep,
      (yield* SignInGuard).sweep
    ]
    const all = Effect.gen(function* () {
      const [, failures] = yield* Effect.partition(sweeps, unbroken)
      // They share a database, and what it lacks.
      for (const message of new Set(failures.map(({ message }) => message))) yield* Effect.logWarning(message)
    })
    yield* all.pipe(repeatedly("1 hour"), Effect.forkScoped)
  })
)
