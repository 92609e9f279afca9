import { createHash } from "node:crypto"
import { pathToFileURL } from "node:url"
import { Effect, FileSystem, Path, Schema, type SchemaIssue } from "effect"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { glance } from "../../schemas/Quoted.ts"
import { schemaFaults } from "../../schemas/SchemaFaults.ts"
import { authorsLineOf, type CodeLine, placeText, saidBy } from "../../sources/CodeFault.ts"
import { aloud } from "../shared/Aloud.ts"
import { invocation } from "../shared/Invocation.ts"
import { dataDir, settings } from "../settings/Settings.ts"
import { checkCompanions, packageOf } from "./Companions.ts"
import { findPackage } from "./FindPackage.ts"

/** A module with sources cannot be used; the message says what to change. */
export class SourceModuleError extends Schema.TaggedError<SourceModuleError>()("SourceModuleError", {
  module: Schema.String,
  reason: Schema.Literals([
    "NotFound",
    "CannotLoad",
    "NotCompatible",
    "NoLayer",
    "NotALayer",
    "LayerFailed",
    "NameTaken",
    "NothingRegistered"
  ]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** A manifest's faults, each with its member. */
export const manifestFaults = (issue: SchemaIssue.Issue): string =>
  `The manifest of a source cannot be used. ${schemaFaults(issue).join("; ")}.`

/** What went wrong, in words. A manifest that does not decode is a schema error. */
export const sayOf = (error: unknown): string =>
  Schema.isSchemaError(error) ? manifestFaults(error.issue) : (saidBy(error) ?? String(error))

const isCode = (name: string): boolean => /\.[cm]?[jt]s$/.test(name)

/** Whether a name without a file may be an npm package, with or without a path in it. */
const isPackage = (text: string): boolean =>
  text.length <= 214 && /^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(\/[\w./~-]+)?$/.test(text)

const remedy = "Name a file, relative to the working directory, or an installed package."

/** The package in a specifier, without the path. */
const packageName = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

/** What Node cannot run in a file: TypeScript syntax that is more than types. */
const unstrippable = (message: string): string =>
  ` Node removes types and compiles nothing, so syntax that is more than types has to be written in another way: an enum as a union of texts or a const object, a parameter property as a field, a namespace as a module.${/decorator/i.test(message) ? " Decorators are called as functions." : ""}`

const hintOf = (code: unknown, message: string): string => {
  if (/Cannot use import statement outside a module|Unexpected token 'export'/.test(message)) {
    return ` A package.json above it says that it is CommonJS: set "type": "module" there, or let the name end in .mts.`
  }
  if (/Cannot find package '(doorstep|effect)'/.test(message)) {
    return ` Let its folder find Doorstep with: ${invocation("source link <folder>")}, or install what its package.json names with: npm install`
  }
  if (code === "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING") {
    return " A package that is installed has to be published as JavaScript."
  }
  return code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" ? unstrippable(message) : ""
}

/** The stack of a syntax error begins with the file and line that Node could not parse. */
export const syntaxPlace = (error: unknown): CodeLine | undefined => {
  const [, file, line] =
    (error instanceof SyntaxError ? /^(?:file:\/\/)?(\S[^\n]*?):(\d+)\n/.exec(error.stack ?? "") : undefined) ?? []
  return file === undefined ? undefined : { file: file.replace(/\?anew$/, ""), line: Number(line) }
}

const cannotLoad = (module: string, cause: unknown) => {
  const code = errorCode(cause)
  const place = placeText(syntaxPlace(cause) ?? authorsLineOf(cause))
  const message = `${sayOf(cause).replace(/\.$/, "")}${place}.`
  return new SourceModuleError({
    module,
    reason: "CannotLoad",
    message: `${module} cannot be loaded. ${message}${hintOf(code, message)}`,
    cause
  })
}

/** Name and text of every code file beside the module: if one changes, its sources may behave differently. */
const codeBeside = Effect.fnUntraced(function* (file: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const folder = path.dirname(file)
  const names = (yield* fs.readDirectory(folder)).filter(isCode).sort()
  return yield* Effect.forEach(names, (name) =>
    Effect.map(fs.readFileString(path.join(folder, name)), (text) => `${name}\0${text}\0`)
  )
})

const versionOf = (code: ReadonlyArray<string>): string =>
  createHash("sha256").update(code.join("")).digest("hex").slice(0, 16)

/** Where installed packages are searched: where Doorstep was started, in its data folder, and in its own folder. */
const folders = Effect.gen(function* () {
  const path = yield* Path.Path
  const data = yield* Effect.orElseSucceed(dataDir, () => settings.DATA_DIR.default)
  return [path.resolve("."), path.resolve(data), import.meta.dirname]
})

const notFound = (module: string, message: string) => new SourceModuleError({ module, reason: "NotFound", message })

/** The file of a module that is named like a package. */
const packageFile = Effect.fnUntraced(function* (module: string) {
  const places = yield* folders
  const file = yield* Effect.try({
    try: () => findPackage(module, places),
    catch: (cause) => cannotLoad(module, cause)
  })
  if (file !== undefined) return file
  return yield* notFound(
    module,
    `There is no file ${glance(module, 120)} and no installed package of that name, which should be a module with a source (looked in ${places.slice(0, 2).join(" and ")}). ${remedy} One is installed where Doorstep is started: npm install ${packageName(module)}. Sources that come with Doorstep are chosen by SOURCES, others added with: ${invocation("source add")}`
  )
})

/** The file of a module: a path relative to the working directory, or an installed package. */
const fileOf = Effect.fnUntraced(function* (module: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const file = path.resolve(module)
  const stat = yield* Effect.option(fs.stat(file))
  if (stat._tag === "Some" && stat.value.type === "Directory") {
    const names = yield* Effect.orElseSucceed(fs.readDirectory(file), () => [])
    const modules = names.filter((name) => isCode(name) && !/\.test\.\w+$/.test(name))
    return yield* notFound(
      module,
      `${module} is a folder. Name the module in it${modules.length === 0 ? "" : `: ${modules.map((name) => path.join(module, name)).join(", ")}`}.`
    )
  }
  if (stat._tag === "Some") return file
  if (/^\.|^\//.test(module) || isCode(module) || !isPackage(module)) {
    return yield* notFound(
      module,
      `There is no file ${glance(module, 120)}, which should be a module with a source (looked at ${glance(file, 200)}). ${remedy}`
    )
  }
  return yield* packageFile(module)
})

/** All words in the code of a module and beside it, such as the names of settings that it reads. None if it cannot be read. */
export const wordsOf = (module: string) =>
  fileOf(module).pipe(
    Effect.flatMap(codeBeside),
    Effect.map((code) => code.join("").match(/[\w.-]+/g) ?? []),
    Effect.orElseSucceed((): ReadonlyArray<string> => [])
  )

/**
 * A module's exports, its file, and a version of its code.
 *
 * @param anew evaluates the module once more, as another process would; what it imports stays as it is
 */
export const importModule = Effect.fnUntraced(function* (module: string, anew = false) {
  const file = yield* fileOf(module)
  const code = versionOf(yield* Effect.mapError(codeBeside(file), (cause) => cannotLoad(module, cause)))
  yield* Effect.mapError(
    checkCompanions(module, file),
    (fault) => new SourceModuleError({ module, reason: "NotCompatible", message: `${module} cannot be used. ${fault}` })
  )
  const exported = yield* Effect.tryPromise({
    try: () =>
      import(`${pathToFileURL(file).href}${anew ? "?anew" : ""}`) as Promise<Readonly<Record<string, unknown>>>,
    catch: (cause) => cannotLoad(module, cause)
  }).pipe(aloud(`${module} to be loaded`, "Does it await something at its top level that never ends?"))
  // An installed package may change in files that are not beside its main file.
  const installed = file.includes(`node_modules`) ? packageOf(file)?.version : undefined
  return { exported, file, version: installed === undefined ? code : `${installed}-${code}` }
})
