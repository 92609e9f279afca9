import { Effect, type FileSystem, Stream } from "effect"
import { type PlatformError, Scope } from "effect"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { bigintsAsText } from "../../shared/JsonText.ts"

/** Records kept aside in memory; the rest go to a temporary file. */
const inMemory = 2000

/** Records held back until the end of their part, in the order in which they came, in any number. */
export interface Aside {
  readonly put: (records: ReadonlyArray<RawRecord>) => Effect.Effect<void, PlatformError.PlatformError>
  /** Returns them in chunks. */
  readonly taken: Stream.Stream<ReadonlyArray<RawRecord>, PlatformError.PlatformError>
}

/** Holds records back as long as the scope is open. */
export const makeAside = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem
): Effect.fn.Return<Aside, never, Scope.Scope> {
  let waiting: Array<RawRecord> = []
  const blocks: Array<number> = []
  const scope = yield* Effect.scope
  const opened = yield* Effect.cached(
    Effect.flatMap(fs.makeTempFileScoped({ prefix: "doorstep-aside-" }), (path) => fs.open(path, { flag: "w+" })).pipe(
      Effect.provideService(Scope.Scope, scope)
    )
  )
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()

  /** One buffer for all blocks: new ones would pile up outside the heap, where nothing triggers their collection. */
  let scratch = new Uint8Array(64 * 1024)
  const room = (size: number): Uint8Array => {
    if (scratch.length < size) scratch = new Uint8Array(size * 2)
    return scratch
  }

  const readBlock = Effect.fnUntraced(function* (start: number, length: number) {
    const file = yield* opened
    const buffer = room(length)
    let at = 0
    while (at < length) {
      const count = yield* file.read(buffer.subarray(at, length), { position: BigInt(start + at) })
      if (count === 0) break
      at += count
    }
    return JSON.parse(decoder.decode(buffer.subarray(0, at))) as ReadonlyArray<RawRecord>
  })

  return {
    put: Effect.fnUntraced(function* (records) {
      for (const record of records) waiting.push(record)
      if (waiting.length < inMemory) return
      const text = JSON.stringify(waiting, bigintsAsText)
      // A character of UTF-16 takes three bytes of UTF-8 at most.
      const buffer = room(text.length * 3)
      const { written } = encoder.encodeInto(text, buffer)
      waiting = []
      yield* (yield* opened).writeAll(buffer.subarray(0, written))
      blocks.push(written)
    }),
    taken: Stream.suspend(() => {
      let start = 0
      const places = blocks.map((length) => {
        const place = { start, length }
        start += length
        return place
      })
      return Stream.concat(
        Stream.mapEffect(Stream.fromIterable(places), ({ length, start }) => readBlock(start, length)),
        Stream.suspend(() => (waiting.length === 0 ? Stream.empty : Stream.succeed(waiting)))
      )
    })
  }
})
