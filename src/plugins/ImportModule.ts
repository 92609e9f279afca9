import { createHash } from "node:crypto"
import { pathToFileURL } from "node:url"
import { Effect, FileSystem, Path, Predicate, Schema, SchemaIssue } from "effect"
import { glance } from "../../schemas/Quoted.ts"
import { invocation } from "../Invocation.ts"

/** A module with sources cannot be used, and what to change. */
export class SourceModuleError extends Schema.TaggedError<SourceModuleError>()("SourceModuleError", {
  module: Schema.String,
  reason: Schema.Literals([
    "NotFound",
    "CannotLoad",
    "NoLayer",
    "NotALayer",
    "LayerFailed",
    "NameTaken",
    "NothingRegistered"
  ]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** A manifest's faults, each with its member. */
export const manifestFaults = (issue: SchemaIssue.Issue): string => {
  const faults = formatIssue(issue).issues.map(
    ({ message, path = [] }) =>
      `${path.map((part) => (typeof part === "object" ? part.key : part)).join(".")}: ${message}.`
  )
  return `The manifest of a source cannot be used. ${faults.join(" ")}`
}

/** What went wrong, in words: a manifest that does not decode is an error of its schema. */
export const sayOf = (error: unknown): string => {
  if (Schema.isSchemaError(error)) return manifestFaults(error.issue)
  return Predicate.hasProperty(error, "message") ? String(error.message) : String(error)
}

const isCode = (name: string): boolean => /\.[cm]?[jt]s$/.test(name)

/** What a name without a file may still be: an npm package, with or without a path in it. */
const isPackage = (text: string): boolean => /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(\/[\w./~-]+)?$/.test(text)

const remedy = "Name a file, relative to the working directory, or an installed package."

const cannotLoad = (module: string, cause: unknown) => {
  const message = sayOf(cause)
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  if (code === "ERR_MODULE_NOT_FOUND" && message.includes(`'${module}'`)) {
    return new SourceModuleError({
      module,
      reason: "NotFound",
      message: `There is no file ${glance(module, 120)} and no installed package of that name, which should be a module with a source. ${remedy} Sources that come with Doorstep are chosen by SOURCES, others added with: ${invocation("source add")}`,
      cause
    })
  }
  const link = /Cannot find package '(doorstep|effect)'/.test(message)
    ? ` Let its folder find Doorstep with: ${invocation("source link <folder>")}`
    : code === "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING"
      ? " A package that is installed has to be published as JavaScript."
      : ""
  return new SourceModuleError({
    module,
    reason: "CannotLoad",
    message: `${module} cannot be loaded. ${message.replace(/\.?$/, ".")}${link}`,
    cause
  })
}

/** The text of every file of code beside the module: what its sources do changes with it. */
const codeVersion = Effect.fnUntraced(function* (file: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const folder = path.dirname(file)
  const hash = createHash("sha256")
  for (const name of (yield* fs.readDirectory(folder)).filter(isCode).sort()) {
    hash.update(`${name}\0${yield* fs.readFileString(path.join(folder, name))}\0`)
  }
  return hash.digest("hex").slice(0, 16)
})

/** What a module exports, and a version of its code: empty for a package. */
export const importModule = Effect.fnUntraced(function* (module: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const file = path.resolve(module)
  const stat = yield* Effect.option(fs.stat(file))
  const notFound = (message: string) => Effect.fail(new SourceModuleError({ module, reason: "NotFound", message }))
  const load = (specifier: string) =>
    Effect.tryPromise({
      try: () => import(specifier) as Promise<Readonly<Record<string, unknown>>>,
      catch: (cause) => cannotLoad(module, cause)
    })
  if (stat._tag === "Some" && stat.value.type === "Directory") {
    const names = yield* Effect.orElseSucceed(fs.readDirectory(file), () => [])
    const modules = names.filter((name) => isCode(name) && !/\.test\.\w+$/.test(name))
    return yield* notFound(
      `${module} is a folder. Name the module in it${modules.length === 0 ? "" : `: ${modules.map((name) => path.join(module, name)).join(", ")}`}.`
    )
  }
  if (stat._tag === "None") {
    if (/^\.|^\//.test(module) || isCode(module) || !isPackage(module)) {
      return yield* notFound(
        `There is no file ${glance(module, 120)}, which should be a module with a source (looked at ${glance(file, 200)}). ${remedy}`
      )
    }
    return { exported: yield* load(module), version: "" }
  }
  const version = yield* Effect.mapError(codeVersion(file), (cause) => cannotLoad(module, cause))
  return { exported: yield* load(pathToFileURL(file).href), version }
})
