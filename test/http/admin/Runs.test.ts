import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Ref, Scope } from "effect"
import * as World from "./support/AdminWorld.ts"
import * as Events from "./support/Events.ts"

const { AdminWorld, Village } = World

const lastRun = Effect.gen(function* () {
  const { ask } = yield* AdminWorld
  const { runs } = yield* ask("/runs?limit=20")
  return runs[0]
})

/** Runs the source, and waits until the run ends. */
const runVillage = Effect.gen(function* () {
  const { call, cookie } = yield* AdminWorld
  const before = yield* lastRun
  const start = call("/admin/api/sources/village/runs", { body: { force: true }, cookie })
  // The previous run holds the source for a moment after its end.
  yield* World.eventually("the start of the run", start, ({ status }) => status === 202)
  return yield* World.eventually(
    "the end of the run",
    lastRun,
    (run) => run !== undefined && run.id !== before?.id && run.outcome !== "running"
  )
})

layer(World.layer, { excludeTestServices: true })("runs in the console", (it) => {
  it.effect("MUST be started, watched live to their end, and stored with what they did", () =>
    Effect.gen(function* () {
      const { ask, cookie } = yield* AdminWorld
      const live = yield* Events.open("/runs/live", { cookie })
      assert.strictEqual(live.response.status, 200)
      assert.match(live.response.headers.get("content-type")!, /^text\/event-stream/)
      assert.strictEqual(live.response.headers.get("cache-control"), "no-store")
      // A proxy would keep events until it has some kilobytes of them.
      assert.strictEqual(live.response.headers.get("x-accel-buffering"), "no")
      const first = yield* live.next
      assert.deepStrictEqual([first.running, first.ended], [[], []])
      const started = yield* ask("/sources/village/runs", { body: {} })
      assert.deepStrictEqual(started, { source: "village", countries: ["US"] })
      const last = yield* World.eventually("the run's end in the stream", live.next, ({ ended }) => ended.length > 0)
      assert.strictEqual(last.ended[0].source, "village")
      assert.strictEqual(last.ended[0].outcome, "published")
      assert.strictEqual(last.ended[0].startedBy, "service")
      const run = yield* ask(`/runs/${last.ended[0].id}`)
      assert.deepInclude(run, { read: 30, kept: 30 })
      assert.deepInclude(run.publication, { added: 30, residential: 30, poolVersion: 1 })
    })
  )

  it.effect("MUST end the stream with the session", () =>
    Effect.gen(function* () {
      const { call, signIn } = yield* AdminWorld
      const cookie = yield* signIn()
      const live = yield* Events.open("/runs/live", { cookie })
      assert.isDefined(yield* live.next)
      yield* call("/admin/api/session", { method: "DELETE", cookie })
      yield* World.eventually("the stream's end", live.next, (event) => event === undefined)
    })
  )

  it.effect("MUST query the database once for many listeners", () =>
    Effect.gen(function* () {
      const { cookie } = yield* AdminWorld
      const streams = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, i) => i),
        () => Events.open("/runs/live", { cookie }),
        { concurrency: 20 }
      )
      const times = yield* Effect.forEach(streams, ({ next }) => Effect.map(next, ({ at }) => at as string), {
        concurrency: 20
      })
      // Each read of the database has its own time; clients within the same second share one.
      assert.isBelow(new Set(times).size, 6)
    })
  )

  it.effect("MUST show the findings of the gates, and publish anyway on request", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const { records, version } = yield* Village
      yield* runVillage
      yield* Ref.set(records, [...World.houses(5), { recordId: "nowhere", houseNumber: "1", street: "<b>Lost</b>" }])
      yield* Ref.update(version, (one) => one + 1)
      const gated = yield* runVillage
      assert.strictEqual(gated.outcome, "gated")
      assert.isTrue(gated.publishable)
      assert.isNotEmpty(gated.findings)
      const { rejected, samples } = yield* ask(`/runs/${gated.id}`)
      const [reason] = Object.keys(rejected)
      assert.isNotEmpty(samples[reason!])
      assert.strictEqual((yield* ask("/pools/US")).residential, 30)
      const { problems } = yield* ask("/overview")
      assert.deepInclude(problems[0], { code: "SOURCE_RUN_FAILED", place: { kind: "source", name: "village" } })
      assert.isNotEmpty(problems[0].remedy)
      assert.deepStrictEqual(yield* ask(`/runs/${gated.id}/publish`, { method: "POST" }), {
        source: "village",
        country: "US"
      })
      yield* World.eventually("the publication", ask("/pools/US"), ({ residential }) => residential === 5)
      const again = yield* call(`/admin/api/runs/${gated.id}/publish`, { method: "POST", cookie })
      assert.strictEqual(again.status, 409, again.text)
      yield* Ref.set(records, World.houses(30))
    })
  )

  it.effect("MUST be paged, each run once", () =>
    Effect.gen(function* () {
      const { ask, call, cookie, sql } = yield* AdminWorld
      yield* sql`
        INSERT INTO run (source, country, fingerprint, started_at, ended_at, outcome)
        SELECT 'village', 'US', '1', now(), now(), 'failed' FROM generate_series(1, 22)`
      const first = yield* ask("/runs?limit=20&source=village")
      assert.strictEqual(first.runs.length, 20)
      const second = yield* ask(`/runs?limit=20&source=village&cursor=${first.nextCursor}`)
      const ids = [...first.runs, ...second.runs].map(({ id }: { id: string }) => Number(id))
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.deepStrictEqual(
        ids,
        ids.toSorted((a, b) => b - a)
      )
      assert.isNull(second.nextCursor)
      const encoded = ["audit:3", "runs:3:zzz", "runs:3:"].map((text) => Buffer.from(text).toString("base64url"))
      // The last letter of this one has bits that decoding ignores.
      const loose = `${Buffer.from("runs:34").toString("base64url").slice(0, -1)}B`
      for (const cursor of ["nonsense", loose, ...encoded]) {
        assert.strictEqual((yield* call(`/admin/api/runs?cursor=${cursor}`, { cookie })).status, 400, cursor)
      }
    })
  )

  it.effect("MUST refuse to cancel a finished run, and report an unknown one", () =>
    Effect.gen(function* () {
      const { ask, call, cookie } = yield* AdminWorld
      const { runs } = yield* ask("/runs?limit=20")
      const over = yield* call(`/admin/api/runs/${runs[0].id}/cancel`, { method: "POST", cookie })
      assert.strictEqual(over.status, 409)
      const missing = yield* call("/admin/api/runs/999999/cancel", { method: "POST", cookie })
      assert.strictEqual(missing.status, 404)
      assert.strictEqual((yield* call("/admin/api/runs/abc", { cookie })).status, 400)
    })
  )
})

describe("a service that stops", () => {
  it.live("MUST end live streams properly, not cut them off", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(Layer.fresh(World.layer), scope)
      yield* Effect.gen(function* () {
        const { cookie } = yield* AdminWorld
        const live = yield* Events.open("/runs/live", { cookie })
        assert.isDefined(yield* live.next)
        const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        // Reading a stream that was cut off fails.
        yield* World.eventually("the stream's end", live.next, (event) => event === undefined)
        yield* Fiber.join(stopping)
      }).pipe(Effect.provide(context), Effect.scoped)
    })
  )
})
