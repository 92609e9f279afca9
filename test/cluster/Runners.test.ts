import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Result, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import * as ClusterDatabase from "../../src/cluster/ClusterDatabase.ts"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { seen } from "../../src/cluster/Picture.ts"
import { tidy } from "../../src/cluster/Tidying.ts"
import { Schedules } from "../../src/sync/run/Schedules.ts"
import { SyncJobs } from "../../src/sync/run/SyncJobs.ts"
import { database, emptied } from "../properties/Houses.ts"
import { eventually, sourceOf } from "../sync/support.ts"
import { through } from "../faults/support/Deployment.ts"
import { Proxy } from "../faults/support/Proxy.ts"
import { layerOnlooker, makeGates } from "./Gates.ts"

/** A runner that outlives the tests that need no other. */
class OneRunner extends Context.Service<
  OneRunner,
  { readonly gates: Effect.Success<typeof makeGates>; readonly pid: number }
>()("test/OneRunner") {
  static readonly layer = Layer.effect(
    OneRunner,
    Effect.gen(function* () {
      const gates = yield* makeGates
      const { pid } = yield* gates.runner()
      return { gates, pid }
    })
  )
}

/** That runner without work, with all gates closed and nothing published. */
const idle = Effect.gen(function* () {
  const one = yield* OneRunner
  yield* emptied
  one.gates.closeAll()
  yield* one.gates.joined(1)
  return one
})

/** Lets that runner read the first part, terminates sessions of its database, and lets it read the rest. */
const withLostSessions = Effect.fnUntraced(function* (
  gates: OneRunner["Service"]["gates"],
  terminate: (sql: SqlClient.SqlClient) => Statement.Statement<unknown>
) {
  gates.open("part-1")
  yield* gates.order()
  yield* gates.reader("part-2")
  yield* terminate(yield* SqlClient.SqlClient)
  gates.open("all")
})

