import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Latch, Layer } from "effect"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as RunnerStorage from "effect/cluster/RunnerStorage"
import * as ShardId from "effect/cluster/ShardId"
import { TestClock } from "effect/testing"
import * as PatientLocks from "../../src/cluster/PatientLocks.ts"

const runner = RunnerAddress.make("near-ab12", 7)
const [first, second] = [ShardId.make("default", 1), ShardId.make("default", 2)]

/** Locks of which the server holds the first, and what a test opens for it to answer. */
const opened = Effect.gen(function* () {
  const answers = yield* Latch.make(true)
  const memory = yield* RunnerStorage.makeMemory
  const server = Layer.succeed(RunnerStorage.RunnerStorage, {
    ...memory,
    refresh: () => Effect.as(answers.await, [first])
  })
  const context = yield* Layer.build(Layer.provide(PatientLocks.layer, server))
  const { refresh } = Context.get(context, RunnerStorage.RunnerStorage)
  /** A look of the cluster, five seconds after the one before; undefined if it had no answer in that time. */
  const look = Effect.fnUntraced(function* (...shards: ReadonlyArray<ShardId.ShardId>) {
    const looking = yield* Effect.forkChild(refresh(runner, shards))
    yield* TestClock.adjust("4900 millis")
    const found = looking.pollUnsafe()
    yield* Fiber.interrupt(looking)
    yield* TestClock.adjust("100 millis")
    return found
  })
  return { answers, look }
})

describe("the locks of a runner", () => {
  it.effect(
    "MUST be kept for ten seconds if a look at them takes long, and be those that the server holds otherwise",
    () =>
      Effect.gen(function* () {
        const { answers, look } = yield* opened
        for (const _ of [1, 2]) {
          assert.deepStrictEqual(yield* look(first, second), Exit.succeed([first]))
          answers.closeUnsafe()
          assert.deepStrictEqual(yield* look(first, second), Exit.succeed([first, second]))
          assert.isUndefined(yield* look(first, second))
          answers.openUnsafe()
        }
      }).pipe(Effect.scoped)
  )

  it.effect("MUST not be taken for held before the server has said so, nor the server for sound without any", () =>
    Effect.gen(function* () {
      const { answers, look } = yield* opened
      answers.closeUnsafe()
      assert.isUndefined(yield* look(first))
      answers.openUnsafe()
      assert.deepStrictEqual(yield* look(), Exit.succeed([first]))
      answers.closeUnsafe()
      assert.isUndefined(yield* look())
    }).pipe(Effect.scoped)
  )
})
