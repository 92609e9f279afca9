import { Effect, Stream } from "effect"
import type { Lines, Piece, SourceError, SourcePart, SourceRecord } from "../DataSource.ts"

/** Makes records from lines, in any thread: a separate module exports it as `reader`. */
export interface LineReader<Setup, File> {
  /** `import.meta.url` of the module. */
  readonly module: string
  /** Called once in each thread. Its results must depend only on the lines and the setup. */
  readonly begin: (setup: Setup) => (lines: Lines<File>) => Iterable<SourceRecord>
}

export const defineLineReader = <Setup, File>(reader: LineReader<Setup, File>): LineReader<Setup, File> => reader

/** Records made at a time in the calling thread before yielding. */
const some = 250

/** The records of a part's pieces, all made in the calling thread. */
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
