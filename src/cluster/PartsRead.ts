import { Metric } from "effect"

/** Parts of sources that this process has read for runs of others. */
export const partsRead = Metric.counter("doorstep_parts_read_total", {
  description: "Parts of sources that this process has read for runs of other processes.",
  incremental: true
})
