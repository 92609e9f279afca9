import { Effect, type Scope, Stream } from "effect"
import type { HttpClient } from "effect/http"
import { type DataSource, SourceError } from "../sources/DataSource.ts"
import type { Entry, Reader } from "../sources/SourceFiles.ts"
import { type NotApplicable, type SourceLaw, sourceLaw } from "./SourceLaw.ts"
import { attempted, isGivenUp, type SourceUnreadable, type Survey, survey } from "./SourceSurvey.ts"
import { garbage, type Recording, recording, standingIn } from "./StandInReader.ts"

/** The same source with another Reader, and with another HTTP client. */
export type Rebuild = (
  change: (reader: Reader["Service"]) => Reader["Service"],
  changeClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
) => Effect.Effect<DataSource, unknown, Scope.Scope>

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
      const torn = lines.findIndex((line, at) => at >= lines.length / 2 && /[\p{L}\p{N}]/u.test(line))
      // A tag that is cut off takes what follows with it, and so does a quotation mark.
      const rest = lines[torn]?.startsWith("<") === false ? lines[torn].slice(0, lines[torn].length / 2) : ""
      const left = rest === "" ? all : ((yield* countOf(lines.with(torn, rest.replaceAll('"', "")))) ?? all)
      yield* law.hold(
        left >= all,
        `When line ${torn + 1} of ${entry.path} is cut off in its middle, it gives neither a record nor a reason. A row that cannot be read arrives as a Rejected: return it, so that it is counted.`
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
