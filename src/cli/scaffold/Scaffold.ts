import { Effect, FileSystem, Path, type PlatformError, Schema } from "effect"
import { isCountryCode } from "../../../schemas/CountryCodes.ts"
import { fileFault } from "../../../sources/reading/FileWords.ts"
import { nameFault, namingOf } from "./Naming.ts"
import { installedAs } from "./project/InstalledAs.ts"
import { projectFiles } from "./project/Project.ts"
import { projectNameFault, projectNaming, type ProjectRequest } from "./project/ProjectNaming.ts"
import { filesOf, type Place } from "./Templates.ts"
import { makeFolder } from "../../../sources/reading/NewFolder.ts"

/** Why a source's folder is not written. */
export class ScaffoldRefused extends Schema.TaggedError<ScaffoldRefused>()("ScaffoldRefused", {
  reason: Schema.Literals(["InvalidName", "NameTaken", "UnknownCountry", "Exists", "NoFolder", "NotWritable"]),
  message: Schema.String
}) {}

/** The folder of Doorstep itself. */
const root = Effect.map(Path.Path, (path) => path.resolve(import.meta.dirname, "../../.."))

/** What modules outside of Doorstep's folder import by name. */
const linked = (doorstep: string) => ({ doorstep, effect: `${doorstep}/node_modules/effect` })

const refused = (reason: ScaffoldRefused["reason"], message: string) => new ScaffoldRefused({ reason, message })

const notWritable = (folder: string) =>
  Effect.mapError((cause: PlatformError.PlatformError) =>
    refused(
      "NotWritable",
      `${folder} cannot be written: ${fileFault(cause)}. Name a folder that this user may write to.`
    )
  )

const placeOf = Effect.fnUntraced(function* (folder: string) {
  const path = yield* Path.Path
  const doorstep = yield* root
  const absolute = path.resolve(folder)
  const way = path.relative(doorstep, absolute)
  const fromHere = path.relative(path.resolve("."), absolute)
  const place: Place = {
    folder: fromHere.startsWith("..") || path.isAbsolute(fromHere) ? fromHere : `./${fromHere}`,
    doorstep: path.relative(absolute, doorstep).split(path.sep).join("/"),
    inside: way !== "" && !way.startsWith("..") && !path.isAbsolute(way)
  }
  return place
})

/**
 * Lets modules outside of Doorstep's folder import `doorstep/…` and `effect`, through links in their `node_modules`:
 * both use the same copy of Effect, and nothing needs to be installed. Existing links stay.
 */
export const linkFolder = Effect.fn("Scaffold.link")(function* (folder: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const place = yield* placeOf(folder)
  if (!(yield* Effect.orElseSucceed(fs.exists(folder), () => false))) {
    return yield* refused("NoFolder", `The folder ${folder} does not exist.`)
  }
  if (place.inside) return []
  const modules = path.resolve(folder, "node_modules")
  yield* notWritable(folder)(makeFolder(fs, modules))
  const made: Array<string> = []
  for (const [name, target] of Object.entries(linked(yield* root))) {
    const link = path.join(modules, name)
    if (yield* Effect.orElseSucceed(fs.exists(link), () => false)) continue
    // A dangling link does not count as a file, but is still in the way.
    yield* Effect.ignore(fs.remove(link))
    yield* notWritable(folder)(fs.symlink(path.relative(modules, target), link))
    made.push(link)
  }
  return made
})

/** Creates a new folder inside another one. Existing files are never touched. */
const makeFolderIn = Effect.fnUntraced(function* (into: string, name: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  if (!(yield* Effect.orElseSucceed(fs.exists(into), () => false))) {
    return yield* refused(
      "NoFolder",
      `The folder ${into}, in which to create ${name}, does not exist. Create it first.`
    )
  }
  const folder = path.join(into, name)
  yield* fs.makeDirectory(folder).pipe(
    Effect.catchReason("PlatformError", "AlreadyExists", () =>
      Effect.fail(refused("Exists", `${folder} already exists and was not changed. Choose another name or folder.`))
    ),
    Effect.catchTag("PlatformError", (cause) => notWritable(folder)(Effect.fail(cause)))
  )
  return folder
})

const writeFiles = Effect.fnUntraced(function* (folder: string, files: Readonly<Record<string, string>>) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(folder, file)
    const write = Effect.andThen(makeFolder(fs, path.dirname(place)), fs.writeFileString(place, text, { flag: "wx" }))
    yield* notWritable(folder)(write)
  }
})

const checkNames = Effect.fnUntraced(function* (fault: string | undefined, name: string, country: string) {
  if (fault !== undefined) return yield* refused("InvalidName", fault)
  if (name === "starter") {
    return yield* refused("NameTaken", `There is already a source named "${name}". Choose another name.`)
  }
  if (!isCountryCode(country)) {
    return yield* refused("UnknownCountry", `"${country}" is not an ISO 3166-1 alpha-2 country code, such as US or DE.`)
  }
})

/** Writes the folder of a new source that this Doorstep runs. */
export const scaffold = Effect.fn("Scaffold.write")(function* (request: {
  readonly name: string
  readonly country: string
  /** The folder in which the source's own folder is created. */
  readonly into: string
}) {
  const { country, name } = request
  yield* checkNames(nameFault(name), name, country)
  const folder = yield* makeFolderIn(request.into, name)
  const naming = namingOf(name, country)
  const place = yield* placeOf(folder)
  const files = filesOf(naming, place)
  yield* writeFiles(folder, files)
  yield* linkFolder(folder)
  return { ...place, module: `${place.folder}/${naming.module}.ts`, files: Object.keys(files) }
})

/** Writes a separate project: a package that is developed, tested and published without Doorstep's checkout. */
export const scaffoldProject = Effect.fn("Scaffold.project")(function* (
  request: ProjectRequest & { readonly into: string }
) {
  const naming = projectNaming(request)
  yield* checkNames(projectNameFault(request.name), naming.name, request.country)
  const folder = yield* makeFolderIn(request.into, naming.name)
  const files = projectFiles(naming, yield* installedAs(yield* root, folder))
  yield* writeFiles(folder, files)
  const place = yield* placeOf(folder)
  return { ...place, naming, files: Object.keys(files) }
})
