import { dirname, join } from "node:path"
import { Effect, FileSystem } from "effect"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { locate, testPlatform } from "../../reading/TestReader.ts"

/** What is guessed of a table with these lines. */
export const guess = Effect.fnUntraced(function* (lines: ReadonlyArray<string>, country?: string, name = "table.csv") {
  const files = yield* FileSystem.FileSystem
  const location = join(yield* files.makeTempDirectoryScoped(), name)
  yield* files.writeFileString(location, lines.join("\n"))
  return yield* guessTable(yield* locate(location), { country })
})

/** A folder with files by their paths in it. */
export const folderWith = Effect.fnUntraced(function* (all: Readonly<Record<string, string>>) {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped()
  for (const [path, text] of Object.entries(all)) {
    yield* files.makeDirectory(dirname(join(folder, path)), { recursive: true })
    yield* files.writeFileString(join(folder, path), text)
  }
  return folder
})

export const run = <A, E, R>(test: Effect.Effect<A, E, R>) => test.pipe(Effect.scoped, Effect.provide(testPlatform))
