import { Duration, Effect } from "effect"
import type { FileSystem, PlatformError } from "effect"
import { spawn } from "node:child_process"
import * as NodeFs from "node:fs"
import { platform } from "node:process"
import { machineMemory } from "../shared/MachineMemory.ts"
import type { Cluster } from "./Cluster.ts"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { embeddedError } from "./DatabaseErrors.ts"
import { isAlive, mayHoldSockets, sendSignal, spawnOptions } from "./HostProcess.ts"
import { isPostmaster } from "./PostmasterPid.ts"
import { rotate } from "./ServerLog.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { sharedMemorySettings } from "./SharedMemory.ts"
import { type TimeBudget, timeBudgets, timeInWords } from "../settings/TimeBudgets.ts"

const megabyte = 1024 * 1024

/**
 * Megabytes of memory for pages of tables and indexes: a sixteenth of the machine's, at least 256 MB or a quarter of a small
 * container's, and at most 2 GB. Keys of 30 million homes take 640 MB; with pages beyond this memory, draws took 1.4 times as
 * long. Memory is only taken as it fills.
 *
 * @param bytes memory of the machine or, if less, of its container
 */
export const sharedMegabytes = (bytes: number): number =>
  Math.min(2048, Math.max(Math.min(256, Math.floor(bytes / 4 / megabyte)), Math.floor(bytes / 16 / megabyte)))

/**
 * How the server differs from PostgreSQL's defaults. The settings are given on the command line, so that a new version
 * of Doorstep applies its own to existing data.
 */
const settings = (): Readonly<Record<string, string>> => ({
  listen_addresses: "127.0.0.1",
  unix_socket_permissions: "0700",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] %a ",
  log_checkpoints: "off",
  // Recovery reports progress this often, which tells a slow start from a hung one.
  log_startup_progress_interval: "5s",
  shared_buffers: `${sharedMegabytes(machineMemory())}MB`,
  // Otherwise a publication of millions of addresses would wait for a checkpoint every second or two.
  max_wal_size: "4GB",
  random_page_cost: "1.1",
  // JIT compilation takes longer than any statement of a draw.
  jit: "off",
  // There are no replicas, so bulk loads need no write-ahead log for them.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  ...sharedMemorySettings(platform)
})

const unwritable = (logFile: string) => (cause: PlatformError.PlatformError) =>
  embeddedError(
    "FileSystem",
    `PostgreSQL cannot be started, because its log ${logFile} cannot be written: ${fileFault(cause)}. ` +
      "Let this user write to its folder, or name another in DATA_DIR.",
    { cause }
  )

/**
 * Starts a server on the cluster, in a session of its own, so that Ctrl+C in a terminal ends this process first, then
 * the server.
 */
export const launch = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  cluster: Cluster,
  logFile: string,
  port: number,
  extra: Readonly<Record<string, string>>
): Effect.fn.Return<number, EmbeddedPostgresError> {
  yield* rotate(fs, logFile)
  yield* fs.writeFile(logFile, new Uint8Array(), { flag: "a", mode: 0o600 }).pipe(Effect.mapError(unwritable(logFile)))
  // Clients use the port. The socket shows processes of other containers that the server runs.
  const sockets = { unix_socket_directories: (yield* mayHoldSockets(cluster.directory)) ? "." : "" }
  const options = Object.entries({ ...settings(), ...sockets, ...extra }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`
  ])
  return yield* Effect.try({
    try: () => {
      const log = NodeFs.openSync(logFile, "a", 0o600)
      // So that a later start without root can still write to it.
      if (cluster.user !== undefined) NodeFs.fchownSync(log, cluster.user.uid, cluster.user.gid)
      const child = spawn(cluster.files.postgres, ["-D", cluster.directory, "-p", String(port), ...options], {
        ...spawnOptions({ user: cluster.user, directory: cluster.directory }),
        detached: true,
        stdio: ["ignore", log, log]
      })
      NodeFs.closeSync(log)
      // Without a listener, a failed spawn would end this process. The missing process ID reports the failure.
      child.on("error", () => undefined)
      child.unref()
      if (child.pid === undefined) throw new Error(`${cluster.files.postgres} cannot be executed`)
      return child.pid
    },
    catch: (cause) =>
      embeddedError("Start", `PostgreSQL cannot be started: ${cause instanceof Error ? cause.message : cause}`, {
        cause
      })
  })
})

/** The port on which the cluster was last served, to be used again. */
export const lastPort = (fs: FileSystem.FileSystem, directory: string): Effect.Effect<number | undefined> =>
  fs.readFileString(`${directory}/postmaster.opts`).pipe(
    Effect.map((text) => {
      const port = Number(/"-p" "(\d+)"/.exec(text)?.[1])
      return port > 0 && port < 65536 ? port : undefined
    }),
    Effect.orElseSucceed(() => undefined)
  )

/**
 * Stops a server with a fast shutdown (SIGINT), which rolls back open transactions and ends sessions. If that takes too
 * long, stops it immediately (SIGQUIT), which costs a recovery at the next start but no data.
 */
export const stop = Effect.fn("ServerProcess.stop")(function* (
  fs: FileSystem.FileSystem,
  directory: string,
  pid: number
) {
  // Goes by the process rather than postmaster.pid, which a server that was just launched does not have yet.
  const leaves = Effect.fnUntraced(function* ({ time }: TimeBudget) {
    const patienceMillis = Duration.toMillis(time)
    let absences = 0
    for (let waited = 0; waited < patienceMillis; waited += pollMillis) {
      // Under pressure, a system has been seen to show no command line for a living process, so one look is not enough.
      absences = (yield* isPostmaster(fs, pid, directory)) ? 0 : absences + 1
      if (absences === 2 || (absences === 1 && !(yield* isAlive(pid)))) return true
      yield* Effect.sleep(pollMillis)
    }
    return false
  })
  if (!(yield* isPostmaster(fs, pid, directory))) {
    yield* Effect.sleep(pollMillis)
    if (!(yield* isPostmaster(fs, pid, directory))) return
  }
  yield* sendSignal(pid, "SIGINT")
  if (yield* leaves(timeBudgets.embeddedProgress)) return
  yield* Effect.logWarning(
    `PostgreSQL (process ${pid}) has not stopped in ${timeInWords(timeBudgets.embeddedProgress)}: stopping it immediately`
  )
  yield* sendSignal(pid, "SIGQUIT")
  if (yield* leaves(timeBudgets.embeddedEnd)) return
  yield* Effect.logError(`PostgreSQL (process ${pid}) does not stop. The next start will find it through ${directory}`)
})

const pollMillis = 10
