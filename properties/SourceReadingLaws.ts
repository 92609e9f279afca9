import { Effect, Fiber, type Scope, Stream } from "effect"
import type { HttpClient } from "effect/http"
import { type DataSource, SourceError } from "../sources/DataSource.ts"
import type { Entry, Reader } from "../sources/SourceFiles.ts"
import { openResources, pause, within } from "./OpenResources.ts"
import { type NotApplicable, type SourceLaw, sourceLaw } from "./SourceLaw.ts"
import {
  attempted,
  isGivenUp,
  recordsOf,
  type SourceUnreadable,
  type Survey,
  survey,
  type Surveyed,
  textOf
} from "./SourceSurvey.ts"
import { garbage, type Recording, recording, standingIn } from "./StandInReader.ts"

/** The same source with another Reader, and with another HTTP client. */
export type Rebuild = (
  change: (reader: Reader["Service"]) => Reader["Service"],
  changeClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
) => Effect.Effect<DataSource, unknown, Scope.Scope>

/** How many readings are interrupted. */
const interruptions = 9

/** Milliseconds within which an interrupted reading must have ended and released everything. */
const patience = 3000

/** Starts a reading, and interrupts it after a number of records. False if it does not stop. */
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
    Effect.exit,
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
  return (yield* within(Fiber.await(fiber), patience)) !== undefined
})

const grown = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  Array.from(after, ([resource, count]) => ({ resource, more: count - (before.get(resource) ?? 0) }))
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
      const { elements } = yield* first
      const points = [0, 1, Math.ceil(elements.length / 2)]
      const interrupt = Effect.fnUntraced(function* (point: number) {
        yield* law.hold(
          yield* interruptedAfter(source, country, point),
          `A reading interrupted after ${point} records did not stop within ${patience / 1000} seconds. Does something uninterruptible take longer?`
        )
      })
      // Resources opened once for all readings are not leaks.
      for (const point of points) yield* interrupt(point)
      const before = yield* openResources
      for (let i = 0; i < interruptions; i++) for (const point of points.slice(1)) yield* interrupt(point)
      for (let waited = 0; grown(before, yield* openResources).length > 0 && waited < patience; waited += 50) {
        yield* pause(50)
      }
      const left = grown(before, yield* openResources)
      yield* law.hold(
        left.length === 0,
        `After ${2 * interruptions} interrupted readings, this is still open: ${left.join(", ")}. Open it with Effect.acquireRelease, or use the Reader, which closes what it opens.`
      )
    })
  )

const standsWhileDataStand = ({ first, source }: Surveyed): SourceLaw =>
  sourceLaw("MUST have a fingerprint that stays the same while the data do", (law) =>
    Effect.gen(function* () {
      const before = yield* attempted(source.fingerprint)
      yield* first
      yield* law.same(
        yield* attempted(source.fingerprint),
        before,
        "It has changed, though the data have not. Every run would read everything again. Compute it from the data: their version, their date, `location.fingerprint`."
      )
      yield* law.hold(
        typeof before === "string" && before.trim() !== "",
        "It is empty. Compute it from the data: their version, their date, `location.fingerprint`."
      )
    })
  )

const givesNothingElsewhere = ({ source }: Surveyed): SourceLaw =>
  sourceLaw("MUST give nothing for a country that it does not have", (law) =>
    Effect.flatMap(survey(source, "XX", 1), ({ elements }) =>
      law.hold(
        elements.length === 0,
        `It gave a record for XX, which is not a country, so every country's pool would contain all of its records. Check the country passed to \`records\`, and return Stream.empty for others.`,
        elements[0]
      )
    )
  )

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
      const names = new Set<string>()
      let twice: string | undefined
      const divided = yield* Stream.suspend(() => parts(country)).pipe(
        Stream.flatMap(({ name, records }) => {
          if (names.has(name)) twice = name
          names.add(name)
          return records
        }),
        Stream.map(textOf),
        Stream.runCollect,
        attempted
      )
      yield* law.hold(twice === undefined, `Two parts are named "${twice}".`)
      const [left, right] = [divided.slice().sort(), texts.slice().sort()]
      const at = right.findIndex((text, index) => text !== left[index])
      yield* law.hold(
        at < 0 && left.length === right.length,
        `Its parts have ${left.length} records, the whole ${right.length}; they differ at ${right[at] ?? left[right.length]}.`
      )
    })
  )

