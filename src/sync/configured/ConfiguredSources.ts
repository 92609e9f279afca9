import { Context, Effect, Layer, Option, Result, Schema, Semaphore } from "effect"
import { type DataSource, SourceError, SourceRegistry } from "../../../sources/DataSource.ts"
import { LocationsMustExist, type SourceType } from "../../../sources/SourceType.ts"
import { type SourceSetting, SourceSettings } from "./SourceSettings.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** A source was not added or removed; the message says why. */
export class SourceRefused extends Schema.TaggedError<SourceRefused>()("SourceRefused", {
  reason: Schema.Literals(["UnknownType", "NameTaken", "InvalidName", "Misconfigured", "NotConfigured"]),
  message: Schema.String
}) {}

const notConfigured = (name: string) =>
  new SourceRefused({
    reason: "NotConfigured",
    message: `No source named "${name}" is configured. Sources listed in the setting SOURCES are removed there.`
  })

const validName = /^[a-z][a-z0-9-]{0,39}$/

const invalidName = (name: string) =>
  new SourceRefused({
    reason: "InvalidName",
    message: `"${name}" cannot be the name of a source. Use up to 40 lower-case letters, digits and hyphens, starting with a letter.`
  })

const nameTaken = (name: string) =>
  new SourceRefused({
    reason: "NameTaken",
    message: `There is already a source named "${name}". Choose another name, or remove that one first.`
  })

/** Types by who configures them, with their services. */
type ReadyTypes = Readonly<Record<SourceSetting["configuredBy"], ReadonlyArray<SourceType<never>>>>

const makeReady = <R>(
  types: ReadonlyArray<SourceType<R>>,
  confine: <A, E>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>,
  context: Context.Context<R>
): ReadyTypes => {
  const withServices = (type: SourceType<R>, configure: SourceType<R>["configure"]): SourceType<never> => ({
    ...type,
    configure: (name, options) => Effect.provide(configure(name, options), context)
  })
  return {
    command: types.map((type) => withServices(type, type.configure)),
    console: types.map((type) => withServices(type, (name, options) => confine(type.configure(name, options))))
  }
}

/** The source that a setting makes. */
const configure = (ready: ReadyTypes, { configuredBy, name, options, type: wanted }: SourceSetting) => {
  const type = ready[configuredBy].find((one) => one.type === wanted)
  return type === undefined
    ? Effect.fail(
        new SourceError({
          source: name,
          reason: "misconfigured",
          message: `There is no source type "${wanted}". Known: ${ready.command.map(({ type }) => type).join(", ")}.`
        })
      )
    : type.configure(name, options)
}

/** The same, whose faults are those of whoever has entered the setting. */
const makeSource = (ready: ReadyTypes, setting: SourceSetting) =>
  Effect.mapError(configure(ready, setting), ({ message }) => {
    const isKnown = ready.command.some(({ type }) => type === setting.type)
    return new SourceRefused({ reason: isKnown ? "Misconfigured" : "UnknownType", message })
  })

/** Strict when a setting is saved: a missing file is a mistake now, though it may appear later. */
const makeNew = (ready: ReadyTypes, setting: SourceSetting) =>
  Effect.provideService(makeSource(ready, setting), LocationsMustExist, true)

/** Configured sources: a type and its options, stored in the database, make a source without code. */
export class ConfiguredSources extends Context.Service<
  ConfiguredSources,
  {
    readonly types: ReadonlyArray<SourceType<never>>
    readonly list: SourceSettings["Service"]["list"]
    /** The source that a setting makes, without storing it. */
    readonly make: (setting: SourceSetting) => Effect.Effect<DataSource, SourceRefused>
    readonly add: (setting: SourceSetting) => Effect.Effect<DataSource, SourceRefused | StorageUnavailable>
    readonly remove: (name: string) => Effect.Effect<void, SourceRefused | StorageUnavailable>
    /** Replaces a source's options if they are valid. What it has published stays until it is read again. */
    readonly edit: (
      change: Pick<SourceSetting, "name" | "options" | "configuredBy">
    ) => Effect.Effect<DataSource, SourceRefused | StorageUnavailable>
    /** Names of disabled sources. */
    readonly disabled: SourceSettings["Service"]["disabled"]
    /** Enables or disables a source, registered ones included. What it has published stays. */
    readonly setEnabled: (name: string, enabled: boolean) => Effect.Effect<void, SourceRefused | StorageUnavailable>
    /**
     * Brings the registry up to date with the configuration, which another process may have changed. Returns the faults
     * of sources that are no longer valid; the others are still registered.
     */
    readonly refresh: Effect.Effect<ReadonlyArray<SourceError>, StorageUnavailable>
  }
