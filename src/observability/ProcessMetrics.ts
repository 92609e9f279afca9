import { Clock, Effect, Layer, Metric } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { cpuUsage, memoryUsage } from "node:process"
import { registerRead } from "./ReadMetric.ts"

/** How often the event loop is sampled, in milliseconds. */
const resolution = 20

/**
 * What the process itself consumes, under the names that Prometheus clients use. Read on request; only the delay of the
 * event loop is measured all the time.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const startedAt = (yield* Clock.currentTimeMillis) / 1000
    const delay = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const histogram = monitorEventLoopDelay({ resolution })
        histogram.enable()
        return histogram
      }),
      (histogram) => Effect.sync(() => histogram.disable())
    )

    const gauge = (
      name: string,
      description: string,
      read: () => number,
      attributes: Readonly<Record<string, string>> = {}
    ) => registerRead(context, Metric.gauge(name, { description, attributes }), () => ({ value: read() }))

    /** A process that has not waited yet has no delays. The result is in seconds, beyond the resolution. */
    const seconds = (nanoseconds: number): number =>
      Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolution / 1000) : 0

    gauge("process_start_time_seconds", "When the process was started, as a Unix time.", () => startedAt)
    gauge("process_resident_memory_bytes", "Resident memory of the process.", () => memoryUsage().rss)
    registerRead(
      context,
      Metric.counter("process_cpu_seconds_total", {
        description: "Processor time that the process has used.",
        incremental: true
      }),
      () => {
        const { system, user } = cpuUsage()
        return { count: (system + user) / 1e6, incremental: true }
      }
    )
    gauge("nodejs_heap_size_used_bytes", "Part of the heap that is in use.", () => memoryUsage().heapUsed)
    for (const quantile of [0.5, 0.99]) {
      gauge(
        "nodejs_eventloop_lag_seconds",
        "How late the event loop has been since the process was started.",
        () => seconds(delay.percentile(quantile * 100)),
        { quantile: String(quantile) }
      )
    }
  })
)
