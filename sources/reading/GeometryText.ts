import { parseJson } from "./Json.ts"
import { drawnOfJson } from "./JsonGeometry.ts"
import type { Drawn, Line } from "./Position.ts"
import { drawnOfHex } from "./Wkb.ts"

/** How well-known text begins: `SRID=2263;MULTIPOLYGON Z (((`, `POINT EMPTY`. */
const wellKnown = /^\s*(?:SRID=\d+;\s*)?[A-Z]+\s*(?:(?:ZM|Z|M)\s*)?(?:\(|EMPTY\b)/i

/** A point in well-known text, or the first of several. */
const wellKnownPoint = /POINT\s*(?:(?:ZM|Z|M)\s*)?\([\s(]*([^(),]+)/i

/** The first two of the numbers with spaces between them. */
const pairOf = (text: string): readonly [number, number] => {
  const [x, y] = text.trim().split(/\s+/)
  return [Number(x), Number(y)]
}

/** The lines of well-known text are its innermost brackets. */
const drawnOfWellKnown = (text: string): Drawn => {
  const point = wellKnownPoint.exec(text)?.[1]
  return point !== undefined
    ? { point: pairOf(point) }
    : { lines: Array.from(text.matchAll(/\(([^()]+)\)/g), ([, line = ""]) => line.split(",").flatMap(pairOf)) }
}

/** How many numbers each position of a list has: 3 if the list ends where it begins only so, or has no other length. */
const widthOf = (list: ReadonlyArray<number>): 2 | 3 => {
  const ends = (width: number) =>
    list.length % width === 0 && list[0] === list.at(-width) && list[1] === list.at(1 - width)
  return list.length % 2 === 1 || (!ends(2) && ends(3)) ? 3 : 2
}

/** One line of KML or GML: `x,y,z x,y,z` or `x y x y`. */
const lineOfList = (text: string): Line => {
  const words = text.trim().replace(/,\s+/g, ",").split(/\s+/)
  if (words[0]!.includes(",")) return words.flatMap((word) => pairOf(word.replaceAll(",", " ")))
  const list = words.map(Number)
  const width = widthOf(list)
  return list.filter((_, at) => at % width < 2)
}

/** Lists of positions, with `|` between those of several lines. A list of one is a point. */
const drawnOfLists = (text: string): Drawn => {
  const lines = text.split("|").map(lineOfList)
  const single = lines.find(({ length }) => length === 2)
  return { point: single === undefined ? undefined : [single[0]!, single[1]!], lines }
}

/**
 * A geometry in a text: well-known text, well-known binary in hexadecimal digits, GeoJSON or Esri's JSON, or the lists
 * of coordinates of KML and GML. Undefined for other texts.
 */
export const drawnOfText = (text: string): Drawn | undefined => {
  if (wellKnown.test(text)) return drawnOfWellKnown(text)
  if (/^\s*\{/.test(text)) {
    const parsed = parseJson({ number: 1, text })
    return "fault" in parsed ? undefined : drawnOfJson(parsed.value)
  }
  return /^[-+\d.,\s|e]+$/i.test(text) && /[\d.][,\s]+[-+\d.]/.test(text) ? drawnOfLists(text) : drawnOfHex(text)
}
