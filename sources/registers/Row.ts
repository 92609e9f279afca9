import { Predicate } from "effect"
import { rejected, type Rejected } from "../DataSource.ts"
import type { SheetRecord } from "../reading/Csv.ts"
import type { Feature } from "../reading/GeoJson.ts"
import { type JsonText, parseJson } from "../reading/Json.ts"
import { isDrawing } from "../reading/JsonGeometry.ts"
import { deepest } from "../reading/Limits.ts"
import { memberAt } from "../reading/Member.ts"
import type { Entry } from "../reading/Reader.ts"
import type { XmlRecord } from "../reading/Xml.ts"
import type { Get } from "./Expression.ts"

/** A record of a file, before it is mapped. */
export interface Row {
  /** A field's text; empty if there is none. */
  readonly get: Get
  readonly point: readonly [number, number] | undefined
  /** File and line, for messages. */
  readonly place: () => string
  /** Names of the fields that it has, for messages. */
  readonly names: () => ReadonlyArray<string>
}

/** A value as JSON; empty if it is nested deeper than any geometry, and than can be written. */
const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return ""
  }
}

export const textOf = (value: unknown, depth = 0): string => {
  switch (typeof value) {
    case "string":
      return value
    case "number":
    case "boolean":
    case "bigint":
      return String(value)
    default:
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString()
      if (value instanceof Uint8Array) return value.length > longestBytes ? "" : Buffer.from(value).toString("hex")
      if (isDrawing(value)) return jsonOf(value)
      return Array.isArray(value) && depth < deepest
        ? value
            .map((inner) => textOf(inner, depth + 1))
            .filter((text) => text !== "")
            .join("|")
        : ""
  }
}

/** The text of a member, by its name or its path: {@link memberAt}. */
export const member = (value: Readonly<Record<string, unknown>>, path: string): string => textOf(memberAt(value, path))

/** Names of members; those of nested objects by their path. */
export const memberNames = (value: Readonly<Record<string, unknown>>, depth = 0): ReadonlyArray<string> =>
  Object.entries(value).flatMap(([name, inner]) =>
    Predicate.isReadonlyObject(inner) && depth < deepestNames && !isWhole(inner)
      ? memberNames(inner, depth + 1).map((one) => `${name}.${one}`)
      : [name]
  )

/** Whether an object is one value: a day, bytes, lines and areas. */
const isWhole = (value: object): boolean => value instanceof Date || value instanceof Uint8Array || isDrawing(value)

/** Bytes of one value that become text: an outline has some thousand. */
const longestBytes = 1024 ** 2

/** How deep nested objects are named. */
const deepestNames = 4

/** Names of columns. Those that come again get a number, so that none hides another: `Name`, `Name (2)`. */
export const distinct = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const given = new Set(names)
  const last = new Map<string, number>()
  return names.map((name) => {
    const before = last.get(name)
    if (name === "" || before === undefined) {
      last.set(name, 1)
      return name
    }
    let nth = before + 1
    while (given.has(`${name} (${nth})`)) nth++
    last.set(name, nth)
    return `${name} (${nth})`
  })
}

export const csvRow = (file: string, columns: ReadonlyArray<string>) => {
  const index = new Map(distinct(columns).map((name, at) => [name, at]))
  return (record: SheetRecord): Row | Rejected => {
    const place = () => `${file} line ${record.line}`
    if ("fault" in record) return rejected("malformed-record", `${place()} ${record.fault}.`)
    const { values } = record
    // Tables that were put together from several have each one's header.
    if (values[0]?.trim() === columns[0] && values.every((value = "", at) => value.trim() === columns[at])) {
      return rejected("malformed-record", `${place()} repeats the names of the columns.`)
    }
    return {
      place,
      names: () => Array.from(index.keys()),
      point: undefined,
      get: (field) => {
        const found = index.get(field)
        return found === undefined ? "" : (values[found] ?? "")
      }
    }
  }
}

/** A row from parsed JSON. */
export const rowOfObject = (value: unknown, place: () => string): Row | Rejected =>
  Predicate.isReadonlyObject(value)
    ? { place, names: () => memberNames(value), point: undefined, get: (field) => member(value, field) }
    : rejected("malformed-record", `${place()} is not a JSON object.`)

/** @param columns names of the values in records that are arrays; the first record may have them, and is no row then */
export const jsonRow =
  (file: string, columns?: ReadonlyArray<string>) =>
  (json: JsonText): Row | Rejected | undefined => {
    const place = () => `${file} record ${json.number}`
    const parsed = parseJson(json)
    if ("fault" in parsed) return rejected("malformed-record", `${place()} ${parsed.fault}.`)
    const { value } = parsed
    if (columns === undefined || !Array.isArray(value)) return rowOfObject(value, place)
    if (json.number === 1 && columns.every((name, at) => value[at] === name)) return undefined
    return rowOfObject(Object.fromEntries(columns.map((name, at) => [name, value[at]])), place)
  }

/** A row from a Feature: its properties by name, its own ID as `$id`. */
export const rowOfFeature = (feature: Feature, place: () => string): Row | Rejected => {
  if ("fault" in feature) return rejected("malformed-record", `${place()} ${feature.fault}.`)
  const { id, point, properties } = feature
  const get = (field: string) => (field === "$id" ? textOf(id) : member(properties, field))
  return { place, names: () => memberNames(properties), point, get }
}

export const featureRow =
  (file: string) =>
  (feature: Feature): Row | Rejected =>
    rowOfFeature(feature, () => `${file} feature ${feature.number}`)

export const xmlRow =
  (entry: Entry) =>
  ({ fault, leaves, names, number }: XmlRecord): Row | Rejected => {
    const place = () => `${entry.origin.place} record ${number}`
    return fault === undefined
      ? { place, names, point: undefined, get: (field) => leaves.get(field) ?? "" }
      : rejected("malformed-record", `${place()} ${fault}.`)
  }
