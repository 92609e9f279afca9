import { createWriteStream, mkdirSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"

/** What the files hold together; a synchronization of them has to come out with exactly these numbers. */
export interface Generated {
  readonly rows: number
  /** Different addresses. */
  readonly addresses: number
  readonly missingHouseNumber: number
  readonly duplicates: number
}

const states = ["KS", "NE", "IA", "MO", "OK", "CO", "SD", "AR"] as const
const streetTypes = ["Street", "Avenue", "Road", "Lane", "Court", "Drive"]
const streetNames = ["Oak", "Maple", "Walnut", "Prairie", "Meadow", "Cedar", "Locust", "Quarry", "Chestnut", "Willow"]
const directions = ["North", "South", "East", "West"]

/** One row in 200 has no house number, and another one repeats the row before it under another hash. */
const isMissing = (row: number): boolean => row % 200 === 50
const isRepeated = (row: number): boolean => row % 200 === 150

const cities = 4000
const streetsOfCity = 240

/** How a file's rows follow one another: as lists do, a town behind the other, or with the towns of a state mixed up. */
export type Order = "by-town" | "scattered"

/** Homes of a town that stands in one piece, and its streets: 20 homes in each. */
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

/** Writes `rows` addresses as line-delimited GeoJSON of OpenAddresses into `files` files of a folder. */
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
