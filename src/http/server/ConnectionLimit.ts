import { Effect, Predicate, type Scope } from "effect"
import type { Server } from "node:http"
import { report } from "node:process"

/** Connections of one process, whatever the limit of the system: together they take some 400 MB. */
const most = 20_000

/** Open files that are left to everything else: the database, downloads, the files of sources and of the console. */
const forOthers = 1_000

/**
 * Connections that the system accepts while this process is busy; its own limit is usually the same. Of more it drops
 * the first packet, and their clients wait for a second and longer. Node.js's default of 511 is less than one load
 * test opens at once.
 */
export const mostUnaccepted = 4_096

/** Milliseconds between two records of refused connections. */
const quiet = 60_000

/**
 * How many connections a process may have.
 *
 * @param files the system's limit on its open files, each connection among them; undefined if there is none
 */
export const mostConnections = (files: number | undefined): number =>
  files === undefined ? most : Math.min(most, Math.max(Math.floor(files / 2), files - forOthers))

/** The limit on open files of this process; undefined if there is none, as on Windows. */
const fileLimit = Effect.sync(() => {
  // It would look up the names of all peers.
  Object.assign(report, { excludeNetwork: true })
  const told: unknown = report.getReport()
  const limits = Predicate.hasProperty(told, "userLimits") ? told.userLimits : undefined
  const files = Predicate.hasProperty(limits, "open_files") ? limits.open_files : undefined
  const soft = Predicate.hasProperty(files, "soft") ? files.soft : undefined
  return typeof soft === "number" ? soft : undefined
})

const refusal = (server: Server) =>
  Effect.callback<void>((resume) => {
    const refused = () => resume(Effect.void)
    server.once("drop", refused)
    return Effect.sync(() => void server.off("drop", refused))
  })

/**
 * Refuses connections beyond a limit, by ending them at once, and says so in the log. Otherwise those of anybody would
 * use up the files that the process may open: pages, metrics and sources would fail, on all other connections too.
 */
export const limitConnections = Effect.fnUntraced(function* (
  server: Server
): Effect.fn.Return<void, never, Scope.Scope> {
  const limit = mostConnections(yield* fileLimit)
  // By default, workers would pass a connection that none of them takes to each other without end.
  Object.assign(server, { maxConnections: limit, dropMaxConnection: true })
  const report = Effect.logWarning(
    `New connections are refused: ${limit} are open, as many as this process can have. Behind a proxy, let it limit those of each client; a higher limit on open files (ulimit -n) allows up to ${most}.`
  )
  yield* refusal(server).pipe(
    Effect.andThen(report),
    Effect.andThen(Effect.sleep(quiet)),
    Effect.forever,
    Effect.forkScoped
  )
})
