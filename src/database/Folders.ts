import { Effect } from "effect"
import type { FileSystem, Path, PlatformError } from "effect"

/**
 * Makes a folder and those above it that are not there, one by one. What the system does to make all of them at once never
 * ends where a folder is said not to be there and cannot be made, as below /proc.
 */
export const makeFolder = (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  folder: string
): Effect.Effect<void, PlatformError.PlatformError> =>
  Effect.gen(function* () {
    const parent = path.dirname(folder)
    if (parent !== folder && !(yield* fs.exists(parent))) yield* makeFolder(fs, path, parent)
    yield* fs.makeDirectory(folder).pipe(
      Effect.catchReason("PlatformError", "AlreadyExists", (_, error) =>
        // Of two that make it at once, both have it.
        Effect.flatMap(fs.stat(folder), ({ type }) => (type === "Directory" ? Effect.void : Effect.fail(error)))
      )
    )
  })
