import { Effect, Layer, Metric, Option } from "effect"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { Downloads } from "../../sources/reading/Downloads.ts"
import { PoolRepository } from "../draw/PoolRepository.ts"
import type { PoolCounts } from "../pool/PoolRequests.ts"
import { keepMeasuring, makeSetGauges, type Sample, setGauges } from "../shared/Gauges.ts"
import { Publisher } from "../sync/publish/Publisher.ts"
import type { Run, Standing } from "../sync/run/Run.ts"
import { jobsOf } from "../sync/run/SyncJob.ts"
import { RunOutcome } from "../../schemas/RunOutcome.ts"

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

const ofPool = ({ country, residential: homes, version: of }: PoolCounts): ReadonlyArray<Sample> => [
  { gauge: residential, labels: { country }, value: homes },
  { gauge: version, labels: { country }, value: of }
]

/** The current phase of a synchronization in progress. */
const ofRun = ({ country, phases, source }: Run): ReadonlyArray<Sample> => {
  const present = phases.at(-1)
  if (present === undefined) return []
  const labels = { source, country, phase: present.phase, unit: present.unit }
  return [
    { gauge: phaseDone, labels, value: present.done },
    { gauge: phaseTotal, labels, value: present.total ?? 0 },
    { gauge: phaseRate, labels, value: present.rate ?? 0 },
    { gauge: phaseLeft, labels, value: present.secondsLeft ?? -1 }
  ]
}

/** Outcomes with which a run has read its source to the end. */
const told = RunOutcome.literals.filter((one) => one !== "running" && one !== "dry-run" && one !== "cancelled")

const ofStanding = ({ country, goodAt, outcome, source }: Standing): ReadonlyArray<Sample> => [
  ...(goodAt === undefined ? [] : [{ gauge: lastGood, labels: { source, country }, value: goodAt / 1000 }]),
  ...(outcome === undefined ? [] : told).map((one) => ({
    gauge: outcomes,
    labels: { source, country, outcome: one },
    value: one === outcome ? 1 : 0
  }))
]

/** Sizes of pools and the progress of synchronizations. Queried every 15 seconds, never by a request. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const pools = yield* PoolRepository
    const publisher = yield* Publisher
    const registry = yield* SourceRegistry
    const downloads = yield* Effect.serviceOption(Downloads)
    const setPhases = yield* makeSetGauges

    const kept = Option.match(downloads, {
      onNone: () => Effect.succeed([]),
      onSome: ({ list }) =>
        Effect.map(list, (all): ReadonlyArray<Sample> => [
          { gauge: downloadBytes, labels: {}, value: all.reduce((sum, { bytes }) => sum + bytes, 0) }
        ])
    })

    const measure = Effect.gen(function* () {
      yield* setGauges((yield* pools.counts).flatMap(ofPool))
      const underWay = yield* publisher.running
      yield* setGauges([{ gauge: running, labels: {}, value: underWay.length }])
      yield* setPhases(underWay.flatMap(ofRun))
      yield* setGauges(yield* kept)
      yield* setGauges((yield* publisher.standings(jobsOf(yield* registry.all))).flatMap(ofStanding))
    })

    yield* keepMeasuring(measure)
  })
)
