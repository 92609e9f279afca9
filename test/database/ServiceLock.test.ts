import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgConnection } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FileSystem, Redacted, Scope } from "effect"
import type { Path } from "effect"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { sendSignal } from "../../src/database/HostProcess.ts"
import { isPostmaster } from "../../src/database/PostmasterPid.ts"
import { holdServiceLock } from "../../src/database/ServiceLock.ts"
import { preparedDataDir, temporaryDataDir } from "../support/DataDir.ts"
import { eventually } from "../support/Eventually.ts"
import { noDurability } from "../support/TestServer.ts"
import { startHolder } from "./Holder.ts"

const make = (dataDir: string) => EmbeddedPostgres.make({ dataDir, settings: noDurability })

const answers = (url: Redacted.Redacted | string) =>
  Effect.scoped(
    Effect.flatMap(PgConnection.make({ url: typeof url === "string" ? Redacted.make(url) : url }), (connection) =>
      connection.query("SELECT 1")
    )
  ).pipe(Effect.isSuccess)

const runs = (dataDir: string, pid: number | undefined) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => isPostmaster(fs, pid ?? 0, `${dataDir}/postgres`))

const test = <E>(title: string, body: Effect.Effect<void, E, Scope.Scope | FileSystem.FileSystem | Path.Path>) =>
  it.live(title, () => Effect.provide(body, NodeServices.layer))

describe("one service, and command lines beside it", () => {
  test(
    "MUST refuse a second service in one clear line, and not disturb the first",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const first = yield* startHolder("service", dataDir)
      const { url = "", pid } = yield* first.said
      const second = yield* startHolder("service", dataDir)
      assert.deepStrictEqual(yield* second.said, {
        error: "DataDirInUse",
        message:
          `Another Doorstep service (process ${first.processId}) already uses the data directory ${dataDir}. ` +
          "Stop it, or set DATA_DIR to another folder."
      })
      assert.isTrue(yield* answers(url))
      yield* first.leave
      assert.isFalse(yield* runs(dataDir, pid))
    })
  )

  test(
    "MUST let exactly one of two services that start together on an empty folder win",
    Effect.gen(function* () {
      const dataDir = yield* temporaryDataDir
      const holders = yield* Effect.all([startHolder("service", dataDir), startHolder("service", dataDir)])
      const said = yield* Effect.all(
        holders.map((holder) => holder.said),
        { concurrency: 2 }
      )
      assert.deepStrictEqual(said.map(({ error }) => error ?? "serves").toSorted(), ["DataDirInUse", "serves"])
      assert.isTrue(yield* answers(said.find(({ url }) => url !== undefined)?.url ?? ""))
    })
  )

  test(
    "MUST let a service start as soon as the previous one is killed",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const first = yield* startHolder("service", dataDir)
      yield* first.said
      yield* first.kill
      const server = yield* make(dataDir)
      assert.isTrue(server.adopted)
      yield* holdServiceLock(server)
    })
  )

  test(
    "MUST take the lock again when the server comes back",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const server = yield* make(dataDir)
      yield* holdServiceLock(server)
      const before = yield* server.pid
      yield* sendSignal(before, "SIGKILL")
      yield* eventually("Another server", server.pid, (pid) => pid !== before)
      const another = Effect.exit(Effect.scoped(holdServiceLock(server)))
      // Until the lock is restored, another service may still win the race for it.
      yield* eventually("The lock", another, Exit.isFailure)
    })
  )

  test(
    "MUST let a command line work beside a service, and leave the server to it",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const service = yield* startHolder("service", dataDir)
      const { pid, url = "" } = yield* service.said
      yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* make(dataDir)
          assert.isTrue(server.adopted)
          assert.strictEqual(Redacted.value(server.url), url)
          assert.isTrue(yield* answers(server.url))
        })
      )
      assert.isTrue(yield* answers(url))
      yield* service.leave
      assert.isFalse(yield* runs(dataDir, pid))
    })
  )

  test(
    "MUST leave the server to any remaining users, and stop it with the last",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const scope = yield* Scope.make()
      const first = yield* make(dataDir).pipe(Scope.provide(scope))
      const pid = yield* first.pid
      const service = yield* startHolder("service", dataDir)
      assert.isTrue((yield* service.said).adopted)
      // The process that started the server leaves, but a service has arrived in the meantime.
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* answers(first.url))
      yield* service.leave
      assert.isFalse(yield* runs(dataDir, pid))
    })
  )

  test(
    "MUST stop the server if all leave at once",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      for (let round = 0; round < 5; round++) {
        const scopes = yield* Effect.all(Array.from({ length: 6 }, () => Scope.make()))
        const servers = yield* Effect.forEach(scopes, (scope) => make(dataDir).pipe(Scope.provide(scope)), {
          concurrency: "unbounded"
        })
        const pids = new Set(yield* Effect.forEach(servers, (server) => server.pid))
        assert.strictEqual(pids.size, 1)
        yield* Effect.forEach(scopes, (scope) => Scope.close(scope, Exit.void), { concurrency: "unbounded" })
        for (const pid of pids) assert.isFalse(yield* runs(dataDir, pid))
      }
    })
  )

  test(
    "MUST never stop the server for a process that arrives while another leaves",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      let scope = yield* Scope.make()
      yield* make(dataDir).pipe(Scope.provide(scope))
      const outcomes = { stayed: 0, startedAnew: 0 }
      let delay = 10
      for (let round = 0; round < 20 || outcomes.stayed < 3 || outcomes.startedAnew < 3; round++) {
        const next = yield* Scope.make()
        const leaving = scope
        const [server] = yield* Effect.all(
          [
            make(dataDir).pipe(Scope.provide(next)),
            Effect.andThen(Effect.sleep(delay), Scope.close(leaving, Exit.void))
          ],
          { concurrency: 2 }
        )
        // Adjusting the delay after each round keeps the leaving and the arrival close together.
        if (server.adopted) outcomes.stayed++
        else outcomes.startedAnew++
        delay = server.adopted ? delay * 0.8 : delay * 1.3 + 1
        const pid = yield* server.pid
        assert.isTrue(yield* answers(server.url), `round ${round}`)
        assert.strictEqual(yield* server.pid, pid, `round ${round}`)
        scope = next
      }
      yield* Scope.close(scope, Exit.void)
    })
  )
})
