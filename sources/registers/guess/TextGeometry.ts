import { drawnOfText } from "../../reading/GeometryText.ts"
import { type Point, positionOf } from "../../reading/Position.ts"
import { sridOfHex } from "../../reading/Wkb.ts"

/** How geometries begin as well-known text, as well-known binary in hexadecimal digits, and as JSON. */
const geometry = /^(?:SRID=\d+;)?\s*[A-Z]+\s*(?:(?:ZM|Z|M)\s*)?\(\s*[-\d(]|^(?:\\x)?0[01][\da-f]{8}|^\{/i

const pointOfText = (text: string): Point | undefined => positionOf(drawnOfText(text) ?? {})

/** The position of a geometry; undefined if the text is none. */
export const pointOfGeometry = (text: string): Point | undefined =>
  geometry.test(text) ? pointOfText(text) : undefined

/** The EPSG code of the reference system that a geometry states. */
export const codeIn = (text: string): number | undefined => {
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
