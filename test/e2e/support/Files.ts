import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { writePbf } from "../../sources/openstreetmap/PbfWriter.ts"
import { Town } from "../../sources/openstreetmap/Town.ts"

/** A street name that would run as a script if it were inserted as HTML. */
export const hostileStreet = `Rosen<img src=x onerror=alert(1)>${"donaudampfschifffahrt".repeat(3)}weg`

const townStreets = ["Lindenallee", "Ahornweg", "Kirchfeldstraße", hostileStreet]

/** A town's position, and the cities and postcodes between which its streets alternate. */
interface Place {
  /** The southwest corner, in units of 10⁻⁷ degrees. */
  readonly corner?: { readonly west: number; readonly south: number }
  /** Incompressible characters per house, for large files. */
  readonly ballast?: number
  readonly cities: readonly [readonly [city: string, postcode: string], readonly [city: string, postcode: string]]
}

const karlsruhe: Place = {
  cities: [
    ["Karlsruhe", "76149"],
    ["Neureut", "76131"]
  ]
}

export const budapest: Place = {
  ballast: 1000,
  corner: { west: 190_500_000, south: 475_000_000 },
  cities: [
    ["Budapest", "1051"],
    ["Szentendre", "2000"]
  ]
}

const noise = (length: number, seed: string): string => {
  let text = ""
  for (let part = 0; text.length < length; part++) {
    text += createHash("sha512").update(`${seed} ${part}`).digest("base64")
  }
  return text.slice(0, length)
}

/** A town of houses along its streets, all of them homes. */
export const makeTown = (houses: number, { ballast = 0, cities, corner }: Place = karlsruhe) => {
  const town = new Town(corner)
  let homes = 0
  for (const [row, street] of townStreets.entries()) {
    const [city, postcode] = cities[row % 2]!
    for (let house = 1; house <= houses; house++) {
      town.square(house * 4, row * 8, 2, {
        building: "house",
        "addr:street": street,
        "addr:housenumber": String(house),
        "addr:city": city,
        "addr:postcode": postcode,
        ...(ballast > 0 && { note: noise(ballast, `${row}/${house}`) })
      })
      homes += 1
    }
  }
  return { bytes: writePbf(town), homes }
}

/** Writes an extract of a town, and can later replace it with one of half the houses. */
export const writeTown = () => {
  const folder = mkdtempSync(Path.join(tmpdir(), "doorstep-test-"))
  const path = Path.join(folder, "town.osm.pbf")
  const write = (houses: number): number => {
    const { bytes, homes } = makeTown(houses)
    writeFileSync(path, bytes)
    return homes
  }
  return {
    path,
    homes: write(30),
    shrink: () => write(15),
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

const feature = (index: number): string =>
  JSON.stringify({
    type: "Feature",
    properties: { number: String(index + 1), street: "Hauptstrasse", city: "Wien", region: "Wien", postcode: "1010" },
    geometry: { type: "Point", coordinates: [16.37 + index / 1e6, 48.2] }
  })

/** A file that stalls halfway until released, so that a test can watch its run for as long as needed. */
export const slowFile = async (records: number) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const lines = Array.from({ length: records }, (_, index) => `${feature(index)}\n`)
  const half = Math.ceil(records / 2)
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/geo+json-seq", etag: '"one"' })
    if (request.method === "HEAD") return void response.end()
    response.write(lines.slice(0, half).join(""))
    void released.then(() => response.end(lines.slice(half).join("")))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/wien.geojson`,
    half,
    release,
    close: () => {
      release()
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}
