import { Effect, FileSystem, Path, Scope } from "effect"
import type { PlatformError } from "effect"
import * as PagedFile from "./PagedFile.ts"

/**
 * Opens a copy of the file that nobody else can write to, so that a file which is overwritten in place (`cp`, an upload)
 * changes nothing for those who read it. The copy has no name any more once it is open: the system gives its space back
 * when it is closed, or when the process ends, however it ends.
 *
 * @param folder where the copy is made, if it is there; else in the system's folder of temporary files
 */
export const open = Effect.fnUntraced(function* (
  path: string,
  folder: string
): Effect.fn.Return<PagedFile.PagedFile, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path | Scope.Scope> {
  const fs = yield* FileSystem.FileSystem
  const { join } = yield* Path.Path
  const scope = yield* Scope.Scope
  // Told apart from a copy that cannot be made, which is no fault of the database.
  yield* Effect.scoped(PagedFile.open(path))
  const copied = Effect.gen(function* () {
    const exists = yield* Effect.orElseSucceed(fs.exists(folder), () => false)
    const place = yield* fs.makeTempDirectoryScoped({ prefix: "geoip-", ...(exists && { directory: folder }) })
    const copy = join(place, "database.mmdb")
    yield* fs.copyFile(path, copy)
    return yield* Scope.provide(PagedFile.open(copy), scope)
  })
  return yield* Effect.scoped(copied).pipe(
    Effect.catch((error) =>
      Effect.andThen(
        Effect.logWarning(
          `No copy of the GeoIP database ${path} can be made (${error.message}). It is read where it is: ` +
            "replace it by renaming a new file over it, never by writing into it."
        ),
        PagedFile.open(path)
      )
    )
  )
})
