import { Cause, Context, Effect, type FileSystem, Layer, Path, Predicate, Schema } from "effect"
import { schemaFaults } from "../../schemas/SchemaFaults.ts"
import { settings } from "../settings/Settings.ts"
import type { HttpClient } from "effect/http"
import { type DataSource, Manifest, SourceRegistry } from "../../sources/DataSource.ts"
import type { Reader } from "../../sources/SourceFiles.ts"
import { aloud } from "../shared/Aloud.ts"
import { authorsLineOf, isPortError, placeText } from "../../sources/CodeFault.ts"
import { importModule, manifestFaults, sayOf, SourceModuleError } from "./ImportModule.ts"

/** The services that the Layer of a source module may require. */
type SourceModuleServices = SourceRegistry | Reader | FileSystem.FileSystem | Path.Path | HttpClient.HttpClient

/** Modules named on the command line, in addition to the setting `SOURCE_MODULES`. */
export const GivenSourceModules = Context.Reference<ReadonlyArray<string>>("doorstep/GivenSourceModules", {
  defaultValue: () => []
})

/** Source names contain neither a slash nor a file extension, so a module can be given wherever a source is named. */
export const isSourceModule = (text: string): boolean => /[/\\]|\.[cm]?[jt]s$/.test(text)

/** A module, and the names of the sources that it has registered. */
export interface LoadedModule {
  readonly module: string
  readonly sources: ReadonlyArray<string>
}

/** What stands where a Layer should, in words. */
const kindOf = (found: unknown): string => {
  if (Predicate.hasProperty(found, "manifest")) return "a source"
  if (Effect.isEffect(found)) return "an Effect"
  if (Predicate.isPromiseLike(found)) return "a Promise"
  return found === null ? "null" : typeof found === "object" ? "an object" : `a ${typeof found}`
}

const layerOf = (module: string, exported: Readonly<Record<string, unknown>>) => {
  const found = exported["layer"] ?? exported["default"]
  if (found === undefined) {
    const names = Object.keys(exported)
    const { source } = exported
    const makes = Effect.isEffect(source) ? "layerEffect" : "layer"
    return Effect.fail(
      new SourceModuleError({
        module,
        reason: "NoLayer",
        message:
          `${module} exports ${names.length === 0 ? "nothing" : `${names.join(", ")}, but no layer`}. ` +
          `Add: export const layer = DataSource.${makes}(${source === undefined ? "…" : "source"})`
      })
    )
  }
  // No compiler here knows what the Layer requires; it is given SourceModuleServices.
  if (Layer.isLayer(found)) return Effect.succeed(found as Layer.Layer<never, unknown, SourceModuleServices>)
  return Effect.fail(
    new SourceModuleError({
      module,
      reason: "NotALayer",
      message: `What ${module} exports as its layer is ${kindOf(found)}, not a Layer. A source becomes one by DataSource.layer(source), and an Effect that makes one by DataSource.layerEffect(effect).`
    })
  )
}

/** Why a module's Layer cannot be built, where, and what to do. */
const whyOf = (error: unknown): string => {
  const cause = Predicate.isTagged(error, "ConfigError") && Predicate.hasProperty(error, "cause") && error.cause
  if (Schema.isSchemaError(cause)) {
    return `${schemaFaults(cause.issue).join("; ")}. Is it set? It is read from the environment, and from .env beside the other settings.`
  }
  const message = sayOf(error)
  const missing = /Service not found: (\S+)/.exec(message)?.[1]
  return missing === undefined
    ? `${message.replace(/\.$/, "")}${isPortError(error) ? "" : placeText(authorsLineOf(error))}.`
    : `It requires the service ${missing}, which source modules do not get. They get SourceRegistry, Reader, FileSystem, Path and HttpClient; provide others to the Layer yourself.`
}

