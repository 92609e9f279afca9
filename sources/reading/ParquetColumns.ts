import {
  type ColumnMetaData,
  type Compressors,
  type DecodedArray,
  flatten,
  type PageHeader,
  type SchemaTree
} from "hyparquet"
import { assembleNested } from "hyparquet/src/assemble.js"
import { parquetHeader, readPage } from "hyparquet/src/column.js"
import { convert, DEFAULT_PARSERS } from "hyparquet/src/convert.js"
import { getMaxRepetitionLevel } from "hyparquet/src/schema.js"
import { dataOf } from "./ParquetPages.ts"
import { Malformed } from "./Thrift.ts"

/** A column of a row group: its bytes, which have been checked, and where it is in the schema. */
export interface Chunk {
  readonly bytes: Uint8Array
  /** The schema from the root to the column. */
  readonly path: ReadonlyArray<SchemaTree>
  readonly data: ColumnMetaData
}

/** Geometries stay as they are in the file, so that a damaged one does not fail its whole page. */
export const parsers = {
  ...DEFAULT_PARSERS,
  geometryFromBytes: (bytes: Uint8Array) => bytes,
  geographyFromBytes: (bytes: Uint8Array) => bytes
}

const readerOf = (bytes: Uint8Array) => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  offset: 0
})

const decoderOf = ({ data, path }: Chunk, compressors: Compressors) => ({
  pathInSchema: data.path_in_schema,
  type: data.type,
  element: path.at(-1)!.element,
  schemaPath: [...path],
  codec: data.codec,
  compressors,
  parsers,
  utf8: false
})

const slice = (rows: DecodedArray, from: number, to: number): DecodedArray =>
  Array.isArray(rows) ? rows.slice(from, to) : rows.subarray(from, to)

/** Frees the room that arrays keep for more elements, which is most of the memory that nested values take. */
const trim = (rows: DecodedArray): void => {
  if (!Array.isArray(rows)) return
  for (let row = 0; row < rows.length; row++) {
    const value: unknown = rows[row]
    if (!Array.isArray(value)) continue
    const trimmed = value.slice()
    trim(trimmed)
    rows[row] = trimmed
  }
}

/** Decodes the pages of a leaf one after another, each once as long as rows are asked for in their order. */
class Leaf {
  readonly #chunk: Chunk
  readonly #decoder: ReturnType<typeof decoderOf>
  readonly #repeats: boolean
  #reader: ReturnType<typeof readerOf>
  #dictionary: DecodedArray | undefined
  /** Decoded rows, of which the first has the number `#start`, and the last may go on in the next page. */
  #rows: DecodedArray = []
  #start = 0
  #isSmall = false
  /** The first row that has not been handed out: assembling changes those that have been. */
  #next = 0

  constructor(chunk: Chunk, compressors: Compressors) {
    this.#chunk = chunk
    this.#decoder = decoderOf(chunk, compressors)
    this.#repeats = getMaxRepetitionLevel([...chunk.path]) > 0
    this.#reader = readerOf(chunk.bytes)
  }

  get #ended(): boolean {
    return this.#reader.offset >= this.#chunk.bytes.length - 1
  }

  /** The end of the rows that are complete. */
  get #end(): number {
    const pending = this.#repeats && !this.#ended && this.#rows.length > 0 ? 1 : 0
    return this.#start + this.#rows.length - pending
  }

  /** The values of rows `from` to `to` (excluded), or as many as there are. */
  read(from: number, to: number): DecodedArray {
    if (from < this.#next) this.#restart()
    const pieces: Array<DecodedArray> = []
    for (let at = from; at < to;) {
      if (at < this.#end) {
        const piece = slice(this.#rows, at - this.#start, Math.min(to, this.#end) - this.#start)
        pieces.push(piece)
        at += piece.length
      } else if (this.#ended) break
      else this.#turn(at)
    }
    this.#next = to
    if (this.#chunk.path.length > 2) this.#keepFrom(to)
    return flatten(pieces)
  }

  /** Makes the rows that remain as small as they can be, once for each page. */
  #keepFrom(row: number): void {
    if (this.#isSmall || row >= this.#end) return
    this.#isSmall = true
    const rest = slice(this.#rows, row - this.#start, this.#rows.length)
    trim(rest)
    this.#rows = rest
    this.#start = row
  }

  #restart(): void {
    this.#reader = readerOf(this.#chunk.bytes)
    this.#dictionary = undefined
    this.#hold([], 0)
  }

  /** Reads the next page, or passes over it if it ends before the wanted row. */
  #turn(wanted: number): void {
    const header = parquetHeader(this.#reader)
    if (header.type === "DICTIONARY_PAGE") {
      const { data } = readPage(this.#reader, header, this.#decoder, undefined, undefined, 0)
      if (data !== undefined) this.#dictionary = convert(data, this.#decoder)
      return
    }
    const { first, second } = dataOf(header)
    const count = (second ?? first)?.num_values ?? 0
    const end = this.#start + this.#rows.length
    const rows = this.#repeats ? second?.num_rows : count
    if (count === 0 || (rows !== undefined && end + rows <= wanted)) {
      this.#reader.offset += header.compressed_page_size
      if (count > 0) this.#hold([], end + rows!)
      return
    }
    this.#decode(header, wanted, count)
  }

  #decode(header: PageHeader, wanted: number, count: number): void {
    const from = this.#repeats ? Math.max(0, Math.min(wanted - this.#start, this.#rows.length - 1)) : this.#rows.length
    const before = this.#repeats ? slice(this.#rows, from, this.#rows.length) : undefined
    const { data = [] } = readPage(this.#reader, header, this.#decoder, this.#dictionary, before, 0)
    if (!this.#repeats && data.length !== count) {
      throw new Malformed(`a page of ${count} values has ${data.length} of them`)
    }
    this.#hold(data, this.#start + from)
  }

  #hold(rows: DecodedArray, start: number): void {
    this.#isSmall = false
    this.#rows = rows
    this.#start = start
  }
}

/** A top-level column of a row group. */
class Column {
  readonly #tree: SchemaTree
  readonly #leaves: ReadonlyArray<readonly [path: string, leaf: Leaf]>

  constructor(chunks: ReadonlyArray<Chunk>, compressors: Compressors) {
    this.#tree = chunks[0]!.path[1]!
    this.#leaves = chunks.map((chunk) => [chunk.path.at(-1)!.path.join("."), new Leaf(chunk, compressors)])
  }

  read(from: number, to: number): DecodedArray {
    const { children, path } = this.#tree
    if (children.length === 0) return this.#leaves[0]![1].read(from, to)
    const parts = new Map(this.#leaves.map(([path, leaf]) => [path, leaf.read(from, to)]))
    for (const [path, { length }] of parts) {
      if (length !== to - from) throw new Malformed(`${path} has ${length} values for ${to - from} rows`)
    }
    assembleNested(parts, this.#tree, parsers)
    return parts.get(path.join(".")) ?? []
  }
}

/** Top-level columns of a row group by name. Rows are decoded page by page, as they are asked for. */
export const columnsOf = (chunks: ReadonlyArray<Chunk>, compressors: Compressors): ReadonlyMap<string, Column> => {
  const byName = Map.groupBy(chunks, ({ path }) => path[1]!.element.name)
  return new Map(Array.from(byName, ([name, own]) => [name, new Column(own, compressors)]))
}
