import { join } from "node:path"
import { randomUUID } from "node:crypto"
import { Effect, type FileSystem } from "effect"
import type { DownloadRequest, SourceError } from "../../../sources/reading/Downloads.ts"
import { TransferProgress } from "../../../sources/reading/Progress.ts"
import { cannotWrite, roomUsedUp } from "./DownloadFaults.ts"
import { type Free, makeSpend } from "./Room.ts"

/** Bytes of one piece: the most that a lost connection or a cancelled run loses, per concurrent request. */
const pieceBytes = 4 * 1024 ** 2

/**
 * Reads parts of a file that is too large to be downloaded completely. Each piece is a file named by its position in
 * the whole, which exists completely or not at all. Several processes may download at once; at worst, one downloads a
 * piece twice.
 */
export const partsIn = (
  fs: FileSystem.FileSystem,
  folder: string,
  free: Free,
  shownUrl: string,
  { http, origin, remote, url }: DownloadRequest
) => {
  let done = 0
  const spend = makeSpend(
    free,
    Effect.suspend(() => Effect.fail(roomUsedUp(origin, done, remote.size ?? null)))
  )

  const piece = Effect.fnUntraced(function* (start: number, end: number): Effect.fn.Return<Uint8Array, SourceError> {
    const notice = yield* TransferProgress
    const path = join(folder, `${start}-${end}`)
    const kept = yield* Effect.orElseSucceed(fs.readFile(path), () => undefined)
    if (kept !== undefined && kept.length === end - start) return kept
    yield* spend(end - start)
    const bytes = yield* http.range(origin, url, remote, start, end)
    done += bytes.length
    yield* notice({ url: shownUrl, done, total: null })
    const next = join(folder, `${randomUUID()}.next`)
    yield* fs.writeFile(next, bytes).pipe(
      Effect.andThen(fs.rename(next, path)),
      Effect.onError(() => Effect.ignore(fs.remove(next))),
      Effect.catch((error) => Effect.fail(cannotWrite(origin, done, null)(error)))
    )
    return bytes
  })

  return Effect.fnUntraced(function* (start: number, end: number): Effect.fn.Return<Uint8Array, SourceError> {
    if (end - start <= pieceBytes || end > (remote.size ?? 0)) return yield* piece(start, end)
    const whole = new Uint8Array(end - start)
    for (let at = start; at < end; at += pieceBytes) {
      whole.set(yield* piece(at, Math.min(end, at + pieceBytes)), at - start)
    }
    return whole
  })
}
