import { Metric } from "effect"

/** Parts of sources that this process has read for other processes' runs. */
export const partsRead = Metric.counter("doorstep_parts_read_total", {
  description: "Parts of sources that this process has read for other processes' runs.",
  incremental: true
})
