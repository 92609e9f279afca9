import { Effect } from "effect"
import type { ColumnMetaData, RowGroup, SchemaElement, SchemaTree } from "hyparquet"
import { parquetSchema } from "hyparquet"
import { isFlatColumn } from "hyparquet/src/schema.js"
import type { SourceError } from "../DataSource.ts"
import { type StatedGeometry, statedGeometry } from "./GeoParquet.ts"
import { largestGroup, longestFooter, mostRows } from "./Limits.ts"
import { type Origin, unreadable } from "./Origin.ts"
import { alone, compressors, unpackerOf } from "./ParquetCompression.ts"
import { type Chunk, columnsOf, parsers } from "./ParquetColumns.ts"
import { metadataOf } from "./ParquetFooter.ts"
import { checkPages } from "./ParquetPages.ts"
import { Fault } from "./Parser.ts"
import type { RandomAccess } from "./Reader.ts"

/** Bytes requested from the end of a file first: they include the whole footer of a small file. */
const tailBytes = 64 * 1024
/** Gaps between two wanted columns up to this many bytes are read too, because another request takes longer. */
const gap = 32 * 1024
/** Parallel requests for one row group. */
const concurrency = 4

/** The footer's data about a column in a row group. */
export interface ColumnRange {
  readonly min: unknown
  readonly max: unknown
  /** Whether every row has a value; false if unknown. */
  readonly full: boolean
}

/** Values of the wanted columns that are in memory at once, at some eight bytes each beside their texts. */
const mostHeld = 2 * mostRows

/** A part of a file that can be read on its own. */
export interface ParquetGroup {
  /** Counted from 0. */
  readonly number: number
  readonly rows: number
  /** Minimum and maximum of a column, by its path (`bbox.xmin`), if the file has them. */
  readonly rangeOf: (path: string) => ColumnRange | undefined
  /**
   * Reads columns by their top-level names. After that, their values in rows `from` to `to` (excluded) are available.
   * Nested values are objects and arrays; null in the file is null or undefined.
   */
  readonly read: (
    columns: ReadonlyArray<string>
  ) => Effect.Effect<
    (column: string, from: number, to: number) => Effect.Effect<ArrayLike<unknown>, SourceError>,
    SourceError
  >
}

/** An Apache Parquet file, of which only the footer has been read. https://parquet.apache.org/docs/file-format/ */
export interface ParquetFile {
  readonly origin: Origin
  /** Names of the top-level columns. */
  readonly columns: ReadonlyArray<string>
  readonly groups: ReadonlyArray<ParquetGroup>
  /** In one of these columns. */
  readonly geometry: StatedGeometry | undefined
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const magicOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

interface Run {
  readonly start: number
  end: number
}

/** The byte range of a column's pages. The dictionary, if any, comes first. */
const placeOf = ({ data_page_offset, dictionary_page_offset, total_compressed_size }: ColumnMetaData): Run => {
  const start = Number(dictionary_page_offset || data_page_offset)
  return { start, end: start + Number(total_compressed_size) }
}

const runsOf = (places: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    const last = runs.at(-1)
    if (last !== undefined && place.start - last.end <= gap) last.end = Math.max(last.end, place.end)
    else runs.push({ ...place })
  }
  return runs
}

/** The wanted leaves of a file, each with the schema from the root to it. */
interface Leaves {
  readonly paths: ReadonlyArray<ReadonlyArray<SchemaTree>>
  /** Positions by path (`bbox.xmin`). */
  readonly positions: ReadonlyMap<string, number>
}

const leavesOf = (tree: SchemaTree): Leaves => {
  const visit = (above: ReadonlyArray<SchemaTree>): ReadonlyArray<ReadonlyArray<SchemaTree>> => {
    const { children } = above.at(-1)!
    return children.length === 0 ? [above] : children.flatMap((child) => visit([...above, child]))
  }
  const paths = visit([tree]).filter(({ length }) => length > 1)
  return { paths, positions: new Map(paths.map((path, at) => [path.at(-1)!.path.join("."), at])) }
}

/** A row group of a file. */
interface GroupOfFile {
  readonly origin: Origin
  readonly access: RandomAccess
  readonly leaves: Leaves
  /** The chunks of the leaves, in the same order. */
  readonly chunks: ReadonlyArray<ColumnMetaData>
  readonly number: number
  readonly rows: number
}

const faulty = ({ number, origin }: GroupOfFile, what: string, cause?: unknown) =>
  unreadable(origin, `row group ${number + 1} ${what}`, cause)

