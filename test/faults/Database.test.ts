import { PgConnection } from "@effect/sql-pg"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { type Deployment, deploy, Resources } from "./support/Deployment.ts"
import { isFull, reason, patience } from "./support/Effort.ts"
import { pause, tell } from "./support/Telling.ts"

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

const connections = 24

describe.skipIf(!isFull)(`a database server that refuses work${reason}`, () => {
  const resources = new Resources()
  let deployment: Deployment

  beforeAll(async () => {
    deployment = await deploy(resources, {
      server: { max_connections: String(connections), superuser_reserved_connections: "0" }
    })
  })
  afterAll(() => resources.release())

  /** A connection that bypasses the proxy, as another client's would. */
  const connect = (scope: Scope.Closeable) =>
    Effect.runPromise(PgConnection.make({ url: Redacted.make(deployment.databaseUrl.href) }).pipe(Scope.provide(scope)))

  const statements = async (...texts: ReadonlyArray<string>) => {
    const scope = Scope.makeUnsafe()
    const connection = await connect(scope)
    for (const text of texts) await Effect.runPromise(connection.query(text))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }

  it("MUST lead to 503 while it has no free connection, and recover when it has one", async () => {
    const { clients, proxy } = deployment
    const { result, seen } = await clients.whileAsking(async () => {
      const scope = Scope.makeUnsafe()
      const mine = await connect(scope)
      await clients.crowded()
      // The service's new connections are refused, so that this client can take its place.
      proxy.become({ kind: "refuse" })
      await Effect.runPromise(
        mine.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
      )
      let held = 1
      const full = async () => {
        try {
          await connect(scope)
          held++
          return held > connections
        } catch {
          return true
        }
      }
      while (!(await full())) await pause(1)
      proxy.become({ kind: "pass" })
      const unready = await clients.unready()
      await pause(2_000)
      await Effect.runPromise(Scope.close(scope, Exit.void))
      return { held, unready, back: await clients.recovered() }
    })
    tell("out of connections", { ...seen, ...result })
    assert.isAbove(seen.unavailable, 0)
  })

  it("MUST keep serving published pools while it is read-only, and tell requests that write", async () => {
    const { clients, settings } = deployment
    const { seen } = await clients.whileAsking(async () => {
      await statements("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
      await pause(500)
      for (const args of [
        ["token", "create", "--name", "read-only"],
        ["sync", "--force"]
      ]) {
        const { code, stderr } = await new DoorstepProcess(args, settings).finished()
        assert.strictEqual(code, 1)
        assert.match(stderr, /read-only transaction/)
        assert.notMatch(stderr, /\n\s+at /)
      }
      await statements(
        "SET default_transaction_read_only = off",
        "ALTER SYSTEM RESET default_transaction_read_only",
        "SELECT pg_reload_conf()"
      )
      await pause(500)
    })
    tell("read-only", { ...seen })
    assert.strictEqual(seen.unavailable, 0)
    const created = await new DoorstepProcess(["token", "create", "--name", "writable"], settings).finished()
    assert.strictEqual(created.code, 0, created.stderr)
  })

  it("MUST not let statements that wait for a lock delay clients: they are ended, and answered with 503", async () => {
    const { clients } = deployment
    const { seen } = await clients.whileAsking(async () => {
      const scope = Scope.makeUnsafe()
      const mine = await connect(scope)
      await Effect.runPromise(mine.query("BEGIN"))
      await Effect.runPromise(mine.query("LOCK TABLE address IN ACCESS EXCLUSIVE MODE"))
      await pause(7_000)
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await clients.recovered()
    })
    tell("a table locked for 7 s", { ...seen })
    assert.isAbove(seen.unavailable, 0)
  })
})
