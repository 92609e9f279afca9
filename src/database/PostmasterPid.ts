import { Effect, Option } from "effect"
import type { FileSystem } from "effect"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { embeddedError } from "./DatabaseErrors.ts"
import { commandLine, isAlive, listens } from "./HostProcess.ts"

/**
 * What PostgreSQL writes into `postmaster.pid`, one fact a line: process, data directory, start time, port, socket
 * directory, listen address, shared memory key, status (src/include/utils/pidfile.h of PostgreSQL).
 */
export interface PostmasterPid {
  readonly pid: number
  readonly port: number
  /** Whether it accepts connections: not before recovery is over, nor during shutdown. */
  readonly ready: boolean
}

/** Parses `postmaster.pid`; none while a server is still writing it, or if a crash left it empty. */
const parse = (text: string): Option.Option<PostmasterPid> => {
  const lines = text.split("\n")
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 && port < 65536
    ? Option.some({ pid, port, ready: lines[7]?.trim() === "ready" })
    : Option.none()
}

const file = (directory: string): string => `${directory}/postmaster.pid`

/** Where a server with `unix_socket_directories=.` listens. */
const socketOf = (directory: string, port: number): string => `${directory}/.s.PGSQL.${port}`

const readText = (fs: FileSystem.FileSystem, directory: string): Effect.Effect<Option.Option<string>> =>
  Effect.option(fs.readFileString(file(directory)))

/** The server that claims the data directory, running or not; none if nothing claims it. */
export const read = (fs: FileSystem.FileSystem, directory: string): Effect.Effect<Option.Option<PostmasterPid>> =>
  Effect.map(readText(fs, directory), Option.flatMap(parse))

/**
 * Whether a process is the postmaster of this data directory, and not another program that got its process ID later. If
 * the system does not show command lines, a living process is given the benefit of the doubt.
 */
export const isPostmaster = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, pid: number, directory: string) {
  if (!(yield* isAlive(pid))) return false
  const line = yield* commandLine(fs, pid)
  // A process that has just ended shows none either.
  return Option.isSome(line) ? line.value.includes(`-D ${directory} `) : yield* isAlive(pid)
})

/**
 * Removes a `postmaster.pid` that no postmaster stands behind, and the lock of its socket. PostgreSQL itself replaces
 * those whose process is gone.
 * But it refuses to start if the process ID now belongs to another process of the same user (common in containers,
 * where process IDs are small), or if the file is empty (after a power failure).
 *
 * The file is moved away before it is judged, so that a server that starts in the meantime keeps its own.
 */
const removeStale = Effect.fnUntraced(
  function* (fs: FileSystem.FileSystem, directory: string, stale: string) {
    const claim = parse(stale)
    const aside = `${file(directory)}.stale-${crypto.randomUUID()}`
    yield* fs.rename(file(directory), aside)
    if ((yield* fs.readFileString(aside)) !== stale) yield* Effect.ignore(fs.link(aside, file(directory)))
    else if (Option.isSome(claim)) {
      yield* fs.remove(`${socketOf(directory, claim.value.port)}.lock`, { force: true })
    }
    yield* fs.remove(aside, { force: true })
  },
  (effect) => Effect.ignore(effect)
)

/**
 * The postmaster running on the data directory, if there is one. Removes a stale `postmaster.pid`. Fails with `Elsewhere`
 * if the server runs in another container: PostgreSQL does not notice that, and two servers would destroy the data.
 *
 * `answers` says whether a server of this cluster answers on a port. It decides if the command line does not show the
 * data directory, as with a server that was started by hand.
 */
export const findRunning = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  directory: string,
  answers: (port: number) => Effect.Effect<boolean>
): Effect.fn.Return<Option.Option<PostmasterPid>, EmbeddedPostgresError> {
  for (let attempt = 0; ; attempt++) {
    const text = yield* readText(fs, directory)
    if (Option.isNone(text)) return Option.none<PostmasterPid>()
    const claim = parse(text.value)
    if (Option.isNone(claim)) {
      // A starting server creates the file, then fills it at once.
      if (attempt < 50) {
        yield* Effect.sleep("20 millis")
        continue
      }
      yield* Effect.logWarning(`Removing ${file(directory)}: it is empty, and no server has filled it`)
      yield* removeStale(fs, directory, text.value)
      return Option.none<PostmasterPid>()
    }
    const { pid, port } = claim.value
    if (yield* isPostmaster(fs, pid, directory)) return claim
    const isOther = yield* isAlive(pid)
    if (isOther && (yield* answers(port))) return claim
    if (yield* listens(socketOf(directory, port))) {
      return yield* embeddedError(
        "Elsewhere",
        `The database in ${directory} is in use, by a server that is not among the processes here: it runs in another ` +
          "container. Stop that one first, run commands in it (docker exec), or set DATA_DIR to another folder."
      )
    }
    if (!isOther) return Option.none<PostmasterPid>()
    yield* Effect.logWarning(`Removing ${file(directory)}: process ${pid} is no longer its server`)
    yield* removeStale(fs, directory, text.value)
    return Option.none<PostmasterPid>()
  }
})
