import { Effect } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import type { Conflict, NotThere } from "../../../schemas/admin/Errors.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import type { Suppression } from "../../../schemas/admin/Suppressions.ts"
import type { SuppressionRefused } from "../../sync/suppression/SuppressionErrors.ts"
import type { SuppressionRow } from "../../sync/suppression/SuppressionSql.ts"
import { Suppressions } from "../../sync/suppression/Suppressions.ts"
import { handlersOf } from "../server/RequestServices.ts"
import { conflict, notThere, outages } from "./Failures.ts"
import { instant } from "./Instant.ts"

const toSuppression = ({ createdAt, latitude, liftedAt, longitude, ...row }: SuppressionRow): Suppression => ({
  ...row,
  createdAt: instant(createdAt),
  liftedAt: liftedAt === null ? null : instant(liftedAt),
  near: latitude === null || longitude === null ? null : { latitude, longitude }
})

const refused = (error: SuppressionRefused): Effect.Effect<never, Conflict | NotThere> =>
  error.reason === "Suppressed" ? conflict(error) : notThere(error)

/** What the audit log records, which is never whose home it is. */
const detailOf = ({ country, kind, reason }: SuppressionRow): string =>
  `${kind}${country === null ? "" : ` in ${country}`}: ${reason}`

export const layerNoDeps = handlersOf(
  AdminApi,
  "suppressions",
  Effect.fnUntraced(function* (handlers) {
    const suppressions = yield* Suppressions

    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { data: { suppressions: (yield* suppressions.list).map(toSuppression) } }
      }, outages),
      find: Effect.fnUntraced(function* ({ payload: { country, text } }) {
        const { addresses, suppressedBy } = yield* suppressions.find(country, text)
        return { data: { addresses, suppressedBy: suppressedBy ?? null } }
      }, outages),
      preview: Effect.fnUntraced(
        function* ({ payload: { target } }) {
          return { data: { addresses: yield* suppressions.preview(target) } }
        },
        outages,
        Effect.catchTag("SuppressionRefused", notThere)
      ),
      suppress: Effect.fnUntraced(
        function* ({ payload: { reason, target } }) {
          const { note } = yield* CurrentSession
          const { suppression } = yield* suppressions.suppress(target, reason)
          yield* note({ target: suppression.id, detail: detailOf(suppression) })
          return { data: toSuppression(suppression) }
        },
        outages,
        Effect.catchTag("SuppressionRefused", refused)
      ),
      lift: Effect.fnUntraced(
        function* ({ params: { id } }) {
          const { note } = yield* CurrentSession
          const suppression = yield* suppressions.lift(id)
          yield* note({ target: id, detail: detailOf(suppression) })
          return { data: toSuppression(suppression) }
        },
        outages,
        Effect.catchTag("SuppressionRefused", notThere)
      )
    })
  })
)
