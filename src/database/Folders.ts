import { Effect } from "effect"
import type { FileSystem, Path, PlatformError } from "effect"

/**
 * Creates a folder and its missing parents one by one. Node's recursive `mkdir` never returns when a folder is reported
 * missing and cannot be created, as below /proc.
 */
export const makeFolder = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  folder: string
): Effect.fn.Return<void, PlatformError.PlatformError> {
  const parent = path.dirname(folder)
  if (parent !== folder && !(yield* fs.exists(parent))) yield* makeFolder(fs, path, parent)
  yield* fs.makeDirectory(folder).pipe(
    Effect.catchReason("PlatformError", "AlreadyExists", (_, error) =>
      // Another process may have created it in the meantime.
      Effect.flatMap(fs.stat(folder), ({ type }) => (type === "Directory" ? Effect.void : Effect.fail(error)))
    )
  )
})
