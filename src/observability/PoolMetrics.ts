import { Effect, Layer, Metric, Schedule } from "effect"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { PoolRepository } from "../pool/PoolRepository.ts"
import { Publisher } from "../sync/Publisher.ts"
import { RunOutcome } from "../../schemas/RunOutcome.ts"

/** How often pools and synchronizations are looked at. */
const interval = "15 seconds"

const residential = Metric.gauge("doorstep_pool_residential_addresses", {
  description: "Published residential addresses of a country."
})
const version = Metric.gauge("doorstep_pool_version", { description: "Version of a country's pool." })
const running = Metric.gauge("doorstep_sync_runs_running", {
  description: "Synchronizations under way, in all processes."
})
const outcomes = Metric.gauge("doorstep_sync_last_outcome", {
  description: "How the last synchronization of a source in a country ended: 1 for that outcome, 0 for the others."
})
const lastGood = Metric.gauge("doorstep_sync_last_success_timestamp_seconds", {
  description: "When a source was last published in a country, or found unchanged, since 1970."
})

const set = (gauge: Metric.Gauge<number>, value: number, attributes: Readonly<Record<string, string>>) =>
  Metric.update(Metric.withAttributes(gauge, attributes), value)

/** Sizes of pools, and how synchronizations fare: looked up every 15 seconds, and never by a request. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const pools = yield* PoolRepository
    const publisher = yield* Publisher
    const registry = yield* SourceRegistry

    const look = Effect.gen(function* () {
      for (const pool of yield* pools.counts) {
        yield* set(residential, pool.residential, { country: pool.country })
        yield* set(version, pool.version, { country: pool.country })
      }
      yield* Metric.update(running, (yield* publisher.running).length)
      const pairs = (yield* registry.all).flatMap(({ manifest }) =>
        manifest.countries.map((country) => ({ source: manifest.name, country }))
      )
      for (const { country, goodAt, outcome, source } of yield* publisher.standings(pairs)) {
        if (goodAt !== undefined) yield* set(lastGood, goodAt / 1000, { source, country })
        if (outcome === undefined) continue
        for (const one of RunOutcome.literals) {
          if (one === "running" || one === "dry-run" || one === "cancelled") continue
          yield* set(outcomes, one === outcome ? 1 : 0, { source, country, outcome: one })
        }
      }
    })

    yield* look.pipe(
      Effect.catch(({ message }) => Effect.logDebug(message)),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped
    )
  })
)
