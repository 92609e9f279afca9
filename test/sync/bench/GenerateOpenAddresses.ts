import { createWriteStream, mkdirSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"

/** The totals of all files, which a synchronization must report exactly. */
export interface Generated {
  readonly rows: number
  /** Distinct addresses. */
  readonly addresses: number
  readonly missingHouseNumber: number
  readonly duplicates: number
}

const states = ["KS", "NE", "IA", "MO", "OK", "CO", "SD", "AR"] as const
const streetTypes = ["Street", "Avenue", "Road", "Lane", "Court", "Drive"]
const streetNames = ["Oak", "Maple", "Walnut", "Prairie", "Meadow", "Cedar", "Locust", "Quarry", "Chestnut", "Willow"]
const directions = ["North", "South", "East", "West"]

/** In every 200 rows, one has no house number, and another repeats the previous row under a different hash. */
const isMissing = (row: number): boolean => row % 200 === 50
const isRepeated = (row: number): boolean => row % 200 === 150

const cities = 4000
const streetsOfCity = 240

/** The order of a file's rows: one town after another, as in real lists, or with a state's towns mixed. */
export type Order = "by-town" | "scattered"

/** The homes and streets of a town in the order "by-town", with 20 homes per street. */
const homesOfTown = 1_240
const streetsOfTown = 62

const placeOf = (source: number, order: Order) =>
  order === "by-town"
    ? {
        city: Math.floor(source / homesOfTown),
        street: source % streetsOfTown,
        number: 1 + Math.floor((source % homesOfTown) / streetsOfTown)
      }
    : {
        city: source % cities,
        street: Math.floor(source / cities) % streetsOfCity,
        number: 1 + Math.floor(source / (cities * streetsOfCity))
      }

const rowOf = (row: number, order: Order): string => {
  const source = isRepeated(row) ? row - 1 : row
  const { city, number, street } = placeOf(source, order)
  const state = states[city % states.length]!
  const name = `${directions[street % 4]} ${streetNames[Math.floor(street / 4) % 10]} ${streetTypes[Math.floor(street / 40)]}`
  const postcode = String(10_000 + city * 3 + (street % 3)).padStart(5, "0")
  const longitude = (-100 + (city % 63) * 0.08 + street * 0.0003).toFixed(7)
  const latitude = (38 + (Math.floor(city / 63) % 64) * 0.03 + number * 0.0002).toFixed(7)
  const properties = {
    hash: row.toString(16).padStart(16, "0"),
    number: isMissing(row) ? "" : String(number),
    street: name,
    unit: "",
    city: `Town ${city}`,
    district: "",
    region: state,
    postcode,
    id: ""
  }
  return `{"type":"Feature","properties":${JSON.stringify(properties)},"geometry":{"type":"Point","coordinates":[${longitude},${latitude}]}}\n`
}

/** Writes `rows` addresses in OpenAddresses' line-delimited GeoJSON, divided into `files` files in a folder. */
export const generate = async (
  folder: string,
  rows: number,
  files: number,
  order: Order = "by-town"
): Promise<Generated> => {
  mkdirSync(folder, { recursive: true })
  let missingHouseNumber = 0
  let duplicates = 0
  for (let file = 0; file < files; file++) {
    const out = createWriteStream(join(folder, `part-${String(file).padStart(3, "0")}.geojson`))
    let text = ""
    const end = Math.floor((rows * (file + 1)) / files)
    for (let row = Math.floor((rows * file) / files); row < end; row++) {
      text += rowOf(row, order)
      if (isMissing(row)) missingHouseNumber++
      if (isRepeated(row)) duplicates++
      if (text.length > 1 << 20) {
        if (!out.write(text)) await once(out, "drain")
        text = ""
      }
    }
    out.end(text)
    await once(out, "finish")
  }
  return { rows, missingHouseNumber, duplicates, addresses: rows - missingHouseNumber - duplicates }
}
