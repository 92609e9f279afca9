import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Redacted, Result } from "effect"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { Database } from "../../../src/database/Database.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { Publisher } from "../../../src/sync/publish/Publisher.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { through } from "../../faults/support/Deployment.ts"
import { Proxy } from "../../faults/support/Proxy.ts"
import { database, emptied } from "../../properties/Houses.ts"
import { eventually, homes, manifestOf } from "../support.ts"

const totals = (count: number) => ({ read: count, kept: count, rejected: {} })

const kept = homes(9).map((one) => Result.getOrThrow(normalize(manifestOf("alpha"), "US", one)))

/** The publisher of a process that reaches the database there. */
const publisherAt = (url: Redacted.Redacted) =>
  Effect.map(
    Layer.build(
      PublisherPostgres.layerNoDeps().pipe(
        Layer.provide(Layer.fresh(Database.layerNoDeps)),
        Layer.provide(SourceRegistry.layer),
        Layer.updateService(Database, (database) => ({ ...database, url })),
        Layer.fresh
      )
    ),
    (context) => Context.get(context, Publisher)
  )

/** A run of two parts, one of which its helper leaves unfinished. */
const run = Effect.fnUntraced(function* (publisher: Publisher["Service"]) {
  const staging = yield* publisher.begin("alpha", "US", "1")
  yield* (yield* staging.part("unfinished")).stage(kept.slice(5))
  const part = yield* staging.part("finished")
  yield* part.stage(kept)
  yield* part.finish(totals(9))
  yield* staging.settle
  return yield* staging.publish({ totals: totals(9), limits: { records: 1, cities: 1 }, anyway: true })
}, Effect.scoped)

/** A network between a process and the database. */
const networkTo = (direct: URL) =>
  Effect.acquireRelease(
    Effect.promise(() => Proxy.start(Number(direct.port))),
    (proxy) => Effect.promise(() => proxy.stop())
  )

layer(database, { excludeTestServices: true })("A run whose process is cut off", (it) => {
  for (const [moment, statement] of [
    ["it has taken its lock", "pg_try_advisory_lock"],
    ["it has begun to settle what it read", 'DELETE FROM "staged_part'],
    ["it has begun to publish", "publish/US"]
  ] as const) {
    it.effect(`MUST be done by another one, although ${moment}`, () =>
      Effect.gen(function* () {
        yield* emptied
        const { url } = yield* Database
        const direct = new URL(Redacted.value(url))
        const network = yield* networkTo(direct)
        const first = yield* publisherAt(Redacted.make(through(direct, network.port)))
        const second = yield* publisherAt(url)
        // More sessions than the run needs, through which its end would be told while they are silent.
        yield* Effect.all([first.holdings, first.running, first.runs(1)], { concurrency: "unbounded" })
        let isBegun = false
        let isLost = false
        // Nothing that is sent after that statement arrives, and no connection is ever closed.
        network.loses = (request) => {
          if (isBegun && !isLost) {
            isLost = true
            network.become({ kind: "swallow" })
          }
          isBegun ||= request.includes(statement)
          return isLost
        }
        const lost = yield* Effect.forkScoped(run(first))
        yield* eventually(
          Effect.sync(() => isLost),
          (swallowed) => swallowed
        )
        const published = yield* eventually(
          Effect.catchTag(run(second), "RunInProgress", () => Effect.undefined),
          (found) => found !== undefined
        ).pipe(
          Effect.timeoutOrElse({
            duration: "2 minutes",
            orElse: () => Effect.die(new Error("It waits for a session of the process that was cut off"))
          })
        )
        assert.strictEqual(published!.added, 9)
        yield* Fiber.interrupt(lost).pipe(
          Effect.timeoutOrElse({
            duration: "1 minute",
            orElse: () => {
              network.become({ kind: "refuse" })
              return Effect.die(new Error("The process that was cut off waits for its network"))
            }
          })
        )
      }).pipe(Effect.scoped)
    )
  }

  it.effect("MUST leave no lock behind if it is interrupted while it takes it", () =>
    Effect.gen(function* () {
      yield* emptied
      const { url } = yield* Database
      const direct = new URL(Redacted.value(url))
      const network = yield* networkTo(direct)
      const first = yield* publisherAt(Redacted.make(through(direct, network.port)))
      const second = yield* publisherAt(url)
      const begin = (publisher: Publisher["Service"]) => Effect.scoped(publisher.begin("alpha", "US", "1"))
      yield* begin(first)
      // The server answers while the client drops the statement, or a little later.
      for (let i = 0; i < 20; i++) {
        const asked = Deferred.makeUnsafe<void>()
        network.loses = (request) => {
          if (request.includes("sync/alpha/US")) Deferred.doneUnsafe(asked, Effect.void)
          return false
        }
        const fiber = yield* Effect.forkScoped(begin(first))
        yield* Effect.raceFirst(Deferred.await(asked), Fiber.await(fiber))
        yield* Fiber.interrupt(fiber)
        // A lock that were left behind would be held by a session that goes on to do other work.
        yield* begin(second)
      }
    }).pipe(Effect.scoped)
  )
})
