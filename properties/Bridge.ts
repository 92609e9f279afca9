import { Config, Context, Effect, Option, Schema } from "effect"
import * as fc from "fast-check"

/** A counterexample was found. The message has the settings that replay it: FC_SEED and FC_PATH in the environment. */
export class PropertyFailed extends Schema.TaggedError<PropertyFailed>()("PropertyFailed", {
  message: Schema.String,
  seed: Schema.Int,
  path: Schema.String,
  counterexample: Schema.Unknown,
  cause: Schema.Unknown
}) {}

/** The effort of a property. */
export interface Effort {
  /** Number of cases; default 100. */
  readonly runs?: number
  /** An upper limit for properties with expensive cases, whatever number is requested. */
  readonly most?: number
  /** Seconds after which no further case begins; default: `FC_SECONDS`, or 20. */
  readonly seconds?: number
  /** Pins a regression. A property without a seed tries different cases each time. */
  readonly seed?: number
  /** Cases to try first, each time. */
  readonly examples?: ReadonlyArray<unknown>
}

/** The result for the cases of a property that held. */
export interface Trial {
  readonly tried: number
  readonly asked: number
}

/** Receives each property that held. By default, it warns if fewer cases than requested were tried. */
export const onTrial = Context.Reference<(trial: Trial) => Effect.Effect<void>>("doorstep/properties/onTrial", {
  defaultValue:
    () =>
    ({ asked, tried }) =>
      tried < asked ? Effect.logWarning(`A property was tried in only ${tried} of ${asked} cases.`) : Effect.void
})

/**
 * Whether a counterexample is made smaller, which takes many times as long as to find it. Tests that plant a fault for a law to
 * find turn it off: nobody reads their counterexamples.
 */
export const makesSmaller = Context.Reference<boolean>("doorstep/properties/makesSmaller", {
  defaultValue: () => true
})

/** A path is of one property's cases: whoever sets it for a failure in the environment sets it for all others, too. */
const isOfAnother = (error: unknown): boolean => String(error).includes("Unable to replay, got wrong path")

const settings = Config.all({
  seed: Config.option(Config.Int("FC_SEED")),
  path: Config.option(Config.String("FC_PATH")),
  seconds: Config.withDefault(Config.Number("FC_SECONDS"), 20)
})

/**
 * Tests a law on cases of `arbitrary`, in the context that it runs in. This is the only bridge from fast-check to
 * Effect: a law is an Effect, and fast-check wants promises.
 */
export const property = Effect.fnUntraced(function* <A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  law: (value: A) => Effect.Effect<void, E, R>,
  effort: Effort = {}
) {
  const context = yield* Effect.context<R>()
  const { path, seconds, seed } = yield* settings
  const endOnFailure = !(yield* makesSmaller)
  const pinned = Option.getOrElse(seed, () => effort.seed)
  const asked = effort.runs ?? Math.min(100, effort.most ?? 100)
  const details = yield* Effect.promise(async (signal) => {
    const stop = new AbortController()
    signal.addEventListener("abort", () => stop.abort())
    let running: Promise<unknown> = Promise.resolve()
    const check = async (replayed: { readonly path?: string }) =>
      fc.check(
        fc.asyncProperty(arbitrary, (value) => {
          // Any value other than undefined would count as a failure.
          const run = Effect.runPromiseWith(context)(Effect.asVoid(law(value)), { signal: stop.signal })
          running = run
          return run
        }),
        {
          numRuns: Math.min(asked, effort.most ?? asked),
          endOnFailure,
          plugins: [fc.interruptAfterTimeLimit((effort.seconds ?? seconds) * 1000)],
          ...(pinned === undefined ? {} : { seed: pinned }),
          ...replayed,
          ...(effort.examples === undefined ? {} : { examples: effort.examples.map((value) => [value as A]) })
        }
      )
    const found = await check(Option.isSome(path) ? { path: path.value } : {}).catch((error: unknown) => {
      if (isOfAnother(error)) return check({})
      throw error
    })
    // At the time limit a case may still be running, and using what the next one needs.
    stop.abort()
    await running.catch(() => undefined)
    return found
  })
  if (!details.failed) {
    const tell = yield* onTrial
    // To replay a case, only that case is needed.
    return yield* tell({ tried: details.numRuns, asked: Option.isSome(path) ? details.numRuns : asked })
  }
  const { errorInstance, numRuns, numShrinks } = details
  const counterexample = details.counterexample as readonly [A] | null
  const replay = { seed: details.seed, path: details.counterexamplePath ?? "" }
  if (counterexample === null) {
    const message = `No case ended within ${effort.seconds ?? seconds} seconds, so nothing has been tested. If that is not enough here, set FC_SECONDS to more.`
    return yield* new PropertyFailed({ message, ...replay, counterexample: undefined, cause: new Error(message) })
  }
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return yield* new PropertyFailed({
    message: `${said}\nFC_SEED=${replay.seed} FC_PATH=${replay.path}\nCounterexample, found in case ${numRuns} and made smaller ${numShrinks} times: ${fc.stringify(counterexample[0])}`,
    ...replay,
    counterexample: counterexample[0],
    cause: errorInstance
  })
})

/** Whether no case has ended in time, so that the subject has neither kept nor broken its promise. */
export const isUntried = ({ counterexample }: PropertyFailed): boolean => counterexample === undefined
