import { Effect } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { DEFAULT_LIMIT } from "../../../schemas/Paging.ts"
import { AuditLog } from "../../admin/AuditLog.ts"
import { EffectiveSettings } from "../../settings/EffectiveSettings.ts"
import { decodeCursor, pageOf } from "./Cursor.ts"
import { outages } from "./Failures.ts"
import { instant } from "./Instant.ts"
import { handlersOf } from "../server/RequestServices.ts"

export const layerNoDeps = handlersOf(
  AdminApi,
  "administration",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* AuditLog
    const settings = yield* EffectiveSettings

    return handlers.handleAll({
      audit: Effect.fnUntraced(function* ({ query: { action, cursor, limit = DEFAULT_LIMIT } }) {
        const before = yield* decodeCursor("audit", cursor)
        const found = yield* log.page({ before, action, limit: limit + 1 })
        const { items, nextCursor } = pageOf("audit", found, limit)
        return { data: { entries: items.map((entry) => ({ ...entry, at: instant(entry.at) })), nextCursor } }
      }, outages),
      settings: () =>
        Effect.succeed({
          data: {
            settings: settings.list.map(({ default: fallback, description, name, origin, secret, value }) => ({
              name,
              value: value ?? null,
              origin,
              secret: secret === true,
              default: fallback ?? null,
              description
            }))
          }
        })
    })
  })
)
