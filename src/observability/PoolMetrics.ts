import { Effect, Layer, Metric, Option, Schedule } from "effect"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { Downloads } from "../../sources/reading/Downloads.ts"
import { PoolRepository } from "../draw/PoolRepository.ts"
import { Publisher } from "../sync/publish/Publisher.ts"
import { RunOutcome } from "../../schemas/RunOutcome.ts"

/** How often pools and synchronizations are queried. */
const interval = "15 seconds"

const residential = Metric.gauge("doorstep_pool_residential_addresses", {
  description: "Published residential addresses of a country."
})
const version = Metric.gauge("doorstep_pool_version", { description: "Version of a country's pool." })
const running = Metric.gauge("doorstep_sync_runs_running", {
  description: "Synchronizations in progress, in all processes."
})
const outcomes = Metric.gauge("doorstep_sync_last_outcome", {
  description: "How the last synchronization of a source in a country ended: 1 for that outcome, 0 for the others."
})
const lastGood = Metric.gauge("doorstep_sync_last_success_timestamp_seconds", {
  description: "When a source was last published in a country, or found unchanged, as a Unix time."
})

const phaseDone = Metric.gauge("doorstep_sync_phase_done", {
  description: "What a synchronization in progress has done in its current phase, in the unit of the label."
})
const phaseTotal = Metric.gauge("doorstep_sync_phase_total", {
  description: "What there is to do in that phase; 0 if unknown."
})
const phaseRate = Metric.gauge("doorstep_sync_phase_rate", { description: "Units per second in that phase, recently." })
const phaseLeft = Metric.gauge("doorstep_sync_phase_seconds_left", {
  description: "Estimated seconds left in that phase; -1 if unknown."
})
const downloadBytes = Metric.gauge("doorstep_downloads_bytes", { description: "Bytes of downloads that are kept." })

/** Labels of the phases in progress, so that finished ones are reset to 0. */
type Labels = { readonly source: string; readonly country: string; readonly phase: string; readonly unit: string }

const set = (gauge: Metric.Gauge<number>, value: number, attributes: Readonly<Record<string, string>>) =>
  Metric.update(Metric.withAttributes(gauge, attributes), value)

/** Sizes of pools and the progress of synchronizations. Queried every 15 seconds, never by a request. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const pools = yield* PoolRepository
    const publisher = yield* Publisher
    const registry = yield* SourceRegistry
    const downloads = yield* Effect.serviceOption(Downloads)
    let told: ReadonlyMap<string, Labels> = new Map()

    const look = Effect.gen(function* () {
      for (const pool of yield* pools.counts) {
        yield* set(residential, pool.residential, { country: pool.country })
        yield* set(version, pool.version, { country: pool.country })
      }
      const underWay = yield* publisher.running
      yield* Metric.update(running, underWay.length)
      const now = new Map<string, Labels>()
      for (const { country, phases, source } of underWay) {
        const present = phases.at(-1)
        if (present === undefined) continue
        const labels = { source, country, phase: present.phase, unit: present.unit }
        now.set(JSON.stringify(labels), labels)
        yield* set(phaseDone, present.done, labels)
        yield* set(phaseTotal, present.total ?? 0, labels)
        yield* set(phaseRate, present.rate ?? 0, labels)
        yield* set(phaseLeft, present.secondsLeft ?? -1, labels)
      }
      for (const [key, labels] of told) {
        if (now.has(key)) continue
        for (const gauge of [phaseDone, phaseTotal, phaseRate]) yield* set(gauge, 0, labels)
        yield* set(phaseLeft, 0, labels)
      }
      told = now
      if (Option.isSome(downloads)) {
        const kept = yield* downloads.value.list
        yield* Metric.update(
          downloadBytes,
          kept.reduce((sum, { bytes }) => sum + bytes, 0)
        )
      }
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
