import * as NodeStream from "@effect/platform-node/NodeStream"
import { Array as Arr, Cause, Effect, type Pull, Stream } from "effect"
import { open } from "shapefile"
import type { SourceError } from "../DataSource.ts"
import { firstBytes } from "./Bytes.ts"
import { longestShape } from "./Limits.ts"
import { misconfigured, unreadable } from "./Origin.ts"
import { Fault, parse, type Parser } from "./Parser.ts"
import type { Entry } from "./Reader.ts"

/** A record of a shapefile: the columns of its table, and its point if it has one. */
export interface ShapefileRecord {
  /** Counted from 1. */
  readonly number: number
  readonly columns: Readonly<Record<string, unknown>>
  readonly point: readonly [number, number] | undefined
}

/** Records read per pull. */
const batchSize = 500

/** The header of a dBASE table: number of records, and the sizes of header and record. */
const headerOf = (head: Buffer) =>
  head.length < 12
    ? { count: 0, size: Number.POSITIVE_INFINITY }
    : { count: head.readUInt32LE(4), size: head.readUInt16LE(8) + head.readUInt32LE(4) * head.readUInt16LE(10) }

/** Sizes of a shapefile's header and of each record's header. */
const fileHeader = 100
const recordHeader = 8

/**
 * Passes on a shapefile's bytes as long as its records have plausible lengths: the library assembles each record in
 * memory, whatever length it states.
 */
const boundedShapes = (): Parser<Uint8Array, Uint8Array> => {
  /** Bytes until the next record header, and the part of the header read so far. */
  let ahead = fileHeader
  let header = Buffer.alloc(0)
  return {
    push: (chunk) => {
      let at = 0
      while (at < chunk.length) {
        const skipped = Math.min(ahead, chunk.length - at)
        at += skipped
        ahead -= skipped
        const part = chunk.subarray(at, at + recordHeader - header.length)
        header = Buffer.concat([header, part])
        at += part.length
        if (header.length < recordHeader) continue
        // In 16-bit words.
        ahead = header.readUInt32BE(4) * 2
        if (ahead > longestShape) {
          throw new Fault(`the shapefile is damaged: a record of it says that it has ${ahead} bytes.`)
        }
        header = Buffer.alloc(0)
      }
      return [chunk]
    },
    end: () => []
  }
}

interface Geometry {
  readonly type: string
  readonly coordinates?: unknown
}

const isPoint = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number"

const pointOf = (geometry: Geometry | null): readonly [number, number] | undefined => {
  const coordinates =
    geometry?.type === "MultiPoint" ? (geometry.coordinates as ReadonlyArray<unknown>)[0] : geometry?.coordinates
  return isPoint(coordinates) ? coordinates : undefined
}

/**
 * The records of a shapefile, given its `.shp`. The `.dbf` next to it has the columns, and the `.cpg` states the
 * encoding unless the declaration does.
 */
export const shapefileRecords = (
  entry: Entry,
  encoding: string | undefined
): Stream.Stream<ShapefileRecord, SourceError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { origin } = entry
      let failed: SourceError | undefined
      const fault = (cause: unknown) => failed ?? unreadable(origin, "the shapefile is damaged or cut off.", cause)
      const table = entry.sibling(".dbf")
      if (table === undefined) return yield* misconfigured(origin, "the .dbf file that belongs to it is missing.")
      const codePage = entry.sibling(".cpg")
      const label =
        encoding ?? (codePage === undefined ? undefined : Buffer.from(yield* firstBytes(codePage.bytes, 40)).toString())
      const { count, size } = headerOf(Buffer.from(yield* firstBytes(table.bytes, 12)))
      let received = 0
      const counted = Stream.map(table.bytes, (chunk) => {
        received += chunk.length
        return chunk
      })
      /**
       * If nobody awaits an error at that moment, the library turns it into a rejection that ends the process. So it
       * never sees one.
       */
      const readable = (stream: Entry["bytes"]) =>
        Effect.acquireRelease(
          NodeStream.toReadable(
            Stream.catch(stream, (error) =>
              Stream.fromEffectDrain(
                Effect.sync(() => {
                  failed ??= error
                })
              )
            )
          ),
          (readable) => Effect.sync(() => readable.destroy())
        )
      const shp = yield* readable(entry.bytes.pipe(parse<Uint8Array, Uint8Array>(origin, boundedShapes)))
      const dbf = yield* readable(counted)
      const source = yield* Effect.tryPromise({
        try: () => open(shp, dbf, { encoding: label?.trim() || "windows-1252" }),
        catch: fault
      })
      let number = 0
      const readBatch = async () => {
        const batch: Array<ShapefileRecord> = []
        while (batch.length < batchSize) {
          const { done, value } = await source.read()
          if (done) break
          number += 1
          batch.push({ number, columns: value.properties ?? {}, point: pointOf(value.geometry as Geometry | null) })
        }
        return batch
      }
      const pull: Pull.Pull<Arr.NonEmptyReadonlyArray<ShapefileRecord>, SourceError> = Effect.gen(function* () {
        const batch = yield* Effect.tryPromise({ try: readBatch, catch: fault })
        if (Arr.isReadonlyArrayNonEmpty(batch)) return batch
        if (failed !== undefined) return yield* failed
        // The last record of a truncated table has lost its end, and still counts as a record.
        if (number >= count && received >= size) return yield* Cause.done()
        return yield* unreadable(origin, `the shapefile is cut off after ${number} of ${count} records.`)
      })
      return Stream.fromPull(Effect.succeed(pull))
    })
  )
