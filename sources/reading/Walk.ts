import { join } from "node:path"
import { Effect, type FileSystem, Option, Result } from "effect"
import type { SourceError } from "../DataSource.ts"
import { fault } from "./FileFaults.ts"
import type { Limits } from "./Limits.ts"
import type { LocalFile } from "./LocalFile.ts"
import { misconfigured, type Origin, within } from "./Origin.ts"

/**
 * Finds the files of a folder and its subfolders, in path order. Links are followed, each folder is entered once, and
 * hidden files are left out. A dangling link is a file that cannot be read; it matters only to readers that want it.
 */
export const makeWalk =
  (files: FileSystem.FileSystem, limits: Limits) =>
  (root: Origin, folder: string): Effect.Effect<ReadonlyArray<LocalFile>, SourceError> =>
    Effect.gen(function* () {
      const found: Array<LocalFile> = []
      const entered = new Set<string>()
      let seen = 0

      const enter = Effect.fnUntraced(function* (
        origin: Origin,
        path: string,
        way: string
      ): Effect.fn.Return<void, SourceError> {
        const names = yield* Effect.mapError(files.readDirectory(path), fault(origin))
        seen += names.length
        if (seen > limits.files) {
          return yield* misconfigured(root, `it holds more than ${limits.files} files. Name a folder with fewer.`)
        }
        for (const name of names.sort()) {
          if (name.startsWith(".")) continue
          const file = join(path, name)
          const at = { origin: within(origin, name), path: way === "" ? name : `${way}/${name}`, file }
          const stat = yield* Effect.result(files.stat(file))
          if (Result.isFailure(stat)) {
            const missing = stat.failure.reason._tag === "NotFound"
            found.push({
              path: at.path,
              file,
              size: 0,
              fault: missing
                ? misconfigured(at.origin, "it is a broken link. Fix or remove it.", stat.failure)
                : fault(at.origin)(stat.failure)
            })
          } else if (stat.success.type === "File") {
            found.push({ path: at.path, file, size: Number(stat.success.size) })
          } else if (stat.success.type === "Directory" && isNew(stat.success, file)) {
            yield* enter(at.origin, file, at.path)
          }
        }
      })

      /** Two links to one folder, or a link to a parent, would multiply a few files into very many. */
      const isNew = ({ dev, ino }: FileSystem.File.Info, file: string): boolean => {
        const id = Option.match(ino, { onNone: () => file, onSome: (number) => `${dev} ${number}` })
        if (entered.has(id)) return false
        entered.add(id)
        return true
      }

      isNew(yield* Effect.mapError(files.stat(folder), fault(root)), folder)
      yield* enter(root, folder, "")
      return found.sort((a, b) => (a.path < b.path ? -1 : 1))
    })
