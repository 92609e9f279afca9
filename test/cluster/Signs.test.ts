import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer, Logger, PlatformError } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as ClusterDatabase from "../../src/cluster/ClusterDatabase.ts"
import { seen, stuckBecause } from "../../src/cluster/Picture.ts"
import { giveSigns, makeLook, takeSignAway } from "../../src/cluster/Signs.ts"
import { forgetRunners, tidy } from "../../src/cluster/Tidying.ts"
import { numbersFrom } from "../../src/cluster/Waiting.ts"
import { Database } from "../../src/database/Database.ts"
import { ProcessName } from "../../src/shared/ProcessName.ts"
import { database } from "../properties/Houses.ts"
import { eventually } from "../sync/support.ts"
import { layerOnlooker } from "./Gates.ts"

const well = "near-ab12:7"
const stuck = "far-cd34:8"

/** Two runners, of which one holds the first and third shard, the other the second and fourth, and so on up to the eighth. */
const twoRunners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { url } = yield* Database
  const forget = sql`TRUNCATE cluster.work_runners, cluster.work_messages CASCADE`
  yield* forget
  for (const [i, name] of [well, stuck].entries()) {
    yield* sql`
      INSERT INTO cluster.work_runners (address, runner, healthy, last_heartbeat) VALUES (${name}, '{}', true, now())`
    const held = yield* PgClient.make({
      url,
      maxConnections: 1,
      applicationName: ClusterDatabase.applicationName(name)
    })
    const session = yield* held.reserve
    for (let shard = i + 1; shard <= 8; shard += 2) {
      yield* session.executeRaw(`SELECT pg_advisory_lock(1, ${1_000_000 + shard})`, [])
    }
  }
  yield* Effect.addFinalizer(() => Effect.orDie(forget))
  const ageOf = (seconds: number) => sql`
    ((extract(epoch FROM now()) * 1000)::bigint - ${numbersFrom}::bigint - ${seconds * 1_000}::bigint) << 22`
  const message = (shard: string, seconds: number, taken: boolean) => sql`
    INSERT INTO cluster.work_messages (id, message_id, shard_id, entity_type, entity_id, kind, tag, payload, headers, request_id, processed, last_read)
    VALUES (${ageOf(seconds)}, ${shard}, ${shard}, 'Synchronization', 'gated/US', 0, 'Run', '{}', '{}', ${ageOf(seconds)}, false,
      CASE WHEN ${taken}::boolean THEN now() END)`
  const ordered = Effect.map(seen, (picture) => picture.ordered)
  const because = (name: string) =>
    Effect.map(seen, ({ runners }) => stuckBecause(runners.find((runner) => runner.name === name)!))
  return { message, because, ordered, sql }
})

