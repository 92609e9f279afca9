import { Effect, Scope, Stream } from "effect"
import type { Manifest, Piece, Pieces, SourceRecord } from "../../../sources/DataSource.ts"
import { type Crew, type ThreadFailed, Threads } from "../../../sources/threads/Threads.ts"
import type { SourceCompletion } from "../complete/Completion.ts"
import { type LinesRead, type LinesToRead, task as readingLines } from "./LinesTask.ts"
import { normalizeAll, type Normalized, type Staged, task as normalizing } from "./NormalizeTask.ts"
import { packRecords } from "./RawColumns.ts"

/** The outcome of records, and the rejected ones that somebody may want to see. */
interface Rows {
  readonly became: Normalized
  readonly raws: ReadonlyArray<SourceRecord | undefined>
}

/** Records as read, completed as far as possible. */
export interface Chunk {
  /** The outcome of the records before them that lacked nothing, and were normalized where they were read. */
  readonly before?: Rows
  readonly records: ReadonlyArray<SourceRecord>
  /** How many records of the part were read by then. */
  readonly read: number
}

interface Of {
  readonly manifest: Manifest
  readonly country: string
  readonly methods: SourceCompletion["methods"]
}

/** Makes rows from a source's records, several chunks in parallel, and returns them in order. */
export const makeRows = Effect.fnUntraced(function* ({ country, manifest, methods }: Of) {
  const { attribution, countries, evidence, homepage, license, name } = manifest
  const of = { country, manifest: { attribution, countries, evidence, homepage, license, name } }
  const threads = yield* Threads
  const scope = yield* Effect.scope
  const crew = yield* threads.crew(normalizing, of)
  /** One task per setup, which a source's parts share. */
  const readers = new Map<unknown, Crew<LinesToRead, LinesRead>>()

  const readerOf = Effect.fnUntraced(function* ({ module, setup }: Pieces) {
    const known = readers.get(setup)
    if (known !== undefined) return known
    const made = yield* Scope.provide(threads.crew(readingLines, { ...of, methods, module, setup }), scope)
    readers.set(setup, made)
    return made
  })

  const normalize = (records: ReadonlyArray<SourceRecord>, form: Staged["form"]) => {
    const columns = records.length === 0 ? undefined : packRecords(records)
    const became =
      columns === undefined ? Effect.sync(() => normalizeAll(of, records, form)) : crew.run({ columns, form })
    return Effect.map(became, (became): Rows => ({ became, raws: became.rejected.map(([at]) => records[at]) }))
  }

  return {
    rowsOf: (form: Staged["form"]) =>
      Stream.mapEffect(
        ({ before, read, records }: Chunk) =>
          before !== undefined && records.length === 0
            ? Effect.succeed({ rows: [before], read })
            : Effect.map(normalize(records, form), (rows) => ({
                rows: before === undefined ? [rows] : [before, rows],
                read
              })),
        { concurrency: crew.ahead }
      ),
    /**
     * The contents of a part that is read as lines.
     *
     * @param enough reasons for which enough rejected records were seen
     */
    readLines: (pieces: Pieces, form: Staged["form"], enough: () => ReadonlyArray<string>) =>
      Stream.unwrap(
        Effect.map(readerOf(pieces), (reader) =>
          Stream.mapEffect(
            pieces.stream,
            (piece): Effect.Effect<LinesRead | Extract<Piece, { readonly records: unknown }>, ThreadFailed> =>
              "records" in piece
                ? Effect.succeed(piece)
                : Effect.suspend(() => reader.run({ lines: piece.lines, form, enough: enough() })),
            { concurrency: reader.ahead }
          )
        )
      )
  }
})
