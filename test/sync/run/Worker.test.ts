import { assert, it, layer } from "@effect/vitest"
import { Effect, Logger, Stream } from "effect"
import { ConfiguredSources } from "../../../src/sync/configured/ConfiguredSources.ts"
import { Publisher } from "../../../src/sync/publish/Publisher.ts"
import { notRun } from "../../../src/sync/run/SyncReport.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { makeWorker } from "../../../src/sync/run/Worker.ts"
import { database, emptied, memory, postgres, type Storage } from "../../properties/Houses.ts"
import { homes, opened, sourceOf } from "../support.ts"

it.effect("An order MUST be given up with a warning if no run of it can begin, and only then", () =>
  Effect.gen(function* () {
    const source = sourceOf("alpha", () => Stream.fromIterable(homes(9)))
    const { publisher, synchronizer } = yield* opened(memory, [source])
    const lines: Array<string> = []
    const collect = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))
    const ordered = (order: string, by: Synchronizer["Service"]) =>
      Effect.gen(function* () {
        const work = yield* makeWorker
        yield* work({ source: "alpha", country: "US", order, startedBy: "service" })
        return lines.filter((line) => line.includes("could not be synchronized"))
      }).pipe(
        Effect.provideService(Synchronizer, by),
        Effect.provideService(Publisher, publisher),
        Effect.provide(Logger.layer([collect]))
      )
    const report = { ...notRun("alpha", "US", "It is already running."), seconds: 40 }
    const refusing = Synchronizer.of({ ...synchronizer, run: () => Effect.succeed([report]) })
    const warnings = ["alpha in US could not be synchronized: It is already running."]
    assert.deepStrictEqual(yield* ordered("first", refusing), warnings)
    assert.deepStrictEqual(yield* ordered("second", synchronizer), warnings)
    assert.strictEqual((yield* publisher.runs(1))[0]!.outcome, "published")
  }).pipe(Effect.scoped)
)

it.effect(
  "An order MUST be given up after five deaths, and publish what was held back on its first attempt alone",
  () =>
    Effect.gen(function* () {
      const { publisher, synchronizer } = yield* opened(memory, [])
      const report = { ...notRun("alpha", "US", "It is already running."), seconds: 1 }
      /** What is asked of the synchronizer, after so many runs have begun for the order and died. */
      const asked = (begun: number, publish?: string) =>
        Effect.gen(function* () {
          const requests: Array<object> = []
          const hear = <A>(request: object, answer: A) => Effect.sync(() => (requests.push(request), answer))
          let refreshed = 0
          const worker = yield* makeWorker.pipe(
            Effect.provideService(
              Synchronizer,
              Synchronizer.of({
                ...synchronizer,
                run: (request) => hear(request, [report]),
                publishAnyway: (runId) => hear({ publish: runId }, report)
              })
            ),
            Effect.provideService(
              Publisher,
              Publisher.of({ ...publisher, attempts: () => Effect.succeed({ isDone: false, begun, died: begun }) })
            ),
            Effect.provideService(ConfiguredSources, {
              refresh: Effect.sync(() => (refreshed++, []))
            } as unknown as ConfiguredSources["Service"]),
            Effect.provide(Logger.layer([]))
          )
          yield* worker({ source: "alpha", country: "US", order: "o", startedBy: "service", publish }).pipe(
            Effect.provide(Logger.layer([]))
          )
          // Another process may have added the source.
          assert.strictEqual(refreshed, 1)
          return requests
        })
      const run = { source: "alpha", country: "US", order: "o", startedBy: "service" }
      assert.deepStrictEqual(yield* asked(0), [run])
      assert.deepStrictEqual(yield* asked(4), [run])
      assert.deepStrictEqual(yield* asked(5), [])
      assert.match((yield* publisher.runs(1))[0]!.message ?? "", /5 times, so it is not tried again/)
      assert.deepStrictEqual(yield* asked(0, "7"), [{ publish: "7" }])
      // What was held back may be gone by now: the source is read, and published whatever the gates find.
      assert.deepStrictEqual(yield* asked(1, "7"), [{ ...run, anyway: true }])
    }).pipe(Effect.scoped)
)

layer(database)("An order of several countries", (it) => {
  for (const [name, storage] of Object.entries({ memory, postgres })) {
    it.effect(`MUST be carried out in each of them, whichever is done first, in ${name}`, () =>
      Effect.gen(function* () {
        yield* emptied
        const source = sourceOf("alpha", () => Stream.fromIterable(homes(9)), {}, ["US", "CA"])
        const { publisher, synchronizer } = yield* opened(storage as Storage<never>, [source])
        const worker = yield* makeWorker.pipe(
          Effect.provideService(Synchronizer, synchronizer),
          Effect.provideService(Publisher, publisher)
        )
        const work = (country: string) => worker({ source: "alpha", country, order: "both", startedBy: "service" })
        for (const country of ["US", "CA", "US"]) yield* work(country)
        assert.deepStrictEqual(
          (yield* publisher.runs(9)).map(({ country }) => country),
          ["CA", "US"]
        )
      }).pipe(Effect.scoped)
    )
  }
})
