import { Effect, Stream } from "effect"
import { quoted } from "../../schemas/Quoted.ts"
import type { SourceError } from "../DataSource.ts"
import { firstBytes } from "./Bytes.ts"
import { misconfigured, unreadable } from "./Origin.ts"
import { asSourceError, parse } from "./Parser.ts"
import type { Entry } from "./Reader.ts"
import { decoderOf } from "./CodePages.ts"
import { type Columns, decodeUnstated, encodingIn, longestHeader, tableOf, tableRows } from "./shapefile/Dbase.ts"
import { shapes } from "./shapefile/Shapes.ts"

/** A record of a shapefile: the columns of its table, and its point if it has one. */
export interface ShapefileRecord {
  /** Counted from 1. */
  readonly number: number
  readonly columns: Columns
  readonly point: readonly [number, number] | undefined
}

/** The encoding that the `.cpg` beside a shapefile states; undefined if it states none. */
const encodingBeside = Effect.fnUntraced(function* (entry: Entry) {
  const codePage = entry.sibling(".cpg")
  if (codePage === undefined) return undefined
  const text = Buffer.from(yield* firstBytes(codePage.bytes, 40)).toString()
  return text.trim() || undefined
})

/** Bytes of a shapefile's records whose encoding is stated nowhere; undefined if it is stated, or there is no table. */
export const unstatedTexts = Effect.fnUntraced(function* (entry: Entry, most: number) {
  const file = entry.sibling(".dbf")
  if (file === undefined || (yield* encodingBeside(entry)) !== undefined) return undefined
  const head = Buffer.from(yield* firstBytes(file.bytes, most))
  return head.length < 32 || encodingIn(head) !== undefined ? undefined : head.subarray(head.readUInt16LE(8))
})

/** How the texts of the table with this beginning are decoded. */
const decoderFor = Effect.fnUntraced(function* (entry: Entry, head: Buffer, declared: string | undefined) {
  const stated = declared === undefined ? yield* encodingBeside(entry) : undefined
  const name = declared ?? stated ?? encodingIn(head)
  if (name === undefined) return decodeUnstated
  const decode = decoderOf(name)
  if (decode !== undefined) return decode
  return yield* misconfigured(
    entry.origin,
    stated === name
      ? `its .cpg names the encoding ${quoted(name)}, which is unknown. State encoding in the source's format, such as windows-1252.`
      : `the encoding ${quoted(name)} is unknown. State another one, such as windows-1252.`
  )
})

/**
 * The records of a shapefile, given its `.shp`. The `.dbf` next to it has the columns. The declaration states the
 * encoding, or else the `.cpg`, or else the `.dbf` itself; if none does, texts are UTF-8 or, where they are not, Windows-1252. Records that were deleted, and not removed, are left out.
 */
export const shapefileRecords = (
  entry: Entry,
  encoding: string | undefined
): Stream.Stream<ShapefileRecord, SourceError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { origin } = entry
      const file = entry.sibling(".dbf")
      if (file === undefined) return yield* misconfigured(origin, "the .dbf file that belongs to it is missing.")
      const head = Buffer.from(yield* firstBytes(file.bytes, longestHeader))
      const decode = yield* decoderFor(entry, head, encoding)
      const table = yield* Effect.try({ try: () => tableOf(head, decode), catch: asSourceError(origin) })
      const { count } = table
      const none = { columns: {}, isDeleted: false }
      const rows = file.bytes.pipe(
        parse(origin, () => tableRows(table)),
        Stream.concat(Stream.forever(Stream.succeed(none)))
      )
      let number = 0
      const records = entry.bytes.pipe(
        parse(origin, shapes),
        Stream.zipWith(rows, ({ point }, row) => ({ ...row, number: ++number, point })),
        Stream.filter(({ isDeleted }) => !isDeleted),
        Stream.map(({ columns, number, point }): ShapefileRecord => ({ number, columns, point }))
      )
      const complete = Stream.suspend(() =>
        number >= count
          ? Stream.empty
          : Stream.fail(
              unreadable(origin, `the shapefile is cut off after ${number} of ${count} records. Get it again.`)
            )
      )
      return Stream.concat(records, complete)
    })
  )
