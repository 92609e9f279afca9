import { Effect, Stream } from "effect"
import { isRejected, type SourceError } from "../../DataSource.ts"
import { firstBytes } from "../../reading/Bytes.ts"
import { statedReference } from "../../reading/flatgeobuf/FlatGeobuf.ts"
import { layersOf } from "../../reading/geopackage/GeoPackage.ts"
import { isDatabase } from "../../reading/geopackage/Pages.ts"
import { asSourceError } from "../../reading/Parser.ts"
import type { Entry } from "../../reading/Reader.ts"
import { geometryIn, usualGeometry } from "../../reading/ParquetRecords.ts"
import { unstatedTexts } from "../../reading/Shapefile.ts"
import type { Sheet } from "../../reading/workbook/Workbook.ts"
import type { Row } from "../Row.ts"
import { readRows } from "../Rows.ts"
import { lookedAt } from "./Contents.ts"
import { encodingOf } from "./Encoding.ts"
import { type Layout, layoutsOf, mostGuessed, sheetLayout } from "./Layout.ts"
import { brief } from "./TextGeometry.ts"

/** The first rows of a table. */
export interface Sample {
  readonly entry: Entry
  readonly layout: Layout
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
  /** Messages about rows that could not be read. */
  readonly unreadable: ReadonlyArray<string>
  /** Whether these are all rows of the file. */
  readonly isWhole: boolean
  /** The stated reference system: a `.prj` file, or the `crs` of GeoJSON and GeoParquet. */
  readonly reference: string | undefined
  /** What a column has in rows beyond these, where they were searched for that. */
  readonly further?: { readonly column: string; readonly values: ReadonlyArray<string> }
}

/** How many rows are examined. */
const sampledRows = 200

/** How many layers of a GeoPackage, or sheets of a workbook, are examined. */
const mostLayers = 12

/** How many bytes are read to detect a file's format. */
const headSize = 256 * 1024

/** How many characters of a value are kept: enough for whatever a mapping looks for in it. */
const longestKept = 1000

/** How many bytes of rows all tables of a guess may have. */
const mostText = 16 * 1024 ** 2

/** The rest of a guess's bytes, or characters. Tables take from it in turn. */
export interface Allowance {
  left: number
}

export const allowance = (): Allowance => ({ left: mostText })

/** Columns of the rows, in the order of their first appearance. */
const columnsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  Array.from(new Set(rows.flatMap((row) => row.names()))).slice(0, mostGuessed)

/** Forces a copy: a slice would keep the whole text in memory. */
const ownCopy = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le")

/** Keeps the beginnings of a row's texts, without the row, and counts what it had. */
export const makeKeep = (wanted: ReadonlyArray<string>) => {
  const known = new Map<string, string>()
  const own = (name: string): string => {
    const copy = known.get(name) ?? ownCopy(name)
    known.set(copy, copy)
    return copy
  }
  return (row: Row): { readonly kept: Row; readonly size: number } => {
    const names = row
      .names()
      .slice(0, mostGuessed)
      .filter((name) => name.length <= lookedAt)
      .map(own)
    let size = 0
    const texts = new Map<string, string>()
    for (const name of new Set([...names, ...wanted])) {
      const text = row.get(name)
      size += name.length + text.length
      texts.set(name, ownCopy(brief(text).slice(0, longestKept)))
    }
    const place = row.place()
    const kept = {
      place: () => place,
      names: () => names,
      point: row.point,
      get: (name: string) => texts.get(name) ?? ""
    }
    return { kept, size }
  }
}

/** How many characters the member `crs` of GeoJSON may have up to its name. */
const longestCrs = 400

/** The stated reference system, where the file's beginning or a file beside it states it. */
const referenceOf = Effect.fnUntraced(function* (entry: Entry, layout: Layout, head: Uint8Array) {
  if (layout.format.type === "shapefile") {
    const prj = entry.sibling(".prj")
    return prj === undefined ? undefined : Buffer.from(yield* firstBytes(prj.bytes, 16 * 1024)).toString("utf8")
  }
  if (layout.format.type === "flatgeobuf") {
    return yield* Effect.try({ try: () => statedReference(head), catch: asSourceError(entry.origin) })
  }
  const text = Buffer.from(head.subarray(0, 16 * 1024)).toString("latin1")
  if (layout.format.type === "geojson") {
    const crs = text.slice(text.search(/"crs"\s*:\s*\{/)).slice(0, longestCrs)
    return /^"crs"[^}]*"name"\s*:\s*"([^"]+)"/.exec(crs)?.[1]
  }
  if (layout.format.type === "json") {
    // Esri's services write codes of their own, and then those of the registry.
    const stated = /"spatialReference"\s*:\s*\{[^{}]{0,200}\}/.exec(text)?.[0] ?? ""
    const code = /"latestWkid"\s*:\s*(\d+)/.exec(stated) ?? /"wkid"\s*:\s*(\d+)/.exec(stated)
    return code === null ? undefined : `EPSG:${code[1]}`
  }
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

