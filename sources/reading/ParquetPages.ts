import type { Encoding, PageHeader, SchemaElement, SchemaTree } from "hyparquet"
import { parquetHeader } from "hyparquet/src/column.js"
import { deltaBinaryUnpack } from "hyparquet/src/delta.js"
import { getMaxDefinitionLevel, getMaxRepetitionLevel, isFlatColumn } from "hyparquet/src/schema.js"
import { largestPage } from "./Limits.ts"
import { endOfStruct, longestNumber, Malformed } from "./Thrift.ts"

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

/** The most bytes of a run's length: decoders use 32 bits. */
const longestLength = 5

/** A run of values: packed one after another, or a single one that is repeated. */
type OnRun = (isPacked: boolean, at: number, count: number) => void

/** Throws unless run-length or bit-packed runs expand to as many values as the page states. */
const checkRuns = (bytes: Uint8Array, width: number, count: number, onRun?: OnRun): void => {
  const octets = Math.ceil(width / 8)
  let seen = 0
  for (let at = 0; seen < count && at < bytes.length;) {
    let head = 0
    for (let index = 0; ; index++) {
      if (index === longestLength) throw new Malformed("the length of a run in a page does not end")
      const byte = bytes[at++] ?? 0
      head += (byte & 0x7f) * 2 ** (7 * index)
      if (byte < 0x80) break
    }
    const isPacked = head % 2 === 1
    const length = Math.floor(head / 2)
    const values = isPacked ? length * 8 : length
    if (seen + values > count + padding) throw new Malformed(`a page of ${count} values has a run of ${length}`)
    onRun?.(isPacked, at, Math.min(values, count - seen))
    seen += values
    at += isPacked ? length * width : octets
  }
  // A decoder would take the bytes that follow for more runs.
  if (seen < count && width > 0) throw new Malformed(`a page of ${count} values has runs of ${seen}`)
}

/** How many of packed values are the greatest. */
const countPacked = (bytes: Uint8Array, start: number, width: number, count: number, greatest: number): number => {
  const mask = 2 ** width - 1
  let found = 0
  let at = start
  for (let held = 0, bits = 0, index = 0; index < count; index++, held >>>= width, bits -= width) {
    for (; bits < width; bits += 8) held |= (bytes[at++] ?? 0) << bits
    if ((held & mask) === greatest) found += 1
  }
  return found
}

/** Values in a block of delta-encoded numbers: writers have some hundred. */
const mostInBlock = 2 ** 20

/** A part of a block has a multiple of this. */
const valuesTogether = 32

/** A part that is preceded by its length. */
const withLength = (bytes: Uint8Array): Uint8Array =>
  bytes.length < 4 ? bytes : bytes.subarray(4, 4 + viewOf(bytes).getUint32(0, true))

/** The blocks of delta-encoded numbers, which say themselves how many numbers they have and how long. */
const checkDeltas = (bytes: Uint8Array, count: number): void => {
  if (count === 0 || bytes.length === 0) return
  let at = 0
  const number = (): number => {
    let value = 0
    for (let index = 0; index < longestNumber; index++) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * 2 ** (7 * index)
      if (byte < 0x80) return value
    }
    throw new Malformed("a number in a page does not end")
  }
  const [block, parts] = [number(), number()]
  const size = block / parts
  if (!isCount(block, mostInBlock) || size === 0 || !Number.isInteger(size / valuesTogether)) {
    throw new Malformed(`a page has blocks of ${block} values in ${parts} parts`)
  }
  number()
  number()
  for (let seen = 1; seen < count;) {
    number()
    const widths = bytes.subarray(at, at + parts)
    if (widths.length < parts) throw new Malformed("a page is cut off within its values")
    at += parts
    for (const width of widths) {
      if (seen < count) at += Math.ceil((size * width) / 8)
      seen += size
    }
  }
}

/** The total size of delta-encoded strings, which share prefixes with their predecessors. */
const checkShared = (bytes: Uint8Array, count: number): void => {
  if (count === 0) return
  checkDeltas(bytes, count)
  const reader = { view: viewOf(bytes), offset: 0 }
  const shared = new Int32Array(count)
  deltaBinaryUnpack(reader, count, shared)
  if (shared.some((length) => length < 0)) throw new Malformed("a page has a value that begins before another")
  const total = shared.reduce((sum, length) => sum + length, bytes.length)
  if (total > largestPage) throw new Malformed(`a page says that its values are ${total} bytes long`)
  checkDeltas(bytes.subarray(reader.offset), count)
}

/** Bytes of a decimal. A decoder takes time in proportion to their square. */
export const longestDecimal = 64

const isDecimal = ({ converted_type, type }: SchemaElement): boolean =>
  type === "BYTE_ARRAY" && converted_type === "DECIMAL"

/** Throws if decimals of any length, as a page or dictionary has them, are longer than numbers are. */
const checkDecimals = (bytes: Uint8Array, encoding: Encoding | undefined, count: number): void => {
  if (encoding?.startsWith("DELTA")) throw new Malformed(`a page has decimals encoded as ${encoding}`)
  const view = viewOf(bytes)
  for (let at = 0, index = 0; index < count && at + 4 <= bytes.length; index++) {
    const length = view.getUint32(at, true)
    if (length > longestDecimal) throw new Malformed(`a page has a decimal of ${length} bytes`)
    at += 4 + length
  }
}

