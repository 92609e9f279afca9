import { join } from "node:path"
import { Effect, FileSystem } from "effect"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { locate, testPlatform } from "../../reading/TestReader.ts"

/** What is guessed of a table with these lines. */
export const guess = Effect.fnUntraced(function* (lines: ReadonlyArray<string>, country?: string) {
  const files = yield* FileSystem.FileSystem
  const location = join(yield* files.makeTempDirectoryScoped(), "table.csv")
  yield* files.writeFileString(location, lines.join("\n"))
  return yield* guessTable(yield* locate(location), { country })
})

export const run = <A, E, R>(test: Effect.Effect<A, E, R>) => test.pipe(Effect.scoped, Effect.provide(testPlatform))
