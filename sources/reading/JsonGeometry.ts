import { Predicate } from "effect"
import { listOf } from "./Json.ts"
import { closed, type Drawn, type Line, type Point, positionOf } from "./Position.ts"

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])

/** How deep positions lie in the arrays of a geometry: a MultiPolygon has polygons of rings. */
const deepestList = 4

/** How deep collections may lie in each other. */
const deepestCollection = 8

/** The lines in nested arrays, whose innermost are positions. What is no position leaves its line without numbers. */
const linesIn = (value: unknown, depth = 1): ReadonlyArray<ReadonlyArray<number>> => {
  const members = listOf(value)
  return depth < deepestList && members.some((member) => Array.isArray(listOf(member)[0]))
    ? members.flatMap((member) => linesIn(member, depth + 1))
    : [members.flatMap((member) => (isPoint(member) ? [member[0], member[1]] : [Number.NaN, Number.NaN]))]
}

/** The lines in nested lists of structs with `x` and `y`. */
const structLinesIn = (value: ReadonlyArray<unknown>, depth = 1): ReadonlyArray<Line> =>
  depth < deepestList && Array.isArray(value[0])
    ? value.flatMap((member) => structLinesIn(listOf(member), depth + 1))
    : [
        value.flatMap((member) =>
          Predicate.isReadonlyObject(member) ? [Number(member["x"]), Number(member["y"])] : []
        )
      ]

const ringsIn = (value: unknown): ReadonlyArray<Line> => linesIn(value).map((line) => closed(line))

/**
 * A geometry of GeoJSON (RFC 7946), or of Esri's services, which write it as `x` and `y`, `points`, `paths` or `rings`
 * (https://developers.arcgis.com/rest/services-reference/enterprise/geometry-objects/), or of GeoArrow, whose positions
 * are structs (https://geoarrow.org/format.html). Other values are empty.
 */
export const drawnOfJson = (geometry: unknown, depth = 0): Drawn => {
  if (Array.isArray(geometry)) return { lines: structLinesIn(geometry) }
  if (!Predicate.isReadonlyObject(geometry)) return {}
  const { coordinates, geometries, paths, points, rings, type, x, y } = geometry
  switch (type) {
    case "Point":
      return { point: isPoint(coordinates) ? coordinates : undefined }
    case "MultiPoint":
      return { point: listOf(coordinates).find(isPoint) }
    case "LineString":
    case "MultiLineString":
      return { lines: linesIn(coordinates) }
    case "Polygon":
    case "MultiPolygon":
      return { lines: ringsIn(coordinates) }
    case "GeometryCollection": {
      const parts = (depth < deepestCollection ? listOf(geometries) : []).map((part) => drawnOfJson(part, depth + 1))
      return {
        point: parts.find(({ point }) => point !== undefined)?.point,
        lines: parts.flatMap(({ lines = [] }) => lines)
      }
    }
    default:
      return {
        point: [[x, y], listOf(points)[0]].find(isPoint),
        lines: [...linesIn(paths), ...ringsIn(rings)]
      }
  }
}

const drawings = new Set("LineString MultiLineString Polygon MultiPolygon GeometryCollection".split(" "))

/** Whether a value of JSON is a geometry of lines or areas, and not of points, whose numbers need no reader. */
export const isDrawing = (value: unknown): boolean =>
  Predicate.isReadonlyObject(value) &&
  (Array.isArray(value["rings"]) || Array.isArray(value["paths"]) || drawings.has(String(value["type"])))

/** The position of such a geometry, as of `positionOf`. */
export const pointOfJson = (geometry: unknown): Point | undefined => positionOf(drawnOfJson(geometry))