>()("doorstep/ConfiguredSources") {
  /**
   * With the types that can be configured, whose services `R` provides. Sources that were configured over HTTP get
   * theirs from `confine`, wherever and by whomever they are run.
   */
  static readonly layerNoDeps = <R>(
    types: ReadonlyArray<SourceType<R>>,
    confine: <A, E>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  ) =>
    Layer.effect(
      ConfiguredSources,
      Effect.gen(function* () {
        const settings = yield* SourceSettings
        const registry = yield* SourceRegistry
        const ready = makeReady(types, confine, yield* Effect.context<R>())

        // One after the other: what was read before a change must not be registered after it.
        const turns = Semaphore.makeUnsafe(1)
        const refresh = turns.withPermits(1)(
          Effect.gen(function* () {
            const results = yield* Effect.forEach(yield* settings.list, (setting) =>
              Effect.result(configure(ready, setting))
            )
            const made = results.filter(Result.isSuccess).map((result) => result.success)
            yield* registry.configure(made, yield* settings.disabled)
            return results.filter(Result.isFailure).map((result) => result.failure)
          })
        )

        const add = Effect.fn("ConfiguredSources.add")(function* (setting: SourceSetting) {
          const { name } = setting
          if (!validName.test(name)) return yield* invalidName(name)
          yield* refresh
          const taken = (yield* registry.all).some((source) => source.manifest.name === name)
          const source = yield* makeNew(ready, setting)
          if (taken || !(yield* settings.add(setting))) return yield* nameTaken(name)
          yield* refresh
          return source
        })

        const remove = Effect.fn("ConfiguredSources.remove")(function* (name: string) {
          if (!(yield* settings.remove(name))) return yield* notConfigured(name)
          yield* refresh
        })

        const edit = Effect.fn("ConfiguredSources.edit")(function* (
          change: Pick<SourceSetting, "name" | "options" | "configuredBy">
        ) {
          const { name } = change
          const known = (yield* settings.list).find((setting) => setting.name === name)
          if (known === undefined) return yield* notConfigured(name)
          const source = yield* makeNew(ready, { ...known, ...change })
          if (!(yield* settings.setOptions(change))) return yield* notConfigured(name)
          yield* refresh
          return source
        })

        const setEnabled = Effect.fn("ConfiguredSources.setEnabled")(function* (name: string, enabled: boolean) {
          const isConfigured = (yield* settings.list).some((setting) => setting.name === name)
          const isRegistered = (yield* registry.all).some(({ manifest }) => manifest.name === name)
          if (!isConfigured && !isRegistered) return yield* notConfigured(name)
          yield* settings.setEnabled(name, enabled)
          yield* refresh
        })

        const { disabled, list } = settings
        return ConfiguredSources.of({
          types: ready.command,
          list,
          make: (setting) => makeSource(ready, setting),
          add,
          remove,
          edit,
          disabled,
          setEnabled,
          refresh
        })
      })
    )
}

/**
 * How to bring the registry up to date, because another process may have added or removed sources. Without configured
 * sources, there is nothing to do.
 */
export const refreshConfigured = Effect.map(
  Effect.serviceOption(ConfiguredSources),
  Option.match({
    onNone: (): Effect.Effect<void, StorageUnavailable> => Effect.void,
    onSome: ({ refresh }) => Effect.asVoid(refresh)
  })
)
