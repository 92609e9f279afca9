import { pointOfHex, sridOfHex } from "../../reading/Wkb.ts"
import type { Column } from "./Fields.ts"
import { pairPoint, wktPoint } from "./Contents.ts"

type Point = readonly [number, number]

/** A way to write a point into one text. */
interface Form {
  readonly form: "wkt" | "wkb" | "pair"
  /** In a few words. */
  readonly words: string
  readonly confidence: number
  /** Whether other texts may look like that, so that the column's name has to say that it holds points. */
  readonly needsName: boolean
  readonly pointOf: (text: string) => Point | undefined
  /** The EPSG code of the reference system that the text states. */
  readonly codeOf: (text: string) => number | undefined
}

const pointBy =
  (form: RegExp) =>
  (text: string): Point | undefined => {
    const [, x, y] = form.exec(text) ?? []
    return x === undefined || y === undefined ? undefined : [Number(x), Number(y)]
  }

const statedCode = (text: string): number | undefined => {
  const code = /^SRID=(\d+)/i.exec(text)?.[1]
  return code === undefined ? undefined : Number(code)
}

const forms: ReadonlyArray<Form> = [
  {
    form: "wkt",
    words: "points as well-known text",
    confidence: 0.95,
    needsName: false,
    pointOf: pointBy(wktPoint),
    codeOf: statedCode
  },
  {
    form: "wkb",
    words: "points as well-known binary",
    confidence: 0.95,
    needsName: false,
    pointOf: pointOfHex,
    codeOf: sridOfHex
  },
  {
    form: "pair",
    words: "two numbers",
    confidence: 0.85,
    needsName: true,
    pointOf: pointBy(pairPoint),
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
