import { Cause, Effect, Exit, Fiber, Option, Stream } from "effect"
import type { DataSource, SourcePart } from "../sources/DataSource.ts"
import { onAnotherMachine } from "./Elsewhere.ts"
import { inFolderOfItsOwn, openResources, pause, within } from "./OpenResources.ts"
import { secretsSet, type SourceLaw, sourceLaw, unstorable } from "./SourceLaw.ts"
import { attempted, isGivenUp, partsOf, recordsOf, type Surveyed, usualMost } from "./SourceSurvey.ts"
import { shown, textOf } from "./ValueText.ts"

/** How many readings are interrupted. */
const interruptions = 9

/** A source with more records is not read to its end as often. */
const fewRecords = 1000

/** Milliseconds within which an interrupted reading must have ended and released everything. */
const patience = 3000

/** Starts a reading, and interrupts it after a number of records. Returns how it ended, if it stops. */
const interruptedAfter = Effect.fnUntraced(function* (source: DataSource, country: string, count: number) {
  let seen = 0
  const reached = Promise.withResolvers<void>()
  const fiber = yield* recordsOf(source, country).pipe(
    Stream.runForEach(() =>
      Effect.suspend(() => {
        seen += 1
        if (seen < count) return Effect.void
        reached.resolve()
        return Effect.never
      })
    ),
    // A reading that does not stop must not block the suite.
    Effect.forkDetach
  )
  if (count > 0) {
    yield* within(
      Effect.raceFirst(
        Effect.promise(() => reached.promise),
        Fiber.await(fiber)
      ),
      patience
    )
  } else yield* Effect.yieldNow
  fiber.interruptUnsafe()
  const end = yield* within(Fiber.await(fiber), patience)
  return end === undefined ? undefined : Option.getOrUndefined(end)
})

/** What has grown since all of these moments: counts of what goes on elsewhere in the process rise and fall. */
const grown = (before: ReadonlyArray<ReadonlyMap<string, number>>, after: ReadonlyMap<string, number>) =>
  Array.from(after, ([resource, count]) => ({
    resource,
    more: count - Math.max(...before.map((counts) => counts.get(resource) ?? 0))
  }))
    .filter(({ more }) => more >= interruptions)
    .map(({ more, resource }) => `${resource} (${more} times)`)

const endsWell = ({ first }: Surveyed): SourceLaw =>
  sourceLaw("MUST end every reading with its last record or a SourceError, never with a defect", (law) =>
    first.pipe(
      Effect.asVoid,
      Effect.catch((error) =>
        law.hold(
          !error.defect,
          `Reading it ended with a defect: ${error.message} A defect tells operators nothing and is never retried. Wrap code that can fail in Effect.try or Effect.tryPromise, and turn the failure into a DataSource.SourceError that says what to change.`
        )
      )
    )
  )

