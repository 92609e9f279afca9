import type { Point } from "../../reading/Position.ts"
import { pairOf } from "../Figures.ts"
import { type Column, isCalled } from "./Fields.ts"
import { pairPoint } from "./Contents.ts"
import { codeIn, pointOfGeometry } from "./TextGeometry.ts"

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

const pointOfPair = (text: string): Point | undefined => {
  const [, x, y] = pairPoint.exec(text) ?? []
  return x === undefined || y === undefined ? undefined : [Number(x), Number(y)]
}

/** Degrees with the two directions. */
const directions = /^(?=.*\d)(?=.*[NS])(?=.*[EW])[\d\s.,;°º'’′"″”NSEW+-]+$/

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
    const isNamed = isCalled(column, "point", 0.5)
    for (const form of forms) {
      if (form.needsName && !isNamed && !filled.every((value) => value.includes("coordinates"))) continue
      const points = filled.flatMap((value) => {
        const point = form.pointOf(value)
        return point === undefined ? [] : [point]
      })
      if (points.length > 0 && points.length >= filled.length * 0.9) return [{ ...form, column, filled, points }]
    }
    return []
  })