layer(
  layerOnlooker.pipe(
    Layer.provideMerge(database),
    Layer.provideMerge(Layer.mergeAll(NodeServices.layer, Reactivity.layer))
  ),
  {
    timeout: 60_000
  }
)("signs of a runner", (it) => {
  it.effect("MUST be given by who is well, and not by who does not take its messages, or does nothing with them", () =>
    Effect.gen(function* () {
      const { because, message, ordered, sql } = yield* twoRunners
      yield* message("default:2", 59, false)
      assert.isUndefined(yield* because(stuck))
      // It may be about to work on it.
      yield* sql`UPDATE cluster.work_messages SET last_read = now()`
      assert.isUndefined(yield* because(stuck))
      assert.strictEqual(yield* ordered, 1)
      yield* sql`UPDATE cluster.work_messages SET processed = true`
      assert.strictEqual(yield* ordered, 0)
      yield* sql`DELETE FROM cluster.work_messages`
      yield* message("default:2", 61, false)
      assert.match((yield* because(stuck)) ?? "", /^It has not taken its messages \(1\) for 6\d seconds\.$/)
      assert.isUndefined(yield* because(well))
      yield* sql`UPDATE cluster.work_messages SET last_read = now()`
      assert.strictEqual(yield* because(stuck), "It works on none of the orders (1) that it has taken.")
      assert.isUndefined(yield* because(well))
      // The order is now being worked on.
      const session = yield* sql.reserve
      yield* session.executeRaw("SELECT pg_advisory_lock(hashtextextended('sync/gated/US', 0))", [])
      assert.isUndefined(yield* because(stuck))
      yield* session.executeRaw("SELECT pg_advisory_unlock_all()", [])
      // Whoever holds its shard gets a message, even if the runners have come to another agreement meanwhile.
      yield* sql`DELETE FROM cluster.work_messages`
      for (let shard = 1; shard <= 8; shard++) {
        const [holder, other] = shard % 2 === 1 ? [well, stuck] : [stuck, well]
        yield* message(`default:${shard}`, 61, false)
        assert.match((yield* because(holder)) ?? "it is well", /has not taken its messages/)
        assert.isUndefined(yield* because(other))
        yield* sql`DELETE FROM cluster.work_messages`
      }
    })
  )

  it.effect("MUST not need what is over for a day, which is deleted, but for orders that are not done", () =>
    Effect.gen(function* () {
      const { message, sql } = yield* twoRunners
      const day = 86_400
      yield* message("default:1", day + 60, true)
      yield* message("default:2", day + 61, true)
      yield* message("default:3", day - 60, true)
      yield* message("parts:4", day + 62, true)
      yield* sql`UPDATE cluster.work_messages SET processed = true WHERE shard_id IN ('default:2', 'default:3')`
      yield* sql`UPDATE cluster.work_messages SET entity_type = 'PartReader' WHERE shard_id = 'parts:4'`
      yield* TestClock.withLive(Effect.provide(tidy, ClusterDatabase.layer))
      const left = yield* sql`SELECT shard_id AS shard FROM cluster.work_messages ORDER BY 1`
      assert.deepStrictEqual(left, [{ shard: "default:1" }, { shard: "default:3" }])
    })
  )

  it.effect(
    "MUST not be expected forever of a runner that was killed while it was alone, but of one that has a session",
    () =>
      Effect.gen(function* () {
        const { sql } = yield* twoRunners
        const silentFor = (name: string, seconds: number) => sql`
        INSERT INTO cluster.work_runners (address, runner, healthy, last_heartbeat)
        VALUES (${name}, '{}', true, now() - make_interval(secs => ${seconds}::float8))`
        yield* silentFor("killed-ef56:9", 61)
        yield* silentFor("recent-ef56:8", 59)
        yield* sql`UPDATE cluster.work_runners SET last_heartbeat = now() - interval '1 hour' WHERE address = ${stuck}`
        yield* Effect.provide(forgetRunners, ClusterDatabase.layer)
        const left = yield* sql`SELECT address FROM cluster.work_runners ORDER BY address`
        assert.deepStrictEqual(left, [{ address: stuck }, { address: well }, { address: "recent-ef56:8" }])
      })
  )

  it.effect("MUST not be those of an earlier process, and end with what is stuck", () =>
    Effect.gen(function* () {
      const { message, sql } = yield* twoRunners
      yield* message("default:2", 61, false)
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(Path.join(tmpdir(), "doorstep-signs-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true }))
      )
      const file = Path.join(folder, "work.alive")
      const here = Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: folder })))
      writeFileSync(file, "0\n")
      yield* here(takeSignAway)
      assert.isFalse(existsSync(file))

      const lookOf = (name: string) => Effect.provideService(makeLook, ProcessName, name)
      assert.match((yield* yield* lookOf(stuck)) ?? "it is well", /has not taken its messages/)
      assert.isUndefined(yield* yield* lookOf(well))
      // A runner removed from the list registers again within seconds.
      const look = yield* lookOf("gone-ef56:9")
      assert.isUndefined(yield* look)
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual(yield* look, "It has not been among the runners for 61 seconds.")
      const runners =
        (yield* sql`UPDATE cluster.work_runners SET address = 'gone-ef56:9' WHERE address = ${stuck} RETURNING 1`)
          .length
      assert.strictEqual(runners, 1)
      yield* look
      yield* sql`UPDATE cluster.work_runners SET address = ${stuck} WHERE address = 'gone-ef56:9'`
      // It was there again, so that it has not been missing for long.
      assert.isUndefined(yield* look)
      let attempts = 0
      const told: Array<unknown> = []
      const denied = PlatformError.systemError({ _tag: "PermissionDenied", module: "FileSystem", method: "writeFile" })
      yield* here(giveSigns).pipe(
        Effect.updateService(FileSystem.FileSystem, (files) => ({
          ...files,
          writeFileString: (...given) => (++attempts < 3 ? Effect.fail(denied) : files.writeFileString(...given))
        })),
        Effect.provide(Logger.layer([Logger.make(({ message }) => void told.push(message))])),
        Effect.provideService(ProcessName, well)
      )
      for (const number of [1, 2]) {
        yield* eventually(
          Effect.sync(() => attempts),
          (made) => made === number
        )
        yield* TestClock.adjust("10 seconds")
      }
      assert.isTrue(
        yield* eventually(
          Effect.sync(() => existsSync(file)),
          (there) => there
        )
      )
      assert.lengthOf(told, 1, "it is told once")
      assert.match(
        String(told[0]),
        /work\.alive, the sign of life of this runner, cannot be written: this user may not\./
      )
    })
  )
})