/** How many rows of a sheet are looked at for the names of its columns. */
const firstOfSheet = 60

/** The sheets of a workbook that have rows. Only if there are several sheets does a mapping name its own. */
const sheetsAsLayouts = Effect.fnUntraced(function* (sheets: ReadonlyArray<Sheet>) {
  const layouts = yield* Effect.forEach(
    sheets.slice(0, mostLayers),
    Effect.fnUntraced(function* ({ name, rows }) {
      const first = yield* Stream.runCollect(Stream.take(rows, firstOfSheet))
      const read = first.flatMap((record) => ("fault" in record ? [] : [record]))
      return read.length === 0 ? [] : [sheetLayout(name, sheets.length === 1, read)]
    })
  )
  return layouts.flat().map((layout): Candidate => ({ layout, reference: undefined }))
})

/** The same layout with the encoding of texts that state none. */
const withTexts = Effect.fnUntraced(function* (entry: Entry, layout: Layout) {
  if (layout.format.type !== "shapefile") return layout
  const texts = yield* unstatedTexts(entry, headSize)
  const encoding = texts === undefined ? undefined : encodingOf(texts)
  return encoding === undefined || encoding === "windows-1252"
    ? layout
    : { ...layout, format: { ...layout.format, encoding } }
})

/** Parquet with the column of its geometries, where that has another name than usual. */
const withGeometry = Effect.fnUntraced(function* (entry: Entry, layout: Layout) {
  const stated = yield* geometryIn(entry)
  const format =
    stated === undefined || stated.column === usualGeometry
      ? layout.format
      : { type: "parquet" as const, geometry: stated.column }
  return { layout: { ...layout, format }, reference: stated?.reference }
})

const candidatesOf = (entry: Entry, head: Uint8Array): Effect.Effect<ReadonlyArray<Candidate>, SourceError> =>
  entry.workbook !== undefined
    ? Effect.flatMap(entry.workbook, sheetsAsLayouts)
    : isDatabase(head)
      ? Effect.scoped(layersAsLayouts(entry))
      : Effect.forEach(layoutsOf(entry.path, head), (layout) =>
          layout.format.type === "parquet"
            ? Effect.scoped(withGeometry(entry, layout))
            : Effect.all({ layout: withTexts(entry, layout), reference: referenceOf(entry, layout, head) })
        )

/** Fields that rows of a format have beside those that they name: the lists of all rings, of which they name some. */
const unnamed: Readonly<Record<string, ReadonlyArray<string> | undefined>> = {
  geojson: ["$id"],
  xml: ["posList", "coordinates"]
}

/** The first rows of a table: no more than half of what its guess may still read, so that later tables get some. */
const firstRows = Effect.fnUntraced(function* (
  entry: Entry,
  layout: Layout,
  allowed: Allowance,
  wanted: ReadonlyArray<string>
) {
  const keep = makeKeep([...(unnamed[layout.format.type] ?? []), ...wanted])
  const most = allowed.left / 2
  let bytes = 0
  let characters = 0
  const counted = { ...entry, bytes: Stream.tap(entry.bytes, ({ length }) => Effect.sync(() => (bytes += length))) }
  const used = () => Math.max(bytes, characters)
  const found = yield* readRows(counted, layout.format, []).pipe(
    Stream.take(sampledRows),
    Stream.map((row) => {
      // An index before the first row is passed over, and may be longer than all that a guess reads of rows.
      if (characters === 0 && layout.format.type === "flatgeobuf") bytes = 0
      if (isRejected(row)) return row
      const { kept, size } = keep(row)
      characters += size
      return kept
    }),
    Stream.takeUntil(() => used() > most),
    Stream.runCollect
  )
  allowed.left -= used()
  return { found: Array.from(found), isWhole: found.length < sampledRows && used() <= most }
})

/**
 * The first rows of a file under each format that it may have; empty if it is not a table. Of each row, the beginnings
 * of its columns' texts are kept, and those of the wanted fields.
 */
export const samplesOf = Effect.fnUntraced(function* (
  entry: Entry,
  allowed: Allowance,
  wanted: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyArray<Sample>, SourceError> {
  const head = yield* firstBytes(entry.bytes, headSize)
  return yield* Effect.forEach(
    yield* candidatesOf(entry, head),
    Effect.fnUntraced(function* ({ layout, reference }) {
      const first = firstRows(entry, layout, allowed, wanted)
      const { found, isWhole } =
        layout.mayLack === true
          ? yield* Effect.catch(first, () => Effect.succeed({ found: [], isWhole: true }))
          : yield* first
      const read = found.flatMap((row) => (isRejected(row) ? [] : [row]))
      return {
        entry,
        layout,
        rows: read,
        columns: columnsOf(read),
        isWhole,
        unreadable: found.flatMap((row) => (isRejected(row) ? [row.detail] : [])),
        reference
      }
    })
  )
})
