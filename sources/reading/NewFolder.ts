import { Effect } from "effect"
import type { FileSystem, PlatformError } from "effect"
import { existsSync, mkdirSync } from "node:fs"
import { dirname, resolve } from "node:path"

/**
 * Creates a folder and its missing parents one by one. Node's recursive `mkdir` never returns, and occupies a thread, when
 * a folder is there but whatever is created in it is reported missing: below /proc, or in a mounted folder that has been
 * deleted on its own machine.
 */
export const makeFolder = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  folder: string
): Effect.fn.Return<void, PlatformError.PlatformError> {
  const whole = resolve(folder)
  const parent = dirname(whole)
  if (parent !== whole && !(yield* fs.exists(parent))) yield* makeFolder(fs, parent)
  yield* fs.makeDirectory(whole).pipe(
    Effect.catchReason("PlatformError", "AlreadyExists", (_, error) =>
      // Another process may have created it in the meantime.
      Effect.flatMap(fs.stat(whole), ({ type }) => (type === "Directory" ? Effect.void : Effect.fail(error)))
    )
  )
})

/**
 * The same at once, for threads that wait for nothing.
 *
 * @param fault what an error of Node becomes
 */
export const makeFolderNow = <E>(folder: string, fault: (cause: unknown) => E): Effect.Effect<void, E> =>
  Effect.suspend(() => {
    const whole = resolve(folder)
    if (existsSync(whole)) return Effect.void
    const make = Effect.try({ try: () => mkdirSync(whole), catch: fault }).pipe(
      // Another thread may have created it in the meantime.
      Effect.catch((error) => (existsSync(whole) ? Effect.void : Effect.fail(error)))
    )
    return Effect.andThen(makeFolderNow(dirname(whole), fault), make)
  })
