import { Effect, type FileSystem, Option, Stream } from "effect"
import { type PlatformError, Scope } from "effect"
import type { RawRecord } from "../../sources/DataSource.ts"

/** Records that are kept aside in memory; what comes beyond them goes to a temporary file. */
const inMemory = 4000

/** Records that have to wait for the end of their part, in the order in which they came, however many they are. */
export interface Aside {
  readonly put: (records: ReadonlyArray<RawRecord>) => Effect.Effect<void, PlatformError.PlatformError>
  /** Gives them back, some at a time. */
  readonly taken: Stream.Stream<ReadonlyArray<RawRecord>, PlatformError.PlatformError>
}

/** Keeps records aside for as long as the scope is. */
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

  const readBlock = Effect.fnUntraced(function* (start: number, length: number) {
    const file = yield* opened
    const parts: Array<Uint8Array> = []
    for (let at = 0; at < length;) {
      const part = Option.getOrElse(
        yield* file.readAlloc(length - at, { position: BigInt(start + at) }),
        () => new Uint8Array()
      )
      if (part.length === 0) break
      parts.push(part)
      at += part.length
    }
    return JSON.parse(decoder.decode(Buffer.concat(parts))) as ReadonlyArray<RawRecord>
  })

  return {
    put: Effect.fnUntraced(function* (records) {
      for (const record of records) waiting.push(record)
      if (waiting.length < inMemory) return
      const bytes = encoder.encode(
        JSON.stringify(waiting, (_, value) => (typeof value === "bigint" ? String(value) : value))
      )
      waiting = []
      yield* (yield* opened).writeAll(bytes)
      blocks.push(bytes.length)
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
