import { memoized, onFirstUse } from "../../schemas/Memoized.ts"
import { countryCoder } from "../../sources/surroundings/CountryBorders.ts"

/** Cells per degree. */
const perDegree = 4
const columns = 360 * perDegree
const rows = 180 * perDegree

const column = (longitude: number): number =>
  Math.min(columns - 1, Math.max(0, Math.floor((longitude + 180) * perDegree)))
const row = (latitude: number): number => Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) * perDegree)))

type Position = ReadonlyArray<number>

/** Cells that a border may cross: those in the bounding box of each of its segments. */
const crossed = onFirstUse((): Uint8Array => {
  const cells = new Uint8Array(columns * rows)
  const mark = (a: Position, b: Position): void => {
    const [west, east] = [column(Math.min(a[0]!, b[0]!)), column(Math.max(a[0]!, b[0]!))]
    const [south, north] = [row(Math.min(a[1]!, b[1]!)), row(Math.max(a[1]!, b[1]!))]
    for (let y = south; y <= north; y++) cells.fill(1, y * columns + west, y * columns + east + 1)
  }
  for (const { geometry } of countryCoder().borders.features) {
    // Groups such as the European Union have no borders of their own.
    for (const polygon of geometry?.type === "MultiPolygon" ? geometry.coordinates : []) {
      for (const ring of polygon) for (let i = 1; i < ring.length; i++) mark(ring[i - 1]!, ring[i]!)
    }
  }
  return cells
})

const liesIn = (country: string, longitude: number, latitude: number): boolean =>
  countryCoder().isIn([longitude, latitude], country) === true

/** The answer for a whole cell that no border crosses, by country: that for its middle. */
const settled = memoized((country: string) =>
  memoized((cell: number) => {
    const [x, y] = [cell % columns, Math.floor(cell / columns)]
    return liesIn(country, (x + 0.5) / perDegree - 180, (y + 0.5) / perDegree - 90)
  })
)

/** Land of a country within the borders of another area of the package, above the given latitude at most. */
interface Claimed {
  readonly area: string
  readonly north?: number
}

/**
 * The borders follow who governs. Land that ISO 3166-1 gives a code of its own (Western Sahara, whose border with Morocco
 * is the parallel of 27° 40′ by the convention of 1912), or that ISO 3166-2 counts to a country (UA-43, CY-06), is in that
 * country, too: its extracts and registers have homes there. Areas are IDs of Wikidata: Crimea, Northern Cyprus, and the
 * British bases on Cyprus.
 */
const claims: Readonly<Record<string, ReadonlyArray<Claimed>>> = {
  CY: [{ area: "Q23681" }, { area: "Q37362" }],
  EH: [{ area: "MA", north: 27 + 40 / 60 }],
  UA: [{ area: "Q7835" }]
}

/** Whether the position is in the country or its territorial waters. */
export const isIn = (country: string, longitude: number, latitude: number): boolean =>
  isWithin(country, longitude, latitude) ||
  claims[country]?.some(({ area, north = 90 }) => latitude <= north && isWithin(area, longitude, latitude)) === true

const isWithin = (country: string, longitude: number, latitude: number): boolean => {
  const cell = row(latitude) * columns + column(longitude)
  return crossed()[cell] === 1 ? liesIn(country, longitude, latitude) : settled(country)(cell)
}
