import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgConnection } from "@effect/sql-pg"
import { Effect, Exit, FileSystem, Path, Redacted, type Scope } from "effect"
import { randomInt } from "node:crypto"
import * as Net from "node:net"
import { type Cluster, openCluster, superuser } from "../../src/database/Cluster.ts"
import { isAlive, run, sendSignal } from "../../src/database/HostProcess.ts"
import { launch } from "../../src/database/ServerProcess.ts"
import { eventually } from "./Eventually.ts"
import { clusterFolder } from "./Scratch.ts"
import { noDurability } from "./TestServer.ts"

/** A PostgreSQL server that a test can kill, freeze and restart. */
export interface TestPostgres {
  readonly url: Redacted.Redacted
  /** Runs statements in order on one connection and returns the rows of the last one. */
  readonly query: (...statements: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<object>>
  /** How many statements with this text it has received, excluding status queries; requires `counting`. */
  readonly count: (text: string) => Effect.Effect<number>
  readonly kill: Effect.Effect<unknown>
  /** Suspends the whole server (postmaster, sessions and replay); `thaw` resumes it. */
  readonly freeze: Effect.Effect<void>
  readonly thaw: Effect.Effect<void>
  /** Restarts a killed server. */
  readonly start: Effect.Effect<void>
}

const settings = {
  ...noDurability,
  max_connections: "80",
  max_wal_senders: "8",
  wal_level: "replica",
  autovacuum: "off"
}

let given = randomInt(1_000)

/**
 * A port that no connection is given by itself, nor any other server of the tests: while a server is down, one of them could be
 * given its port, and the server would never come back. Each process of tests has a thousand ports of its own.
 */
const freePort: Effect.Effect<number> = Effect.callback<number>((resume) => {
  const worker = Number(process.env["VITEST_POOL_ID"] ?? 0) % 10
  const port = 20_000 + 1_000 * worker + (given++ % 1_000)
  const server = Net.createServer()
    .once("error", () => resume(freePort))
    .listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(port))))
})

const clusterIn = Effect.fnUntraced(function* (dataDir: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  return yield* openCluster(fs, path, { dataDir, places: [], durable: false })
})

/** The server and its child processes: with only the postmaster frozen, sessions would still respond. */
const familyOf = (pid: number) =>
  Effect.map(run("/bin/ps", ["-A", "-o", "pid=,ppid="], { user: undefined, directory: "/" }), ({ output }) => [
    pid,
    ...output
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === pid)
      .map(([child]) => child!)
  ])

const signalAll = (pid: number, signal: NodeJS.Signals) =>
  Effect.flatMap(familyOf(pid), (pids) => Effect.forEach(pids, (one) => sendSignal(one, signal), { discard: true }))

const serve = Effect.fnUntraced(function* (
  cluster: Cluster,
  extra: Readonly<Record<string, string>>
): Effect.fn.Return<TestPostgres, unknown, FileSystem.FileSystem | Scope.Scope> {
  const fs = yield* FileSystem.FileSystem
  const port = yield* freePort
  const url = Redacted.make(`postgres://${superuser}:${Redacted.value(cluster.password)}@127.0.0.1:${port}/postgres`)
  const log = `${cluster.directory}/../postgres.log`
  let pid = 0
  const query = (...statements: ReadonlyArray<string>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const connection = yield* PgConnection.make({ url, connectTimeout: "2 seconds" })
        let rows: ReadonlyArray<object> = []
        for (const statement of statements) rows = (yield* connection.query(statement)).rows as ReadonlyArray<object>
        return rows
      })
    )
  const start = Effect.gen(function* () {
    pid = yield* launch(fs, cluster, log, port, { ...settings, ...extra })
    yield* eventually("The server", Effect.exit(query("SELECT 1")), Exit.isSuccess)
  })
  yield* Effect.addFinalizer(() => signalAll(pid, "SIGKILL"))
  yield* start
  return {
    url,
    count: (text) =>
      Effect.map(Effect.orDie(fs.readFileString(log)), (lines) => {
        const statements = lines.split(/^(?=\d{4}-)/m).filter((line) => / doorstep( slow)? LOG:  execute/.test(line))
        return statements.filter((statement) => statement.includes(text)).length
      }),
    query: (...statements) => Effect.orDie(query(...statements)),
    kill: Effect.suspend(() =>
      Effect.andThen(
        signalAll(pid, "SIGKILL"),
        eventually("The end of the server", isAlive(pid), (lives) => !lives)
      )
    ),
    freeze: Effect.suspend(() => signalAll(pid, "SIGSTOP")),
    thaw: Effect.suspend(() => signalAll(pid, "SIGCONT")),
    start: Effect.orDie(start)
  }
})

const copy = (from: string, to: string) =>
  Effect.flatMap(run("/bin/cp", ["-a", from, to], { user: undefined, directory: "/" }), ({ code, output }) =>
    code === 0 ? Effect.void : Effect.die(new Error(output))
  )

/** A base backup of a running server, taken as PostgreSQL's documentation describes, and made a streaming replica. */
const makeReplica = Effect.fnUntraced(function* (
  primary: TestPostgres,
  of: Cluster,
  settings: Readonly<Record<string, string>>
) {
  const fs = yield* FileSystem.FileSystem
  const dataDir = yield* clusterFolder
  const directory = `${dataDir}/postgres`
  yield* Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url: primary.url })
      yield* connection.query("SELECT pg_backup_start('replica', true)")
      yield* copy(of.directory, directory)
      const stopped = yield* connection.query("SELECT labelfile FROM pg_backup_stop(false)")
      const [{ labelfile }] = stopped.rows as [{ labelfile: string }]
      yield* fs.writeFileString(`${directory}/backup_label`, labelfile)
    })
  )
  yield* fs.writeFileString(`${directory}/standby.signal`, "")
  yield* fs.remove(`${directory}/postmaster.pid`, { force: true })
  if (of.user !== undefined) {
    for (const name of ["backup_label", "standby.signal"]) {
      yield* fs.chown(`${directory}/${name}`, of.user.uid, of.user.gid)
    }
  }
  const { hostname, password, port } = new URL(Redacted.value(primary.url))
  return yield* serve(yield* clusterIn(dataDir), {
    ...settings,
    primary_conninfo: `host=${hostname} port=${port} user=${superuser} password=${password}`,
    // Lets a replica reconnect quickly after it lost its primary.
    wal_retrieve_retry_interval: "100ms"
  })
})

interface ReplicationOptions<E, R> {
  /** The data folder of a stopped server, which the primary starts from a copy of. */
  readonly data: string
  readonly replicas: number
  /** Runs on the primary before any replica exists. */
  readonly fill?: (primary: TestPostgres) => Effect.Effect<void, E, R>
  /** Settings of all servers. */
  readonly settings: Readonly<Record<string, string>>
}

/** Makes every server count statements. */
export const counting = { log_statement: "all" }

/** A primary with streaming replicas that run until the scope closes. */
export const replication = Effect.fnUntraced(function* <E = never, R = never>(options: ReplicationOptions<E, R>) {
  const { data, fill, settings } = options
  const dataDir = yield* clusterFolder
  yield* copy(yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.realPath(data)), `${dataDir}/postgres`)
  const cluster = yield* clusterIn(dataDir)
  const primary = yield* serve(cluster, settings)
  if (fill !== undefined) yield* fill(primary)
  const replicas = yield* Effect.forEach(Array.from({ length: options.replicas }), () =>
    makeReplica(primary, cluster, settings)
  )
  return { primary, replicas }
}, Effect.provide(NodeServices.layer))
