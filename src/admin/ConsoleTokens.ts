import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { TokenRefused } from "../tokens/TokenErrors.ts"
import { type IssuedToken, TokenStore } from "../tokens/TokenStore.ts"
import { unavailable } from "./AdminErrors.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Requests per minute; search-as-you-type and maps send many. */
const rateLimit = 1200

const isTaken = (error: TokenRefused | StorageUnavailable): boolean =>
  error._tag === "TokenRefused" && error.reason === "NameTaken"

const nameOf = (session: string): string => `console ${session}`
const form = "^console ses_[0-9a-f]{16}$"

/** Whether the console issued a token of this name to itself. */
export const isConsoleToken = (name: string): boolean => new RegExp(form).test(name)

/**
 * Tokens of the public API for the console's own pages: one per session, valid for at most an hour and never longer
 * than the session. The public API accepts only tokens: no cookie gives access to it, so it needs no protection against
 * requests forged by other sites.
 */
export class ConsoleTokens extends Context.Service<
  ConsoleTokens,
  {
    /** Replaces the session's previous token. */
    readonly issue: (session: string, endsAt: number) => Effect.Effect<IssuedToken, TokenRefused | StorageUnavailable>
    readonly revoke: (session: string) => Effect.Effect<void, StorageUnavailable>
    /** Deletes tokens that expired more than a day ago. */
    readonly sweep: Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/ConsoleTokens") {
  static readonly layerNoDeps = Layer.effect(
    ConsoleTokens,
    Effect.gen(function* () {
      const tokens = yield* TokenStore
      const sql = yield* SqlClient.SqlClient
      const revoke = (session: string) =>
        tokens.revoke(nameOf(session)).pipe(
          Effect.asVoid,
          Effect.catchTag("TokenNotFound", () => Effect.void)
        )
      return ConsoleTokens.of({
        issue: Effect.fn("ConsoleTokens.issue")(
          function* (session, endsAt) {
            yield* revoke(session)
            const hour = DateTime.add(yield* DateTime.now, { hours: 1 })
            return yield* tokens.create({
              name: nameOf(session),
              scope: "generate",
              rateLimit,
              expiresAt: DateTime.min(hour, DateTime.makeUnsafe(endsAt))
            })
          },
          // Tabs that are opened together ask at the same moment. Each time, one of them gets its token.
          Effect.retry({ while: isTaken })
        ),
        revoke,
        sweep: Effect.gen(function* () {
          const limit = DateTime.formatIso(DateTime.subtract(yield* DateTime.now, { days: 1 }))
          yield* unavailable(sql`
            DELETE FROM token WHERE name ~ ${form} AND expires_at < ${limit}::timestamptz`)
        })
      })
    })
  )
}
