import { Effect, Layer, Metric } from "effect"
import { keepMeasuring, makeSetGauges, type Sample } from "../shared/Gauges.ts"
import { type ClusterSeen, seen, stuckBecause } from "./Picture.ts"

const processes = Metric.gauge("doorstep_processes", {
  description: "Processes on the database, by what they do and by their version."
})
const shards = Metric.gauge("doorstep_runner_shards", { description: "Shards that a runner holds." })
const silence = Metric.gauge("doorstep_runner_silent_seconds", {
  description: "Seconds since a runner's last heartbeat."
})
const behind = Metric.gauge("doorstep_runner_oldest_message_seconds", {
  description: "How long the oldest message that a runner has not taken has waited; 0 if there is none."
})
const stuck = Metric.gauge("doorstep_runner_stuck", {
  description: "1 if a runner is stuck, otherwise 0."
})
const parts = Metric.gauge("doorstep_runner_parts_read", {
  description: "Parts of sources that a runner has read for other processes' runs since it started."
})
const ordered = Metric.gauge("doorstep_work_ordered", {
  description: "Synchronizations that were ordered and are not done."
})
const untaken = Metric.gauge("doorstep_work_messages_waiting", {
  description: "Messages that no runner has received yet."
})
const waited = Metric.gauge("doorstep_work_oldest_message_seconds", {
  description: "How long the oldest such message has waited; 0 if there is none."
})

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
    ...picture.runners.flatMap((runner) => {
      const { name } = runner
      const report = picture.processes.find((one) => one.name === name)?.report
      const labels = { runner: name }
      return [
        { gauge: shards, labels, value: runner.shards },
        { gauge: silence, labels, value: runner.silentSeconds },
        { gauge: behind, labels, value: runner.waiting.waitedSeconds },
        { gauge: stuck, labels, value: stuckBecause(runner) === undefined ? 0 : 1 },
        { gauge: parts, labels, value: report?.partsRead ?? 0 }
      ]
    }),
    { gauge: ordered, labels: {}, value: picture.ordered },
    { gauge: untaken, labels: {}, value: picture.untaken },
    { gauge: waited, labels: {}, value: picture.waitedSeconds }
  ]
}

/** Metrics about the running processes and what waits for them. The database is queried every 15 seconds, never by a request. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const set = yield* makeSetGauges
    yield* keepMeasuring(Effect.flatMap(seen, (picture) => set(samplesOf(picture))))
  })
)
