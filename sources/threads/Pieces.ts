import { Effect, Stream } from "effect"
import type { SourceError, SourcePart, SourceRecord } from "../DataSource.ts"

/** Lines of a file, and what has to be known of it to read them. */
export interface Lines<File> {
  readonly text: string
  /** Number of the first one. */
  readonly line: number
  readonly file: File
}

/** Makes records of lines, in any thread: a module of its own exports it as `reader`. */
export interface LineReader<Setup, File> {
  /** `import.meta.url` of the module. */
  readonly module: string
  /** Once in each thread. What it makes of lines follows from them and the setup alone. */
  readonly begin: (setup: Setup) => (lines: Lines<File>) => Iterable<SourceRecord>
}

export const defineLineReader = <Setup, File>(reader: LineReader<Setup, File>): LineReader<Setup, File> => reader

/** A part of a source as lines that any thread can read. Setup and file are copied as `structuredClone` copies. */
export interface Pieces {
  readonly module: string
  readonly setup: unknown
  /** Records that were read already, or lines, in their order. */
  readonly stream: Stream.Stream<Piece, SourceError>
}

export type Piece<File = unknown> = { readonly records: ReadonlyArray<SourceRecord> } | { readonly lines: Lines<File> }

/** Records that are made at a time where they are asked for, before others get their turn. */
const some = 250

/** The records of a part's pieces, all of them made here. */
const recordsOf = <Setup, File>(
  { begin }: LineReader<Setup, File>,
  setup: Setup,
  pieces: Stream.Stream<Piece<File>, SourceError>
): Stream.Stream<SourceRecord, SourceError> =>
  Stream.suspend(() => {
    const read = begin(setup)
    return Stream.flatMap(pieces, (piece) =>
      Stream.fromIterable("records" in piece ? piece.records : read(piece.lines), { chunkSize: some }).pipe(
        Stream.mapArrayEffect((records) => Effect.as(Effect.yieldNow, records))
      )
    )
  })

/** A part of a source that threads may read. */
export const piecewise = <Setup, File>(
  name: string,
  reader: LineReader<Setup, File>,
  setup: Setup,
  pieces: Stream.Stream<Piece<File>, SourceError>
): SourcePart => ({
  name,
  records: recordsOf(reader, setup, pieces),
  pieces: { module: reader.module, setup, stream: pieces }
})