// Real `doorstep work` processes on one database.
layer(layerOnlooker.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: 120_000 })(
  "Runners",
  (it) => {
    it.effect("MUST work on a source one at a time, and resume after one is killed: nothing lost, nothing twice", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        const runners = yield* Effect.all([gates.runner(), gates.runner()], { concurrency: 2 })
        yield* gates.joined(2)
        yield* gates.order()
        const first = yield* gates.owner()
        // Parts are handed out in order, but started in any.
        const begun = yield* eventually(Effect.sync(gates.reads), ({ length }) => length > 0)
        const { part: read } = begun[0]!
        gates.open(read)
        yield* eventually(gates.finished, (finished) => finished.some(({ name }) => name === read))
        yield* gates.closed
        assert.lengthOf(yield* gates.runs.running, 1)

        yield* Effect.promise(() => runners.find(({ pid }) => pid === first)!.signal("SIGKILL"))
        assert.notStrictEqual(yield* gates.owner(first), first)
        gates.open("all")
        assert.deepStrictEqual(yield* gates.outcomes, ["interrupted", "published"])
        assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
        // What was finished before is not read again.
        assert.lengthOf(
          gates.reads().filter(({ part }) => part === read),
          1
        )
      })
    )

    it.effect("MUST read the parts of one source together, and survive the loss of one of them", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        const parts = { GATED_PARTS: "12" }
        const runners = yield* Effect.all([gates.runner(parts), gates.runner(parts), gates.runner(parts)], {
          concurrency: 3
        })
        yield* gates.joined(3)
        yield* gates.order()
        const owner = yield* gates.owner()
        yield* eventually(
          Effect.sync(() => gates.reads()),
          (reads) => new Set(reads.map(({ pid }) => pid)).size === 3
        )
        const pids = runners.map(({ pid }) => pid)
        assert.strictEqual(yield* gates.ownerAmong(pids), owner)
        const helpers = pids.filter((pid) => pid !== owner)
        const kept = yield* Effect.filter(helpers, (lost) =>
          Effect.map(gates.ownerAmong(pids.filter((pid) => pid !== lost)), (pid) => pid === owner)
        )
        const lost = [...kept, ...helpers][0]!
        yield* Effect.promise(() => runners.find(({ pid }) => pid === lost)!.signal("SIGKILL"))
        gates.open("all")
        // The loss of a helper interrupts nothing. Once in hundreds of times, the loss of either would move the order.
        assert.deepStrictEqual((yield* gates.outcomes).slice(kept.length > 0 ? 0 : -1), ["published"])
        assert.deepStrictEqual(yield* gates.pool, { homes: 360, version: 1 })
        const [run] = yield* gates.runs.recent({ limit: 1 })
        assert.deepInclude(run, { read: 360, kept: 360, rejected: {} })
        assert.strictEqual(new Set(gates.reads().map(({ part }) => part)).size, 12)
        // The remaining helper still reads some parts, rather than leaving all of them to the owner.
        assert.isAbove(
          new Set(
            gates
              .reads()
              .filter(({ pid }) => pid !== lost)
              .map(({ pid }) => pid)
          ).size,
          1
        )
      })
    )

    it.effect("MUST publish nothing that they have lost: stopped, taken over, and resumed", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        const runners = yield* Effect.all([gates.runner(), gates.runner()], { concurrency: 2 })
        yield* gates.joined(2)
        gates.open("part-1")
        yield* gates.order()
        const stopped = yield* gates.owner()
        yield* gates.closed
        process.kill(stopped, "SIGSTOP")
        assert.notStrictEqual(yield* gates.owner(stopped), stopped)
        assert.notInclude(yield* gates.known, stopped)
        gates.open("all")
        assert.deepStrictEqual(yield* gates.outcomes, ["interrupted", "published"])
        assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })

        process.kill(stopped, "SIGCONT")
        // It rejoins as a runner, but its former work is no longer its own.
        yield* eventually(gates.known, (known) => known.includes(stopped))
        assert.deepStrictEqual(yield* gates.outcomes, ["interrupted", "published"])
        assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT tablename FROM pg_tables WHERE tablename LIKE 'staged_%'`, [])
        assert.isTrue(runners.some(({ pid }) => pid === stopped))
      })
    )

    it.effect("MUST hand over their work when restarted one after the other", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        const old = [yield* gates.runner(), yield* gates.runner()]
        yield* gates.joined(2)
        gates.open("part-1")
        yield* gates.order()
        yield* gates.closed
        for (const runner of old) {
          yield* gates.runner()
          const { code, stderr } = yield* Effect.promise(() => runner.signal("SIGTERM"))
          assert.strictEqual(code, 0, stderr)
          assert.notMatch(stderr, /Stopping took longer/)
        }
        gates.open("all")
        const outcomes = yield* gates.outcomes
        assert.strictEqual(outcomes.at(-1), "published")
        assert.deepStrictEqual(new Set(outcomes.slice(0, -1)), new Set(["interrupted"]))
        assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
        assert.lengthOf(
          gates.reads().filter(({ part }) => part === "part-1"),
          1
        )
      })
    )

    it.effect("MUST recover when a network that swallowed their messages works again", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        const network = yield* Effect.acquireRelease(
          Effect.promise(() => Proxy.start(Number(new URL(gates.settings.DATABASE_URL).port))),
          (proxy) => Effect.promise(() => proxy.stop())
        )
        yield* gates.runner({ DATABASE_URL: through(new URL(gates.settings.DATABASE_URL), network.port) })
        yield* gates.joined(1)
        gates.open("part-1")
        yield* gates.order()
        yield* gates.reader("part-2")
        let swallowed = 0
        network.onRequest = () => swallowed++
        network.become({ kind: "swallow" })
        // By now the network has swallowed statements of the run, of the message poll, and of the shard locks.
        yield* eventually(
          Effect.sync(() => swallowed),
          (count) => count >= 3
        )
        network.become({ kind: "pass" })
        gates.open("all")
        // Later orders are carried out as well.
        const outcomes = yield* gates.outcomes
        assert.strictEqual(outcomes.at(-1), "published")
        yield* gates.order({ force: true, dryRun: true })
        assert.strictEqual((yield* gates.outcomes).at(-1), "dry-run")
        assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
      })
    )

    it.effect("MUST receive messages again after losing a query sent right after an answer", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        gates.open("all")
        const network = yield* Effect.acquireRelease(
          Effect.promise(() => Proxy.start(Number(new URL(gates.settings.DATABASE_URL).port))),
          (proxy) => Effect.promise(() => proxy.stop())
        )
        let lost = 0
        // A runner that has just acquired its shards requests their messages on the same connection.
        network.loses = (request) => request.includes('UPDATE "work_messages" m') && lost++ === 0
        yield* gates.runner({ DATABASE_URL: through(new URL(gates.settings.DATABASE_URL), network.port) })
        yield* gates.joined(1)
        yield* gates.order()
        assert.deepStrictEqual(yield* gates.outcomes, ["published"])
        assert.isAbove(lost, 0)
      })
    )

    it.effect("MUST read what a service with SYNC=off needs, which it orders but never reads itself", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        gates.open("all")
        const service = yield* Effect.acquireRelease(
          Effect.promise(() => gates.process(["serve"], { SYNC: "off", PORT: "0" }, /^Ready\./m)),
          (process) => Effect.promise(() => process.signal("SIGKILL"))
        )
        assert.match(service.stdout, /Waiting for a runner, because nothing of them is published yet: .*gated/)
        assert.deepStrictEqual(gates.reads(), [])
        assert.deepStrictEqual(yield* gates.runs.recent({ limit: 1 }), [])
        const { pid } = yield* gates.runner()
        assert.deepStrictEqual(new Set(yield* gates.outcomes), new Set(["published"]))
        const runs = yield* gates.runs.recent({ limit: 10 })
        assert.include(
          runs.map(({ source }) => source),
          "gated"
        )
        assert.isTrue(runs.every(({ runner }) => runner?.endsWith(`:${pid}`)))
        assert.deepStrictEqual(new Set(gates.reads().map((read) => read.pid)), new Set([pid]))
      })
    )

    it.effect("MUST order a due run once, however many processes look", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        gates.open("all")
        const schedules = yield* Schedules
        yield* schedules.set("gated", "0 * * * *")
        const sql = yield* SqlClient.SqlClient
        const isSettled = eventually(schedules.list, ([one]) => one!.settledUntil > Date.UTC(2026))
        yield* Effect.all([gates.runner(), gates.runner()], { concurrency: 2 })
        yield* gates.joined(2)
        yield* sql`UPDATE schedule SET settled_until = '2020-01-01'`
        yield* isSettled
        assert.deepStrictEqual(yield* gates.outcomes, ["published"])
        assert.strictEqual((yield* gates.runs.recent({ limit: 1 }))[0]!.startedBy, "schedule")
        // Who starts looks at once. The run may move to it, but its order stays the same.
        yield* sql`UPDATE schedule SET settled_until = '2021-01-01'`
        yield* gates.runner()
        yield* isSettled
        yield* gates.outcomes
        const orders = yield* sql`SELECT DISTINCT work FROM run`
        assert.lengthOf(orders, 2)
      })
    )

    it.effect("MUST take an order once, whichever processes are asked for it at the same moment", () =>
      Effect.gen(function* () {
        yield* emptied
        const source = sourceOf("gated", () => Stream.empty)
        const processes = yield* Effect.replicateEffect(
          Effect.gen(function* () {
            const context = yield* Layer.build(
              Layer.fresh(SyncJobs.layerNoDeps.pipe(Layer.provideMerge(layerOnlooker)))
            )
            yield* Context.get(context, SourceRegistry).register(source)
            return Context.get(context, SyncJobs)
          }),
          2
        )
        // More at once than a process has connections for its orders.
        const asked = processes.flatMap(({ start }) =>
          Array.from({ length: 4 }, () => Effect.result(start({ source: "gated" })))
        )
        const told = yield* Effect.all(asked, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          told.flatMap((one) => (Result.isFailure(one) ? one.failure._tag : [])),
          Array.from({ length: 7 }, () => "RunInProgress")
        )
        assert.lengthOf(yield* processes[0]!.pending, 1)
        // No runner is there to do it.
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM cluster.work_messages`
      })
    )

    it.layer(OneRunner.layer)("one of them", (it) => {
      it.effect("MUST end a run that another process cancels, and not start it again", () =>
        Effect.gen(function* () {
          const { gates } = yield* idle
          yield* gates.order()
          yield* gates.reader("part-1")
          const [running] = yield* eventually(gates.runs.running, ({ length }) => length > 0)
          yield* gates.runs.cancel(running!.id)
          assert.deepStrictEqual(yield* gates.outcomes, ["cancelled"])
          // This also covers a dry run ordered by this process, and an order given twice, which counts once.
          gates.open("all")
          const order = yield* gates.order({ dryRun: true, force: true })
          assert.deepStrictEqual(yield* gates.outcomes, ["cancelled", "dry-run"])
          yield* gates.order({ dryRun: true, force: true, order })
          assert.deepStrictEqual(yield* gates.outcomes, ["cancelled", "dry-run"])
          assert.deepStrictEqual(yield* gates.pool, { homes: 0, version: 0 })
        })
      )

      it.effect("MUST redo work received by a statement whose result was lost", () =>
        Effect.gen(function* () {
          const { gates } = yield* idle
          gates.open("all")
          const sql = yield* SqlClient.SqlClient
          yield* sql`
            CREATE FUNCTION cluster.taken() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN NEW.last_read := now(); RETURN NEW; END $$`
          yield* sql`
            CREATE TRIGGER taken BEFORE INSERT ON cluster.work_messages FOR EACH ROW EXECUTE FUNCTION cluster.taken()`
          yield* gates.order().pipe(Effect.ensuring(Effect.orDie(sql`DROP FUNCTION cluster.taken CASCADE`)))
          assert.deepStrictEqual(yield* gates.outcomes, ["published"])
        })
      )

      it.effect("MUST be listed by doctor, and delete old messages", () =>
        Effect.gen(function* () {
          const { gates, pid } = yield* idle
          yield* gates.order()
          yield* gates.reader("part-1")
          const { ordered, runners } = yield* eventually(seen, (one) =>
            one.runners.some(({ name, shards }) => name.endsWith(`:${pid}`) && shards === 120)
          )
          assert.strictEqual(ordered, 1)
          const one = runners.find(({ name }) => name.endsWith(`:${pid}`))!
          assert.deepStrictEqual(one.worksOn, ["gated US"])
          assert.isBelow(one.silentSeconds, 20)
          gates.open("all")
          assert.deepStrictEqual(yield* gates.outcomes, ["published"])
          assert.strictEqual((yield* seen).ordered, 0)

          const sql = yield* SqlClient.SqlClient
          const left = sql<{ readonly count: number }>`SELECT count(*)::int AS count FROM cluster.work_messages`
          const tidied = Effect.provide(tidy, ClusterDatabase.layer)
          yield* tidied
          const [before] = yield* left
          assert.isAbove(before!.count, 0)
          yield* sql`UPDATE cluster.work_messages SET id = id - (90000000::bigint << 22), request_id = request_id - (90000000::bigint << 22)`
          yield* tidied
          assert.deepStrictEqual(yield* left, [{ count: 0 }])
        })
      )

      it.effect("MUST continue when a runner's database sessions are terminated", () =>
        Effect.gen(function* () {
          const { gates, pid } = yield* idle
          yield* withLostSessions(
            gates,
            (sql) => sql`
              SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND application_name LIKE ${`doorstep runner ____:${pid} %`}`
          )
          const outcomes = yield* gates.outcomes
          assert.strictEqual(outcomes.at(-1), "published")
          assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
        })
      )

      it.effect("MUST finish what was ordered although a run's session is terminated", () =>
        Effect.gen(function* () {
          const { gates } = yield* idle
          // The lock on a source and country has a single key; shard locks have two.
          yield* withLostSessions(
            gates,
            (sql) => sql`
              SELECT pg_terminate_backend(pid) FROM pg_locks
              WHERE locktype = 'advisory' AND objsubid = 1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
          )
          assert.deepStrictEqual(yield* gates.outcomes, ["interrupted", "published"])
          assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
        })
      )
    })
  }
)
