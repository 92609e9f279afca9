import { jsonArray, jsonLines, type JsonText, type OnArrayEnd, parseJson } from "./Json.ts"
import { pointOfJson } from "./JsonGeometry.ts"
import { mapParser, type Parser } from "./Parser.ts"
import type { Point } from "./Position.ts"

/** A GeoJSON Feature (RFC 7946), or what is wrong with it. */
export type Feature =
  | {
      readonly number: number
      readonly id: unknown
      readonly properties: Readonly<Record<string, unknown>>
      /** The position of its geometry, as of `positionOf`. */
      readonly point: Point | undefined
    }
  | { readonly number: number; readonly fault: string }

interface FeatureLike {
  readonly type?: unknown
  readonly id?: unknown
  readonly properties?: unknown
  readonly geometry?: unknown
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
    point: pointOfJson(found.geometry)
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
