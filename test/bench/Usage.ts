import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** The resources that processes use, read from `/proc`; unknown on systems other than Linux. */
export interface Usage {
  /** User and system CPU time so far, in microseconds, including children that have exited. */
  readonly cpu: number
  readonly rss: number
}

const isLinux = process.platform === "linux"
const ticksPerSecond = isLinux ? Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" })) : 100

/** Fields of `/proc/<pid>/stat` after the process name, which may contain any character. */
const stat = (pid: number): ReadonlyArray<string> => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8")
  return text.slice(text.lastIndexOf(")") + 2).split(" ")
}

const orUndefined = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Each thread lists the children that it has started. */
const listedChildren = (pid: number): ReadonlyArray<number> =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    (readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").match(/\d+/g) ?? []).map(Number)
  )

const searchedChildren = (pid: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .map(Number)
    .filter((child) => child > 0 && orUndefined(() => Number(stat(child)[1])) === pid)

/**
 * The process IDs of its running children. All processes are searched only where threads do not list their children:
 * that takes milliseconds of the processors on which something is being measured.
 */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  isLinux ? (orUndefined(() => listedChildren(pid)) ?? searchedChildren(pid)) : []

/** A service's process and its children, except PostgreSQL. */
export const processesOf = (pid: number, postmaster: number): ReadonlyArray<number> => [
  pid,
  ...childrenOf(pid).filter((child) => child !== postmaster)
]

export const usageOf = (pids: ReadonlyArray<number>): Usage => {
  let cpu = 0
  let rss = 0
  for (const pid of isLinux ? pids : []) {
    const used = orUndefined(() => {
      const fields = stat(pid)
      const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
      const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
      return { ticks, kilobytes: Number(resident?.[1] ?? 0) }
    })
    cpu += ((used?.ticks ?? 0) / ticksPerSecond) * 1_000_000
    rss += (used?.kilobytes ?? 0) / 1024
  }
  return { cpu, rss }
}

/** CPU time so far of one process with all its threads but without its children, in microseconds. */
export const ownCpuOf = (pid: number): number => {
  const fields = isLinux ? (orUndefined(() => stat(pid)) ?? []) : []
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond) * 1_000_000
}

/** The process's peak memory, in megabytes. */
export const peakOf = (pid: number): number =>
  isLinux
    ? Number(/^VmHWM:\s+(\d+)/m.exec(orUndefined(() => readFileSync(`/proc/${pid}/status`, "utf8")) ?? "")?.[1] ?? 0) /
      1024
    : 0
