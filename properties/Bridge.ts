import { Config, Context, Effect, Option, Schema } from "effect"
import * as fc from "fast-check"

/** A counterexample was found. The message has what replays it: FC_SEED and FC_PATH in the environment. */
export class PropertyFailed extends Schema.TaggedError<PropertyFailed>()("PropertyFailed", {
  message: Schema.String,
  seed: Schema.Int,
  path: Schema.String,
  counterexample: Schema.Unknown,
  cause: Schema.Unknown
}) {}

/** How hard a property tries. */
export interface Effort {
  /** Cases; 100 unless given. */
  readonly runs?: number
  /** Cases are dear here: no more than so many, whatever is asked for. */
  readonly most?: number
  /** After so many seconds no further case begins; 20 unless given. */
  readonly seconds?: number
  /** Pins a regression. A property without one tries other cases each time. */
  readonly seed?: number
  /** Cases that are tried first, each time. */
  readonly examples?: ReadonlyArray<unknown>
}

/** What became of the cases of a property that held. */
export interface Trial {
  readonly tried: number
  readonly asked: number
}

/** Hears of each property that held. By default it warns of one that tried fewer cases than asked for. */
export const onTrial = Context.Reference<(trial: Trial) => Effect.Effect<void>>("doorstep/properties/onTrial", {
  defaultValue:
    () =>
    ({ asked, tried }) =>
      tried < asked ? Effect.logWarning(`A property was tried in ${tried} of ${asked} cases only.`) : Effect.void
})

const replay = Config.all({
  seed: Config.option(Config.Int("FC_SEED")),
  path: Config.option(Config.String("FC_PATH"))
})

/**
 * Checks a law against cases of `arbitrary`, in the context in which it runs. All that fast-check runs passes here: a law is
 * an Effect, and fast-check wants promises.
 */
export const property = Effect.fnUntraced(function* <A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  law: (value: A) => Effect.Effect<void, E, R>,
  effort: Effort = {}
) {
  const context = yield* Effect.context<R>()
  const { path, seed } = yield* replay
  const pinned = Option.getOrElse(seed, () => effort.seed)
  const asked = effort.runs ?? Math.min(100, effort.most ?? 100)
  const details = yield* Effect.promise(async (signal) => {
    const stop = new AbortController()
    signal.addEventListener("abort", () => stop.abort())
    let running: Promise<unknown> = Promise.resolve()
    const found = await fc.check(
      fc.asyncProperty(arbitrary, (value) => {
        // Whatever else than nothing it came to would be taken for a failure.
        const run = Effect.runPromiseWith(context)(Effect.asVoid(law(value)), { signal: stop.signal })
        running = run
        return run
      }),
      {
        numRuns: Math.min(asked, effort.most ?? asked),
        plugins: [fc.interruptAfterTimeLimit((effort.seconds ?? 20) * 1000)],
        ...(pinned === undefined ? {} : { seed: pinned }),
        ...(Option.isSome(path) ? { path: path.value } : {}),
        ...(effort.examples === undefined ? {} : { examples: effort.examples.map((value) => [value as A]) })
      }
    )
    // At the time limit a case may still be under way, with its hands in what the next one uses.
    stop.abort()
    await running.catch(() => undefined)
    return found
  })
  if (!details.failed) {
    const tell = yield* onTrial
    // Whoever replays a case asks for no more than that.
    return yield* tell({ tried: details.numRuns, asked: Option.isSome(path) ? details.numRuns : asked })
  }
  const said = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return yield* new PropertyFailed({
    message: `${said}\nFC_SEED=${details.seed} FC_PATH=${details.counterexamplePath ?? ""}\n${fc.defaultReportMessage(details) ?? ""}`,
    seed: details.seed,
    path: details.counterexamplePath ?? "",
    counterexample: (details.counterexample as readonly [A] | null)?.[0],
    cause: details.errorInstance
  })
})
