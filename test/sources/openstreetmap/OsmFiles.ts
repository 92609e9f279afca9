import { readFileSync } from "node:fs"
import { Effect, Stream } from "effect"
import { unpackBlob } from "../../../sources/openstreetmap/Blobs.ts"
import { Nodes } from "../../../sources/openstreetmap/NodePages.ts"
import { kinds, PrimitiveBlock, type Tags } from "../../../sources/openstreetmap/PbfBlock.ts"
import { openPbf, type PbfFile } from "../../../sources/openstreetmap/PbfFile.ts"
import { prepare, type Wanted } from "../../../sources/openstreetmap/Records.ts"
import type { RandomAccess } from "../../../sources/reading/Reader.ts"
import type { Osm, OsmMember, OsmNode, OsmRelation, OsmWay } from "./PbfWriter.ts"

/** Where the real extracts lie: beside the repository, not in it. */
export const extracts = new URL("../../../../shared/data/osm/", import.meta.url)

export const inMemory = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  file: undefined,
  readRange: (start, end) => Effect.succeed(bytes.subarray(start, end))
})

const origin = { source: "test", place: "memory" }

export const openBytes = (bytes: Uint8Array) => openPbf(origin, inMemory(bytes))

/** All records of a file, in file order. */
export const recordsIn = (file: PbfFile, wanted: Wanted) =>
  Stream.unwrap(Effect.map(prepare(file, wanted), (records) => records(0, file.blocks.length)))

const types = { [kinds.node]: "node", [kinds.way]: "way", [kinds.relation]: "relation" } as const

const everything = () => true

/** Everything in a file, including nodes without tags. */
export const readFileOf = Effect.fnUntraced(function* (file: PbfFile) {
  const nodes: Array<OsmNode> = []
  const ways: Array<OsmWay> = []
  const relations: Array<OsmRelation> = []
  const tagged = new Map<number, Tags>()
  for (const number of file.blocks.keys()) {
    const block = new PrimitiveBlock(unpackBlob(yield* file.bytes(number)))
    const all = new Nodes()
    block.nodes(everything, (id, _, __, tags) => tagged.set(id, tags), all)
    for (let i = 0; i < all.length; i++) {
      const tags = tagged.get(all.ids[i]!)
      const of = tags === undefined ? {} : { tags: Object.fromEntries(tags) }
      nodes.push({ id: all.ids[i]!, lon: all.lons[i]!, lat: all.lats[i]!, ...of })
    }
    block.ways(
      everything,
      (id, tags, refs) => ways.push({ id, refs: Array.from(refs), tags: Object.fromEntries(tags) }),
      everything
    )
    block.relations(everything, (id, tags, members) =>
      relations.push({
        id,
        tags: Object.fromEntries(tags),
        members: members.map(({ id, kind, role }): OsmMember => ({ id, role, type: types[kind as 1 | 2 | 4]! }))
      })
    )
  }
  return { nodes, ways, relations } satisfies Osm
})

export const readOsm = (bytes: Uint8Array) => Effect.flatMap(openBytes(bytes), readFileOf)

export const readExtract = (name: string) =>
  Effect.suspend(() => readOsm(readFileSync(new URL(`${name}.osm.pbf`, extracts))))
