import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { LiveRuns } from "../../src/admin/LiveRuns.ts"
import { SyncRuns } from "../../src/sync/run/SyncRuns.ts"

it.effect("Progress MUST be told when it changes, an end once, and something every 15 seconds, after outages too", () =>
  Effect.gen(function* () {
    const state = { running: [] as ReadonlyArray<object>, recent: [{ id: "long ago", endedAt: 0 }], isAway: false }
    const asked = <A>(answer: () => A) =>
      Effect.suspend(() => (state.isAway ? Effect.fail({ message: "Away." }) : Effect.succeed(answer())))
    const runs = { running: asked(() => state.running), recent: () => asked(() => state.recent) }
    yield* TestClock.adjust("1 hour")
    const context = yield* Layer.build(
      Layer.provide(LiveRuns.layerNoDeps, Layer.succeed(SyncRuns, runs as unknown as SyncRuns["Service"]))
    )
    const told: Array<string> = []
    const listen = (name: string) =>
      Context.get(context, LiveRuns).changes.pipe(
        Stream.runForEach(({ at, ended, running }) =>
          Effect.sync(() => {
            told.push(`${name} ${(at - 3_600_000) / 1000}: ${running.length}, ${ended.map(({ id }) => id).join()}`)
          })
        ),
        Effect.forkScoped
      )
    const after = (seconds: number) =>
      Effect.andThen(
        TestClock.adjust(`${seconds} seconds`),
        Effect.sync(() => told.splice(0))
      )
    yield* listen("a")
    assert.deepStrictEqual(yield* after(3), ["a 0: 0, "])
    state.running = [{ id: "1", read: 5 }]
    assert.deepStrictEqual(yield* after(3), ["a 3.5: 1, "])
    state.isAway = true
    assert.deepStrictEqual(yield* after(3), [])
    state.isAway = false
    state.running = []
    state.recent = [{ id: "1", endedAt: 3_609_000 }, ...state.recent]
    assert.deepStrictEqual(yield* after(3), ["a 9.5: 0, 1"])
    // Another end, with nothing else changed.
    state.recent = [{ id: "2", endedAt: 3_612_000 }, ...state.recent]
    assert.deepStrictEqual(yield* after(3), ["a 12.5: 0, 2"])
    assert.deepStrictEqual(yield* after(15), ["a 27.5: 0, "])
    yield* listen("b")
    assert.deepStrictEqual(
      (yield* after(1)).filter((line) => line.startsWith("b")).map((line) => line.replace(/^.*: /, "")),
      ["0, 2,1"]
    )
  }).pipe(Effect.scoped)
)
