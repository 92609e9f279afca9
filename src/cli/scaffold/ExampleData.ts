import { officialRegions } from "../../gazetteer/OfficialRegions.ts"
import { countryCoder } from "../../../sources/surroundings/CountryBorders.ts"
import { postcodePatterns } from "../../../schemas/PostcodePatterns.ts"
import { textMatching } from "./TextMatching.ts"

/** What a made-up row must have to pass the checks of a country. */
export interface ExamplePlace {
  readonly postcode: string
  readonly region: string
  /** Longitude and latitude; undefined if the included borders lack the country. */
  readonly point: readonly [number, number] | undefined
}

type Ring = ReadonlyArray<ReadonlyArray<number>>

const bounds = (ring: Ring) => {
  const [x, y] = [ring.map(([at]) => at!), ring.map(([, at]) => at!)]
  return { west: Math.min(...x), east: Math.max(...x), south: Math.min(...y), north: Math.max(...y) }
}

const area = (ring: Ring) => {
  const { east, north, south, west } = bounds(ring)
  return (east - west) * (north - south)
}

/** A point in the country: the first on a grid over its largest part, from the middle outwards. */
const pointIn = (country: string): readonly [number, number] | undefined => {
  const rings = countryCoder()
    .borders.features.filter(({ properties }) => properties.iso1A2 === country || properties.country === country)
    .flatMap(({ geometry }) => (geometry?.type === "MultiPolygon" ? geometry.coordinates : []))
    .map((polygon): Ring => polygon[0] ?? [])
  const largest = rings.sort((a, b) => area(b) - area(a))[0]
  if (largest === undefined) return undefined
  const { east, north, south, west } = bounds(largest)
  const steps = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4
  for (const x of steps) {
    for (const y of steps) {
      const point = [rounded(west + x * (east - west)), rounded(south + y * (north - south))] as const
      if (countryCoder().isIn([point[0], point[1]], country) === true) return point
    }
  }
  return undefined
}

/** The region in the middle of the United States, which an example in Alaska would contradict. */
const regionAround: Readonly<Record<string, string>> = { US: "Oklahoma" }

export const examplePlace = (country: string): ExamplePlace => {
  const pattern = postcodePatterns[country]
  return {
    postcode: pattern === undefined ? "" : textMatching(pattern),
    region: regionAround[country] ?? officialRegions(country)[0]?.name ?? "",
    point: pointIn(country)
  }
}

/** Rows with different outcomes: homes, a shop, one without a number, one that is filtered. */
const rows = [
  ["A-1041", "1", "Example Street", "dwelling"],
  ["A-1044", "3", "Example Street", "dwelling"],
  ["A-1077", "3a", "Example Street", "dwelling"],
  ["B-0007", "12", "Example Square", "dwelling"],
  ["B-0011", "14", "Example Square", "shop"],
  ["B-0019", "16", "Example Square", "dwelling"],
  ["C-0203", "", "Example Lane", "dwelling"],
  ["C-0204", "7", "Example Lane", "garage"]
] as const

export const columns = ["id", "number", "street", "postcode", "town", "region", "use", "longitude", "latitude"] as const

/** The example data as CSV: made up, in the country's form. */
export const exampleCsv = ({ point, postcode, region }: ExamplePlace): string => {
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const shifted = (degrees: number | undefined, index: number) =>
    degrees === undefined ? "" : String(Math.round((degrees + index / 10_000) * 1e4) / 1e4)
  const lines = rows.map(([id, number, street, use], index) =>
    [
      id,
      number,
      street,
      postcode,
      "Exampletown",
      region,
      use,
      shifted(point?.[0], index),
      shifted(point?.[1], index)
    ].map(quoted)
  )
  return `${[columns, ...lines].map((cells) => cells.join(",")).join("\n")}\n`
}

/** Body of the function that makes a record from an example row, in TypeScript and in JavaScript. */
export const exampleRecord = `  if (DataSource.isRejected(row)) return row
  if (row.get("use") === "garage") return DataSource.rejected("filtered", \`\${row.place()} is a garage.\`)
  const [longitude, latitude] = [row.get("longitude"), row.get("latitude")]
  return {
    recordId: row.get("id"),
    houseNumber: row.get("number"),
    street: row.get("street"),
    postcode: row.get("postcode"),
    city: row.get("town"),
    region: row.get("region"),
    coordinates: longitude === "" ? undefined : { longitude: Number(longitude), latitude: Number(latitude) },
    evidence: row.get("use") === "dwelling" ? { kind: "register", detail: "Its use is given as dwelling." } : undefined,
    language: "en"
  }
`
