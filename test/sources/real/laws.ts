import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, FileSystem, Layer, References } from "effect"
import { join } from "node:path"
import { sourceLaws } from "../../../properties/SourceSuite.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { sourceTypes } from "../../../src/Sources.ts"
import { normalize } from "../../../src/sync/normalize/NormalizeInFull.ts"
import { files, type RealFile } from "./RealFiles.ts"

/**
 * node test/sources/real/laws.ts FOLDER [NAME]
 *
 * Holds a source for each file of real addresses in the folder to the laws of sources, and prints what is broken.
 * Missing files are named. A law that a file is known to break must indeed be broken.
 */
const [folder = "", only] = process.argv.slice(2)

const configured = ({ country, name, options, path, type }: RealFile) => {
  const found = sourceTypes.find((one) => one.type === type)!
  const tellsCountry = type === "register" || type === "file"
  return found.configure(name, {
    location: join(folder, path),
    ...(tellsCountry ? {} : type === "openstreetmap" ? { countries: [country] } : { country }),
    ...options
  })
}

const hold = Effect.fnUntraced(function* (file: RealFile) {
  const source = yield* configured(file)
  const reader = yield* Reader
  const laws = sourceLaws(source, file.country, {
    normalize,
    runs: 20,
    most: 20_000,
    rebuild: (change) => Effect.provideService(configured(file), Reader, change(reader))
  })
  let [kept, silent, broken] = [0, 0, 0]
  const known = new Map(Object.entries(file.breaks ?? {}))
  for (const { holds, promise } of laws) {
    const outcome = yield* Effect.result(holds)
    const why = known.get(promise)
    if (outcome._tag === "Failure" && why !== undefined) {
      known.delete(promise)
      yield* Console.log(`  ${promise}: broken by the file. ${why}`)
    } else if (outcome._tag === "Failure") {
      broken += promise.startsWith("MUST") ? 1 : 0
      yield* Console.log(`  ${outcome.failure.message.slice(0, 600)}`)
    } else if (outcome.success === undefined) kept += 1
    else silent += 1
  }
  for (const promise of known.keys()) {
    broken += 1
    yield* Console.log(`  ${promise}: the file does not break it, and is said to.`)
  }
  yield* Console.log(`${file.name}: ${kept} kept, ${silent} say nothing, ${broken} MUST broken`)
  return broken
})

const platform = Layer.merge(NodeHttpClient.layerUndici, NodeServices.layer)

const program = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  let broken = 0
  for (const file of files.filter(({ name }) => only === undefined || name === only)) {
    if (yield* fs.exists(join(folder, file.path))) {
      broken += yield* Effect.catch(hold(file), (error) =>
        Effect.as(Console.error(`${file.name}: ${error.message}`), 1)
      )
    } else yield* Console.error(`${file.path} is not in the folder.`)
  }
  if (broken > 0) process.exitCode = 1
})

await program.pipe(
  Effect.provide(Layer.provideMerge(Reader.layer, platform)),
  Effect.scoped,
  Effect.provideService(References.MinimumLogLevel, "Error"),
  Effect.runPromise
)
