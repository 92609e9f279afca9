import { Effect, FileSystem, Path } from "effect"
import type { PlatformError, Scope } from "effect"
import { randomBytes } from "node:crypto"

/** For whoever names a file that exists. */
export const existing = (file: string): string => `${file} already exists. Choose another name, or move it away.`

export const isThere = ({ reason }: PlatformError.PlatformError): boolean => reason._tag === "AlreadyExists"

/** A name beside the file that no other process uses, for what is not complete. Deleted with the scope. */
export const partBeside = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => `${file}.${randomBytes(4).toString("hex")}.part`),
    (part) => Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.ignore(fs.remove(part, { force: true })))
  )

/**
 * Writes a file that appears only when it is complete and on the disk, and replaces none: of two processes that write
 * the same file, one fails with `AlreadyExists`.
 */
export const writeNew = <A, E, R>(
  file: string,
  mode: number,
  write: (out: FileSystem.File) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | PlatformError.PlatformError, Exclude<R, Scope.Scope> | FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const part = yield* partBeside(file)
    const written = yield* Effect.scoped(
      Effect.gen(function* () {
        const out = yield* fs.open(part, { flag: "wx", mode })
        const result = yield* write(out)
        yield* out.sync
        return result
      })
    )
    // Unlike renaming, a link never replaces a file. Some file systems have none.
    yield* Effect.catchIf(
      fs.link(part, file),
      (error) => !isThere(error),
      () => fs.rename(part, file)
    )
    const folder = fs.open(path.dirname(path.resolve(file)), { flag: "r" })
    yield* Effect.ignore(Effect.scoped(Effect.flatMap(folder, (opened) => opened.sync)))
    return written
  }).pipe(Effect.scoped)
