import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { fold } from "../../../schemas/Fold.ts"
import { type PlaceNode, settlements } from "../../../sources/openstreetmap/Boundaries.ts"
import { PlaceNodes } from "../../../sources/openstreetmap/PlaceNodes.ts"
import { readOsm } from "../openstreetmap/OsmFiles.ts"
import type { Osm } from "../openstreetmap/PbfWriter.ts"
import { homesByRule } from "./HomesByRule.ts"

/**
 * node test/sources/real/PlaceRadius.ts FOLDER
 *
 * How often the settlement that is nearest, relative to its radius, is the city that an address states, in a folder's
 * OpenStreetMap extracts: one row per file and kind of place, with right/wrong counts for circles of several radii. The
 * stated cities are not used to find the settlement, so every address counts as held out.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("Name the folder of extracts.")

const circles = [0.5, 0.75, 1, 1.5, 2, 3] as const
/** How many times nearer, relative to its radius, a settlement must be than the next one. */
const clearly = [1, 2, 3] as const

const placesOf = ({ nodes }: Osm): ReadonlyArray<PlaceNode & { readonly names: ReadonlySet<string> }> =>
  nodes.flatMap(({ lat, lon, tags = {} }) => {
    const kind = tags["place"] ?? ""
    const name = tags["name"]?.trim() ?? ""
    if (!settlements.has(kind) || name === "") return []
    const people = Number(tags["population"]?.replace(/[\s.,]/g, ""))
    // An address may state its city in any language that the place has a name in.
    const names = new Set(
      Object.entries(tags).flatMap(([key, value]) => (/^([a-z]+_)?name(:|$)/.test(key) ? [fold(value)] : []))
    )
    return [{ name, kind, population: Number.isFinite(people) ? people : undefined, lon, lat, names }]
  })

const print = (cells: ReadonlyArray<string | number>) => process.stdout.write(`| ${cells.join(" | ")} |\n`)
const heading = clearly.flatMap((times) => circles.map((circle) => `${circle} ×${times}`))
print(["file", "kind", "addresses", ...heading])
print(["file", "kind", "addresses", ...heading].map(() => "---"))
for (const file of readdirSync(folder).filter((name) => name.endsWith(".osm.pbf"))) {
  const osm = await Effect.runPromise(readOsm(readFileSync(join(folder, file))))
  const places = placesOf(osm)
  const index = new PlaceNodes(places)
  const rows = new Map<string, { addresses: number; readonly right: Array<number>; readonly wrong: Array<number> }>()
  for (const { position, tags } of homesByRule(osm)) {
    const city = tags["addr:city"]
    if (city === undefined || position === undefined) continue
    const found = index.nearest(position.lon, position.lat)
    if (found === undefined) continue
    const { away, next, node } = found
    const kind = `${node.kind}${node.population === undefined ? "" : " with people"}`
    const zeros = () => heading.map(() => 0)
    const row = rows.get(kind) ?? { addresses: 0, right: zeros(), wrong: zeros() }
    rows.set(kind, row)
    row.addresses += 1
    const names = places.find((place) => place === node)?.names
    clearly.forEach((times, i) =>
      circles.forEach((circle, j) => {
        if (away > circle || next < Math.max(circle, away * times)) return
        const at = i * circles.length + j
        if (names?.has(fold(city)) === true) row.right[at]! += 1
        else row.wrong[at]! += 1
      })
    )
  }
  for (const [kind, { addresses, right, wrong }] of rows) {
    print([file.replace(".osm.pbf", ""), kind, addresses, ...right.map((count, i) => `${count}/${wrong[i]}`)])
  }
}
