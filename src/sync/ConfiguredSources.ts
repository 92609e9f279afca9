import { Context, Effect, Layer, Result, Schema } from "effect"
import { type DataSource, SourceError, SourceRegistry } from "../../sources/DataSource.ts"
import type { SourceType } from "../../sources/SourceType.ts"
import { type SourceSetting, SourceSettings, type SourceSettingsUnavailable } from "./SourceSettings.ts"

/** A source that is not added or removed, and why. */
export class SourceRefused extends Schema.TaggedError<SourceRefused>()("SourceRefused", {
  reason: Schema.Literals(["UnknownType", "NameTaken", "InvalidName", "Misconfigured", "NotConfigured"]),
  message: Schema.String
}) {}

/** Sources by configuration: a type's options, kept in the database, make a source without code. */
export class ConfiguredSources extends Context.Service<
  ConfiguredSources,
  {
    readonly types: ReadonlyArray<SourceType<never>>
    readonly list: SourceSettings["Service"]["list"]
    /** The source that a setting makes; nothing is kept. */
    readonly make: (setting: SourceSetting) => Effect.Effect<DataSource, SourceRefused>
    readonly add: (setting: SourceSetting) => Effect.Effect<DataSource, SourceRefused | SourceSettingsUnavailable>
    readonly remove: (name: string) => Effect.Effect<void, SourceRefused | SourceSettingsUnavailable>
    /**
     * Brings the registry up to date with what is configured, also by another process. Gives the faults of those that
     * make no source any more; the others are registered all the same.
     */
    readonly refresh: Effect.Effect<ReadonlyArray<SourceError>, SourceSettingsUnavailable>
  }
>()("doorstep/ConfiguredSources") {
  /** With the types that can be configured, whose services are given by `R`. */
  static readonly layerNoDeps = <R>(types: ReadonlyArray<SourceType<R>>) =>
    Layer.effect(
      ConfiguredSources,
      Effect.gen(function* () {
        const settings = yield* SourceSettings
        const registry = yield* SourceRegistry
        const context = yield* Effect.context<R>()
        const ready = types.map((type): SourceType<never> => ({
          ...type,
          configure: (name, options) => Effect.provide(type.configure(name, options), context)
        }))

        const configure = ({ name, options, type: wanted }: SourceSetting) => {
          const type = ready.find((known) => known.type === wanted)
          const known = ready.map((one) => one.type).join(", ")
          return type === undefined
            ? Effect.fail(
                new SourceError({
                  source: name,
                  reason: "misconfigured",
                  message: `No type of source is called "${wanted}". Known: ${known}.`
                })
              )
            : type.configure(name, options)
        }

        const make = (setting: SourceSetting) =>
          Effect.mapError(
            configure(setting),
            ({ message }) =>
              new SourceRefused({
                reason: ready.some((type) => type.type === setting.type) ? "Misconfigured" : "UnknownType",
                message
              })
          )

        const refresh = Effect.gen(function* () {
          const results = yield* Effect.forEach(yield* settings.list, (setting) => Effect.result(configure(setting)))
          yield* registry.configure(results.filter(Result.isSuccess).map((result) => result.success))
          return results.filter(Result.isFailure).map((result) => result.failure)
        })

        const add = Effect.fn("ConfiguredSources.add")(function* (setting: SourceSetting) {
          const { name } = setting
          if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
            return yield* new SourceRefused({
              reason: "InvalidName",
              message: `"${name}" cannot name a source: use up to 40 lower case letters, digits and hyphens, a letter first.`
            })
          }
          yield* refresh
          const taken = (yield* registry.all).some((source) => source.manifest.name === name)
          const source = yield* make(setting)
          if (taken || !(yield* settings.add(setting))) {
            return yield* new SourceRefused({
              reason: "NameTaken",
              message: `There is a source named "${name}" already. Choose another name, or remove that one first.`
            })
          }
          yield* refresh
          return source
        })

        const remove = Effect.fn("ConfiguredSources.remove")(function* (name: string) {
          if (!(yield* settings.remove(name))) {
            return yield* new SourceRefused({
              reason: "NotConfigured",
              message: `No source named "${name}" is configured. Sources of the setting SOURCES are left out there.`
            })
          }
          yield* refresh
        })

        return ConfiguredSources.of({ types: ready, list: settings.list, make, add, remove, refresh })
      })
    )
}
