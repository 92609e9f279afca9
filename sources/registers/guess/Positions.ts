import type { Expression } from "../Expression.ts"
import { numberOf } from "../Figures.ts"
import { byEpsg } from "../grids/Projections.ts"
import type { Mapping } from "../Mapping.ts"
import { epsgColumn, type Place } from "./Coordinates.ts"
import { type Column, escaped, field } from "./Fields.ts"
import type { Written } from "./WrittenDegrees.ts"

/** Degrees that have several columns, or the letter O, which stands for the other direction where they lie otherwise. */
const writtenDegrees = ({ of, oest }: Written, isNegated: boolean): Expression => {
  if (oest === undefined) return isNegated ? `-${of}` : of
  return { of, replace: [["[oO]", isNegated === (oest === "E") ? "W" : "E"]] }
}

export const positionOf = (
  place: Place | undefined,
  columns: ReadonlyArray<Column>
): Partial<Pick<Mapping, "position">> => {
  if (place === undefined) return {}
  const { from } = place
  // Numbers of an unknown grid, read as degrees, would make every row an address off the earth.
  if (place.projection === "unknown") return {}
  if (from.kind === "geometry") return from.swapped ? { position: { swapped: true } } : {}
  if (from.kind === "columns") {
    const sign = (axis: "x" | "y") => (from.negated === axis || from.negated === "both" ? "-" : "")
    const valuesOf = (axis: "x" | "y") => columns.find(({ name }) => name === from[axis])?.contents.values ?? []
    // The same whole number twice stands for no place: 0, 0 or -9999, -9999.
    const standIns = (axis: "x" | "y") => {
      const other = valuesOf(axis === "x" ? "y" : "x")
      const isStandIn = (value: string, row: number) =>
        Number.isInteger(numberOf(value)) && numberOf(value) === numberOf(other[row] ?? "")
      return Array.from(new Set(valuesOf(axis).filter(isStandIn)))
    }
    const written = (axis: "x" | "y"): Expression => {
      const given = from.written[axis]
      if (given !== undefined) return writtenDegrees(given, sign(axis) === "-")
      const number = `${sign(axis)}${field(from[axis])}`
      // An empty cell stays empty.
      const of = from.power === 0 ? number : `[${number}e-${from.power}]`
      const nothings = columns.find(({ name }) => name === from[axis])?.contents.nothings.concat(standIns(axis)) ?? []
      return nothings.length === 0
        ? of
        : { of, replace: [[`^-?(?:${nothings.map(escaped).join("|")})(?:e-\\d)?$`, ""]] }
    }
    return {
      position: {
        x: written("x"),
        y: written("y"),
        ...(from.decimalComma ? { decimalComma: true } : {})
      }
    }
  }
  // With the outlines alone, a point may be in a court.
  const of = field(from.column.replace(/^(?:exterior|outerBoundaryIs)\/\/(?=(?:posList|coordinates)$)/, ""))
  if (from.form === "geometry") return { position: { geometry: of, ...(from.swapped ? { swapped: true } : {}) } }
  const first = "(-?\\d+(?:\\.\\d+)?)"
  const second = "-?\\d+(?:\\.\\d+)?\\s*[,;| ]\\s*(-?\\d+(?:\\.\\d+)?)"
  const [x, y] = from.swapped ? [second, first] : [first, second]
  return { position: { x: { of, match: x }, y: { of, match: y } } }
}

export const projectionOf = (
  place: Place | undefined,
  columns: ReadonlyArray<Column>
): Partial<Pick<Mapping, "projection">> => {
  if (place === undefined || place.projection === "degrees" || place.projection === "unknown") return {}
  const by = epsgColumn(columns)
  if (by !== undefined && by.codes.length > 1) {
    const definitions = by.values.flatMap((value, index) => {
      const known = byEpsg(by.codes[index]!)
      return known === undefined || known === "degrees" ? [] : [[value, known.definition] as const]
    })
    return { projection: { by: field(by.name), definitions: Object.fromEntries(definitions) } }
  }
  const { definition, epsg } = place.projection
  return { projection: { epsg, definition } }
}
