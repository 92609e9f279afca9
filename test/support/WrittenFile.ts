import { join } from "node:path"
import { Effect, FileSystem } from "effect"

/** Writes a file into a folder that is removed with the scope, and returns its path. */
export const writtenFile = Effect.fnUntraced(function* (name: string, content: string | Uint8Array) {
  const files = yield* FileSystem.FileSystem
  const path = join(yield* files.makeTempDirectoryScoped(), name)
  yield* files.writeFile(path, Buffer.from(content))
  return path
})
