import { Effect, FileSystem, Option, Path, Schema } from "effect"
import { doorstepVersion } from "./Versions.ts"

/** What npm records in a `node_modules` folder about the packages it has installed. */
const Installed = Schema.fromJsonString(
  Schema.Struct({
    packages: Schema.Struct({ "node_modules/doorstep": Schema.Struct({ resolved: Schema.String }) })
  })
)

/**
 * How a project in a folder refers to this Doorstep: by its version, or by the file it was installed from, because an
 * unpublished version is found nowhere else. A checkout is no package: it is referred to by the file that its
 * `npm run pack` makes.
 */
export const installedAs = Effect.fn("Scaffold.installedAs")(function* (doorstep: string, folder: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const modules = path.dirname(doorstep)
  const fileAt = (file: string) => `file:${path.relative(path.resolve(folder), file).split(path.sep).join("/")}`
  if (path.basename(modules) !== "node_modules") {
    return fileAt(path.join(doorstep, "build", `doorstep-${doorstepVersion}.tgz`))
  }
  const noted = yield* fs.readFileString(path.join(modules, ".package-lock.json")).pipe(
    Effect.flatMap(Schema.decodeEffect(Installed)),
    Effect.map(({ packages }) => packages["node_modules/doorstep"].resolved),
    Effect.option
  )
  if (Option.isNone(noted) || !noted.value.startsWith("file:")) return doorstepVersion
  const file = path.resolve(path.dirname(modules), noted.value.slice("file:".length))
  if (!(yield* Effect.orElseSucceed(fs.exists(file), () => false))) return doorstepVersion
  return fileAt(file)
})
