import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgConnection } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, FileSystem, Layer, Option, Path, Redacted, Scope } from "effect"
import { spawn } from "node:child_process"
import * as Net from "node:net"
import { openCluster } from "../../src/database/Cluster.ts"
import type { EmbeddedPostgresOptions } from "../../src/database/EmbeddedPostgres.ts"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { isAlive, isHeldByOther, run, sendSignal } from "../../src/database/HostProcess.ts"
import { isPostmaster, read } from "../../src/database/PostmasterPid.ts"
import { defaultPlaces } from "../../src/database/PrivatePlace.ts"
import { preparedDataDir, temporaryDataDir } from "../support/DataDir.ts"
import { eventually } from "../support/Eventually.ts"
import { noDurability } from "../support/TestServer.ts"
import { startHolder } from "./Holder.ts"

const make = (dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) =>
  EmbeddedPostgres.make({ dataDir, settings: noDurability, ...options })

/** Runs one statement on a separate connection and returns the first column. */
const query = (url: string | Redacted.Redacted, statement: string) =>
  Effect.scoped(
    Effect.flatMap(PgConnection.make({ url: typeof url === "string" ? Redacted.make(url) : url }), (connection) =>
      connection.queryValues(statement)
    )
  ).pipe(Effect.map((rows) => rows.map(([value]) => value)))

const portOf = (url: Redacted.Redacted): number => Number(new URL(Redacted.value(url)).port)

/** Whether the server is still running; a process that was not yet reaped does not count. */
const runs = (dataDir: string, pid: number | undefined) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => isPostmaster(fs, pid ?? 0, `${dataDir}/postgres`))

const test = <E>(title: string, body: Effect.Effect<void, E, Scope.Scope | FileSystem.FileSystem | Path.Path>) =>
  it.live(title, () => Effect.provide(body, NodeServices.layer))

const running = Layer.provideMerge(
  Layer.effect(
    EmbeddedPostgres,
    Effect.flatMap(preparedDataDir, (dataDir) => make(dataDir))
  ),
  NodeServices.layer
)

layer(running, { excludeTestServices: true })("EmbeddedPostgres while it runs", (it) => {
  it.effect("MUST be reachable on 127.0.0.1 only, with the password only, which others cannot read", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { dataDir, url } = yield* EmbeddedPostgres
      assert.deepStrictEqual(yield* query(url, "SHOW listen_addresses"), ["127.0.0.1"])
      assert.deepStrictEqual(yield* query(url, "SHOW unix_socket_directories"), ["."])
      assert.deepStrictEqual(yield* query(url, "SHOW unix_socket_permissions"), ["0700"])
      assert.deepStrictEqual(yield* query(url, "SELECT DISTINCT auth_method FROM pg_hba_file_rules"), ["scram-sha-256"])
      const wrong = new URL(Redacted.value(url))
      assert.isAtLeast(wrong.password.length, 40)
      wrong.password = "wrong"
      const refused = yield* Effect.flip(query(wrong.href, "SELECT 1"))
      assert.strictEqual(refused.reason._tag, "AuthenticationError")
      assert.strictEqual((yield* fs.stat(`${dataDir}/postgres/doorstep.password`)).mode & 0o777, 0o600)
      assert.strictEqual((yield* fs.stat(`${dataDir}/postgres`)).mode & 0o777, 0o700)
      assert.strictEqual((yield* fs.stat(`${dataDir}/postgres.log`)).mode & 0o777, 0o600)
    })
  )

  it.effect("MUST be refused to a process of another container, which cannot see its process", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { dataDir, pid } = yield* EmbeddedPostgres
      const claim = yield* fs.readFileString(`${dataDir}/postgres/postmaster.pid`)
      const nobody = 4_194_303
      yield* fs.writeFileString(`${dataDir}/postgres/postmaster.pid`, claim.replace(/^\d+/, `${nobody}`))
      const error = yield* Effect.flip(make(dataDir))
      yield* fs.writeFileString(`${dataDir}/postgres/postmaster.pid`, claim)
      assert.deepStrictEqual([error.reason, error.message.includes("docker exec")], ["Elsewhere", true])
      assert.isTrue(yield* runs(dataDir, yield* pid))
    })
  )

  it.effect("MUST fold case and split words by Unicode, whatever the system's locale", () =>
    Effect.gen(function* () {
      const { url } = yield* EmbeddedPostgres
      assert.deepStrictEqual(yield* query(url, "SHOW server_encoding"), ["UTF8"])
      assert.deepStrictEqual(yield* query(url, "SELECT lower('ÀÉØ')"), ["àéø"])
      yield* query(url, "CREATE EXTENSION pg_trgm")
      assert.deepStrictEqual(yield* query(url, "SELECT cardinality(show_trgm('東京都')) > 0"), [true])
    })
  )
})

