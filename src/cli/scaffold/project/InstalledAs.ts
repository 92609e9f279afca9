import { Effect, FileSystem, Option, Path, Schema } from "effect"
import { doorstepVersion } from "./Versions.ts"

/** What npm notes of a `node_modules` whose packages it has installed. */
const Installed = Schema.fromJsonString(
  Schema.Struct({
    packages: Schema.Struct({ "node_modules/doorstep": Schema.Struct({ resolved: Schema.String }) })
  })
)

/**
 * What a project in a folder names this Doorstep by: its version, or the file that it was installed from, since a version
 * that nobody has published is nowhere else.
 */
export const installedAs = Effect.fn("Scaffold.installedAs")(function* (doorstep: string, folder: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const modules = path.dirname(doorstep)
  const noted = yield* fs.readFileString(path.join(modules, ".package-lock.json")).pipe(
    Effect.flatMap(Schema.decodeEffect(Installed)),
    Effect.map(({ packages }) => packages["node_modules/doorstep"].resolved),
    Effect.option
  )
  if (Option.isNone(noted) || !noted.value.startsWith("file:")) return doorstepVersion
  const file = path.resolve(path.dirname(modules), noted.value.slice("file:".length))
  if (!(yield* Effect.orElseSucceed(fs.exists(file), () => false))) return doorstepVersion
  return `file:${path.relative(path.resolve(folder), file).split(path.sep).join("/")}`
})