/** Laws about reading, which apply to every source. */
export const readingLaws = (
  source: DataSource,
  country: string,
  first: Effect.Effect<Survey, SourceUnreadable>
): ReadonlyArray<SourceLaw> => {
  const surveyed: Surveyed = { source, country, first }
  return [
    endsWell(surveyed),
    releasesWhenInterrupted(surveyed),
    standsWhileDataStand(surveyed),
    givesNothingElsewhere(surveyed),
    givesItsParts(surveyed)
  ]
}

type Outcome = { readonly count: number } | { readonly error: SourceUnreadable }

/** The single file that a source reads. */
interface ReadFile {
  readonly entry: Entry
  /** Its beginning. */
  readonly bytes: Buffer
  /** Whether it is read with random access. */
  readonly random: boolean
}

/** Lines of a file to remove, one at a time. */
const mostLines = 60

type Change = Parameters<Rebuild>[0]

/** A source that reads a file, which can be exchanged. */
interface Files {
  readonly country: string
  readonly rebuild: Rebuild
  /** The single file that the source reads, or why these laws do not apply. */
  readonly subject: Effect.Effect<ReadFile | NotApplicable, SourceUnreadable>
  /** What the source gives with another Reader. */
  readonly read: (change: Change, most?: number) => Effect.Effect<Survey, SourceUnreadable>
}

/** The file among what was read, if it is a single one. */
const singleFile = (notes: Recording): ReadFile | NotApplicable => {
  const [entry] = notes.entries
  if (entry === undefined) {
    return {
      because:
        "It does not use the Reader, so its files cannot be damaged for this test. Needs files read through the Reader of its Layer (`locate` and `rows` do)."
    }
  }
  if (new Set(notes.entries.map(({ origin }) => origin.place)).size > 1) {
    return {
      because: "It reads several files, and one alone is not enough for it. Needs a configuration that reads one."
    }
  }
  return { entry, bytes: Buffer.concat(notes.head), random: notes.random }
}

const inChunks = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

const survivesDamagedFiles = ({ read, subject }: Files): SourceLaw =>
  sourceLaw("MUST fail with a SourceError if a file is missing, truncated or of another kind", (law) =>
    Effect.gen(function* () {
      const found = yield* subject
      if ("because" in found) return found
      const { bytes, entry } = found
      const broken = new SourceError({
        source: entry.origin.source,
        reason: "transient",
        message: `${entry.origin.place}: the connection broke.`
      })
      const half = Stream.succeed<Uint8Array>(bytes.subarray(0, bytes.length / 2))
      const cases = [
        { what: "is missing", file: { bytes: Stream.empty, missing: true }, fails: true },
        { what: "breaks off in the middle", file: { bytes: Stream.concat(half, Stream.fail(broken)) }, fails: true },
        { what: "ends in the middle of a record", file: { bytes: half }, fails: false },
        { what: "holds something else", file: { bytes: Stream.succeed(garbage(4096)) }, fails: false },
        { what: "is empty", file: { bytes: Stream.empty }, fails: false }
      ]
      for (const { fails, file, what } of cases) {
        const outcome = yield* Effect.match(
          read((reader) => standingIn(reader, entry, file)),
          {
            onSuccess: ({ elements }): Outcome => ({ count: elements.length }),
            onFailure: (error): Outcome => ({ error })
          }
        )
        if ("error" in outcome) {
          yield* law.hold(
            !outcome.error.defect,
            `When ${entry.path} ${what}, it dies: ${outcome.error.message} Turn this into a DataSource.SourceError, or into DataSource.rejected(…) if it concerns only one record.`
          )
        } else {
          yield* law.hold(
            !fails,
            `When ${entry.path} ${what}, the Reader fails, but the source ends after ${outcome.count} records as if there were no more. The run would remove all others. Pass on the SourceError.`
          )
        }
      }
    })
  )

const followsItsFiles = ({ rebuild, subject }: Files): SourceLaw =>
  sourceLaw("MUST have a fingerprint that changes with its files", (law) =>
    Effect.gen(function* () {
      const found = yield* subject
      if ("because" in found) return found
      const { bytes, entry } = found
      const versioned = (version: string) =>
        Effect.scoped(
          Effect.flatMap(
            attempted(
              Effect.suspend(() =>
                rebuild((reader) =>
                  standingIn(reader, entry, {
                    bytes: Stream.succeed(Buffer.concat([bytes, Buffer.from(version)])),
                    version
                  })
                )
              )
            ),
            (source) => attempted(source.fingerprint)
          )
        )
      const [before, after] = [yield* Effect.result(versioned("one")), yield* Effect.result(versioned("another"))]
      yield* law.hold(
        before._tag === "Failure" || after._tag === "Failure" || before.success !== after.success,
        `It is "${before._tag === "Success" ? before.success : ""}" whatever ${entry.path} contains: if its publisher replaces the file, no run will read it. Compute it from \`location.fingerprint\`.`
      )
    })
  )

