import { existsSync, readFileSync, realpathSync } from "node:fs"
import { findPackageJSON } from "node:module"
import * as Path from "node:path"
import { pathToFileURL } from "node:url"
import { Effect, Schema } from "effect"
import { satisfies, validRange } from "semver"
import { onFirstUse } from "../../schemas/Memoized.ts"

const Ranges = Schema.optionalKey(Schema.Record(Schema.String, Schema.String))

const PackageJson = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.optionalKey(Schema.String),
    version: Schema.optionalKey(Schema.String),
    dependencies: Ranges,
    peerDependencies: Ranges
  })
)

/** A package, from its package.json. */
interface Package {
  readonly folder: string
  readonly name: string
  readonly version: string
  /** The versions that it declares to work with, by package. */
  readonly asks: Readonly<Record<string, string>>
}

const read = Schema.decodeUnknownOption(PackageJson)

const packageAt = (file: string | undefined): Package | undefined => {
  if (file === undefined || !existsSync(file)) return undefined
  const found = read(readFileSync(file, "utf8"))
  if (found._tag === "None") return undefined
  const { dependencies, name = "", peerDependencies, version = "" } = found.value
  return { folder: realpathSync(Path.dirname(file)), name, version, asks: { ...dependencies, ...peerDependencies } }
}

/** The package of that name which modules in a file would import. */
const seenFrom = (file: string, name: string): Package | undefined => {
  try {
    return packageAt(findPackageJSON(name, pathToFileURL(file)))
  } catch {
    return undefined
  }
}

/** The package that a file belongs to. */
export const packageOf = (file: string): Package | undefined => {
  try {
    return packageAt(findPackageJSON(pathToFileURL(file)))
  } catch {
    return undefined
  }
}

/**
 * The folder in which the packages of a file below `node_modules` are installed; otherwise the package's own folder.
 */
const installedIn = (file: string): string | undefined => {
  const at = file.indexOf(`${Path.sep}node_modules${Path.sep}`)
  return at < 0 ? undefined : file.slice(0, at)
}

const quoted = (path: string): string => (/^[\w@./:\\-]+$/.test(path) ? path : JSON.stringify(path))

/** What is running: Doorstep, and its Effect. */
const ours = onFirstUse(() => {
  const doorstep = packageOf(import.meta.filename)
  const effect = seenFrom(import.meta.filename, "effect")
  return doorstep === undefined || effect === undefined ? undefined : { doorstep, effect }
})

/** How to get from two copies of Effect to one. */
const mending = (file: string, root: string, doorstep: Package): string => {
  const installed = installedIn(file)
  if (installed !== undefined && doorstep.folder.startsWith(installed + Path.sep)) {
    return `Let npm merge them: npm dedupe --prefix ${quoted(installed)}. If that does not help, the package must name effect in its peerDependencies, instead of in its dependencies.`
  }
  const its = seenFrom(file, "doorstep")
  const start = `cd ${quoted(root)} && npx doorstep`
  return its === undefined
    ? `Start a Doorstep that is installed beside it: npm install doorstep@${doorstep.version} --prefix ${quoted(root)}, then: ${start}`
    : `Start the Doorstep that is installed beside it: ${start}`
}

/**
 * Why a module cannot work with this Doorstep, in a sentence: it has a different copy of Effect, whose services and
 * Layers are not the service's own, or it needs other versions. Undefined if it can.
 */
const companionFault = (module: string, file: string): string | undefined => {
  const running = ours()
  if (running === undefined) return undefined
  const { doorstep, effect } = running
  const own = packageOf(file)
  if (own?.folder === doorstep.folder) return undefined
  for (const { name: asked, version } of [doorstep, effect]) {
    const range = own?.asks[asked]
    if (range === undefined || validRange(range) === null) continue
    if (satisfies(version, range, { includePrerelease: true })) continue
    const name = `${own?.name ?? module} ${own?.version ?? ""}`.trim()
    return `${name} works with ${asked} ${range}, and this is ${asked} ${version}. Install a version of either that fits the other: npm view ${own?.name ?? module} peerDependencies, npm install doorstep@…`
  }
  const theirs = seenFrom(file, "effect")
  if (theirs === undefined || theirs.folder === effect.folder) return undefined
  return `It has an Effect of its own, ${theirs.version} in ${theirs.folder}, beside Doorstep's, ${effect.version} in ${effect.folder}; both must use one. ${mending(file, installedIn(file) ?? own?.folder ?? Path.dirname(file), doorstep)}`
}

/** Fails if the module in a file cannot work with this Doorstep. */
export const checkCompanions = (module: string, file: string): Effect.Effect<void, string> =>
  Effect.suspend(() => {
    const fault = companionFault(module, realpathSync(file))
    return fault === undefined ? Effect.void : Effect.fail(fault)
  })