const failedWith = (module: string, cause: Cause.Cause<unknown>): SourceModuleError => {
  const error = Cause.squash(cause)
  if (error instanceof SourceModuleError) return error
  const taken = Predicate.isTagged(error, "DuplicateSource")
  return new SourceModuleError({
    module,
    reason: taken ? "NameTaken" : "LayerFailed",
    message: `The sources of ${module} cannot be registered. ${Cause.hasInterruptsOnly(cause) ? "Their Layer interrupted itself." : whyOf(error)}`,
    cause: error
  })
}

/** The registry as a module sees it: what it registers is checked first, and recorded. */
const watched = (registry: SourceRegistry["Service"], module: string, version: string, noted: Array<DataSource>) =>
  SourceRegistry.of({
    ...registry,
    register: (source) =>
      Schema.decodeUnknownEffect(Manifest, { errors: "all" })(source.manifest).pipe(
        Effect.mapError(
          (error) =>
            new SourceModuleError({
              module,
              reason: "LayerFailed",
              message: `The sources of ${module} cannot be registered. ${manifestFaults(error.issue)}`
            })
        ),
        // A module's Layer only knows the registry's error; this one is recovered from the cause.
        Effect.orDie,
        Effect.andThen(
          registry.register({
            ...source,
            fingerprint: Effect.map(source.fingerprint, (fingerprint) => `${fingerprint}/${version}`)
          })
        ),
        Effect.tap(() => Effect.sync(() => noted.push(source)))
      )
  })

/** The Layer that a module exports; `anew` of {@link importModule}. */
export const loadSourceModule = Effect.fn("SourceModules.load")(function* (module: string, anew = false) {
  const { exported, file, version } = yield* importModule(module, anew)
  return { layer: yield* layerOf(module, exported), file, version }
})

/**
 * Loads a module (a path relative to the working directory, or an installed package) and registers its sources, which
 * live as long as the scope. Their fingerprints change with the module's code, so that a corrected source is read
 * again.
 */
export const registerModule = Effect.fn("SourceModules.register")(function* (module: string) {
  const { layer, version } = yield* loadSourceModule(module)
  const registry = yield* SourceRegistry
  const sources: Array<DataSource> = []
  yield* Layer.build(layer).pipe(
    aloud(`the Layer of ${module}`),
    Effect.provideService(SourceRegistry, watched(registry, module, version, sources)),
    // An interruption from outside is no cause that anybody sees.
    Effect.catchCause((cause) => Effect.fail(failedWith(module, cause)))
  )
  if (sources.length === 0) {
    return yield* new SourceModuleError({
      module,
      reason: "NothingRegistered",
      message: `The layer of ${module} registers no source. Make it with DataSource.layer(source).`
    })
  }
  return sources
})

/** Sources in an operator's own modules, in addition to those of the setting `SOURCES`. */
export class SourceModules extends Context.Service<SourceModules, { readonly loaded: ReadonlyArray<LoadedModule> }>()(
  "doorstep/SourceModules"
) {
  /** With the modules named by `SOURCE_MODULES` (comma-separated) and on the command line. */
  static readonly layerNoDeps = Layer.effect(
    SourceModules,
    Effect.gen(function* () {
      const named = yield* settings.SOURCE_MODULES.value
      const path = yield* Path.Path
      const given = [...named, ...(yield* GivenSourceModules)]
      // A module may be named twice, by the setting and on the command line.
      const modules = new Map(given.map((module) => [path.resolve(module), module]))
      const ofSetting = new Set(named)
      const loaded = yield* Effect.forEach(modules.values(), (module) =>
        registerModule(module).pipe(
          Effect.map((sources) => ({ module, sources: sources.map(({ manifest }) => manifest.name) })),
          Effect.mapError((error) =>
            ofSetting.has(module)
              ? new SourceModuleError({ ...error, message: `SOURCE_MODULES: ${error.message}` })
              : error
          )
        )
      )
      return SourceModules.of({ loaded })
    })
  )
}
