import { Effect, Stream } from "effect"
import { rejected, type Rejected, type SourceError } from "../DataSource.ts"
import { firstBytes } from "../reading/Bytes.ts"
import { csvRecords } from "../reading/Csv.ts"
import { geoJsonFeatures } from "../reading/GeoJson.ts"
import { Fault, mapParser, parse, type Parser, unlessAllBad } from "../reading/Parser.ts"
import type { Entry } from "../reading/Reader.ts"
import { decodeText } from "../reading/Text.ts"
import type { Columns } from "./Records.ts"

type Found = Columns | Rejected

const isBad = (found: Found): boolean => "_tag" in found

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : ""

/** Line-delimited GeoJSON, as OpenAddresses publishes since 2021. */
const geoJson = (entry: Entry) => (): Parser<string, Found> =>
  unlessAllBad(
    mapParser(geoJsonFeatures(), (feature): Found => {
      const place = () => `${entry.origin.place} line ${feature.number}`
      if ("fault" in feature) return rejected("malformed-record", `${place()} ${feature.fault}.`)
      const { point, properties } = feature
      return { place, point, get: (name) => textOf(properties[name]) }
    }),
    isBad,
    "no line of it is a GeoJSON Feature."
  )

/** `POINT (-63.1162853 46.3605849)`, as the column GEOM has it. */
const wellKnownPoint = /^\s*POINT\s*\(\s*(\S+)\s+(\S+)\s*\)\s*$/i

const numbers = (x: string | undefined, y: string | undefined): readonly [number, number] | undefined => {
  if (x === undefined || y === undefined || x.trim() === "" || y.trim() === "") return undefined
  const point = [Number(x), Number(y)] as const
  return point.every(Number.isFinite) ? point : undefined
}

/** CSV, as OpenAddresses published until 2021: columns in capitals, with LON and LAT or GEOM, with HASH or without. */
const csv = (entry: Entry) => (): Parser<string, Found> => {
  let header: ReadonlyMap<string, number> | undefined
  const parser = mapParser(csvRecords({ delimiter: ",", quote: '"', skipLines: 0 })(), (record): Found | undefined => {
    const place = () => `${entry.origin.place} line ${record.line}`
    if ("fault" in record) return rejected("malformed-record", `${place()} ${record.fault}.`)
    const { values } = record
    if (header === undefined) {
      const names = values.map((name) => name.trim().toLowerCase())
      const missing = ["number", "street"].filter((name) => !names.includes(name))
      const located = names.includes("geom") || (names.includes("lon") && names.includes("lat"))
      if (missing.length > 0 || !located) {
        throw new Fault(
          `it is neither line-delimited GeoJSON nor CSV of OpenAddresses: its columns are ${names.slice(0, 20).join(", ")}.`
        )
      }
      header = new Map(names.map((name, index) => [name, index]))
      return undefined
    }
    const index = header
    const get = (name: string) => {
      const at = index.get(name)
      return at === undefined ? "" : (values[at] ?? "")
    }
    const [, x, y] = wellKnownPoint.exec(get("geom")) ?? []
    return { place, point: numbers(x, y) ?? numbers(get("lon"), get("lat")), get }
  })
  return unlessAllBad(parser, isBad, "no line of it has the columns that its first line names.")
}

/** Bytes that are enough to see the first character, behind a byte order mark and white space. */
const enough = 64

/** The addresses of one file, whichever of both formats it has. */
export const readColumns = (entry: Entry): Stream.Stream<Found, SourceError> =>
  Stream.unwrap(
    Effect.map(firstBytes(entry.bytes, enough), (head) => {
      const start = Buffer.from(head)
        .toString("utf8")
        .replace(/^[\uFEFF\s]+/, "")
      const format = ["{", "[", "\u001e"].includes(start.charAt(0)) ? geoJson : csv
      return entry.bytes.pipe(decodeText(entry.origin), parse(entry.origin, format(entry)))
    })
  )
