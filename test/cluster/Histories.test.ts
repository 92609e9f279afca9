import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { prefix } from "../../src/cluster/ClusterTables.ts"
import { seen, stuckBecause } from "../../src/cluster/Picture.ts"
import { shardCount, shardsPerGroup } from "../../src/cluster/Shards.ts"
import { through } from "../faults/support/Deployment.ts"
import { Proxy } from "../faults/support/Proxy.ts"
import { database, emptied } from "../properties/Houses.ts"
import { eventually } from "../sync/support.ts"
import { layerOnlooker, makeGates } from "./Gates.ts"

/** The lock namespace that Effect's cluster derives from the prefix of its tables: FNV-1a, as in its source. */
const namespaceOf = (tables: string): number =>
  new TextEncoder()
    .encode(`effect-cluster:${tables}`)
    .reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) | 0

const runnerSessions = (pid: number) => `doorstep runner ____:${pid} %`

/** Ends all sessions that a runner's cluster holds. */
const endSessions = Effect.fnUntraced(function* (pid: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE ${runnerSessions(pid)}`
})

/** A session that takes the locks of all shards in a lock namespace, and how it lets go of them. */
const makeHolder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const session = yield* sql.reserve
  const taking = (namespace: number) =>
    session.executeRaw(
      `SELECT pg_advisory_lock(${namespace}, kind * 1000000 + shard) FROM generate_series(1, 2) AS kind, generate_series(1, ${shardsPerGroup}) AS shard`,
      []
    )
  const letGo = session.executeRaw("SELECT pg_advisory_unlock_all()", [])
  yield* Effect.addFinalizer(() => Effect.ignore(letGo))
  return { taking, letGo }
})

/** Like the session of a dead runner that the server has yet to notice. */
const takeShards = Effect.map(makeHolder, ({ letGo, taking }) => ({ take: taking(namespaceOf(prefix)), letGo }))

// What has gone wrong in other people's Effect clusters, according to their issues.
layer(layerOnlooker.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: 120_000 })(
  "histories of others",
  (it) => {
    it.effect("MUST not do the same work twice at a time when a runner's sessions end and it can make no others", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        const url = new URL(gates.settings.DATABASE_URL)
        const start = Effect.gen(function* () {
          const network = yield* Effect.acquireRelease(
            Effect.promise(() => Proxy.start(Number(url.port))),
            (proxy) => Effect.promise(() => proxy.stop())
          )
          const { pid } = yield* gates.runner({ DATABASE_URL: through(url, network.port) })
          return { pid, network }
        })
        const runners = yield* Effect.all([start, start], { concurrency: 2 })
        yield* gates.joined(2)
        gates.open("part-1")
        yield* gates.order()
        const owner = yield* gates.owner()
        yield* gates.closed
        const { network, pid } = runners.find((runner) => runner.pid === owner)!
        network.become({ kind: "swallow" })
        yield* endSessions(pid)
        assert.notStrictEqual(yield* gates.owner(pid), pid)
        gates.open("all")
        const outcomes = yield* gates.outcomes
        assert.deepStrictEqual(outcomes, ["interrupted", "published"])
        network.become({ kind: "pass" })
        // It comes back, gets its share, and what it was in the middle of stays done.
        yield* gates.joined(2)
        assert.deepStrictEqual(yield* gates.outcomes, outcomes)
        assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
      })
    )

    it.effect("MUST read by themselves what a runner of another version does not know how to read", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        yield* Effect.all([gates.runner(), gates.runner()], { concurrency: 2 })
        yield* gates.joined(2)
        const sql = yield* SqlClient.SqlClient
        // The cluster's own reply for an entity type that the runner does not know.
        yield* sql`
          CREATE FUNCTION cluster.unknown() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO cluster.work_replies (id, kind, request_id, payload) VALUES (NEW.id + 1, 0, NEW.id,
              '{"_tag":"Failure","cause":[{"_tag":"Die","defect":"Entity type ''PartReader'' not registered"}]}');
            UPDATE cluster.work_messages SET processed = true, last_reply_id = NEW.id + 1 WHERE id = NEW.id;
            RETURN NULL;
          END $$`
        yield* sql`
          CREATE TRIGGER unknown AFTER INSERT ON cluster.work_messages FOR EACH ROW WHEN (NEW.tag = 'Read')
          EXECUTE FUNCTION cluster.unknown()`
        yield* Effect.gen(function* () {
          gates.open("all")
          yield* gates.order()
          assert.deepStrictEqual(yield* gates.outcomes, ["published"])
          const [answered] = yield* sql<{ readonly count: number }>`
            SELECT count(*)::int AS count FROM cluster.work_replies r JOIN cluster.work_messages m ON m.id = r.request_id
            WHERE m.tag = 'Read'`
          assert.isAbove(answered!.count, 0)
          assert.deepStrictEqual(yield* gates.pool, { homes: 120, version: 1 })
        }).pipe(Effect.ensuring(Effect.orDie(sql`DROP FUNCTION cluster.unknown CASCADE`)))
      })
    )

    it.effect("MUST end in time when the only runner is told to stop in the middle of its work", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        const only = yield* gates.runner()
        yield* gates.joined(1)
        gates.open("part-1")
        yield* gates.order()
        yield* gates.reader("part-2")
        const { code, stderr } = yield* Effect.promise(() => only.signal("SIGTERM"))
        assert.strictEqual(code, 0, stderr)
        assert.notMatch(stderr, /Stopping took longer/)
        // The cluster may look once more when this runner has already signed off. Stuck runners said it again and again.
        assert.isAtMost(stderr.split("No healthy runners").length - 1, 1, stderr)
        gates.open("all")
        yield* gates.runner()
        assert.deepStrictEqual(yield* gates.outcomes, ["interrupted", "published"])
      })
    )

    it.effect("MUST not wait for another program's Effect cluster in the same database", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        gates.open("all")
        const { taking } = yield* makeHolder
        yield* taking(namespaceOf("cluster"))
        yield* gates.runner()
        yield* gates.joined(1)
        const sql = yield* SqlClient.SqlClient
        const [held] = yield* sql<{ readonly own: number; readonly others: number }>`
          SELECT count(*) FILTER (WHERE classid::int8::bit(32)::int4 = ${namespaceOf(prefix)})::int AS own,
            count(*) FILTER (WHERE classid::int8::bit(32)::int4 = ${namespaceOf("cluster")})::int AS others
          FROM pg_locks
          WHERE locktype = 'advisory' AND objsubid = 2 AND objid BETWEEN 1000001 AND 2999999
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
        assert.deepStrictEqual(held, { own: shardCount, others: shardCount })
        yield* gates.order()
        assert.deepStrictEqual(yield* gates.outcomes, ["published"])
      })
    )

    it.effect("MUST tell of a runner that gets no messages since its shards are held by a session of the dead", () =>
      Effect.gen(function* () {
        yield* emptied
        const gates = yield* makeGates
        gates.open("all")
        const first = yield* gates.runner()
        yield* gates.joined(1)
        const { letGo, take } = yield* takeShards
        yield* Effect.promise(() => first.signal("SIGKILL"))
        yield* take
        const { pid } = yield* gates.runner()
        yield* gates.order()
        const sql = yield* SqlClient.SqlClient
        const mine = Effect.map(seen, ({ runners }) => runners.find(({ name }) => name.endsWith(`:${pid}`))!)
        assert.isUndefined(stuckBecause(yield* eventually(mine, (runner) => runner?.waiting.untaken === 1)))
        yield* sql`
          UPDATE cluster.work_messages SET id = id - (61000::bigint << 22), request_id = request_id - (61000::bigint << 22)`
        assert.match(stuckBecause(yield* mine) ?? "", /has not taken its messages \(1\) for 6\d seconds/)
        yield* letGo
        assert.deepStrictEqual(yield* gates.outcomes, ["published"])
        assert.isUndefined(stuckBecause(yield* mine))
      })
    )
  }
)
