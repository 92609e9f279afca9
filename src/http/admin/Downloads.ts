import { Effect } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import { Downloads } from "../../../sources/reading/Downloads.ts"
import { bytesText } from "../../shared/Amounts.ts"
import { conflict, notThere } from "./Failures.ts"
import { instant } from "./Instant.ts"
import { handlersOf } from "../server/RequestServices.ts"

export const layerNoDeps = handlersOf(
  AdminApi,
  "downloads",
  Effect.fnUntraced(function* (handlers) {
    const kept = yield* Downloads

    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const [downloads, free] = yield* Effect.all([kept.list, kept.free])
        return {
          data: {
            downloads: downloads.map((download) => ({
              ...download,
              fetchedAt: instant(download.fetchedAt),
              changedAt: download.changedAt === null ? null : instant(download.changedAt)
            })),
            bytes: downloads.reduce((sum, { bytes }) => sum + bytes, 0),
            free: free ?? null
          }
        }
      }),
      clear: Effect.fnUntraced(function* () {
        const { note } = yield* CurrentSession
        const cleared = yield* kept.clear()
        yield* note({ detail: bytesText(cleared.bytes) })
        return { data: cleared }
      }),
      remove: Effect.fnUntraced(function* ({ params: { id } }) {
        const { note } = yield* CurrentSession
        const found = (yield* kept.list).find((download) => download.id === id)
        if (found === undefined) return yield* notThere({ message: `No download has the ID "${id}".` })
        const cleared = yield* kept.clear(id)
        if (cleared.inUse > 0) {
          return yield* conflict({
            message: `A run uses ${found.url} now. Cancel the run first, or wait until it ends.`
          })
        }
        yield* note({ detail: `${found.url}, ${bytesText(cleared.bytes)}` })
        return { data: cleared }
      })
    })
  })
)
