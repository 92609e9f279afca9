import { Effect, Option, Path } from "effect"
import { Flag } from "effect/cli"
import { GivenSourceModules, isSourceModule, SourceModules } from "../../plugins/SourceModules.ts"

/** `--source ./my-register/MyRegister.ts`, once per module. */
export const moduleFlag = Flag.String("source").pipe(
  Flag.withDescription("A module with a source of your own, in addition to SOURCES and SOURCE_MODULES; repeatable"),
  Flag.atLeast(0)
)

/** Runs a command with the sources of these modules registered. */
export const withModules = <A, E, R>(effect: Effect.Effect<A, E, R>, modules: ReadonlyArray<string>) =>
  Effect.provideService(effect, GivenSourceModules, modules)

/** The same for a source given by its name or by its module. */
export const withModulesOf = <A, E, R>(effect: Effect.Effect<A, E, R>, source: string | Option.Option<string>) =>
  withModules(effect, Option.toArray(Option.isOption(source) ? source : Option.some(source)).filter(isSourceModule))

/** The names of the given sources: a module stands for all of its own. Undefined if none is given. */
export const namesOf = Effect.fnUntraced(function* (source: string | Option.Option<string>) {
  const given = Option.isOption(source) ? Option.getOrUndefined(source) : source
  if (given === undefined) return [undefined]
  const { resolve } = yield* Path.Path
  const { loaded } = yield* SourceModules
  return loaded.find(({ module }) => resolve(module) === resolve(given))?.sources ?? [given]
})
