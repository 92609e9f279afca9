import { randomUUID } from "node:crypto"
import { open, unlink } from "node:fs/promises"
import { join } from "node:path"
import { Cause, Effect } from "effect"
import { makeFolderNow } from "../../sources/reading/NewFolder.ts"

/**
 * Opens a new file in the folder for as long as the Effect scope; the folder is created if it does not exist. Where the
 * system allows it, the file's name is removed at once, so that nothing is left of it whatever happens to the process.
 *
 * A handle, not a descriptor: it is closed only after what is being read and written.
 */
export const openUnnamed = Effect.fnUntraced(function* (folder: string) {
  yield* makeFolderNow(folder, (cause) => new Cause.UnknownError(cause))
  const path = join(folder, `doorstep-${randomUUID()}`)
  const file = yield* Effect.acquireRelease(
    Effect.tryPromise(() => open(path, "wx+", 0o600)),
    (file) => Effect.ignore(Effect.tryPromise(() => file.close()))
  )
  yield* Effect.ignore(Effect.tryPromise(() => unlink(path)))
  return file
})
