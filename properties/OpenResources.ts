import { readdir, readlink } from "node:fs/promises"
import { Effect } from "effect"

/** Sockets and the like have numbers; only their kind matters here. */
const kindOf = (target: string): string =>
  target.replace(/^(\w+):\[\d+\]$/, "a $1").replace(/^anon_inode:.*/, "an event")

const openFiles = async (): Promise<ReadonlyArray<string>> => {
  const folder = "/proc/self/fd"
  try {
    const links = (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => ""))
    return (await Promise.all(links)).filter((target) => target !== "" && !target.startsWith("/proc/")).map(kindOf)
  } catch {
    // Only Linux lists the open files of a process.
    return []
  }
}

/** What Node calls the resources of code that goes on, in words. */
const running: Readonly<Record<string, string>> = { Timeout: "a timer", Immediate: "a fiber that goes on" }

/** Files, sockets, timers, listeners and the like that this process holds, with their counts. */
export const openResources: Effect.Effect<ReadonlyMap<string, number>> = Effect.promise(async () => {
  const counts = new Map(
    process.eventNames().map((name) => [`a listener to ${String(name)} of the process`, process.listenerCount(name)])
  )
  const active = process.getActiveResourcesInfo().map((kind) => running[kind] ?? `a ${kind}`)
  for (const resource of [...(await openFiles()), ...active]) counts.set(resource, (counts.get(resource) ?? 0) + 1)
  return counts
})

/** A real wait, unaffected by a test's clock. */
export const pause = (milliseconds: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), milliseconds)
    return Effect.sync(() => clearTimeout(timer))
  })

/** Undefined if it takes longer. */
export const within = <A, E, R>(effect: Effect.Effect<A, E, R>, milliseconds: number) =>
  Effect.raceFirst(Effect.asSome(effect), Effect.as(pause(milliseconds), undefined))
