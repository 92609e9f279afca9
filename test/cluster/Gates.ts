import { randomUUID } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { Console, Effect, Exit, HashRing, Layer, Redacted } from "effect"
import * as ClusterRunner from "effect/cluster/Runner"
import * as ShardId from "effect/cluster/ShardId"
import { SqlClient } from "effect/sql"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { shardCount, shardsPerGroup } from "../../src/cluster/Shards.ts"
import { seen } from "../../src/cluster/Picture.ts"
import * as Runner from "../../src/cluster/Runner.ts"
import { Database } from "../../src/database/Database.ts"
import { bigintsAsText } from "../../src/shared/JsonText.ts"
import { Publisher } from "../../src/sync/publish/Publisher.ts"
import * as PublisherPostgres from "../../src/sync/publish/PublisherPostgres.ts"
import { Schedules } from "../../src/sync/run/Schedules.ts"
import { SyncRuns } from "../../src/sync/run/SyncRuns.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { type Work, WorkQueue } from "../../src/sync/run/WorkQueue.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { bundledProgram, bundledModule } from "../support/BundledDoorstep.ts"
import { eventually } from "../sync/support.ts"

/** This process, beside the runners: it orders, watches and cancels runs but carries out none. */
export const layerOnlooker = Layer.mergeAll(SyncRuns.layerNoDeps, Runner.layer(false)).pipe(
  Layer.provideMerge(Layer.merge(Synchronizer.layerNoDeps, Schedules.layerNoDeps)),
  Layer.provideMerge(PublisherPostgres.layerNoDeps()),
  Layer.provideMerge(SourceRegistry.layer)
)

