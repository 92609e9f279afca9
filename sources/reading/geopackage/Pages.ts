import { Effect } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { type Origin, unreadable } from "../Origin.ts"
import { Fault } from "../Parser.ts"
import type { RandomAccess } from "../RandomAccess.ts"

/** What a database file says of itself in its first hundred bytes. https://www.sqlite.org/fileformat2.html#the_database_header */
export interface Header {
  /** Bytes of a page. */
  readonly pageSize: number
  /** Bytes of a page that hold data. */
  readonly usable: number
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be"
}

/** The pages of a database file. They are numbered from 1. */
export interface Pages extends Header {
  readonly origin: Origin
  /** Bytes of the file. */
  readonly size: number
  readonly page: (number: number) => Effect.Effect<Uint8Array, SourceError>
  /** Without reading what lies around it: for pages that are far from each other. */
  readonly distant: (number: number) => Effect.Effect<Uint8Array, SourceError>
}

export const headerSize = 100

const magic = "SQLite format 3\0"

/** Whether a file that begins so is an SQLite database, which every GeoPackage is. */
export const isDatabase = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, magic.length)).toString("latin1") === magic

const encodings = [undefined, "utf-8", "utf-16le", "utf-16be"] as const

/** Bytes of a page that SQLite can work with at least. */
const leastUsable = 480

/** Throws a {@link Fault} if the bytes cannot be a header. */
const headerOf = (head: Uint8Array): Header => {
  if (!isDatabase(head)) throw new Fault("it is not a GeoPackage: it does not begin as an SQLite database does.")
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const stated = view.getUint16(16)
  const pageSize = stated === 1 ? 65_536 : stated
  const usable = pageSize - view.getUint8(20)
  // A new database states no encoding until something is stored in it.
  const encoding = encodings[view.getUint32(56) || 1]
  const isPower = pageSize >= 512 && (pageSize & (pageSize - 1)) === 0
  if (!isPower || usable < leastUsable || encoding === undefined) {
    throw new Fault("the GeoPackage is damaged: its header makes no sense.")
  }
  return { pageSize, usable, encoding }
}

/** Bytes read at a time: at least one page. Tables are mostly stored page after page. */
const windowSize = 512 * 1024

/** How many such parts of a file are kept: a table's own, and those with the ends of its long records. */
const windows = 8

/**
 * How many times as much as is asked for may be read, and what may be read anyway. Tables of a real file are nowhere
 * near; the pages of a hostile one can stand in such an order that each is far from the one before.
 */
const mostAround = 16
const always = 2 * windows * windowSize

/** Reads pages, and what lies around them unless that is mostly in vain. */
const makeWindows = ({ readRange, size }: RandomAccess, pageSize: number) => {
  const kept = new Map<number, Uint8Array>()
  let [asked, around] = [0, 0]
  return Effect.fnUntraced(function* (number: number) {
    const first = (number - 1) * pageSize
    const window = Math.floor(first / windowSize)
    const start = window * windowSize
    asked += pageSize
    const found = kept.get(window)
    if (found === undefined && around > always + asked * mostAround) return yield* readRange(first, first + pageSize)
    const read = found ?? (yield* readRange(start, Math.min(start + windowSize, size)))
    if (found === undefined) {
      around += read.length
      const [oldest] = kept.keys()
      if (kept.size >= windows && oldest !== undefined) kept.delete(oldest)
      kept.set(window, read)
    }
    return read.subarray(first - start, first - start + pageSize)
  })
}

/** Fails if the file is no database, or damaged. */
export const openPages = Effect.fnUntraced(function* (
  origin: Origin,
  file: RandomAccess
): Effect.fn.Return<Pages, SourceError> {
  const head = yield* file.readRange(0, Math.min(headerSize, file.size))
  const header = yield* Effect.try({
    try: () => headerOf(head),
    catch: (cause) => unreadable(origin, cause instanceof Fault ? cause.message : "it is cut off.", cause)
  })
  const { pageSize } = header
  const last = Math.floor(file.size / pageSize)
  const pageOf = makeWindows(file, pageSize)
  const known = (number: number) =>
    Number.isSafeInteger(number) && number >= 1 && number <= last
      ? Effect.void
      : Effect.fail(
          unreadable(
            origin,
            `the GeoPackage is cut off or damaged: it has ${last} pages, and page ${number} is needed.`
          )
        )
  return {
    ...header,
    origin,
    size: file.size,
    page: Effect.fnUntraced(function* (number) {
      yield* known(number)
      return yield* pageOf(number)
    }),
    distant: Effect.fnUntraced(function* (number) {
      yield* known(number)
      return yield* file.readRange((number - 1) * pageSize, number * pageSize)
    })
  }
})
