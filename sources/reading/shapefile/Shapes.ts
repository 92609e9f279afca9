import { longestOutline, longestShape } from "../Limits.ts"
import { Fault, type Parser } from "../Parser.ts"
import { type Point, positionOf } from "../Position.ts"
import { type Ahead, piecewise } from "./Pieces.ts"

/** A record of a `.shp`. */
export interface Shape {
  /** Of several points, the first; of lines and areas, as of `positionOf`. */
  readonly point: Point | undefined
}

/** Types of shapes, and the bytes that each has at least. ESRI, Shapefile Technical Description, 1998. */
const points = new Set([1, 11, 21])
const multipoints = new Set([8, 18, 28])
const linesAndAreas = new Set([3, 5, 13, 15, 23, 25])
const leastOfType = (type: number): number => {
  if (points.has(type)) return 20
  if (multipoints.has(type)) return 40
  return linesAndAreas.has(type) ? 44 : 4
}
const isKnown = (type: number): boolean => leastOfType(type) > 4 || type === 0

const fileHeader = 100
const recordHeader = 8
/** Where the points of a multipoint begin, and the bytes of each. */
const firstPoint = 40
const pointBytes = 16
/** The beginning of a record that holds its type, and its point or the first of its points. */
const beginning = firstPoint + pointBytes
/** Where the numbers of parts and points of a line or an area are, and where the list of its parts begins. */
const counts = 36
const firstPart = 44

/** The bytes of a record that are looked at. */
const lookedAt = (type: number, length: number): number =>
  linesAndAreas.has(type) && length <= longestOutline ? length : Math.min(length, beginning)

/** The position of lines or of an area. The list of parts says at which point each line begins. */
const positionIn = (record: Buffer): Point | undefined => {
  const [parts, points] = [record.readUInt32LE(counts), record.readUInt32LE(counts + 4)]
  const start = firstPart + parts * 4
  if (start + points * pointBytes > record.length) return undefined
  const begins = (part: number) => (part < parts ? Math.min(record.readUInt32LE(firstPart + part * 4), points) : points)
  const lines = Array.from({ length: parts }, (_, part) => {
    const [from, to] = [begins(part), begins(part + 1)]
    return Array.from({ length: Math.max(0, to - from) * 2 }, (_none, at) =>
      record.readDoubleLE(start + from * pointBytes + at * 8)
    )
  })
  return positionOf({ lines })
}

const pointAt = (record: Buffer, at: number): Shape => ({
  point: [record.readDoubleLE(at), record.readDoubleLE(at + 8)]
})

/** The shape of a record of so many bytes, given those that are looked at; undefined if it is damaged. */
const shapeOf = (record: Buffer, length: number, fileType: number): Shape | undefined => {
  const type = record.readInt32LE(0)
  if ((type !== 0 && type !== fileType) || length < leastOfType(type)) return undefined
  if (points.has(type)) return pointAt(record, 4)
  if (!multipoints.has(type)) {
    return { point: linesAndAreas.has(type) && record.length === length ? positionIn(record) : undefined }
  }
  const count = record.readInt32LE(36)
  if (count < 0 || firstPoint + count * pointBytes > length) return undefined
  return count === 0 ? { point: undefined } : pointAt(record, firstPoint)
}

/**
 * The shapes of a `.shp`. Of records of points, only the beginning is looked at; what their parts and points claim
 * beyond their length gives no position. The numbers of records are not looked at: writers begin with 0 or 1, or leave gaps, and readers have never
 * minded (https://github.com/mbloch/mapshaper/issues/519).
 */
export const shapes = (): Parser<Uint8Array, Shape> => {
  let expects: "file" | "header" | "record" | "nothing" = "file"
  let type = 0
  /** Bytes of the file, as it says itself. What follows may be padding. */
  let stated = Number.POSITIVE_INFINITY
  let at = 0
  let number = 0
  let length = 0

  const header = (skip: number): Ahead => {
    expects = "header"
    return { skip, bytes: recordHeader }
  }
  const bad = (what: string): Ahead => {
    if (at < stated) throw new Fault(`the shapefile is damaged: ${what}. Get it again.`)
    expects = "nothing"
    return { skip: Number.POSITIVE_INFINITY, bytes: 1 }
  }

  const takeFile = (piece: Buffer): Ahead => {
    type = piece.readInt32LE(32)
    if (piece.readInt32BE(0) !== 9994) throw new Fault("it does not begin as shapefiles do. Is it one?")
    if (!isKnown(type)) {
      throw new Fault(`its shapes have the type ${type}, which is unknown. Save it with points, lines or polygons.`)
    }
    // Lengths are in 16-bit words. Some writers leave this one at 0.
    stated = piece.readUInt32BE(24) * 2 || stated
    at = fileHeader
    return header(0)
  }
  const takeHeader = (piece: Buffer): Ahead => {
    number += 1
    length = piece.readUInt32BE(4) * 2
    if (length < 4 || length > longestShape) return bad(`its record ${number} says that it has ${length} bytes`)
    expects = "record"
    return { skip: 0, bytes: lookedAt(type, length) }
  }
  const takeRecord = (piece: Buffer, values: Array<Shape>): Ahead => {
    const shape = shapeOf(piece, length, type)
    if (shape === undefined) return bad(`its record ${number}, of ${length} bytes, is not a shape of the type ${type}`)
    values.push(shape)
    at += recordHeader + length
    return header(length - piece.length)
  }

  return piecewise<Shape>({
    first: { skip: 0, bytes: fileHeader },
    take: (piece, values) => {
      if (expects === "file") return takeFile(piece)
      return expects === "header" ? takeHeader(piece) : takeRecord(piece, values)
    },
    end: (skip, part) => {
      const isCut = expects === "header" ? skip > 0 || (part > 0 && at < stated) : expects === "record" && at < stated
      if (isCut || expects === "file") {
        throw new Fault("the shapefile is cut off: its .shp ends in the middle of a record. Get it again.")
      }
    }
  })
}
