import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgConnection } from "@effect/sql-pg"
import { Effect, FileSystem, Path, Redacted, Schedule, type Scope } from "effect"
import * as Net from "node:net"
import { type Cluster, openCluster, superuser } from "../../src/database/Cluster.ts"
import { isAlive, run, sendSignal } from "../../src/database/HostProcess.ts"
import { launch } from "../../src/database/ServerProcess.ts"
import { preparedDataDir, temporaryDataDir } from "./DataDir.ts"
import { noDurability } from "./TestServer.ts"

/** A PostgreSQL server of a test, which can be killed, frozen and started again. */
export interface TestPostgres {
  readonly url: Redacted.Redacted
  /** Runs statements one after the other on one connection; gives the rows of the last. */
  readonly query: (...statements: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<object>>
  /** Statements that were sent to it so far that have this text in them, but for those that ask how it stands. */
  readonly count: (text: string) => Effect.Effect<number>
  readonly kill: Effect.Effect<unknown>
  /** Stops the whole server where it is, and lets it go on: postmaster, sessions and replay. */
  readonly freeze: Effect.Effect<void>
  readonly thaw: Effect.Effect<void>
  /** Of a server that was killed. */
  readonly start: Effect.Effect<void>
}

const settings = {
  ...noDurability,
  max_connections: "80",
  max_wal_senders: "8",
  wal_level: "replica",
  autovacuum: "off",
  log_statement: "all"
}

const freePort = Effect.callback<number>((resume) => {
  const server = Net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as Net.AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

const clusterIn = Effect.fnUntraced(function* (dataDir: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  return yield* openCluster(fs, path, { dataDir, places: [], durable: false })
})

/** The server and its processes: a frozen postmaster alone would leave sessions that answer. */
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
    yield* Effect.retry(query("SELECT 1"), { schedule: Schedule.spaced(20), times: 500 })
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
        Effect.repeat(isAlive(pid), { while: (lives) => lives, schedule: Schedule.spaced(5) })
      )
    ),
    freeze: Effect.suspend(() => signalAll(pid, "SIGSTOP")),
    thaw: Effect.suspend(() => signalAll(pid, "SIGCONT")),
    start: Effect.orDie(start)
  }
})

/** A copy of a running server's data, taken as its documentation says, that follows it by streaming. */
const makeReplica = Effect.fnUntraced(function* (primary: TestPostgres, of: Cluster) {
  const fs = yield* FileSystem.FileSystem
  const dataDir = yield* temporaryDataDir
  const directory = `${dataDir}/postgres`
  yield* Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* PgConnection.make({ url: primary.url })
      yield* connection.query("SELECT pg_backup_start('replica', true)")
      const { code, output } = yield* run("/bin/cp", ["-a", of.directory, directory], {
        user: undefined,
        directory: "/"
      })
      if (code !== 0) return yield* Effect.die(new Error(output))
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
    primary_conninfo: `host=${hostname} port=${port} user=${superuser} password=${password}`,
    // As fast as a replica that lost its primary gets it back in a test.
    wal_retrieve_retry_interval: "100ms"
  })
})

/** A primary, what `fill` makes of it, and so many replicas that stream from it, for as long as the scope lives. */
export const replication = Effect.fnUntraced(function* <E, R>(
  count: number,
  fill: (primary: TestPostgres) => Effect.Effect<void, E, R>
) {
  const cluster = yield* clusterIn(yield* preparedDataDir)
  const primary = yield* serve(cluster, {})
  yield* fill(primary)
  const replicas = yield* Effect.forEach(Array.from({ length: count }), () => makeReplica(primary, cluster))
  return { primary, replicas }
}, Effect.provide(NodeServices.layer))
