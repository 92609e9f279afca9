import { Effect, Stream } from "effect"
import { isRejected, type SourceError } from "../../DataSource.ts"
import { firstBytes } from "../../reading/Bytes.ts"
import { layersOf } from "../../reading/geopackage/GeoPackage.ts"
import { isDatabase } from "../../reading/geopackage/Pages.ts"
import type { Entry } from "../../reading/Reader.ts"
import { readRows, type Row } from "../Rows.ts"
import { type Layout, layoutsOf } from "./Layout.ts"

/** The first rows of a table. */
export interface Sample {
  readonly entry: Entry
  readonly layout: Layout
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
  /** Messages about rows that could not be read. */
  readonly unreadable: ReadonlyArray<string>
  /** The stated reference system: a `.prj` file, or the `crs` of GeoJSON. */
  readonly reference: string | undefined
}

/** How many rows are examined. */
const sampledRows = 200

/** How many layers of a GeoPackage are examined. */
const mostLayers = 12

/** How many bytes are read to detect a file's format. */
const headSize = 256 * 1024

/** Columns of the rows, in the order of their first appearance. */
const columnsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  Array.from(new Set(rows.flatMap((row) => row.names())))

/** The stated reference system, where the file's beginning or a file beside it states it. */
const referenceOf = Effect.fnUntraced(function* (entry: Entry, layout: Layout, head: Uint8Array) {
  if (layout.format.type === "shapefile") {
    const prj = entry.sibling(".prj")
    return prj === undefined ? undefined : Buffer.from(yield* firstBytes(prj.bytes, 16 * 1024)).toString("utf8")
  }
  const text = Buffer.from(head.subarray(0, 16 * 1024)).toString("latin1")
  if (layout.format.type === "geojson") return /"crs"\s*:\s*\{[^}]*\{[^}]*"name"\s*:\s*"([^"]+)"/.exec(text)?.[1]
  return layout.format.type === "xml" ? /srsName\s*=\s*["']([^"']+)/.exec(text)?.[1] : undefined
})

interface Candidate {
  readonly layout: Layout
  readonly reference: string | undefined
}

/** The layers of a GeoPackage. Only if there are several does a mapping name its own. */
const layersAsLayouts = Effect.fnUntraced(function* (entry: Entry) {
  const layers = yield* layersOf(entry)
  return layers.slice(0, mostLayers).map(({ name, reference }): Candidate => ({
    layout: {
      format: { type: "geopackage", ...(layers.length > 1 ? { layer: name } : {}) },
      words: `the layer ${name} of a GeoPackage`
    },
    reference
  }))
})

const candidatesOf = (entry: Entry, head: Uint8Array): Effect.Effect<ReadonlyArray<Candidate>, SourceError> =>
  isDatabase(head)
    ? Effect.scoped(layersAsLayouts(entry))
    : Effect.forEach(layoutsOf(entry.path, head), (layout) =>
        Effect.map(referenceOf(entry, layout, head), (reference) => ({ layout, reference }))
      )

/** The first rows of a file under each format that it may have; empty if it is not a table. */
export const samplesOf = Effect.fnUntraced(function* (
  entry: Entry,
  rows = sampledRows
): Effect.fn.Return<ReadonlyArray<Sample>, SourceError> {
  const head = yield* firstBytes(entry.bytes, headSize)
  return yield* Effect.forEach(
    yield* candidatesOf(entry, head),
    Effect.fnUntraced(function* ({ layout, reference }) {
      const found = yield* readRows(entry, layout.format, []).pipe(
        Stream.take(rows),
        Stream.runCollect,
        // A truncated file may still have some first rows.
        Effect.map((all) => Array.from(all))
      )
      const read = found.flatMap((row) => (isRejected(row) ? [] : [row]))
      return {
        entry,
        layout,
        rows: read,
        columns: columnsOf(read),
        unreadable: found.flatMap((row) => (isRejected(row) ? [row.detail] : [])),
        reference
      }
    })
  )
})
