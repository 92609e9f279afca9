import { countryCoder } from "./CountryCoder.ts"

/** Cells per degree. */
const perDegree = 4
const columns = 360 * perDegree
const rows = 180 * perDegree

const column = (longitude: number): number =>
  Math.min(columns - 1, Math.max(0, Math.floor((longitude + 180) * perDegree)))
const row = (latitude: number): number => Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) * perDegree)))

type Position = ReadonlyArray<number>

/** Cells that a border may cross: those in the bounding box of each of its segments. */
const crossed = (): Uint8Array => {
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
}

let mixed: Uint8Array | undefined

/** The answer for a whole cell that no border crosses, by country. */
const settled = new Map<string, Map<number, boolean>>()

/** Whether the position is in the country or its territorial waters. */
export const isIn = (country: string, longitude: number, latitude: number): boolean => {
  mixed ??= crossed()
  const cell = row(latitude) * columns + column(longitude)
  if (mixed[cell] === 1) return countryCoder().isIn([longitude, latitude], country) === true
  let known = settled.get(country)
  if (known === undefined) settled.set(country, (known = new Map()))
  let answer = known.get(cell)
  if (answer === undefined) known.set(cell, (answer = countryCoder().isIn([longitude, latitude], country) === true))
  return answer
}
