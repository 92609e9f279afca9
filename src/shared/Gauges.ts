import { Effect, Metric, Ref, type Scope } from "effect"
import { repeatedly } from "./Repeatedly.ts"

/** A value of a gauge, under labels. */
export interface Sample {
  readonly gauge: Metric.Gauge<number>
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Sets gauges to what was measured. */
export const setGauges = (samples: ReadonlyArray<Sample>): Effect.Effect<void> =>
  Effect.forEach(samples, ({ gauge, labels, value }) => Metric.update(Metric.withAttributes(gauge, labels), value), {
    discard: true
  })

const keyOf = ({ gauge, labels }: Sample): string => `${gauge.id} ${JSON.stringify(labels)}`

/** Sets the gauges of what comes and goes: what was measured the last time, and no longer is there, becomes 0. */
export const makeSetGauges = Effect.map(
  Ref.make<ReadonlyArray<Sample>>([]),
  (last) => (samples: ReadonlyArray<Sample>) =>
    Effect.flatMap(Ref.getAndSet(last, samples), (before) => {
      const now = new Set(samples.map(keyOf))
      const gone = before.filter((one) => !now.has(keyOf(one)))
      return setGauges([...samples, ...gone.map((one) => ({ ...one, value: 0 }))])
    })
)

/** Measures every 15 seconds as long as the scope is open. What cannot be measured keeps its last value. */
export const keepMeasuring = <E extends { readonly message: string }, R>(
  measure: Effect.Effect<void, E, R>
): Effect.Effect<void, never, R | Scope.Scope> =>
  measure.pipe(repeatedly("15 seconds"), Effect.forkScoped, Effect.asVoid)
