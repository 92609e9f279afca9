import { longestOutline, longestShape } from "../Limits.ts"
import { Fault, type Parser } from "../Parser.ts"
import { type Line, type Point, positionOf } from "../Position.ts"
import { type Ahead, piecewise } from "../shapefile/Pieces.ts"
import { FlatTable } from "./FlatTable.ts"
import { type Columns, columnsOf, propertiesOf } from "./Properties.ts"

/** A feature of FlatGeobuf. */
export interface FlatFeature {
  /** Counted from 1. */
  readonly number: number
  /** Names of all columns, of which a feature need not have values. */
  readonly names: ReadonlyArray<string>
  readonly columns: ReadonlyMap<string, unknown>
  /** The position of its geometry, as of `positionOf`. */
  readonly point: Point | undefined
}

/** What precedes the features. */
interface Header {
  readonly type: number
  readonly columns: Columns
  /** Features, as the file says itself; 0 if its writer did not know. */
  readonly count: number
  readonly indexBytes: number
  /** The stated reference system, as a code or in well-known text. */
  readonly reference: string | undefined
}

/** The three letters and the version, and behind them letters and a patch level. Only version 3 was ever published. */
const mark = "fgb\u0003fgb"
/** Bytes up to the header: the mark, and the header's length. */
const beginning = 12
const lengthBytes = 4

/** Whether these are the first bytes of FlatGeobuf. */
export const isFlatGeobuf = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, mark.length)).toString("latin1") === mark

const nodeBytes = 40

/** Bytes of the index: a tree over the features, whose nodes have so many branches. */
const indexBytesOf = (features: number, branches: number): number => {
  if (branches === 0 || features === 0) return 0
  let nodes = features
  let level = features
  do {
    level = Math.ceil(level / Math.max(2, branches))
    nodes += level
  } while (level > 1)
  return nodes * nodeBytes
}

/** A reference system; writers leave out the name of the organization that EPSG is. */
const referenceOf = (crs: FlatTable | undefined): string | undefined => {
  if (crs === undefined) return undefined
  const code = crs.int32(1)
  return code > 0 && /^(?:epsg)?$/i.test(crs.text(0)) ? `EPSG:${code}` : crs.text(4) || undefined
}

/** Fields by their numbers: https://github.com/flatgeobuf/flatgeobuf/blob/master/src/fbs/header.fbs */
const headerOf = (bytes: Buffer): Header => {
  const header = FlatTable.root(bytes)
  const count = header.uint64(8)
  return {
    type: header.uint8(2),
    columns: columnsOf(header, 7),
    count,
    indexBytes: indexBytesOf(count, header.uint16(9, 16)),
    reference: referenceOf(header.table(10))
  }
}

/** Types of geometries that are points. */
const points = new Set([1, 4])

interface Drawing {
  point: Point | undefined
  readonly lines: Array<Line>
}

/** Collects the points and lines of a geometry. Ends of lines are counted in positions. */
const draw = (geometry: FlatTable, type: number, into: Drawing): void => {
  const numbers = geometry.doubles(1)
  if (points.has(geometry.uint8(6) || type)) {
    const [x, y] = numbers
    if (x !== undefined && y !== undefined) into.point ??= [x, y]
    return
  }
  if (numbers.length > 0) {
    const ends = geometry.uint32s(0)
    let from = 0
    for (const end of ends.length === 0 ? [numbers.length / 2] : ends) {
      // Lines that overlap would be gone through again and again.
      if (end < from || end * 2 > numbers.length) throw new RangeError("a line ends where there are no points")
      into.lines.push(numbers.subarray(from * 2, end * 2))
      from = end
    }
  }
  for (const part of geometry.tables(7)) draw(part, 0, into)
}

const pointOf = (geometry: FlatTable | undefined, type: number, bytes: number): Point | undefined => {
  if (geometry === undefined || (bytes > longestOutline && !points.has(geometry.uint8(6) || type))) return undefined
  const drawn: Drawing = { point: undefined, lines: [] }
  draw(geometry, type, drawn)
  return positionOf(drawn)
}

const featureOf = (bytes: Buffer, number: number, header: Header): FlatFeature => {
  const feature = FlatTable.root(bytes)
  const columns = feature.count(2) === 0 ? header.columns : columnsOf(feature, 2)
  return {
    number,
    names: columns.names,
    columns: propertiesOf(feature.bytes(1), columns),
    point: pointOf(feature.table(0), header.type, bytes.length)
  }
}

/** Whatever the bytes make go wrong is their damage. */
const damaged = <A>(what: string, read: () => A): A => {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault(`${what} is damaged. Get the file again.`, { cause })
  }
}

/** The reference system that a file with these first bytes states; undefined if it states none among them. */
export const statedReference = (head: Uint8Array): string | undefined => {
  const bytes = Buffer.from(head)
  const end = bytes.length < beginning ? Infinity : beginning + bytes.readUInt32LE(beginning - lengthBytes)
  return end > bytes.length
    ? undefined
    : damaged("its header", () => headerOf(bytes.subarray(beginning, end))).reference
}

/**
 * The features of a file of FlatGeobuf, one in memory at a time; its index is passed over.
 * @param onColumns learns the columns of all features before the first one
 */
export const flatFeatures = (onColumns: (names: ReadonlyArray<string>) => void): Parser<Uint8Array, FlatFeature> => {
  let expects: "beginning" | "header" | "length" | "feature" = "beginning"
  let header: Header | undefined
  let number = 0

  const lengthIn = (piece: Buffer, what: string): number => {
    const length = piece.readUInt32LE(piece.length - lengthBytes)
    if (length < 8 || length > longestShape) throw new Fault(`${what} says that it has ${length} bytes. Get it again.`)
    return length
  }
  const next = (skip: number): Ahead => {
    expects = "length"
    // What follows may be padding.
    return number > 0 && number === header!.count ? { skip: Infinity, bytes: 1 } : { skip, bytes: lengthBytes }
  }

  return piecewise<FlatFeature>({
    first: { skip: 0, bytes: beginning },
    take: (piece, values) => {
      switch (expects) {
        case "beginning":
          if (!isFlatGeobuf(piece)) throw new Fault("it does not begin as FlatGeobuf does. Is it one?")
          expects = "header"
          return { skip: 0, bytes: lengthIn(piece, "its header") }
        case "header":
          header = damaged("its header", () => headerOf(piece))
          if (header.columns.names.length > 0) onColumns(header.columns.names)
          return next(header.indexBytes)
        case "length":
          expects = "feature"
          return { skip: 0, bytes: lengthIn(piece, `its feature ${number + 1}`) }
        case "feature":
          number += 1
          values.push(damaged(`its feature ${number}`, () => featureOf(piece, number, header!)))
          return next(0)
      }
    },
    end: (_, part) => {
      const isWhole = header !== undefined && expects === "length" && number >= header.count && part === 0
      if (!isWhole) {
        const of = header === undefined || header.count === 0 ? "" : ` of ${header.count}`
        throw new Fault(`it is cut off after ${number}${of} features. Get it again.`)
      }
    }
  })
}
