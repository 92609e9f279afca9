import { numberOf } from "../Figures.ts"
import { contentsOf } from "./Contents.ts"
import { type Column, type Columns, field, filledOf } from "./Fields.ts"
import { namesOf, wordsOf } from "./Names.ts"

/** How a coordinate is written into a mapping, if not as the value of one column. */
export interface Written {
  /** A template that puts it together. */
  readonly of: string
  /** What its letter O stands for: the east in German, the west in Spanish, Portuguese, French and Italian. */
  readonly oest: "E" | "W" | undefined
  /** Whether nothing but the numbers could tell the direction, so that a minus sign may be missing. */
  readonly isUnsigned?: boolean
}

/** Degrees in a column, or in several. */
export interface DegreesColumn extends Column {
  readonly written?: Written
}

const units: ReadonlyArray<RegExp> = [
  /^(.*?) ?(?:deg(?:rees?)?|grad(?:os?|i|us)?|graus?|g|d)$/,
  /^(.*?) ?(?:min(?:ut\p{L}*|s)?|m)$/u,
  /^(.*?) ?(?:sec(?:onds?|ondes?|s)?|seg(?:undos?)?|sek(?:unden?)?|s)$/
]

/** What a column is a part of, and which: `LAT_MIN` has the minutes of `lat`. */
const partOf = ({ name }: Column) => {
  const words = wordsOf(name).join(" ")
  return units.flatMap((form, unit) => {
    const of = form.exec(words)?.[1] ?? ""
    const axis = namesOf(of).find(({ degrees = false, score }) => degrees && score >= 0.8)?.part
    return axis === "x" || axis === "y" ? [{ axis, of, unit }] : []
  })[0]
}

const lettersOf = { x: /^[EWO]$/i, y: /^[NS]$/i } as const

/** A column of directions beside others. */
const directionBeside = (columns: Columns, parts: Columns, axis: "x" | "y"): Column | undefined => {
  const places = parts.map(({ index }) => index)
  return columns.find(
    (column) =>
      [Math.min(...places) - 1, Math.max(...places) + 1].includes(column.index) &&
      column.contents.filled > 0 &&
      filledOf(column).every((value) => lettersOf[axis].test(value))
  )
}

/** Degrees, minutes and seconds in columns of their own, put together. */
const joined = (columns: Columns): Columns => {
  const found = columns.flatMap((column) => {
    const part = partOf(column)
    return part === undefined ? [] : [{ column, ...part }]
  })
  const taken = new Set<Column>()
  const made = new Map<Column, DegreesColumn>()
  for (const [of, parts] of Map.groupBy(found, (one) => one.of)) {
    const [degrees, minutes, seconds] = units.map((_, unit) => parts.find((one) => one.unit === unit))
    if (degrees === undefined || minutes === undefined) continue
    const direction = directionBeside(
      columns.filter((column) => !taken.has(column)),
      parts.map(({ column }) => column),
      degrees.axis
    )
    const pieces = [
      [degrees.column, "°"],
      [minutes.column, "'"],
      ...(seconds === undefined ? [] : [[seconds.column, '"'] as const]),
      ...(direction === undefined ? [] : [[direction, ""] as const])
    ] as const
    const values = degrees.column.contents.values.map((_, row) =>
      pieces
        .map(([{ contents }, mark]) => (contents.values[row] ?? "") && `${contents.values[row]}${mark}`)
        .join(" ")
        .trim()
    )
    for (const [column] of pieces) taken.add(column)
    const isUnsigned = direction === undefined && !values.some((value) => value.startsWith("-"))
    made.set(degrees.column, {
      ...degrees.column,
      named: namesOf(of),
      contents: contentsOf(values),
      written: {
        of: pieces.map(([{ name }, mark]) => `[${field(name)}${mark} ]`).join(""),
        oest: undefined,
        isUnsigned
      }
    })
  }
  return columns.flatMap((column) => made.get(column) ?? (taken.has(column) ? [] : [column]))
}

const oest = /o/gi
/** A text with no other letters than directions. */
const marked = /^[\d\s.,+°º'’′"″”NSEWO-]+$/i

/** Degrees with the letter O, read as those in the west, unless the column has W for that. */
const withOest = (column: DegreesColumn): DegreesColumn => {
  const { contents, name, written } = column
  const hasOest = contents.values.some((value) => /o$|^o/i.test(value))
  if (!hasOest || !contents.values.every((value) => value === "" || marked.test(value))) return column
  const letter = contents.values.some((value) => /w/i.test(value)) ? "E" : "W"
  const values = contents.values.map((value) => value.replace(oest, letter))
  return values.some((value) => value !== "" && Number.isNaN(numberOf(value)))
    ? column
    : { ...column, contents: contentsOf(values), written: { of: written?.of ?? field(name), oest: letter } }
}

/** The same degrees, if the letter O stands for the east. */
export const asEast = (column: DegreesColumn): DegreesColumn | undefined => {
  const { contents, written } = column
  if (written?.oest !== "W") return undefined
  const values = contents.values.map((value) => value.replace(/w/i, "E"))
  return { ...column, contents: contentsOf(values), written: { ...written, oest: "E" } }
}

/** The columns, those of degrees in a form of which the values are numbers. */
export const withDegrees = (columns: Columns): ReadonlyArray<DegreesColumn> => joined(columns).map(withOest)
