import { DateTime, Effect, Redacted } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import type { Conflict } from "../../../schemas/admin/Errors.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import type { Token } from "../../../schemas/admin/Tokens.ts"
import type { InvalidRequest } from "../../../schemas/Errors.ts"
import type { TokenRecord } from "../../../schemas/Token.ts"
import { Activity, type TokenSummary } from "../../admin/Activity.ts"
import { isConsoleToken } from "../../admin/ConsoleTokens.ts"
import type { TokenRefused } from "../../tokens/TokenErrors.ts"
import { TokenStore } from "../../tokens/TokenStore.ts"
import { conflict, invalid, notThere, outages } from "./Failures.ts"
import { instant } from "./Instant.ts"
import { handlersOf } from "../server/RequestServices.ts"

const stateOf = ({ expiresAt, revokedAt }: TokenRecord, now: DateTime.Utc): Token["state"] => {
  if (revokedAt !== undefined) return "revoked"
  return expiresAt !== undefined && DateTime.isLessThanOrEqualTo(expiresAt, now) ? "expired" : "active"
}

const iso = (moment: DateTime.Utc | undefined): string | null =>
  moment === undefined ? null : DateTime.formatIso(moment)

const toToken = (record: TokenRecord, use: TokenSummary | undefined, now: DateTime.Utc): Token => ({
  id: record.id,
  name: record.name,
  scope: record.scope,
  rateLimit: record.rateLimit,
  state: stateOf(record, now),
  isConsole: isConsoleToken(record.name),
  createdAt: DateTime.formatIso(record.createdAt),
  expiresAt: iso(record.expiresAt),
  revokedAt: iso(record.revokedAt),
  lastUsedAt: use?.lastUsedAt === undefined ? null : instant(use.lastUsedAt),
  requestsToday: use?.requestsToday ?? 0,
  refusedToday: use?.refusedToday ?? 0
})

const members = { Name: "name", RateLimit: "rateLimit", Expiry: "expiresInDays" } as const

const refused = (error: TokenRefused): Effect.Effect<never, Conflict | InvalidRequest> =>
  error.reason === "NameTaken" ? conflict(error) : invalid(members[error.reason])(error)

export const layerNoDeps = handlersOf(
  AdminApi,
  "tokens",
  Effect.fnUntraced(function* (handlers) {
    const store = yield* TokenStore
    const activity = yield* Activity

    const uses = Effect.map(activity.tokens, (found) => new Map(found.map((use) => [use.token, use])))

    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const [records, used, now] = yield* Effect.all([store.list, uses, DateTime.now])
        return { data: { tokens: records.map((record) => toToken(record, used.get(record.id), now)).reverse() } }
      }, outages),
      create: Effect.fnUntraced(
        function* ({ payload: { expiresInDays, ...request } }) {
          const { note } = yield* CurrentSession
          const now = yield* DateTime.now
          const expiresAt = expiresInDays === undefined ? undefined : DateTime.add(now, { days: expiresInDays })
          const { record, token } = yield* store.create({ ...request, expiresAt })
          yield* note({ target: record.id, detail: `${record.name}: ${record.scope}, ${record.rateLimit} a minute` })
          return { data: { token: Redacted.value(token), record: toToken(record, undefined, now) } }
        },
        outages,
        Effect.catchTag("TokenRefused", refused)
      ),
      revoke: Effect.fnUntraced(
        function* ({ params: { id } }) {
          const { note } = yield* CurrentSession
          // The store accepts names too, and a name may be the ID of a revoked token.
          if (!(yield* store.list).some((one) => one.id === id && one.revokedAt === undefined)) {
            return yield* notThere({ message: `No active or expired token has the ID "${id}".` })
          }
          const record = yield* store.revoke(id)
          yield* note({ target: id, detail: record.name })
          return { data: toToken(record, (yield* uses).get(id), yield* DateTime.now) }
        },
        outages,
        Effect.catchTag("TokenNotFound", notThere)
      ),
      use: Effect.fnUntraced(function* ({ params: { id }, query: { range = "day" } }) {
        if (!(yield* store.list).some((record) => record.id === id)) {
          return yield* notThere({ message: `No token has the ID "${id}".` })
        }
        const points = yield* activity.tokenUse(id, range)
        return {
          data: {
            step: range === "day" ? ("hour" as const) : ("day" as const),
            points: points.map(({ at, refused, requests }) => ({ at: instant(at), requests, refused }))
          }
        }
      }, outages)
    })
  })
)