const attempt = <A>(of: GroupOfFile, evaluate: () => A) =>
  Effect.try({
    try: evaluate,
    catch: (cause) => faulty(of, `cannot be read (${reasonOf(cause)}). Download the file again.`, cause)
  })

/** Why columns cannot be read at once, as far as the footer shows. */
const refusalOf = (rows: number, chunks: ReadonlyArray<ColumnMetaData>, runs: ReadonlyArray<Run>) => {
  if (rows > mostRows) {
    return `has ${rows} rows, more than are read at once (${mostRows}). Write the file again with smaller row groups.`
  }
  const unknown = chunks.find(({ codec }) => codec !== "UNCOMPRESSED" && compressors[codec] === undefined)
  if (unknown !== undefined) {
    const how = unknown.codec === undefined ? "by an unknown method" : `with ${unknown.codec}`
    return `is compressed ${how} and cannot be unpacked. Write the file again with zstd, snappy or gzip.`
  }
  return runs.reduce((sum, { end, start }) => sum + end - start, 0) > largestGroup
    ? "is larger than what is read at once. Write the file again with smaller row groups."
    : undefined
}

/** The bytes of the runs, by position in the file. */
const fetchRuns = Effect.fnUntraced(function* (access: RandomAccess, runs: ReadonlyArray<Run>) {
  const held = yield* Effect.forEach(
    runs,
    ({ end, start }) => Effect.map(access.readRange(start, end), (bytes) => ({ start, end, bytes: alone(bytes) })),
    { concurrency }
  )
  return (start: number, end: number): Uint8Array => {
    const run = held.find((one) => one.start <= start && end <= one.end)
    if (run === undefined) throw new Error(`bytes ${start} to ${end} are not where the footer says`)
    return run.bytes.subarray(start - run.start, end - run.start)
  }
})

/** Fails if a column's pages contradict the footer; returns the most of it that is in memory at once. */
const checkColumn = Effect.fnUntraced(function* (of: GroupOfFile, { bytes, data, path }: Chunk) {
  const { rows } = of
  // If the column is not a list, each row has one value, null or not.
  const values = isFlatColumn([...path]) ? rows : Number(data.num_values)
  if (values > mostRows) {
    return yield* faulty(
      of,
      `says that it has ${values} values of ${data.path_in_schema.join(".")}, more than are read at once (${mostRows}).`
    )
  }
  return yield* attempt(of, () => checkPages({ bytes, path, rows, values, unpack: unpackerOf(data.codec) }))
})

const checkColumns = Effect.fnUntraced(function* (of: GroupOfFile, chunks: ReadonlyArray<Chunk>) {
  let values = 0
  let bytes = 0
  for (const chunk of chunks) {
    const held = yield* checkColumn(of, chunk)
    values += held.values
    bytes += held.bytes
    // A column can take tens of milliseconds.
    yield* Effect.yieldNow
  }
  if (values > mostHeld || bytes > largestGroup) {
    return yield* faulty(
      of,
      "has pages that are together larger than what is read at once. Write the file again with smaller pages."
    )
  }
})

/** Fetches columns of a row group, and returns a function that reads their values. */
const readColumns = Effect.fnUntraced(function* (of: GroupOfFile, names: ReadonlyArray<string>) {
  const { access, leaves, rows } = of
  const wanted = new Set(names)
  const positions = [...leaves.paths.keys()].filter((at) => wanted.has(leaves.paths[at]![1]!.element.name))
  const runs = runsOf(positions.map((at) => placeOf(of.chunks[at]!)))
  const refusal = refusalOf(
    rows,
    positions.map((at) => of.chunks[at]!),
    runs
  )
  if (refusal !== undefined) return yield* faulty(of, refusal)
  const bytesOf = yield* fetchRuns(access, runs)
  const chunks = yield* attempt(of, () =>
    positions.map((at): Chunk => {
      const data = of.chunks[at]!
      const { end, start } = placeOf(data)
      return { bytes: bytesOf(start, end), data, path: leaves.paths[at]! }
    })
  )
  yield* checkColumns(of, chunks)
  const decoded = columnsOf(chunks, compressors)
  return Effect.fnUntraced(function* (column: string, from: number, to: number) {
    const values = yield* attempt(of, () => decoded.get(column)?.read(from, to) ?? [])
    return values.length === to - from
      ? (values as ArrayLike<unknown>)
      : yield* faulty(of, `has ${values.length} values of ${column} for ${to - from} rows. Download the file again.`)
  })
})

