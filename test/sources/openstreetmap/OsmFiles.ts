import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { kinds, type Tags } from "../../../sources/openstreetmap/PbfBlock.ts"
import { openPbf } from "../../../sources/openstreetmap/PbfFile.ts"
import type { RandomAccess } from "../../../sources/reading/Reader.ts"
import type { Osm, OsmMember, OsmNode, OsmRelation, OsmWay } from "./PbfWriter.ts"

/** Where the real extracts lie, beside the repository; they are no part of it. */
export const extracts = new URL("../../../../shared/data/osm/", import.meta.url)

const inMemory = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  file: undefined,
  readRange: (start, end) => Effect.succeed(bytes.subarray(start, end))
})

const origin = { source: "test", place: "memory" }

export const openBytes = (bytes: Uint8Array) => openPbf(origin, inMemory(bytes))

const types = { [kinds.node]: "node", [kinds.way]: "way", [kinds.relation]: "relation" } as const

const everything = () => true

/** Everything in a file, nodes without tags too. */
export const readOsm = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const file = yield* openBytes(bytes)
  const nodes: Array<OsmNode> = []
  const ways: Array<OsmWay> = []
  const relations: Array<OsmRelation> = []
  const tagged = new Map<number, Tags>()
  yield* file.each(Array.from(file.blocks.keys()), (block) => {
    block.nodes(everything, (id, _, __, tags) => tagged.set(id, tags))
    block.positions((id, lon, lat) => {
      const tags = tagged.get(id)
      nodes.push({ id, lon, lat, ...(tags === undefined ? {} : { tags: Object.fromEntries(tags) }) })
    })
    block.ways(everything, (id, tags, refs) => ways.push({ id, refs, tags: Object.fromEntries(tags) }), everything)
    block.relations(everything, (id, tags, members) =>
      relations.push({
        id,
        tags: Object.fromEntries(tags),
        members: members.map(({ id, kind, role }): OsmMember => ({ id, role, type: types[kind as 1 | 2 | 4]! }))
      })
    )
  })
  return { nodes, ways, relations } satisfies Osm
})

export const readExtract = (name: string) =>
  Effect.suspend(() => readOsm(readFileSync(new URL(`${name}.osm.pbf`, extracts))))