/** Throws if the values of a page, given the number that are not null, unpack to more than that. */
const checkValues = (bytes: Uint8Array, encoding: Encoding | undefined, { path }: Chunk, count: number): void => {
  const { element } = path.at(-1)!
  const { type, type_length = 0 } = element
  const isDictionary = encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY"
  // Decoders expect other bytes before the runs than the encoding has.
  if (type === "BOOLEAN" ? isDictionary : encoding === "RLE") {
    throw new Malformed(`a page has values of the type ${type} encoded as ${encoding}`)
  }
  if (isDecimal(element) && !isDictionary) checkDecimals(bytes, encoding, count)
  if (encoding === "DELTA_BYTE_ARRAY") checkShared(bytes, count)
  else if (encoding === "DELTA_BINARY_PACKED" || encoding === "DELTA_LENGTH_BYTE_ARRAY") checkDeltas(bytes, count)
  else if (encoding === "RLE") checkRuns(withLength(bytes), 1, count)
  else if (encoding === "BYTE_STREAM_SPLIT" && type === "FIXED_LEN_BYTE_ARRAY") {
    if (!isCount(type_length * count, bytes.length)) throw new Malformed(`a page has no ${count} values in its bytes`)
  } else if (isDictionary) checkRuns(bytes.subarray(1), bytes[0] ?? 0, count)
}

/** Checks the levels of a page; returns how many have the maximum. */
const checkLevels = (bytes: Uint8Array, greatest: number, count: number): number => {
  const width = bitsOf(greatest)
  let found = 0
  checkRuns(bytes, width, count, (isPacked, at, length) => {
    if (isPacked) found += countPacked(bytes, at, width, length, greatest)
    else if (bytes[at] === greatest) found += length
  })
  return found
}

/** The data of a page, by its type: decoders do not look at what a header has beside it. */
export const dataOf = ({ data_page_header, data_page_header_v2, type }: PageHeader) => ({
  first: type === "DATA_PAGE" ? data_page_header : undefined,
  second: type === "DATA_PAGE_V2" ? data_page_header_v2 : undefined
})

const checkPage = (packed: Uint8Array, header: PageHeader, chunk: Chunk): void => {
  const { path, unpack } = chunk
  const greatest = { repetition: getMaxRepetitionLevel([...path]), definition: getMaxDefinitionLevel([...path]) }
  const { uncompressed_page_size: size } = header
  const { first, second } = dataOf(header)
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
    checkValues(values, second.encoding, chunk, num_values - num_nulls)
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
    checkValues(rest, first.encoding, chunk, count)
  }
}

/** Values that a value of a nested column counts for: each optional level above it is an array of its own. */
const weightOf = (path: ReadonlyArray<SchemaTree>): number =>
  1 + 16 * path.slice(1, -1).filter(({ element }) => element.repetition_type !== "REQUIRED").length

const checkSecond = (
  second: NonNullable<PageHeader["data_page_header_v2"]>,
  rows: number,
  packedSize: number
): void => {
  const { definition_levels_byte_length, num_nulls, num_rows, num_values, repetition_levels_byte_length } = second
  const counts = [
    isCount(num_nulls, num_values),
    isCount(num_rows, Math.min(rows, num_values)),
    isCount(repetition_levels_byte_length, packedSize),
    isCount(definition_levels_byte_length, packedSize - repetition_levels_byte_length)
  ]
  if (counts.includes(false)) throw new Malformed("a page says of its nulls, rows or levels what cannot be")
}

/** The most that is in memory while a column is read page by page. */
export interface Held {
  readonly values: number
  readonly bytes: number
}

/** Throws a {@link Malformed} if the pages of a column cannot contain what they state. */
export const checkPages = (chunk: Chunk): Held => {
  const { bytes, rows } = chunk
  // For a column that is not a list, data after the last row are not read.
  const end = isFlatColumn([...chunk.path]) ? 0 : -1
  let left = chunk.values
  const most = { values: 0, page: 0, dictionary: 0 }
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
    const { dictionary_page_header: dictionary } = header
    // Each entry takes at least a byte, whatever its type.
    if (dictionary !== undefined && !isCount(dictionary.num_values, size)) {
      throw new Malformed(`a dictionary of ${size} bytes says that it has ${dictionary.num_values} values`)
    }
    if (dictionary !== undefined) {
      most.dictionary = Math.max(most.dictionary, size)
      if (isDecimal(chunk.path.at(-1)!.element)) {
        checkDecimals(chunk.unpack(bytes.subarray(reader.offset, at), size), "PLAIN", dictionary.num_values)
      }
    }
    const { first, second } = dataOf(header)
    const data = second ?? first
    if (data === undefined) continue
    if (!isCount(data.num_values, left)) {
      throw new Malformed(`a page says that it has ${data.num_values} values, where ${left} are left`)
    }
    left -= data.num_values
    most.values = Math.max(most.values, data.num_values)
    most.page = Math.max(most.page, size)
    if (second !== undefined) checkSecond(second, rows, packedSize)
    checkPage(bytes.subarray(reader.offset, at), header, chunk)
  }
  return { values: most.values * weightOf(chunk.path), bytes: most.page + most.dictionary }
}
