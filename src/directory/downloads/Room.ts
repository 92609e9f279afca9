import { Effect } from "effect"
import type { Origin, SourceError } from "../../../sources/reading/Downloads.ts"
import { tooLittleRoom } from "./DownloadFaults.ts"

/** Free bytes where downloads are kept; undefined if unknown, which prevents no download. */
export type Free = Effect.Effect<number | undefined>

/** Bytes to leave free during a download, for what is written while it is read and published. */
const reserve = 64 * 1000 ** 2

/** Bytes written between two looks at what is free: other programs write there, too. */
const lookEvery = 16 * 1000 ** 2

/** Bytes that downloads may still take. */
const roomIn = (free: Free): Effect.Effect<number> =>
  Effect.map(free, (bytes = Infinity) => Math.max(0, bytes - reserve))

/** Fails if there is no room for the rest of a download. */
export const requireRoom = Effect.fnUntraced(function* (free: Free, origin: Origin, bytes: number) {
  const room = yield* roomIn(free)
  if (bytes > 0 && bytes > room) return yield* tooLittleRoom(origin, bytes, room, reserve)
})

/** Fails with `usedUp` if there is no room for so many more bytes, however many a server has announced. */
export const makeSpend = (free: Free, usedUp: Effect.Effect<never, SourceError>) => {
  let allowed = 0
  return Effect.fnUntraced(function* (bytes: number) {
    if (bytes > allowed) {
      const room = yield* roomIn(free)
      if (bytes > room) return yield* usedUp
      allowed = Math.max(bytes, Math.min(room, lookEvery))
    }
    allowed -= bytes
  })
}
