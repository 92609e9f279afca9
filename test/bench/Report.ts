import type { Figures } from "./Measurement.ts"
import { growing, scenarios } from "./Scenarios.ts"

/** The results for one pool size, as stored in `results/`. */
export interface Run {
  readonly rows: number
  readonly workers: number
  /** The Node.js version, the number of processors, and the load average (one minute) before and after. */
  readonly machine: { readonly node: string; readonly processors: number; readonly load: readonly [number, number] }
  readonly connections: number
  readonly repeats: number
  readonly seconds: number
  /** Milliseconds from the start of the service, with its database, until it was ready. */
  readonly readyMillis: number
  /** Megabytes of the service's processes: when ready, after all scenarios, and at the peak. */
  readonly memory: { readonly ready: number; readonly after: number; readonly peak: number }
  readonly figures: ReadonlyArray<Figures>
}

export interface Verdict {
  readonly name: string
  readonly bar: string
  readonly seen: string
  readonly met: boolean
}

const rounded = (value: number): string => value.toFixed(value < 10 ? 2 : 0)

/** Every bar of the scenarios that ran, and whether it was met. */
export const verdicts = (run: Run): ReadonlyArray<Verdict> => {
  const figuresOf = (name: string) => run.figures.find((figures) => figures.name === name)
  const ofScenarios = scenarios.flatMap(({ bar, name }): ReadonlyArray<Verdict> => {
    const figures = figuresOf(name)
    if (bar === undefined || figures === undefined) return []
    if (bar.measure === "p99") {
      const seen = figures.p99ToB
      return [
        { name, bar: `p99 below ${bar.times} × ${bar.against}`, seen: `${rounded(seen)} ×`, met: seen < bar.times }
      ]
    }
    const other = figuresOf(bar.against)?.perSecond ?? figures.perSecond
    const seen = bar.against === "A" ? figures.toA : bar.against === "B" ? figures.toB : figures.perSecond / other
    return [{ name, bar: `at least ${bar.times} × ${bar.against}`, seen: `${rounded(seen)} ×`, met: seen >= bar.times }]
  })
  const { peak } = run.memory
  const seconds = run.readyMillis / 1000
  return [
    ...ofScenarios,
    { name: "memory", bar: "below 400 MB", seen: `${peak} MB`, met: peak > 0 && peak < 400 * run.workers },
    { name: "ready", bar: "within 2 s", seen: `${rounded(seconds)} s`, met: seconds <= 2 }
  ]
}

/** How much slower the median response of each generate scenario is in the larger pool. */
export const growth = (small: Run, large: Run): ReadonlyArray<Verdict> =>
  large.figures
    .filter(({ name }) => growing.has(name))
    .flatMap((figures) => {
      const before = small.figures.find(({ name }) => name === figures.name)
      if (before === undefined) return []
      const times = figures.p50 / before.p50
      return [
        {
          name: figures.name,
          bar: `p50 below 1.5 × from ${small.rows.toLocaleString("en")} to ${large.rows.toLocaleString("en")}`,
          seen: `${rounded(times)} ×`,
          met: times < 1.5
        }
      ]
    })

export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) => row.map((text, i) => (i === 0 ? text.padEnd(widths[i]!) : text.padStart(widths[i]!))).join("  "))
    .join("\n")
}

const milliseconds = (value: number): string => value.toFixed(2)

export const formatRun = (run: Run): string =>
  table([
    ["", "per second", "× A", "× B", "p50 ms", "p99 ms", "CPU µs", "database µs", "bytes", "failed"],
    ...run.figures.map((figures) => [
      figures.name,
      Math.round(figures.perSecond).toLocaleString("en"),
      figures.toA.toFixed(2),
      figures.toB.toFixed(2),
      milliseconds(figures.p50),
      milliseconds(figures.p99),
      figures.cpu.toFixed(0),
      figures.databaseCpu.toFixed(0),
      String(figures.bytes),
      String(figures.failed)
    ])
  ])

export const formatVerdicts = (all: ReadonlyArray<Verdict>): string =>
  table(all.map(({ bar, met, name, seen }) => [`${met ? "✓" : "✗"} ${name}`, bar, seen]))
