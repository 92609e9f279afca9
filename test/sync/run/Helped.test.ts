import { assert, layer } from "@effect/vitest"
import { Effect, Semaphore, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { property } from "../../../properties/Bridge.ts"
import { nothingDerived } from "../../../src/sync/complete/Completion.ts"
import { makePartReader, sourceParts } from "../../../src/sync/read/PartReading.ts"
import { type Helped, type Helper, ReadingHelp } from "../../../src/sync/read/ReadingHelp.ts"
import { database, emptied, postgres } from "../../properties/Houses.ts"
import { homes, opened, sourceOf } from "../support.ts"

/** Another runner. A `deaf` one accepts work but never begins it. */
const helper = fc.record({
  ahead: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom("good", "good", "slow", "fickle", "deaf")
})

const course = fc.record({
  /** Homes per part. */
  parts: fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 7 }),
  /** How many of them the next part has as well, with different evidence. */
  shared: fc.nat(8),
  /** Milliseconds that reading a part takes, so that two runners may be reading the same part. */
  pause: fc.constantFrom(0, 40),
  helpers: fc.array(helper, { maxLength: 3 })
})
type Course = typeof course extends fc.Arbitrary<infer A> ? A : never

const sourceIn = ({ parts, pause, shared }: Course) => {
  let from = 1
  const all = parts.map((count, i) => {
    const records = homes(count, from).map((home, at) => ({
      ...home,
      recordId: `${i}/${at}`,
      evidence: { kind: i % 2 === 0 ? ("declared" as const) : ("assumed" as const), detail: `Part ${i}.` }
    }))
    from += Math.max(0, count - shared)
    const after = Stream.fromEffectDrain(Effect.sleep(pause))
    return { name: `part-${i}`, records: Stream.concat(after, Stream.fromIterable(records)) }
  })
  return sourceOf("alpha", () => Stream.empty, { parts: () => Stream.fromIterable(all) })
}

/** Everything that the country's pool holds. */
const published = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT a.id, a.record_id, a.house_number, a.evidence_rank, s.street_name, o.evidence, o.detail
    FROM address a JOIN street s ON s.key = a.street JOIN origin o ON o.key = a.origin
    WHERE a.country = 'US' ORDER BY a.id`
)

const outcome = Effect.fnUntraced(function* (given: Course, helpers: Course["helpers"]) {
  yield* emptied
  const source = sourceIn(given)
  const { publisher, synchronizer } = yield* opened(postgres, [source])
  const readPart = Effect.fnUntraced(function* (run: Helped, name: string) {
    const read = yield* makePartReader(source, "US", nothingDerived)
    const [part] = yield* Stream.runCollect(Stream.filter(sourceParts(source, "US"), (one) => one.name === name))
    const beside = publisher.beside(run)
    return (yield* beside.finished(name)) ?? (yield* read(part!, yield* beside.part(name), () => Effect.void))
  }, Effect.scoped)
  const made = helpers.map(({ ahead, kind }, i): ((run: Helped) => Helper) => {
    const turns = Semaphore.makeUnsafe(1)
    let count = 0
    return (run) => ({
      name: `helper ${i}`,
      ahead,
      read: (part) => {
        if (kind === "deaf") return Effect.never
        if (kind === "fickle" && ++count % 2 === 0) return Effect.undefined
        const read = Effect.orElseSucceed(readPart(run, part), () => undefined)
        return turns.withPermits(1)(kind === "slow" ? Effect.delay(read, "30 millis") : read)
      }
    })
  })
  const [report] = yield* synchronizer
    .run({})
    .pipe(Effect.provideService(ReadingHelp, (run) => Effect.succeed(made.map((one) => one(run)))))
  const { kept, outcome, read, rejected } = report!
  return { outcome, read, kept, rejected, published: yield* published }
}, Effect.scoped)

layer(database)("A pool", (it) => {
  it.effect("MUST be the same however many runners have read for it, and whatever happened to those that helped", () =>
    property(
      course,
      (given) =>
        Effect.gen(function* () {
          const alone = yield* outcome(given, [])
          assert.deepStrictEqual(yield* outcome(given, given.helpers), alone)
        }),
      {
        most: 12,
        seconds: 60,
        // A helper begins a part just as it is taken back: the part is read twice but counts once.
        examples: [{ parts: [9, 9, 9, 9], shared: 3, pause: 40, helpers: [{ ahead: 3, kind: "slow" }] }]
      }
    ).pipe(TestClock.withLive)
  )
})
