import { drive } from "./Driving.ts"
import type { Scenario, World } from "./Scenarios.ts"
import type { Server } from "./Servers.ts"
import { childrenOf, peakOf, processesOf, usageOf } from "./Usage.ts"

/** The results of a scenario: medians over the repeats. */
export interface Figures {
  readonly name: string
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** CPU time of the server per request, in microseconds. */
  readonly cpu: number
  /** CPU time of PostgreSQL per request, in microseconds. */
  readonly databaseCpu: number
  /** The size of one response. */
  readonly bytes: number
  /** Responses with a status other than 200, over all repeats. */
  readonly failed: number
  /** Ratios to the baselines of the same repeat. */
  readonly toA: number
  readonly toB: number
  readonly p99ToB: number
}

export interface Options {
  readonly connections: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly repeats: number
  readonly onRound: (text: string) => void
}

interface Subject {
  readonly scenario: Scenario
  readonly server: Server
}

interface Sample extends Omit<Figures, "name" | "toA" | "toB" | "p99ToB"> {
  readonly subject: Subject
  readonly repeat: number
}

const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The baselines are measured again after this many scenarios, since the machine's speed may have changed. */
const baselineEvery = 5

/** Measures scenarios and baselines in turn, all of them in every repeat. */
export const measure = async (
  scenarios: ReadonlyArray<Scenario>,
  servers: { readonly service: Server; readonly a: Server; readonly b: Server; readonly postmaster: number },
  world: World,
  options: Options
): Promise<ReadonlyArray<Figures>> => {
  const a: Subject = { scenario: { name: "A", requests: () => [{ path: "/" }] }, server: servers.a }
  const b: Subject = {
    scenario: { name: "B", requests: ({ ids }) => ids.map((id) => ({ path: `/${id}` })) },
    server: servers.b
  }
  const order: Array<Subject> = []
  scenarios.forEach((scenario, i) => {
    if (i % baselineEvery === 0) order.push(a, b)
    order.push({ scenario, server: servers.service })
  })
  const samples: Array<Sample> = []
  const databaseCpu = () => usageOf([servers.postmaster, ...childrenOf(servers.postmaster)]).cpu
  for (let repeat = 0; repeat < options.repeats; repeat++) {
    for (const subject of order) {
      const { scenario, server } = subject
      const workers = processesOf(server.pid, servers.postmaster)
      const before = [usageOf(workers).cpu, databaseCpu()] as const
      const driven = await drive({ ...options, url: server.url, requests: scenario.requests(world) })
      const after = [usageOf(workers).cpu, databaseCpu()] as const
      const sample = {
        subject,
        repeat,
        perSecond: driven.perSecond * (scenario.addresses ?? 1),
        p50: driven.p50,
        p99: driven.p99,
        cpu: (after[0] - before[0]) / driven.total,
        databaseCpu: (after[1] - before[1]) / driven.total,
        bytes: driven.bytes,
        failed: driven.failed
      }
      samples.push(sample)
      options.onRound(`${repeat + 1}/${options.repeats} ${scenario.name}: ${Math.round(sample.perSecond)}/s`)
    }
  }
  const of = (name: string) => samples.filter(({ subject }) => subject.scenario.name === name)
  const baseline = (name: string, repeat: number, figure: "perSecond" | "p99") =>
    median(of(name).flatMap((sample) => (sample.repeat === repeat ? [sample[figure]] : [])))
  return [a.scenario, b.scenario, ...scenarios].map(({ name }) => {
    const own = of(name)
    const medianOf = (figure: "perSecond" | "p50" | "p99" | "cpu" | "databaseCpu" | "bytes") =>
      median(own.map((sample) => sample[figure]))
    const ratio = (against: string, figure: "perSecond" | "p99") =>
      median(own.map((sample) => sample[figure] / baseline(against, sample.repeat, figure)))
    return {
      name,
      perSecond: medianOf("perSecond"),
      p50: medianOf("p50"),
      p99: medianOf("p99"),
      cpu: medianOf("cpu"),
      databaseCpu: medianOf("databaseCpu"),
      bytes: medianOf("bytes"),
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
      toA: ratio("A", "perSecond"),
      toB: ratio("B", "perSecond"),
      p99ToB: ratio("B", "p99")
    }
  })
}

/** The current memory of the service's processes, and the peak of the first process, in megabytes. */
export const memoryOf = (server: Server, postmaster: number) => ({
  rss: Math.round(usageOf(processesOf(server.pid, postmaster)).rss),
  peak: Math.round(peakOf(server.pid))
})