const givesEveryRow = ({ country, read, subject }: Files): SourceLaw =>
  sourceLaw("MUST give or reject every row: none is silently dropped", (law) =>
    Effect.gen(function* () {
      const found = yield* subject
      if ("because" in found) return found
      const { bytes, entry } = found
      const lines = bytes.toString("utf8").split("\n").slice(0, 2000)
      const countOf = (kept: ReadonlyArray<string>) =>
        Effect.map(
          Effect.option(
            read((reader) => standingIn(reader, entry, { bytes: Stream.succeed(Buffer.from(`${kept.join("\n")}\n`)) }))
          ),
          (result) => (result._tag === "Some" ? result.value.elements.length : undefined)
        )
      const all = yield* countOf(lines)
      if (all === undefined || found.random) {
        return {
          because: `Its file does not consist of lines. Needs the total that its publisher states, in its manifest: expected: { ${country}: 12345 }.`
        }
      }
      const step = Math.max(1, Math.floor(lines.length / mostLines))
      const silent: Array<number> = []
      let told = 0
      let looked = 0
      for (let at = 0; at < lines.length; at += step) {
        const line = lines[at]!
        // Brackets close the container of the records.
        if (!/[\p{L}\p{N}]/u.test(line) || line.startsWith("#")) continue
        const without = yield* countOf(lines.toSpliced(at, 1))
        if (without === undefined) continue
        looked += 1
        if (without === all - 1) told += 1
        // Lines before the first record may be a header.
        else if (told > 0) silent.push(at)
      }
      if (told < 2 || told < looked / 2) {
        return {
          because: `Its file does not consist of lines with a record each. Needs the total that its publisher states, in its manifest: expected: { ${country}: 12345 }.`
        }
      }
      const [at] = silent
      yield* law.hold(
        at === undefined,
        `${silent.length} of ${looked} tested lines give neither a record nor a reason, such as line ${at! + 1} of ${entry.path}: ${lines[at!]}. Silently filtered lines are counted nowhere, and nobody notices when there are more of them. Give DataSource.rejected("filtered", …) instead.`
      )
    })
  )

const streamsItsFile = ({ read, subject }: Files): SourceLaw =>
  sourceLaw("SHOULD give its first record before it has read all of its data", (law) =>
    Effect.gen(function* () {
      const found = yield* subject
      if ("because" in found) return found
      if (found.random) {
        return {
          because: "It reads its file with random access. Needs one that is read from start to end."
        }
      }
      const { bytes, entry } = found
      const chunks = inChunks(bytes, Math.max(64, Math.ceil(bytes.length / 100)))
      if (chunks.length < 8) {
        return {
          because: `${entry.path} is too small to tell: ${bytes.length} bytes. Needs a file of at least a kilobyte.`
        }
      }
      let pulled = 0
      const slow = Stream.fromIterable(chunks).pipe(
        Stream.rechunk(1),
        Stream.tap(() => Effect.sync(() => (pulled += 1)))
      )
      const { elements } = yield* read((reader) => standingIn(reader, entry, { bytes: slow }), 1)
      yield* law.hold(
        pulled < chunks.length || elements.filter((element) => !isGivenUp(element)).length === 0,
        `All of ${entry.path} was read before the first record arrived. A file of several gigabytes would have to fit into memory. Turn bytes into records as they arrive (\`rows\` does), instead of collecting them.`
      )
    })
  )

/** Laws about files, for a source that reads them with the Reader. */
export const fileLaws = (country: string, rebuild: Rebuild): ReadonlyArray<SourceLaw> => {
  const read: Files["read"] = (change, most = 10_000) =>
    Effect.scoped(
      Effect.flatMap(attempted(Effect.suspend(() => rebuild(change))), (source) => survey(source, country, most))
    )
  const subject = Effect.suspend(() => {
    const notes: Recording = { entries: [], head: [], size: 0, random: false }
    return Effect.map(
      read((reader) => recording(reader, notes)),
      () => singleFile(notes)
    )
  })
  const files: Files = { country, rebuild, subject, read }
  return [survivesDamagedFiles(files), followsItsFiles(files), givesEveryRow(files), streamsItsFile(files)]
}
