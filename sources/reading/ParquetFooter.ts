import { type ColumnMetaData, type FileMetaData, parquetMetadata, type RowGroup, type SchemaElement } from "hyparquet"
import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js"
import { deepest, mostChunks, mostColumns } from "./Limits.ts"
import { Fault } from "./Parser.ts"
import { longestDecimal } from "./ParquetPages.ts"
import { Malformed, squaresOfStatistics } from "./Thrift.ts"

/** Elements of a schema for each column: lists have two more, groups of columns share theirs. */
const elementsPerColumn = 4

/** Values and structures in a footer, some fifty and seven for each column of a row group. */
const footerLimits = { values: 8_000_000, structs: 1_000_000 }

interface Leaf {
  readonly path: ReadonlyArray<string>
  readonly type: ColumnMetaData["type"]
}

/** The leaves of a schema in their order, without a call to anything that trusts it. */
class SchemaWalk {
  readonly #schema: ReadonlyArray<SchemaElement>
  readonly leaves: Array<Leaf> = []
  #at = 1
  /** Paths within a top-level column; decoders tell columns apart by them. */
  #paths = new Set<string>()

  constructor(schema: ReadonlyArray<SchemaElement>) {
    if (schema.length > mostColumns * elementsPerColumn) {
      throw new Fault(`its schema has ${schema.length} elements. At most ${mostColumns} columns are read.`)
    }
    this.#schema = schema
    this.#group(childrenOf(schema[0]), [])
    if (this.#at < schema.length) throw new Malformed("its schema has elements that belong to nothing")
  }

  #group(count: number, above: ReadonlyArray<string>): void {
    if (above.length >= deepest) throw new Fault(`its columns are nested more than ${deepest} levels deep.`)
    const names = new Set<string>()
    for (let child = 0; child < count; child++) {
      const element = this.#schema[this.#at++]
      if (typeof element?.name !== "string") throw new Malformed("a column in its schema has no name")
      const path = [...above, element.name]
      const written = path.join(".")
      if (above.length === 0) this.#paths = new Set()
      if (names.has(element.name) || this.#paths.has(written)) {
        throw new Fault(`two columns are called ${written}. Write the file again with different names.`)
      }
      names.add(element.name)
      this.#paths.add(written)
      this.#element(element, path)
    }
  }

  #element(element: SchemaElement, path: ReadonlyArray<string>): void {
    const count = childrenOf(element)
    if ((count === 0) === (element.type === undefined)) {
      throw new Malformed(`column ${path.join(".")} is ${count === 0 ? "without a type" : "both a column and a group"}`)
    }
    if (count > 0) return this.#group(count, path)
    if (element.converted_type === "DECIMAL" && (element.type_length ?? 0) > longestDecimal) {
      throw new Malformed(`column ${path.join(".")} has decimals of ${element.type_length} bytes`)
    }
    this.leaves.push({ path, type: element.type! })
    if (this.leaves.length > mostColumns) throw new Fault(`it has more than ${mostColumns} columns.`)
  }
}

const childrenOf = (element: SchemaElement | undefined): number => {
  const count: unknown = element?.num_children ?? 0
  if (typeof count !== "number" || count < 0) throw new Malformed(`a part of its schema has ${String(count)} columns`)
  return count
}

const isCount = (value: unknown): value is bigint =>
  typeof value === "bigint" && value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER)

const isSame = (path: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  path.length === other.length && path.every((name, level) => name === other[level])

const checkChunk = (chunk: RowGroup["columns"][number], leaf: Leaf, where: string, size: number): void => {
  const { file_path, meta_data: data } = chunk
  if (data === undefined) throw new Fault("columns of it are encrypted. Write it again without encryption.")
  if (file_path !== undefined)
    throw new Fault(`its values are in other files, such as ${file_path}. Read those instead.`)
  if (!isSame(data.path_in_schema, leaf.path) || data.type !== leaf.type) {
    const [found, expected] = [data.path_in_schema.join("."), leaf.path.join(".")]
    throw new Malformed(`${where} has column ${found} (${data.type}) in place of ${expected} (${leaf.type})`)
  }
  const start = data.dictionary_page_offset || data.data_page_offset
  if (![data.num_values, data.total_compressed_size, data.data_page_offset, start].every(isCount)) {
    throw new Malformed(`${where} does not say how long its column ${leaf.path.join(".")} is, or where`)
  }
  if (start + data.total_compressed_size > BigInt(size)) {
    throw new Malformed(`${where} has its column ${leaf.path.join(".")} beyond the end of the file`)
  }
}

const checkGroup = (group: RowGroup, leaves: ReadonlyArray<Leaf>, where: string, size: number): void => {
  if (!isCount(group.num_rows)) throw new Malformed(`${where} does not say how many rows it has`)
  if (group.columns.length !== leaves.length) {
    throw new Malformed(`${where} has ${group.columns.length} columns, of ${leaves.length} in the schema`)
  }
  for (const [at, leaf] of leaves.entries()) checkChunk(group.columns[at]!, leaf, where, size)
}

/**
 * Values of VARIANT stay as bytes: a few of them can unfold without end, since their parts may overlap.
 * https://github.com/apache/parquet-format/blob/master/VariantEncoding.md
 */
const withoutVariants = (schema: ReadonlyArray<SchemaElement>): Array<SchemaElement> =>
  schema.map((element) => {
    const { logical_type, ...rest } = element
    return logical_type?.type === "VARIANT" ? rest : element
  })

/** Statistics of decimals are read in time in proportion to the squares of their lengths: this many take seconds. */
const mostSquares = 2 ** 32

/** Whether a schema has decimals of a fixed length, before anything else is read: FIXED_LEN_BYTE_ARRAY and DECIMAL. */
const hasFixedDecimals = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { field_2: schema } = deserializeTCompactProtocol({ view, offset: 0 })
  return Array.isArray(schema) && schema.some((element) => element?.field_1 === 7 && element.field_6 === 5)
}

/**
 * The metadata in a footer, whose columns in each row group are those of the schema, in its order. Throws a
 * {@link Fault} or {@link Malformed} if it contradicts itself.
 *
 * @param footer with its length and the magic number after it
 * @param size bytes of the file
 */
export const metadataOf = (footer: Uint8Array, size: number, parsers: object): FileMetaData => {
  const bytes = footer.subarray(0, -8)
  if (squaresOfStatistics(bytes, footerLimits) > mostSquares && hasFixedDecimals(bytes)) {
    throw new Malformed("it has statistics that are longer than its decimals")
  }
  const metadata = parquetMetadata(footer, { geoparquet: false, parsers })
  const { leaves } = new SchemaWalk(metadata.schema)
  const { row_groups: groups } = metadata
  if (groups.length * leaves.length > mostChunks) {
    throw new Fault(
      `it has ${groups.length} row groups of ${leaves.length} columns, more than are read (${mostChunks} in all). Write it again with larger row groups.`
    )
  }
  for (const [at, group] of groups.entries()) checkGroup(group, leaves, `row group ${at + 1}`, size)
  return { ...metadata, schema: withoutVariants(metadata.schema) }
}