const releasesWhenInterrupted = ({ country, first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST release its resources when a reading is interrupted", (law) =>
    Effect.gen(function* () {
      const { elements, whole } = yield* first
      yield* inFolderOfItsOwn
      const toTheEnd = whole && elements.length <= fewRecords ? [elements.length + 1] : []
      const points = [0, 1, Math.ceil(elements.length / 2), ...toTheEnd]
      const interrupt = Effect.fnUntraced(function* (point: number) {
        const end = yield* interruptedAfter(source, country, point)
        if (end === undefined) {
          return yield* law.broken(
            `A reading interrupted after ${point} records did not stop within ${patience / 1000} seconds. Does something uninterruptible take longer?`
          )
        }
        const defect = Exit.isFailure(end) && Cause.hasDies(end.cause) ? Cause.squash(end.cause) : undefined
        yield* law.hold(
          defect === undefined,
          `A reading interrupted after ${point} records ended with a defect: ${String(defect)} What closes must not throw, however little was opened or read.`
        )
      })
      // Resources opened once for all readings are not leaks.
      const before: Array<ReadonlyMap<string, number>> = []
      for (const point of points) {
        yield* interrupt(point)
        before.push(yield* openResources)
      }
      for (let i = 0; i < interruptions; i++) for (const point of points.slice(1)) yield* interrupt(point)
      for (let waited = 0; grown(before, yield* openResources).length > 0 && waited < patience; waited += 50) {
        yield* pause(50)
      }
      const left = grown(before, yield* openResources)
      yield* law.hold(
        left.length === 0,
        `After ${2 * interruptions} interrupted readings${toTheEnd.length > 0 ? ` and ${interruptions} whole ones` : ""}, this is still open: ${left.join(", ")}. Open it with Effect.acquireRelease, or use the Reader, which closes what it opens.`
      )
    }).pipe(Effect.scoped)
  )

const leavesTheProcess = ({ around }: Surveyed): SourceLaw =>
  sourceLaw("MUST leave the process that reads it as it was", (law) =>
    Effect.gen(function* () {
      const { changed, lost } = yield* around
      yield* law.hold(
        changed.length === 0,
        `A reading has changed ${changed.join(", ")}. The service and all other sources share the process: put it back, or do without.`
      )
      yield* law.hold(
        lost.length === 0,
        `A promise failed while nobody waited for it, which ends the service: ${lost[0]}. Wait for each promise, with Effect.tryPromise or a catch.`
      )
    })
  )

/** Characters that are enough for a version, a date or a hash. */
const longFingerprint = 2000

/** What is wrong with a fingerprint by itself; undefined if nothing is. */
const faultOfFingerprint = (fingerprint: unknown): string | undefined => {
  if (typeof fingerprint !== "string" || fingerprint.trim() === "") return "It is empty, or no text."
  if (unstorable.test(fingerprint)) return "It has half of a character, or NUL, which no database stores."
  if (fingerprint.length > longFingerprint)
    return `It has ${fingerprint.length} characters, and is kept with each run: hash it (\`contentId\`).`
  return secretsSet().some((key) => fingerprint.includes(key))
    ? "It has a key that is set in the environment, and is kept and shown with each run."
    : undefined
}

const standsWhileDataStand = ({ anew, first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST have a fingerprint that stays the same while the data do", (law) =>
    Effect.gen(function* () {
      const before = yield* attempted(source.fingerprint)
      yield* first
      yield* law.same(
        yield* attempted(source.fingerprint),
        before,
        "It has changed, though the data have not. Every run would read everything again. Compute it from the data: their version, their date, `location.fingerprint`. Test with data that stay: a copy of them, or recorded responses."
      )
      const fault = faultOfFingerprint(before)
      yield* law.hold(
        fault === undefined,
        `${fault} Compute it from the data: their version, their date, \`location.fingerprint\`.`
      )
      if (anew === undefined) return
      const there = Effect.flatMap(attempted(anew), (one) => attempted(one.fingerprint))
      yield* law.same(
        yield* Effect.catch(onAnotherMachine(there), () => Effect.scoped(there)),
        before,
        "From its Layer built anew, as by another process of another machine, it has another one: each start of the service would read everything again. Compute it from the data, and test with data that stay."
      )
    })
  )

const givesNothingElsewhere = ({ source }: Surveyed): SourceLaw =>
  sourceLaw("MUST give nothing for a country that it does not have", (law) =>
    Effect.gen(function* () {
      for (const [what, of] of [
        ["records", source],
        ["parts", { ...source, records: partsOf(source) }]
      ] as const) {
        // A list of several countries rejects those of the others.
        const given = recordsOf(of, "XX").pipe(
          Stream.take(usualMost),
          Stream.filter((element) => !isGivenUp(element)),
          Stream.take(1)
        )
        const elements = yield* attempted(Stream.runCollect(given))
        yield* law.hold(
          elements.length === 0,
          `It gave a record for XX, which is not a country, so every country's pool would contain all of its records. Check the country passed to \`${what}\`, and return Stream.empty for others.`,
          elements[0]
        )
      }
    })
  )

/** How many parts are read twice. */
const fewParts = 3

const textsOf = (records: SourcePart["records"]) => attempted(Stream.runCollect(Stream.map(records, textOf)))

const givesItsParts = ({ country, first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST give the same records by its parts and as a whole", (law) =>
    Effect.gen(function* () {
      const { parts } = source
      if (parts === undefined) {
        return { because: "It has no parts. Needs `parts`, if its data have several files." }
      }
      const { texts, whole } = yield* first
      if (!whole) {
        return {
          because: `It has more than ${texts.length} records. Needs a smaller file, which is read twice.`
        }
      }
      const held = new Map<string, ReadonlySet<string>>()
      const divided: Array<string> = []
      const faults: Array<string> = []
      const listed = Stream.suspend(() => parts(country))
      const read = Effect.fnUntraced(function* ({ name, records }: SourcePart) {
        const found = yield* textsOf(records)
        if (held.has(name)) faults.push(`Two parts are named "${name}".`)
        if (found.length > 0 && held.size < fewParts && (yield* textsOf(Stream.take(records, 1))).length === 0)
          faults.push(
            `The part ${shown(name)} gives its records once, and then none: after a failure it is read again from the start. Open what it reads in its stream (\`Stream.suspend\`).`
          )
        held.set(name, new Set(found))
        divided.push(...found)
      })
      let relisted = 0
      const readAgain = Effect.fnUntraced(function* ({ name, records }: SourcePart) {
        const before = held.get(name)
        if (before === undefined)
          faults.push(
            `A part is named ${shown(name)} at one time, and otherwise at another. An interrupted run continues with the parts that it has not finished, which it knows by name. Take the name from the data.`
          )
        else if (relisted++ < fewParts) {
          const [one] = yield* textsOf(Stream.take(records, 1))
          if (one !== undefined && !before.has(one))
            faults.push(
              `The part ${shown(name)} has other records when the parts are listed again, such as ${one}. An interrupted run continues with the parts that it has not finished, which it knows by name. Take the name from the data.`
            )
        }
      })
      yield* attempted(Stream.runForEach(listed, read))
      yield* law.hold(!held.has(""), "A part has no name. Take it from the data: an interrupted run knows parts by it.")
      yield* attempted(Stream.runForEach(listed, readAgain))
      yield* law.hold(faults.length === 0, String(faults[0]))
      const [left, right] = [divided.slice().sort(), texts.slice().sort()]
      const at = right.findIndex((text, index) => text !== left[index])
      yield* law.hold(
        at < 0 && left.length === right.length,
        `Its parts have ${left.length} records, the whole ${right.length}; they differ at ${right[at] ?? left[right.length]}.`
      )
    })
  )

/** Laws about reading, which apply to every source. */
export const readingLaws = (surveyed: Surveyed): ReadonlyArray<SourceLaw> => [
  endsWell(surveyed),
  leavesTheProcess(surveyed),
  releasesWhenInterrupted(surveyed),
  standsWhileDataStand(surveyed),
  givesNothingElsewhere(surveyed),
  givesItsParts(surveyed)
]
