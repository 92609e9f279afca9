import { randomUUID } from "node:crypto"
import { Effect, type FileSystem } from "effect"

/**
 * Removes a file that a dead process has left, and never one that another process has put in its place meanwhile: the
 * file is moved away before it is judged, and put back if it is in use. An interruption waits for that. Never fails.
 *
 * @param isUsed judges the file under its other name; a file that it cannot judge is removed
 */
export const removeLeft = Effect.fnUntraced(
  function* <E>(fs: FileSystem.FileSystem, file: string, isUsed: (aside: string) => Effect.Effect<boolean, E>) {
    const aside = `${file}.${randomUUID()}`
    yield* fs.rename(file, aside)
    if (yield* Effect.orElseSucceed(isUsed(aside), () => false)) yield* Effect.ignore(fs.link(aside, file))
    yield* fs.remove(aside, { force: true })
  },
  (removal) => Effect.uninterruptible(Effect.ignore(removal))
)
