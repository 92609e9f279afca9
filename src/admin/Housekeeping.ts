import { Effect, Layer } from "effect"
import { Activity } from "./Activity.ts"
import { AdminSessions } from "./AdminSessions.ts"
import { AuditLog } from "./AuditLog.ts"
import { ConsoleTokens } from "./ConsoleTokens.ts"
import { SignInGuard } from "./SignInGuard.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

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
    yield* Effect.forEach(sweeps, (sweep) => sweep.pipe(repeatedly("1 hour", Effect.logWarning), Effect.forkScoped), {
      discard: true
    })
  })
)
