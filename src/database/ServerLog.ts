import { ByteSize, Effect } from "effect"
import type { FileSystem } from "effect"

/** When PostgreSQL's log reaches `limit` bytes it becomes `postgres.log.1`, so that the size of both is bounded. */
const limit = 8 * 1024 * 1024

export const sizeOf = (fs: FileSystem.FileSystem, file: string): Effect.Effect<number> =>
  fs.stat(file).pipe(
    Effect.map((info) => Number(ByteSize.toBigInt(info.size))),
    Effect.orElseSucceed(() => 0)
  )

/**
 * Limits the size of the log. The file is truncated, not renamed: a running server opened it for appending and goes on
 * writing at its new end.
 */
export const rotate = Effect.fnUntraced(
  function* (fs: FileSystem.FileSystem, file: string) {
    if ((yield* sizeOf(fs, file)) < limit) return
    // The previous one may belong to another user, after a start as root.
    yield* fs.remove(`${file}.1`, { force: true })
    yield* fs.copyFile(file, `${file}.1`)
    yield* fs.truncate(file, 0)
  },
  (effect) => Effect.ignore(effect)
)

/** The last lines that the server wrote after the log's first `offset` bytes. */
export const linesSince = Effect.fnUntraced(
  function* (fs: FileSystem.FileSystem, file: string, offset: number) {
    const bytes = yield* fs.readFile(file)
    const text = new TextDecoder().decode(bytes.subarray(Math.min(offset, bytes.length)))
    return text
      .split("\n")
      .filter((line) => line !== "")
      .slice(-12)
  },
  (effect) => Effect.orElseSucceed(effect, (): Array<string> => [])
)
