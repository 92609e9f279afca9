import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Fiber, Logger } from "effect"
import * as fc from "fast-check"
import { type Effort, makesSmaller, onTrial, property, type Trial } from "../../properties/Bridge.ts"
import { promise } from "../../properties/Law.ts"

const law = promise("Numbers MUST stay below 500")
const below = (value: number) => law.hold(value < 500, "It is not.", value)
const numbers = fc.nat({ max: 1000 })

const environment = (settings: Readonly<Record<string, string>>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(settings))

describe("The bridge from fast-check to Effect", () => {
  it.effect("MUST run the requested number of cases, different ones each time", () =>
    Effect.gen(function* () {
      const runs: Array<ReadonlyArray<number>> = []
      for (let i = 0; i < 2; i++) {
        const seen: Array<number> = []
        yield* property(numbers, (value) => Effect.sync(() => seen.push(value)), { runs: 30 })
        runs.push(seen)
      }
      assert.deepStrictEqual(
        runs.map((seen) => seen.length),
        [30, 30]
      )
      assert.notDeepEqual(runs[0], runs[1])
    })
  )

  it.effect("MUST report the smallest counterexample, and how to replay it", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(property(numbers, below))
      if (failure._tag !== "PropertyFailed") return assert.fail(failure._tag)
      assert.strictEqual(failure.counterexample, 500)
      assert.include(failure.message, "Numbers MUST stay below 500. It is not. 500")
      assert.include(failure.message, `FC_SEED=${failure.seed} FC_PATH=${failure.path}`)
      assert.match(failure.message, /\nCounterexample, found in case \d+ and made smaller \d+ times: 500$/)
      const seen: Array<number> = []
      const watched = (value: number) =>
        Effect.andThen(
          Effect.sync(() => seen.push(value)),
          below(value)
        )
      const replayed = yield* property(numbers, watched).pipe(
        environment({ FC_SEED: String(failure.seed), FC_PATH: failure.path }),
        Effect.flip
      )
      assert.strictEqual(replayed._tag, "PropertyFailed")
      assert.strictEqual(seen[0], 500)
    })
  )

  it.effect("MUST report the first counterexample as it was found, if nobody wants a smaller one", () =>
    Effect.gen(function* () {
      let cases = 0
      const counted = (value: number) =>
        Effect.andThen(
          Effect.sync(() => cases++),
          below(value)
        )
      const first = property(numbers, counted, { examples: [7, 999], seed: 1 })
      const failure = yield* Effect.flip(Effect.provideService(first, makesSmaller, false))
      assert.deepInclude(failure, { _tag: "PropertyFailed", counterexample: 999 })
      assert.strictEqual(cases, 2)
    })
  )

  it.effect("MUST try all cases of a property if the path to replay is another property's", () =>
    Effect.gen(function* () {
      let tried = 0
      const count = () => Effect.sync(() => void tried++)
      const elsewhere = environment({ FC_SEED: "1", FC_PATH: "112:0:0:1" })
      yield* elsewhere(property(fc.constant(1), count, { runs: 7 }))
      assert.strictEqual(tried, 7)
    })
  )

  it.effect("MUST try the examples first, and the same cases for the same seed", () =>
    Effect.gen(function* () {
      const cases = Effect.fnUntraced(function* () {
        const seen: Array<number> = []
        const effort = { runs: 5, seed: 42, examples: [7, 8] }
        yield* property(numbers, (value) => Effect.sync(() => seen.push(value)), effort)
        return seen
      })
      const first = yield* cases()
      assert.deepStrictEqual(first.slice(0, 2), [7, 8])
      assert.deepStrictEqual(yield* cases(), first)
    })
  )

  it.effect("MUST run laws in the context that it runs in", () =>
    Effect.gen(function* () {
      class Limit extends Context.Service<Limit, number>()("doorstep/test/Limit") {}
      const limited = (value: number) => Effect.flatMap(Limit, (limit) => law.hold(value < limit, "No.", value))
      yield* property(numbers, limited).pipe(Effect.provideService(Limit, 1001))
      const failure = yield* Effect.flip(property(numbers, limited).pipe(Effect.provideService(Limit, 0)))
      assert.strictEqual(failure._tag, "PropertyFailed")
    })
  )

  it.effect("MUST fail on a defect in a law as on a broken one", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(property(numbers, () => Effect.die(new Error("a bug in the law"))))
      assert.include(failure.message, "a bug in the law")
    })
  )

  it.live("MUST report the number of cases tried, and warn when they are fewer than requested", () =>
    Effect.gen(function* () {
      const warned: Array<string> = []
      const logger = Logger.make<unknown, void>(({ logLevel, message }) => void warned.push(`${logLevel} ${message}`))
      const trialsOf = Effect.fnUntraced(function* (law: (value: number) => Effect.Effect<void>, effort: Effort) {
        const trials: Array<Trial> = []
        const listen = (trial: Trial) => Effect.sync(() => void trials.push(trial))
        yield* Effect.provideService(property(numbers, law, effort), onTrial, listen)
        yield* Effect.provide(property(numbers, law, effort), Logger.layer([logger]))
        return trials
      })
      const pass = () => Effect.void
      assert.deepStrictEqual(yield* trialsOf(pass, { runs: 12 }), [{ tried: 12, asked: 12 }])
      assert.deepStrictEqual(yield* trialsOf(pass, { most: 5 }), [{ tried: 5, asked: 5 }])
      assert.deepStrictEqual(warned, [])
      assert.deepStrictEqual(yield* trialsOf(pass, { runs: 12, most: 5 }), [{ tried: 5, asked: 12 }])
      assert.deepStrictEqual(warned, ["Warn A property was tried in only 5 of 12 cases."])
      // The third case of each property never ends, so it takes all the time there is.
      let count = 0
      const third = () => Effect.suspend(() => (++count % 3 === 0 ? Effect.never : Effect.void))
      assert.deepStrictEqual(yield* trialsOf(third, { seconds: 0.5 }), [{ tried: 2, asked: 100 }])
      assert.include(warned[1], "in only 2 of 100 cases")
    })
  )

  it.live("MUST leave no case running when its time is up", () =>
    Effect.gen(function* () {
      let running = 0
      const slow = () =>
        Effect.acquireUseRelease(
          Effect.sync(() => running++),
          () => Effect.never,
          () => Effect.sync(() => running--)
        )
      const failure = yield* Effect.flip(property(numbers, slow, { seconds: 0.05 }))
      // No case has passed, so nothing has been shown.
      assert.match(failure.message, /^No case ended within 0\.05 seconds, so nothing has been tested\..+FC_SECONDS/)
      assert.strictEqual(running, 0)
    })
  )

  it.live("MUST stop with the fiber that runs it", () =>
    Effect.gen(function* () {
      let running = 0
      const started = Promise.withResolvers<void>()
      const slow = () =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            running++
            started.resolve()
          }),
          () => Effect.never,
          () => Effect.sync(() => running--)
        )
      const fiber = yield* Effect.forkChild(property(numbers, slow))
      yield* Effect.promise(() => started.promise)
      yield* Fiber.interrupt(fiber)
      yield* Effect.yieldNow
      assert.strictEqual(running, 0)
    })
  )
})
