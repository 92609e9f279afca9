import { mkdtempSync, rmSync } from "node:fs"
import { readdir, readFile, readlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

/** Also those that were detached, of which Node says nothing. */
const childProcesses = async (): Promise<ReadonlyArray<string>> => {
  try {
    const children = await readFile(`/proc/self/task/${process.pid}/children`, "utf8")
    return children.split(" ").flatMap((child) => (child === "" ? [] : ["a child process"]))
  } catch {
    // Only Linux lists them.
    return []
  }
}

/** The folder for temporary files, while it is one that nobody else writes to. */
let folder: string | undefined

const temporaryFiles = async (): Promise<ReadonlyArray<string>> =>
  folder === undefined ? [] : (await readdir(folder)).map(() => "a temporary file or folder")

/** Gives this process a folder of its own for temporary files, so that those left behind can be counted. */
export const inFolderOfItsOwn = Effect.acquireRelease(
  Effect.sync(() => {
    const before = process.env["TMPDIR"]
    folder = mkdtempSync(join(tmpdir(), "doorstep-laws-"))
    process.env["TMPDIR"] = folder
    return before
  }),
  (before) =>
    Effect.sync(() => {
      if (before === undefined) delete process.env["TMPDIR"]
      else process.env["TMPDIR"] = before
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
      folder = undefined
    })
)

/** What Node calls the resources of code that goes on, in words. */
const running: Readonly<Record<string, string>> = { Timeout: "a timer", Immediate: "a fiber that goes on" }

/** Files, sockets, timers, listeners, processes and the like that this process holds, with their counts. */
export const openResources: Effect.Effect<ReadonlyMap<string, number>> = Effect.promise(async () => {
  const counts = new Map(
    process.eventNames().map((name) => [`a listener to ${String(name)} of the process`, process.listenerCount(name)])
  )
  const active = process.getActiveResourcesInfo().map((kind) => running[kind] ?? `a ${kind}`)
  const others = [...(await openFiles()), ...(await childProcesses()), ...(await temporaryFiles())]
  for (const resource of [...others, ...active]) counts.set(resource, (counts.get(resource) ?? 0) + 1)
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