/** Gates at which the source's parts wait, and runners that read it. The runners are killed with the scope. */
export const makeGates = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(Path.join(tmpdir(), "doorstep-gates-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const { url } = yield* Database
  const sql = yield* SqlClient.SqlClient
  const queue = yield* WorkQueue
  const runs = yield* SyncRuns
  const publisher = yield* Publisher

  const reads = (): ReadonlyArray<{ readonly pid: number; readonly part: string }> =>
    existsSync(`${folder}/reads`)
      ? readFileSync(`${folder}/reads`, "utf8")
          .split("\n")
          // For a moment, the file is there and empty.
          .filter((line) => line !== "")
          .map((line) => ({ pid: Number(line.split(" ")[0]), part: line.split(" ")[1]! }))
      : []

  const start = async (
    command: ReadonlyArray<string>,
    more: Readonly<Record<string, string>>,
    isThere: RegExp
  ): Promise<DoorstepProcess> => {
    const args = [...command, "--source", bundledModule("Gated")]
    const process = new DoorstepProcess(args, { ...settings, ...more }, undefined, bundledProgram())
    await process.waitFor(isThere)
    return process
  }
  const settings = { DATABASE_URL: Redacted.value(url), GATES: folder, GEOIP_DATABASE: "" }
  /** What a wait that did not end says nothing of: the messages, who holds which locks, and the runner's output. */
  const tell = Effect.fnUntraced(function* ({ pid, stderr, stdout }: DoorstepProcess) {
    const messages = yield* sql`
      SELECT m.*, r.payload AS reply FROM cluster.work_messages m LEFT JOIN cluster.work_replies r ON r.id = m.last_reply_id
      ORDER BY m.rowid`
    const runners = yield* sql`SELECT * FROM cluster.work_runners`
    const sessions = yield* sql`
      SELECT a.pid, application_name, state, wait_event, left(query, 120) AS query, xact_start, count(l.*)::int AS locks
      FROM pg_stat_activity a LEFT JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'advisory'
      WHERE a.datname = current_database() GROUP BY 1, 2, 3, 4, a.query, xact_start`
    const told = { reads: reads(), messages, runners, sessions, now: new Date() }
    const text = JSON.stringify(told, bigintsAsText, 1)
    yield* Console.error(`Of the runner ${pid}:\n${stdout}\n${stderr}\n${text}`)
  })
  return {
    settings,
    open: (gate: string) => writeFileSync(`${folder}/${gate}`, ""),
    close: (gate: string) => rmSync(`${folder}/${gate}`, { force: true }),
    forget: () => rmSync(`${folder}/reads`, { force: true }),
    /** Closes every gate, and forgets what was read. */
    closeAll: () => readdirSync(folder).forEach((name) => rmSync(`${folder}/${name}`, { force: true })),
    reads,
    /** Waits until a process reads the part, and returns its ID: that of the last one if there were several. */
    reader: (part: string, but?: number) =>
      Effect.map(
        eventually(
          Effect.sync(() => reads().findLast((one) => one.part === part && one.pid !== but)?.pid),
          (pid) => pid !== undefined
        ),
        (pid) => pid!
      ),
    /** Waits until a part whose gate is closed has been started: parts are handed out in order, but start in any. */
    closed: eventually(
      Effect.sync(() => reads().some(({ part }) => !existsSync(`${folder}/${part}`))),
      (isBegun) => isBegun
    ),
    /** Starts a process that knows the source, and waits until its output matches `isThere`. */
    process: start,
    /** Starts a runner and waits until it has joined. */
    runner: (more: Readonly<Record<string, string>> = {}) =>
      Effect.acquireRelease(
        Effect.promise(() => start(["work"], more, /^Running as /m)),
        (process, exit) =>
          Effect.ensuring(
            Exit.isFailure(exit) ? Effect.ignore(tell(process)) : Effect.void,
            Effect.promise(() => process.signal("SIGKILL"))
          )
      ),
    /** Orders a run and returns the order's name. */
    order: (more: Partial<Work> = {}) => {
      const work: Work = { source: "gated", country: "US", order: randomUUID(), startedBy: "service", ...more }
      return Effect.as(queue.put(work), work.order)
    },
    /** Waits until no orders are left, then returns the outcomes of all runs, oldest first. */
    outcomes: Effect.gen(function* () {
      yield* eventually(queue.pending, ({ length }) => length === 0)
      return (yield* publisher.runs(50)).map(({ outcome }) => outcome).reverse()
    }),
    runs,
    /** Waits until a process other than `but` runs a synchronization, and returns its process ID. */
    owner: (but?: number) =>
      Effect.map(
        eventually(
          Effect.map(runs.running, ([run]) => Number(/:(\d+)$/.exec(run?.runner ?? "")?.[1] ?? 0)),
          (pid) => pid !== 0 && pid !== but
        ),
        (pid) => pid
      ),
    /**
     * The process ID of the runner that the only order belongs to if these are all. Effect's cluster keeps shares equal: as a
     * runner leaves, it moves about one shard in 26 between those that remain.
     */
    ownerAmong: Effect.fnUntraced(function* (pids: ReadonlyArray<number>) {
      const [order] = yield* sql<{ readonly shard: string }>`
        SELECT shard_id AS shard FROM cluster.work_messages WHERE entity_type = 'Synchronization'`
      const rows = yield* sql<{ readonly runner: string }>`SELECT runner FROM cluster.work_runners`
      const addresses = rows.map(({ runner }) => ClusterRunner.Runner.decodeSync(runner).address)
      const ring = HashRing.addMany(
        HashRing.make<(typeof addresses)[number]>(),
        addresses.filter(({ port }) => pids.includes(port))
      )
      return HashRing.getShards(ring, shardsPerGroup)![ShardId.fromString(order!.shard).id - 1]!.port
    }),
    /** The finished parts of the only staging. */
    finished: Effect.gen(function* () {
      const [table] = yield* sql<{ readonly name: string }>`
        SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'staged_part_%'`
      if (table === undefined) return []
      return yield* sql<{ readonly name: string }>`SELECT name FROM ${sql(table.name)} WHERE finished`
    }),
    /** The country's published homes, and its version. */
    pool: Effect.map(
      sql<{ readonly homes: number; readonly version: number }>`
        SELECT (SELECT count(*)::int FROM address WHERE country = 'US') AS homes,
          coalesce((SELECT version FROM pool WHERE country = 'US'), 0)::int AS version`,
      ([row]) => row!
    ),
    /**
     * Waits until `count` runners hold equal shares. From then on, no work moves between them. Before, a dead runner that
     * is still listed may be given parts, which whoever inherits them starts in any order.
     */
    joined: (count: number) =>
      eventually(
        Effect.map(seen, ({ runners }) => runners.map(({ shards }) => shards).filter((held) => held > 0)),
        (held) => held.length === count && held.every((shards) => shards === shardCount / count)
      ),
    /** The process IDs of the registered runners. */
    known: Effect.map(
      sql<{ readonly number: number }>`
        SELECT substring(address FROM ':([0-9]+)$')::int AS number FROM cluster.work_runners
        WHERE last_heartbeat > now() - interval '20 seconds'`,
      (rows) => rows.map(({ number }) => number)
    )
  }
})
