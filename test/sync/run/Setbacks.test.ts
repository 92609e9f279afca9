import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { Setbacks } from "../../../sources/reading/Progress.ts"
import { homes, sourceOf, storages } from "../support.ts"

it.effect("A run MUST tell whoever began it what its source has tried again, and nobody else", () =>
  Effect.gen(function* () {
    const stumbling = sourceOf("alpha", () =>
      Stream.concat(
        Stream.fromEffectDrain(Effect.flatMap(Setbacks, (hear) => hear("The host answered with 503."))),
        Stream.fromIterable(homes(3))
      )
    )
    const { synchronizer } = yield* storages.memory([stumbling])
    const heard: Array<unknown> = []
    const [report] = yield* synchronizer.run({ onSetback: (setback) => Effect.sync(() => void heard.push(setback)) })
    assert.deepInclude(report, { outcome: "published", kept: 3 })
    assert.lengthOf(heard, 1)
    assert.deepInclude(heard[0], { source: "alpha", country: "US", failure: "The host answered with 503." })
    assert.strictEqual((yield* synchronizer.run({ force: true }))[0]!.outcome, "published")
    assert.lengthOf(heard, 1)
  }).pipe(Effect.scoped)
)
