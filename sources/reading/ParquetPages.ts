import type { PageHeader, SchemaTree } from "hyparquet"
import { parquetHeader } from "hyparquet/src/column.js"
import { deltaBinaryUnpack } from "hyparquet/src/delta.js"
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js"
import { getMaxDefinitionLevel, getMaxRepetitionLevel, isFlatColumn } from "hyparquet/src/schema.js"
import { largestPage } from "./Limits.ts"
import { endOfStruct, Malformed } from "./Thrift.ts"

/**
 * Checks the pages of a column before they are decoded, because decoders trust a page's own numbers: a page of forty
 * bytes that claims two thousand million values would make them allocate the memory.
 * https://parquet.apache.org/docs/file-format/data-pages/
 */

/** A column of one row group, as its bytes in the file. */
export interface Chunk {
  readonly bytes: Uint8Array
  /** The schema from the root to the column. */
  readonly path: ReadonlyArray<SchemaTree>
  /** Maximum number of values in all pages together, including nulls. */
  readonly values: number
  /** Rows of the row group. */
  readonly rows: number
  /** Unpacks a page to a given length. */
  readonly unpack: (packed: Uint8Array, length: number) => Uint8Array
}

/** Maximum number of padding values in the last run of a page. */
const padding = 512

const bitsOf = (greatest: number): number => 32 - Math.clz32(greatest)

const isCount = (value: number | undefined, most: number): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= most

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Throws if run-length or bit-packed runs expand to more values than the page states. */
const checkRuns = (bytes: Uint8Array, width: number, count: number): void => {
  const octets = Math.ceil(width / 8)
  let seen = 0
  for (let at = 0; seen < count && at < bytes.length;) {
    let head = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      head += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80 || shift > 28) break
    }
    const isPacked = head % 2 === 1
    const length = Math.floor(head / 2)
    seen += isPacked ? length * 8 : length
    at += isPacked ? length * width : octets
    if (seen > count + padding) throw new Malformed(`a page of ${count} values has a run of ${length}`)
  }
}

/** A part that is preceded by its length. */
const withLength = (bytes: Uint8Array): Uint8Array =>
  bytes.length < 4 ? bytes : bytes.subarray(4, 4 + viewOf(bytes).getUint32(0, true))

/** The total size of delta-encoded strings, which share prefixes with their predecessors. */
const checkShared = (bytes: Uint8Array, count: number): void => {
  if (count === 0) return
  const shared = new Int32Array(count)
  deltaBinaryUnpack({ view: viewOf(bytes), offset: 0 }, count, shared)
  const total = shared.reduce((sum, length) => sum + length, bytes.length)
  if (total > largestPage) throw new Malformed(`a page says that its values are ${total} bytes long`)
}

/** Throws if the values of a page, given the number that are not null, unpack to more than that. */
const checkValues = (bytes: Uint8Array, encoding: string | undefined, isBoolean: boolean, count: number): void => {
  if (encoding === "DELTA_BYTE_ARRAY") checkShared(bytes, count)
  else if (encoding === "RLE") checkRuns(isBoolean ? withLength(bytes) : bytes, 1, count)
  else if (encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY") {
    checkRuns(bytes.subarray(1), bytes[0] ?? 0, count)
  }
}

/** Checks the levels of a page; returns how many have the maximum. */
const checkLevels = (bytes: Uint8Array, greatest: number, count: number): number => {
  const width = bitsOf(greatest)
  checkRuns(bytes, width, count)
  const levels: Array<number> = Array.from({ length: count })
  readRleBitPackedHybrid({ view: viewOf(bytes), offset: 0 }, width, levels, bytes.length)
  return levels.reduce((sum, level) => (level === greatest ? sum + 1 : sum), 0)
}

const checkPage = (packed: Uint8Array, header: PageHeader, { path, unpack }: Chunk): void => {
  const isBoolean = path.at(-1)?.element.type === "BOOLEAN"
  const greatest = { repetition: getMaxRepetitionLevel([...path]), definition: getMaxDefinitionLevel([...path]) }
  const { data_page_header: first, data_page_header_v2: second, uncompressed_page_size: size } = header
  if (second !== undefined) {
    const { definition_levels_byte_length: definitions, num_nulls, num_values, repetition_levels_byte_length } = second
    const levels = repetition_levels_byte_length + definitions
    if (greatest.repetition > 0) {
      checkRuns(packed.subarray(0, repetition_levels_byte_length), bitsOf(greatest.repetition), num_values)
    }
    if (greatest.definition > 0) {
      checkRuns(packed.subarray(repetition_levels_byte_length, levels), bitsOf(greatest.definition), num_values)
    }
    const rest = packed.subarray(levels)
    const values = second.is_compressed === false ? rest : unpack(rest, size - levels)
    checkValues(values, second.encoding, isBoolean, num_values - num_nulls)
  } else if (first !== undefined) {
    let rest = unpack(packed, size)
    let count = first.num_values
    if (greatest.repetition > 0) {
      const levels = withLength(rest)
      checkRuns(levels, bitsOf(greatest.repetition), count)
      rest = rest.subarray(4 + levels.length)
    }
    if (greatest.definition > 0) {
      const levels = withLength(rest)
      rest = rest.subarray(4 + levels.length)
      count = checkLevels(levels, greatest.definition, count)
    }
    checkValues(rest, first.encoding, isBoolean, count)
  }
}

/** Throws a {@link Malformed} if the pages of a column cannot contain what they state. */
export const checkPages = (chunk: Chunk): void => {
  const { bytes, rows } = chunk
  // For a column that is not a list, data after the last row are not read.
  const end = isFlatColumn([...chunk.path]) ? 0 : -1
  let left = chunk.values
  for (let at = 0; at < bytes.length - 1 && left > end;) {
    endOfStruct(bytes, at)
    const reader = { view: viewOf(bytes), offset: at }
    const header = parquetHeader(reader)
    const { compressed_page_size: packedSize, uncompressed_page_size: size } = header
    if (!isCount(packedSize, bytes.length - reader.offset)) {
      throw new Malformed(
        `a page says that it has ${packedSize} bytes, of ${bytes.length - reader.offset} that are left`
      )
    }
    if (!isCount(size, largestPage)) throw new Malformed(`a page says that it unpacks to ${size} bytes`)
    at = reader.offset + packedSize
    const { data_page_header, data_page_header_v2: second, dictionary_page_header: dictionary } = header
    // Each entry takes at least a byte, whatever its type.
    if (dictionary !== undefined && !isCount(dictionary.num_values, size)) {
      throw new Malformed(`a dictionary of ${size} bytes says that it has ${dictionary.num_values} values`)
    }
    const data = second ?? data_page_header
    if (data === undefined) continue
    if (!isCount(data.num_values, left)) {
      throw new Malformed(`a page says that it has ${data.num_values} values, where ${left} are left`)
    }
    left -= data.num_values
    if (second !== undefined) {
      const { definition_levels_byte_length, num_nulls, num_rows, repetition_levels_byte_length } = second
      const counts = [
        isCount(num_nulls, second.num_values),
        isCount(num_rows, Math.min(rows, second.num_values)),
        isCount(repetition_levels_byte_length, packedSize),
        isCount(definition_levels_byte_length, packedSize - repetition_levels_byte_length)
      ]
      if (counts.includes(false)) throw new Malformed("a page says of its nulls, rows or levels what cannot be")
    }
    checkPage(bytes.subarray(reader.offset, at), header, chunk)
  }
}
