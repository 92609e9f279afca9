import { Effect, Layer, Metric, Schedule } from "effect"
import { type ClusterSeen, seen } from "./Picture.ts"

/** How often it is looked at. */
const interval = "15 seconds"

const processes = Metric.gauge("doorstep_processes", {
  description: "Processes on the database, by what they do and by their version."
})
const shards = Metric.gauge("doorstep_runner_shards", { description: "Shares of the work that a runner has." })
const silence = Metric.gauge("doorstep_runner_silent_seconds", {
  description: "Seconds since a runner gave its last sign."
})
const parts = Metric.gauge("doorstep_runner_parts_read", {
  description: "Parts of sources that a runner has read for runs of others, since it was started."
})
const ordered = Metric.gauge("doorstep_work_ordered", {
  description: "Synchronizations that were ordered and are not done."
})
const untaken = Metric.gauge("doorstep_work_messages_waiting", {
  description: "Messages to runners that nobody has taken yet."
})
const waited = Metric.gauge("doorstep_work_oldest_message_seconds", {
  description: "For how long the oldest message has waited that nobody has taken; 0 where there is none."
})

interface Sample {
  readonly gauge: Metric.Gauge<number>
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const samplesOf = (picture: ClusterSeen): ReadonlyArray<Sample> => {
  const counts = new Map<string, { readonly role: string; readonly version: string; count: number }>()
  for (const { role, version } of picture.processes) {
    const key = `${role} ${version}`
    const known = counts.get(key) ?? { role, version, count: 0 }
    known.count++
    counts.set(key, known)
  }
  return [
    ...Array.from(counts.values(), ({ count, role, version }) => ({
      gauge: processes,
      labels: { role, version },
      value: count
    })),
    ...picture.runners.flatMap(({ name, ...runner }) => {
      const report = picture.processes.find((one) => one.name === name)?.report
      const labels = { runner: name }
      return [
        { gauge: shards, labels, value: runner.shards },
        { gauge: silence, labels, value: runner.silentSeconds },
        { gauge: parts, labels, value: report?.partsRead ?? 0 }
      ]
    }),
    { gauge: ordered, labels: {}, value: picture.ordered },
    { gauge: untaken, labels: {}, value: picture.untaken },
    { gauge: waited, labels: {}, value: picture.waitedSeconds }
  ]
}

/** Who is there and what waits for them, of all processes: looked up every 15 seconds, and never by a request. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    let told: ReadonlyArray<Sample> = []
    const keyOf = ({ gauge, labels }: Sample) => `${gauge.id} ${JSON.stringify(labels)}`
    const look = Effect.gen(function* () {
      const samples = samplesOf(yield* seen)
      const now = new Set(samples.map(keyOf))
      // Who is gone has nothing any more.
      const gone = told.filter((one) => !now.has(keyOf(one))).map((one) => ({ ...one, value: 0 }))
      for (const { gauge, labels, value } of [...samples, ...gone]) {
        yield* Metric.update(Metric.withAttributes(gauge, labels), value)
      }
      told = samples
    })
    yield* look.pipe(
      Effect.catch(({ message }) => Effect.logDebug(message)),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped
    )
  })
)
