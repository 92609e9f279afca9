import { jsonArray, jsonLines, type JsonText, type OnArrayEnd, parseJson } from "./Json.ts"
import { mapParser, type Parser } from "./Parser.ts"

/** A GeoJSON Feature (RFC 7946), or what is wrong with it. */
export type Feature =
  | {
      readonly number: number
      readonly id: unknown
      readonly properties: Readonly<Record<string, unknown>>
      /** The position of a Point, of a MultiPoint's first point, or of an area's middle. Other geometries give none. */
      readonly point: readonly [number, number] | undefined
    }
  | { readonly number: number; readonly fault: string }

interface FeatureLike {
  readonly type?: unknown
  readonly id?: unknown
  readonly properties?: unknown
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null
}

const isPoint = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])

/** Degrees: what is larger is no house, and its middle may be far from the address. */
const largestArea = 0.05

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The middle of the box around outlines in degrees, to a centimetre; undefined for those of another reference system. */
const middleOf = (outlines: ReadonlyArray<unknown>): readonly [number, number] | undefined => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const corner of outlines.flatMap(listOf)) {
    if (!isPoint(corner)) return undefined
    west = Math.min(west, corner[0])
    east = Math.max(east, corner[0])
    south = Math.min(south, corner[1])
    north = Math.max(north, corner[1])
  }
  const isInDegrees = -180 <= west && west <= east && east <= 180 && -90 <= south && north <= 90
  const isSmall = east - west <= largestArea && north - south <= largestArea
  const middle = (a: number, b: number) => Math.round((a + b) * 5e6) / 1e7
  return isInDegrees && isSmall ? [middle(west, east), middle(south, north)] : undefined
}

const pointOf = (geometry: FeatureLike["geometry"]): readonly [number, number] | undefined => {
  const coordinates = listOf(geometry?.coordinates)
  switch (geometry?.type) {
    case "Point":
      return isPoint(coordinates) ? coordinates : undefined
    case "MultiPoint":
      return isPoint(coordinates[0]) ? coordinates[0] : undefined
    case "Polygon":
      return middleOf(coordinates.slice(0, 1))
    case "MultiPolygon":
      return middleOf(coordinates.map((polygon) => listOf(polygon)[0]))
    default:
      return undefined
  }
}

/** One Feature, from parsed JSON. */
export const featureOf = (number: number, value: unknown): Feature => {
  const found = value as FeatureLike | null
  if (typeof found !== "object" || found === null || found.type !== "Feature") {
    return { number, fault: "is not a GeoJSON Feature" }
  }
  const { properties } = found
  return {
    number,
    id: found.id,
    properties: typeof properties === "object" && properties !== null ? (properties as Record<string, unknown>) : {},
    point: pointOf(found.geometry)
  }
}

/** Parses the text of one Feature. */
const readFeature = (json: JsonText): Feature => {
  const parsed = parseJson(json)
  return "fault" in parsed ? { number: json.number, ...parsed } : featureOf(json.number, parsed.value)
}

/** Features of text with one per line, starting at the given line number. */
export const featureLines = (first: number): Parser<string, Feature> => mapParser(jsonLines(first), readFeature)

/** Characters that are inspected to distinguish one Feature per line from a FeatureCollection. */
const enough = 1024 * 1024

/**
 * Features of GeoJSON text, either a FeatureCollection or one Feature per line.
 * @param onEnd as of `jsonArray`, for a FeatureCollection
 */
export const geoJsonFeatures = (onEnd?: OnArrayEnd): Parser<string, Feature> => {
  let parser: Parser<string, JsonText> | undefined
  let head = ""

  const choose = (): Parser<string, JsonText> => {
    const text = head.trimStart()
    const end = text.indexOf("\n")
    const line = end < 0 ? text : text.slice(0, end)
    const isLines = text.startsWith("\u001e") || !("fault" in readFeature({ number: 1, text: line }))
    return isLines ? jsonLines() : jsonArray(["features"], onEnd)()
  }

  const begin = (): ReadonlyArray<Feature> => {
    parser = choose()
    const first = parser.push(head).map(readFeature)
    head = ""
    return first
  }

  return {
    push: (chunk) => {
      if (parser !== undefined) return parser.push(chunk).map(readFeature)
      head += chunk
      return head.length >= enough || head.trimStart().includes("\n") ? begin() : []
    },
    end: () => {
      const first = parser === undefined ? begin() : []
      return [...first, ...parser!.end().map(readFeature)]
    },
    lines: {
      release: () => parser?.lines?.release(),
      goOn: (line) => parser?.lines?.goOn(line)
    }
  }
}
