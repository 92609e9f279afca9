import { Effect, Scope, Stream } from "effect"
import { type RawRecord, recordFields, rejected, SourceError, type SourceRecord } from "../../../sources/DataSource.ts"
import { openScratch, Scratch, type ScratchFile, scratchFault } from "../../../sources/scratch/ScratchFile.ts"
import { bigintsAsText } from "../../shared/JsonText.ts"

/** Records kept aside in memory; the rest go to a scratch file. */
const inMemory = 2000

/** Records held back until the end of their part, in the order in which they came, in any number. */
export interface Aside {
  readonly put: (records: ReadonlyArray<RawRecord>) => Effect.Effect<void, SourceError>
  /** Returns them in chunks. */
  readonly taken: Stream.Stream<ReadonlyArray<SourceRecord>, SourceError>
}

const pick = (record: RawRecord) => Object.fromEntries(recordFields.map((name) => [name, record[name]]))

const written = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value, bigintsAsText)
  } catch {
    return undefined
  }
}

/** What a record of a plug-in has beyond its declaration may be anything, such as the whole file that it stands in. */
const textOf = (records: ReadonlyArray<RawRecord>): string => {
  const whole = written(records)
  if (whole !== undefined) return whole
  const unwritten = JSON.stringify(rejected("malformed-record", "Its values cannot be written down."))
  return `[${records.map((record) => written(pick(record)) ?? unwritten).join(",")}]`
}

/** Holds records back as long as the scope is open. */
export const makeAside = Effect.fnUntraced(function* (
  origin: Parameters<typeof openScratch>[0]
): Effect.fn.Return<Aside, never, Scope.Scope> {
  let waiting: Array<RawRecord> = []
  const blocks: Array<{ readonly start: number; readonly length: number }> = []
  const scope = yield* Effect.scope
  const place = yield* Scratch
  const opened = yield* openScratch(origin).pipe(
    Effect.provideService(Scratch, place),
    Effect.provideService(Scope.Scope, scope),
    Effect.cached
  )
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()

  /** One buffer for all blocks: new ones would pile up outside the heap, where nothing triggers their collection. */
  let scratch = new Uint8Array(64 * 1024)
  const room = (size: number): Uint8Array => {
    if (scratch.length < size) scratch = new Uint8Array(size * 2)
    return scratch
  }

  const withFile = <A>(use: (file: ScratchFile) => A) =>
    Effect.flatMap(opened, (file) =>
      Effect.try({
        try: () => use(file),
        catch: (cause) =>
          scratchFault(origin, cause) ??
          new SourceError({ source: origin.source, reason: "unreadable", message: String(cause), cause })
      })
    )

  return {
    put: Effect.fnUntraced(function* (records) {
      for (const record of records) waiting.push(record)
      if (waiting.length < inMemory) return
      yield* withFile((file) => {
        const text = textOf(waiting)
        // A character of UTF-16 takes three bytes of UTF-8 at most.
        const buffer = room(text.length * 3)
        const { written: length } = encoder.encodeInto(text, buffer)
        const start = file.allocate(length)
        file.write(buffer.subarray(0, length), start)
        blocks.push({ start, length })
      })
      waiting = []
    }),
    taken: Stream.suspend(() =>
      Stream.concat(
        Stream.mapEffect(Stream.fromIterable(blocks), ({ length, start }) =>
          withFile((file) => {
            const bytes = room(length).subarray(0, length)
            file.read(bytes, start)
            return JSON.parse(decoder.decode(bytes)) as ReadonlyArray<SourceRecord>
          })
        ),
        Stream.suspend(() => (waiting.length === 0 ? Stream.empty : Stream.succeed(waiting)))
      )
    )
  }
})
