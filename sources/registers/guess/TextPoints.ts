import { drawnOfText } from "../../reading/GeometryText.ts"
import { type Point, positionOf } from "../../reading/Position.ts"
import { sridOfHex } from "../../reading/Wkb.ts"
import { pairOf } from "../Figures.ts"
import type { Column } from "./Fields.ts"
import { pairPoint } from "./Contents.ts"

/** A way to write a position into one text. */
interface Form {
  readonly form: "geometry" | "pair"
  /** In a few words. */
  readonly words: string
  readonly confidence: number
  /** Whether other texts may look like that, so that the column's name has to say that it holds points. */
  readonly needsName: boolean
  /** Whether it says which of the two numbers is the latitude, or has the order of all programs. */
  readonly isOrdered: boolean
  readonly pointOf: (text: string) => Point | undefined
  /** The EPSG code of the reference system that the text states. */
  readonly codeOf: (text: string) => number | undefined
}

/** How geometries begin as well-known text, as well-known binary in hexadecimal digits, and as JSON. */
const geometry = /^(?:SRID=\d+;)?\s*[A-Z]+\s*(?:(?:ZM|Z|M)\s*)?\(\s*[-\d(]|^(?:\\x)?0[01][\da-f]{8}|^\{/i

const pointOfText = (text: string): Point | undefined => positionOf(drawnOfText(text) ?? {})

const pointOfGeometry = (text: string): Point | undefined => (geometry.test(text) ? pointOfText(text) : undefined)

const pointOfPair = (text: string): Point | undefined => {
  const [, x, y] = pairPoint.exec(text) ?? []
  return x === undefined || y === undefined ? undefined : [Number(x), Number(y)]
}

/** Degrees with the two directions. */
const directions = /^(?=.*\d)(?=.*[NS])(?=.*[EW])[\d\s.,;°º'’′"″”NSEW+-]+$/

const codeIn = (text: string): number | undefined => {
  const code = /^SRID=(\d+)/i.exec(text)?.[1]
  return code === undefined ? sridOfHex(text) : Number(code)
}

/** Geometries that are shorter are kept as they are. */
const longestPoint = 120

/** Lists of positions that end where they begin: rings, as KML and GML have them. */
const ring = /^([-+\d.e]{1,40}(?:\s+|,)[-+\d.e]{1,40})(?=[\s,])[-+\d.,\s|e]*[\s,]\1(?:[\s,|]|$)/i

/** A long geometry, or a ring, as the point within it, by which a guess knows its column; another text as it is. */
export const brief = (text: string): string => {
  const isArea = ring.test(text) || (text.length > longestPoint && geometry.test(text))
  if (!isArea) return text
  const point = pointOfText(text)
  const code = codeIn(text)
  return point === undefined ? text : `${code === undefined ? "" : `SRID=${code};`}POINT (${point.join(" ")})`
}

const forms: ReadonlyArray<Form> = [
  {
    form: "geometry",
    words: "geometries in a text",
    confidence: 0.95,
    needsName: false,
    isOrdered: true,
    pointOf: pointOfGeometry,
    codeOf: codeIn
  },
  {
    form: "pair",
    words: "two numbers",
    confidence: 0.85,
    needsName: true,
    isOrdered: false,
    pointOf: pointOfPair,
    codeOf: () => undefined
  },
  {
    form: "geometry",
    words: "two numbers with directions",
    confidence: 0.9,
    needsName: false,
    isOrdered: true,
    pointOf: (text) => (directions.test(text) ? pairOf(text) : undefined),
    codeOf: () => undefined
  },
  {
    form: "geometry",
    words: "two numbers",
    confidence: 0.85,
    needsName: true,
    isOrdered: false,
    pointOf: pairOf,
    codeOf: () => undefined
  }
]

/** A column of points, each in one text. */
export interface TextPoints extends Form {
  readonly column: Column
  readonly filled: ReadonlyArray<string>
  readonly points: ReadonlyArray<Point>
}

/** Columns in which nearly all texts are points. */
export const textPointsOf = (columns: ReadonlyArray<Column>): ReadonlyArray<TextPoints> =>
  columns.flatMap((column) => {
    const filled = column.contents.values.filter((value) => value !== "")
    const isNamed = column.named.some(({ part, score }) => part === "point" && score >= 0.5)
    for (const form of forms) {
      if (form.needsName && !isNamed) continue
      const points = filled.flatMap((value) => {
        const point = form.pointOf(value)
        return point === undefined ? [] : [point]
      })
      if (points.length > 0 && points.length >= filled.length * 0.9) return [{ ...form, column, filled, points }]
    }
    return []
  })
