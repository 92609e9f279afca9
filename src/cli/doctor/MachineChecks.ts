import { Clock, Duration, Effect, FileSystem, Option, Path, Schema } from "effect"
import { HttpClient } from "effect/http"
import * as Net from "node:net"
import { machineMemory } from "../../shared/MachineMemory.ts"
import { listenError, type ServerStartError } from "../../http/Settings.ts"
import { dataDir, settings } from "../../settings/Settings.ts"
import { fault, type Finding, ok, warning } from "./Finding.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"
import { bytesText } from "../../shared/Amounts.ts"
import { freeBytes } from "../../shared/FreeSpace.ts"
import { reachedBy, urlOf } from "../add/ServiceAddress.ts"

/** The folder, or the one that it will be made in. */
const existing = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  let found = path.resolve(folder)
  while (!(yield* Effect.orElseSucceed(fs.exists(found), () => false)) && found !== path.dirname(found)) {
    found = path.dirname(found)
  }
  return found
})

const diskFinding = Effect.fnUntraced(function* (folder: string, holds: string) {
  const free = yield* freeBytes(yield* existing(folder))
  const text = `${bytesText(free)} free in ${folder}.`
  if (free < 0.3e9) return fault("disk", text, `Free some space: ${holds}.`)
  if (free < 2e9) return warning("disk", text, "Free some space before the next synchronization.")
  return ok("disk", text)
})

/**
 * Free space on the disks with the data. A publication writes the pool again, and needs its size once more. The embedded
 * database may be behind a link, on another disk.
 */
export const diskFindings = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* dataDir
  const files = diskFinding(folder, "downloads and uploads are kept there")
  if (Option.isSome(yield* settings.DATABASE_URL.given)) return [yield* files]
  const database = "PostgreSQL stops when it cannot write"
  const link = yield* Effect.option(fs.readLink(`${folder}/postgres`))
  return Option.isNone(link)
    ? [yield* diskFinding(folder, database)]
    : [yield* files, yield* diskFinding(path.resolve(folder, link.value), database)]
})

/** Whether DATA_DIR is usable, if it exists. */
export const folderFindings = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* dataDir
  if (!(yield* Effect.orElseSucceed(fs.exists(folder), () => false))) {
    return [ok("data", `${folder} does not exist yet: the first start creates it.`)]
  }
  const writable = yield* Effect.option(fs.access(folder, { readable: true, writable: true }))
  return Option.isSome(writable)
    ? [ok("data", `${folder} is writable.`)]
    : [fault("data", `This user cannot write to ${folder}.`, "Change its owner, or set DATA_DIR to another folder.")]
})

/** Below this, a synchronization of half a million records was killed by the system. */
const leastMemory = 0.9e9

/** @param memory in bytes */
export const memoryFinding = (memory: number): Finding =>
  memory < leastMemory
    ? warning(
        "memory",
        `${bytesText(memory)}: the system may kill a synchronization that needs more.`,
        "Give this machine or container at least 1 GB, and 3 GB for large extracts."
      )
    : ok("memory", `${bytesText(memory)}.`)

/** The memory of this machine or container; the system ends processes that need more, and they cannot say so. */
export const memoryFindings = Effect.sync(() => [memoryFinding(machineMemory())])

/** The day this program came into being: an earlier clock is wrong. */
const firstDay = Date.UTC(2026, 0, 1)

export const clockFindings = Effect.map(Clock.currentTimeMillis, (now): ReadonlyArray<Finding> => {
  if (now >= firstDay) return []
  return [fault("clock", `This machine's clock says ${new Date(now).toISOString()}.`, "Set it with NTP.")]
})

const listens = (host: string, port: number) =>
  Effect.callback<boolean>((resume) => {
    const socket = Net.connect({ host, port, timeout: Duration.toMillis(timeBudgets.doctorPort.time) })
    const end = (answer: boolean) => {
      socket.destroy()
      resume(Effect.succeed(answer))
    }
    socket.once("connect", () => end(true))
    socket.once("error", () => end(false))
    socket.once("timeout", () => end(false))
    return Effect.sync(() => socket.destroy())
  })

/** Why a service could not listen there; undefined if it could. */
const listenFault = (host: string, port: number) =>
  Effect.callback<ServerStartError | undefined>((resume) => {
    const server = Net.createServer()
    server.once("error", (cause) => resume(Effect.succeed(listenError(host, port, cause))))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resume(Effect.undefined)))
    return Effect.sync(() => server.close())
  })

const isProbe = (status: "ok" | "ready") => Schema.is(Schema.Struct({ status: Schema.Literal(status) }))

/** The state of a running service, or whether the port is free for one. */
export const serviceFindings = Effect.fnUntraced(function* (host: string, port: number) {
  const client = yield* HttpClient.HttpClient
  const reached = reachedBy(host)
  if (port === 0) return [ok("service", "PORT is 0: each start picks a free port.")]
  if (!(yield* listens(reached, port))) {
    const found = yield* listenFault(host, port)
    return found === undefined
      ? [ok("service", `Nothing listens on port ${port}.`)]
      : [fault("service", "The service cannot be started.", found.message)]
  }
  const base = `${urlOf(reached, port)}/api/v1`
  const ask = (path: string) =>
    client.get(`${base}${path}`).pipe(
      Effect.flatMap((response) => response.json),
      Effect.timeout(timeBudgets.doctorService.time),
      Effect.option
    )
  const health = yield* ask("/health")
  if (Option.isNone(health) || !isProbe("ok")(health.value)) {
    return [
      fault("service", `Port ${port} of ${host} is used by another program.`, "Stop it, or set PORT to another port.")
    ]
  }
  const ready = yield* ask("/ready")
  return Option.isSome(ready) && isProbe("ready")(ready.value)
    ? [ok("service", `A service is running on port ${port} and is ready.`)]
    : [
        fault(
          "service",
          `A service is running on port ${port}, but it is not ready: its database does not respond.`,
          "It becomes ready by itself once the database is back. Check its log."
        )
      ]
})
