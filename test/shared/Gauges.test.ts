import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { TestClock } from "effect/testing"
import { keepMeasuring, makeSetGauges } from "../../src/shared/Gauges.ts"

const valueOf = (gauge: Metric.Gauge<number>, labels: Readonly<Record<string, string>>) =>
  Effect.map(Metric.value(Metric.withAttributes(gauge, labels)), ({ value }) => value)

describe("Gauges", () => {
  it.effect("MUST be 0 for what no longer is there, by its labels", () =>
    Effect.gen(function* () {
      const gauge = Metric.gauge("test_gauges_gone")
      const set = yield* makeSetGauges
      yield* set([
        { gauge, labels: { country: "DE" }, value: 3 },
        { gauge, labels: { country: "AT" }, value: 4 }
      ])
      yield* set([{ gauge, labels: { country: "AT" }, value: 5 }])
      assert.strictEqual(yield* valueOf(gauge, { country: "DE" }), 0)
      assert.strictEqual(yield* valueOf(gauge, { country: "AT" }), 5)
    })
  )

  it.effect("MUST be measured again after a measurement that failed, and after one that broke down", () =>
    Effect.gen(function* () {
      let tried = 0
      const measure = Effect.suspend((): Effect.Effect<void, { readonly message: string }> => {
        tried++
        if (tried === 1) return Effect.fail({ message: "The database is away." })
        return tried === 2 ? Effect.die(new TypeError("no row")) : Effect.void
      })
      yield* keepMeasuring(measure)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(tried, 3)
    })
  )
})