describe("EmbeddedPostgres", () => {
  test(
    "MUST start on an empty folder, keep its data across a restart, and stop with its scope",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* temporaryDataDir
      const first = yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* make(dataDir)
          assert.isFalse(server.adopted)
          yield* query(server.url, "CREATE TABLE kept AS SELECT 42 AS answer")
          return { pid: yield* server.pid, port: portOf(server.url) }
        })
      )
      assert.isFalse(yield* runs(dataDir, first.pid))
      assert.isFalse(yield* fs.exists(`${dataDir}/postgres/postmaster.pid`))
      const server = yield* make(dataDir)
      assert.notStrictEqual(yield* server.pid, first.pid)
      assert.strictEqual(portOf(server.url), first.port)
      assert.deepStrictEqual(yield* query(server.url, "SELECT answer FROM kept"), [42])
    })
  )

  test(
    "MUST not be started while a process of another container starts it",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      const socket = `${dataDir}/postgres/.s.start`
      const other = Net.createServer()
      yield* Effect.promise(() => new Promise<void>((listening) => other.listen(socket, listening)))
      const left = `${dataDir}/left`
      yield* fs.link(socket, left)
      const asked = new Promise<void>((resolve) => other.once("connection", (by) => resolve(void by.destroy())))
      const starting = yield* Effect.forkScoped(make(dataDir))
      yield* Effect.promise(() => asked)
      assert.isFalse(yield* fs.exists(`${dataDir}/postgres/postmaster.pid`))
      other.close()
      assert.isFalse((yield* Fiber.join(starting)).adopted)
      // The file that a killed process leaves does not keep the next one from starting the server.
      assert.deepStrictEqual([yield* isHeldByOther(fs, left), yield* isHeldByOther(fs, left)], [false, true])
    })
  )

  test(
    "MUST adopt the server of a killed process, and stop it in the end",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const killed = yield* startHolder("service", dataDir)
      const { pid, url = "" } = yield* killed.said
      yield* query(url, "CREATE TABLE kept AS SELECT 42 AS answer")
      yield* killed.kill
      yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* make(dataDir)
          assert.isTrue(server.adopted)
          assert.strictEqual(yield* server.pid, pid)
          assert.deepStrictEqual(yield* query(server.url, "SELECT answer FROM kept"), [42])
        })
      )
      assert.isFalse(yield* runs(dataDir, pid))
    })
  )

  test(
    "MUST recover if the server was killed too",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      const killed = yield* startHolder("service", dataDir)
      const { pid = 0, url = "" } = yield* killed.said
      yield* query(url, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n")
      yield* killed.kill
      yield* sendSignal(pid, "SIGKILL")
      yield* eventually("The end of the server", runs(dataDir, pid), (running) => !running)
      assert.isTrue(yield* fs.exists(`${dataDir}/postgres/postmaster.pid`))
      const server = yield* make(dataDir)
      assert.isFalse(server.adopted)
      assert.deepStrictEqual(yield* query(server.url, "SELECT count(*)::int4 FROM kept"), [1000])
    })
  )

  test(
    "MUST not mistake another process for the server that had its process ID before",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      yield* Effect.scoped(make(dataDir))
      const owner = yield* fs.stat(`${dataDir}/postgres`)
      const [uid, gid] = [Option.getOrThrow(owner.uid), Option.getOrThrow(owner.gid)]
      const other = yield* Effect.acquireRelease(
        Effect.sync(() => spawn("/bin/sleep", ["600"], { uid, gid, stdio: "ignore" })),
        (child) => Effect.sync(() => child.kill("SIGKILL"))
      )
      const stale = `${dataDir}/postgres/postmaster.pid`
      yield* fs.writeFileString(stale, `${other.pid}\n${dataDir}/postgres\n1\n1\n\n127.0.0.1\n\nready\n`)
      yield* fs.chown(stale, uid, gid)
      const server = yield* make(dataDir)
      assert.isFalse(server.adopted)
      assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [1])
      assert.isTrue(yield* isAlive(other.pid ?? 0))
    })
  )

  test(
    "MUST start if a power failure left an empty postmaster.pid",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      yield* fs.writeFileString(`${dataDir}/postgres/postmaster.pid`, "")
      const server = yield* make(dataDir)
      assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [1])
    })
  )

  test(
    "MUST work for two processes that start together on an empty folder, with one server and nothing incomplete",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* temporaryDataDir
      const holders = yield* Effect.all([startHolder("cli", dataDir), startHolder("cli", dataDir)])
      const [one, two] = yield* Effect.all(
        holders.map((holder) => holder.said),
        { concurrency: 2 }
      )
      assert.isDefined(one?.url, one?.message)
      assert.strictEqual(two?.url, one?.url)
      assert.strictEqual(two?.pid, one?.pid)
      assert.deepStrictEqual((yield* fs.readDirectory(dataDir)).toSorted(), ["postgres", "postgres.log"])
      yield* holders[0].leave
      assert.deepStrictEqual(yield* query(two?.url ?? "", "SELECT 1"), [1])
      yield* holders[1].leave
      assert.isFalse(yield* runs(dataDir, two?.pid))
    })
  )

  test(
    "MUST leave nothing incomplete if it is killed while it creates the data directory",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* temporaryDataDir
      const killed = yield* startHolder("service", dataDir)
      const halfMade = Effect.map(fs.readDirectory(dataDir), (names) => names.some((name) => name.includes(".init-")))
      yield* eventually("Half a cluster", halfMade, (isThere) => isThere)
      yield* killed.kill
      assert.isTrue(yield* halfMade)
      assert.isFalse(yield* fs.exists(`${dataDir}/postgres`))
      const server = yield* make(dataDir)
      assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [1])
      assert.isFalse(yield* halfMade)
    })
  )

  test(
    "MUST have its password on the disk before it has its name, where nobody else's would open it",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const done: Array<string> = []
      const watched = FileSystem.make({
        ...fs,
        open: (file, options) =>
          Effect.map(fs.open(file, options), (opened) => ({
            ...opened,
            sync: Effect.tap(opened.sync, () => Effect.sync(() => done.push(`${path.basename(file)} on the disk`)))
          })),
        rename: (from, to) => Effect.tap(fs.rename(from, to), () => Effect.sync(() => done.push(path.basename(to))))
      })
      const dataDir = yield* temporaryDataDir
      const { directory } = yield* openCluster(watched, path, { dataDir, places: defaultPlaces(path), durable: true })
      const name = path.basename(directory)
      assert.isBelow(done.indexOf("doorstep.password on the disk"), done.indexOf(name))
      assert.isAtLeast(done.indexOf("doorstep.password on the disk"), 0)
      assert.isAtLeast(done.indexOf("data on the disk"), done.indexOf("doorstep.password"))
      assert.isBelow(done.indexOf("data on the disk"), done.indexOf(name))
      assert.strictEqual(done.at(-1), `${path.basename(path.dirname(directory))} on the disk`)
    })
  )

  test(
    "MUST let what a program started end, if it is interrupted, before the folder that they write to is removed",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* temporaryDataDir
      // As initdb has children, which write after it was killed.
      const child = "while kill -0 $$; do :; done; i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo > late"
      const program = run("/bin/sh", ["-c", `(${child}) & echo > begun; wait`], { user: undefined, directory })
      const fiber = yield* Effect.forkChild(program)
      yield* eventually("Its first file", fs.exists(`${directory}/begun`), (isThere) => isThere)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(yield* fs.exists(`${directory}/late`))
    })
  )

  test(
    "MUST leave no server behind if it is interrupted, at any moment of its start",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      let started = 0
      for (let moment = 0; moment < 24; moment++) {
        const fiber = yield* Effect.forkChild(Effect.scoped(Effect.andThen(make(dataDir), Effect.never)))
        yield* Effect.sleep(moment * 6)
        if (Option.isSome(yield* read(fs, `${dataDir}/postgres`))) started++
        yield* Fiber.interrupt(fiber)
        const left = yield* read(fs, `${dataDir}/postgres`)
        assert.isTrue(Option.isNone(left) || !(yield* runs(dataDir, left.value.pid)), `moment ${moment}`)
      }
      assert.isAbove(started, 0)
    })
  )

  test(
    "MUST start on another port if the last one is taken",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const port = yield* Effect.scoped(Effect.map(make(dataDir), (server) => portOf(server.url)))
      yield* listen(port)
      const server = yield* make(dataDir)
      assert.notStrictEqual(portOf(server.url), port)
      assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [1])
    })
  )

  test(
    "MUST wait for a port that it must have",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      const port = yield* Effect.scoped(Effect.map(make(dataDir), (server) => portOf(server.url)))
      const scope = yield* Scope.make()
      yield* listen(port).pipe(Scope.provide(scope))
      const refused = Effect.map(fs.readFileString(`${dataDir}/postgres.log`), (log) =>
        log.includes("Address already in use")
      )
      const [server] = yield* Effect.all(
        [
          make(dataDir, { port }),
          Effect.andThen(
            eventually("The refusal", refused, (isSo) => isSo),
            Scope.close(scope, Exit.void)
          )
        ],
        {
          concurrency: 2
        }
      )
      assert.strictEqual(portOf(server.url), port)
    })
  )

  test(
    "MUST come back on the same port if it dies while in use",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const server = yield* make(dataDir)
      const before = yield* server.pid
      yield* sendSignal(before, "SIGKILL")
      yield* eventually("Another server", server.pid, (pid) => pid !== before)
      assert.deepStrictEqual(yield* query(server.url, "SELECT 1"), [1])
    })
  )

  test(
    "MUST say why the server does not start, in its own words",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      yield* fs.writeFileString(`${dataDir}/postgres/postgresql.conf`, "no_such_setting = 1\n")
      const error = yield* Effect.flip(Effect.scoped(make(dataDir)))
      assert.strictEqual(error.reason, "Start")
      assert.include(error.message, "no_such_setting")
      assert.isTrue(error.log.length > 0)
    })
  )

  test(
    "MUST not touch a folder with other contents",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* temporaryDataDir
      yield* fs.makeDirectory(`${dataDir}/postgres`)
      yield* fs.writeFileString(`${dataDir}/postgres/letter.txt`, "Dear")
      const error = yield* Effect.flip(Effect.scoped(make(dataDir)))
      assert.strictEqual(error.reason, "NotADataDirectory")
      assert.deepStrictEqual(yield* fs.readDirectory(`${dataDir}/postgres`), ["letter.txt"])
    })
  )

  test(
    "MUST refuse data with another password than the one stored with it",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      yield* fs.writeFileString(`${dataDir}/postgres/doorstep.password`, "another")
      const error = yield* Effect.flip(Effect.scoped(make(dataDir)))
      assert.strictEqual(error.reason, "Authentication")
      assert.isTrue(Option.isNone(yield* read(fs, `${dataDir}/postgres`)))
    })
  )
})

/** Occupies a port of 127.0.0.1 like another program. */
const listen = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Net.Server>((resume) => {
      const server = Net.createServer().listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