const makeGroup = (
  origin: Origin,
  access: RandomAccess,
  leaves: Leaves,
  group: RowGroup,
  number: number
): ParquetGroup => {
  const rows = Number(group.num_rows)
  const chunks = group.columns.map((chunk) => chunk.meta_data!)
  return {
    number,
    rows,
    rangeOf: (path) => {
      const statistics = chunks[leaves.positions.get(path) ?? -1]?.statistics
      const min = statistics?.min_value ?? statistics?.min
      const max = statistics?.max_value ?? statistics?.max
      return min === undefined || max === undefined ? undefined : { min, max, full: statistics?.null_count === 0n }
    },
    read: (columns) => readColumns({ origin, access, leaves, chunks, number, rows }, columns)
  }
}

/** The bytes of the footer with the length and the magic number after it, in one or two requests. */
const footerOf = Effect.fnUntraced(function* (
  origin: Origin,
  { readRange, size }: RandomAccess
): Effect.fn.Return<Uint8Array, SourceError> {
  if (size < 12) return yield* unreadable(origin, "it is not a Parquet file: it is too short.")
  const tail = yield* readRange(Math.max(0, size - tailBytes), size)
  const end = magicOf(tail.subarray(tail.length - 4))
  if (end === "PARE") return yield* unreadable(origin, "its footer is encrypted. Write it again without encryption.")
  if (end !== "PAR1") {
    const cutOff = magicOf(yield* readRange(0, 4)) === "PAR1"
    return yield* unreadable(
      origin,
      cutOff
        ? "it is cut off: a Parquet file ends with its footer. Download it again."
        : "it is not a Parquet file: it does not begin like one. Check what was downloaded."
    )
  }
  const length = Buffer.from(tail.buffer, tail.byteOffset, tail.length).readUInt32LE(tail.length - 8) + 8
  if (length > size - 4 || length > longestFooter) {
    return yield* unreadable(origin, `its footer says that it is ${length} bytes long. Download the file again.`)
  }
  if (length <= tail.length) return tail.subarray(tail.length - length)
  return Buffer.concat([yield* readRange(size - length, size - tail.length), tail])
})

/** What to read of a file: top-level columns by name and, for nested ones, optionally only some leaves. */
export type WantedColumns = ReadonlyMap<string, ReadonlySet<string> | "whole"> | "all"

const isWanted = (wanted: WantedColumns, path: ReadonlyArray<string>): boolean => {
  if (wanted === "all") return true
  const leaves = wanted.get(path[0]!)
  return leaves === "whole" || (leaves !== undefined && leaves.has(path.at(-1)!))
}

/** The schema without unwanted leaves, and without groups that have no wanted ones. */
const pruned = (tree: SchemaTree, wanted: WantedColumns): ReadonlyArray<SchemaElement> => {
  if (tree.children.length === 0 && tree.path.length > 0) return isWanted(wanted, tree.path) ? [tree.element] : []
  const children = tree.children.map((child) => pruned(child, wanted)).filter((elements) => elements.length > 0)
  if (children.length === 0 && tree.path.length > 0) return []
  return [{ ...tree.element, num_children: children.length }, ...children.flat()]
}

/**
 * Reads the footer of a file. Only data about wanted columns are kept, so that all files of a release can be open at
 * once; other columns cannot be read.
 */
export const openParquet = Effect.fn("openParquet")(function* (
  origin: Origin,
  access: RandomAccess,
  wanted: WantedColumns
): Effect.fn.Return<ParquetFile, SourceError> {
  const footer = yield* footerOf(origin, access)
  return yield* Effect.try({
    try: () => {
      const metadata = metadataOf(footer, access.size, parsers)
      const tree = parquetSchema(metadata)
      const leaves = leavesOf(parquetSchema({ schema: [...pruned(tree, wanted)] }))
      const columns = tree.children.map(({ element }) => element.name)
      const geometry = statedGeometry(metadata)
      return {
        origin,
        columns,
        geometry: geometry !== undefined && columns.includes(geometry.column) ? geometry : undefined,
        groups: metadata.row_groups.map((group, number) => {
          const chunks = group.columns.filter((chunk) => isWanted(wanted, chunk.meta_data!.path_in_schema))
          return makeGroup(origin, access, leaves, { ...group, columns: chunks }, number)
        })
      }
    },
    catch: (cause) =>
      cause instanceof Fault
        ? unreadable(origin, cause.message)
        : unreadable(origin, `its footer cannot be read (${reasonOf(cause)}). Download the file again.`, cause)
  })
})
