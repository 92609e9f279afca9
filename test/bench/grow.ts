/**
 * Grows an OpenStreetMap extract by placing copies of it side by side, each with its own IDs, positions and city, so
 * that a synchronization of any size can be measured on a realistic mixture of objects.
 *
 *   npm run grow -- extract.osm.pbf grown.osm.pbf 10
 */
import { createWriteStream, readFileSync } from "node:fs"
import { once } from "node:events"
import { Effect } from "effect"
import { readOsm } from "../sources/openstreetmap/OsmFiles.ts"
import { type Osm, type TagList, writeBlocks, writePbf } from "../sources/openstreetmap/PbfWriter.ts"

/** Copies per row, which runs westward; the next row lies to the north. */
const perRow = 10
/**
 * The distance between copies: 0.3 degrees, in units of 10⁻⁷ degrees, which is more than the width of part of a town.
 */
const apart = 3_000_000

/** Larger than every object's ID, so that the copies' IDs do not overlap. */
const idsOf = ({ nodes, relations, ways }: Osm): number =>
  [nodes, ways, relations].flat().reduce((largest, { id }) => Math.max(largest, Math.abs(id)), 0) + 1

const copyOf = (osm: Osm, ids: number, copy: number): Osm => {
  const id = (own: number) => own + ids * copy
  const city = `Town ${copy + 1}`
  const tagsOf = (tags: TagList | undefined) =>
    tags === undefined || !("addr:housenumber" in tags) ? tags : { ...tags, "addr:city": city }
  const withTags = (tags: TagList | undefined) => (tags === undefined ? {} : { tags: tagsOf(tags)! })
  return {
    nodes: osm.nodes.map((node) => ({
      id: id(node.id),
      lon: node.lon - (copy % perRow) * apart,
      lat: node.lat + Math.floor(copy / perRow) * apart,
      ...withTags(node.tags)
    })),
    ways: osm.ways.map((way) => ({ id: id(way.id), refs: way.refs.map(id), ...withTags(way.tags) })),
    relations: osm.relations.map((relation) => ({
      id: id(relation.id),
      members: relation.members.map((member) => ({ ...member, id: id(member.id) })),
      ...withTags(relation.tags)
    }))
  }
}

const [from, to, copies] = process.argv.slice(2)
if (from === undefined || to === undefined || !/^[1-9]\d*$/.test(copies ?? "")) {
  process.stderr.write("Say what is to grow: npm run grow -- EXTRACT GROWN COPIES\n")
  process.exit(2)
}

const osm = await Effect.runPromise(readOsm(readFileSync(from)))
const ids = idsOf(osm)
const out = createWriteStream(to)
out.write(writePbf({ nodes: [], ways: [], relations: [] }))
for (const kind of ["nodes", "ways", "relations"] as const) {
  for (let copy = 0; copy < Number(copies); copy++) {
    const all = copyOf(osm, ids, copy)
    const some = { nodes: [], ways: [], relations: [], [kind]: all[kind] }
    if (!out.write(writeBlocks(some, { metadata: true }))) await once(out, "drain")
  }
}
out.end()
await once(out, "finish")
