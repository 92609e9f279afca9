import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import {
  type DataSource,
  layer as registered,
  make,
  type RawRecord,
  SourceRegistry
} from "../../../sources/DataSource.ts"
import { MemoryPools } from "../../../src/pool/MemoryPools.ts"
import * as PublisherMemory from "../../../src/sync/publish/PublisherMemory.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { extracts, readExtract } from "./OsmFiles.ts"
import { type Osm, type OsmMember, writePbf } from "./PbfWriter.ts"
import { readBytes } from "./Town.ts"

/** The same map with new IDs, which also puts its objects in a different order. */
const renumber = (osm: Osm): Osm => {
  const numbers = (ids: ReadonlyArray<number>) => {
    const last = ids.length
    // Neither the old order nor its reverse: a step coprime to the length visits every ID once.
    const step = [7919, 7927, 7933].find((prime) => last % prime !== 0)!
    return new Map(ids.map((id, i) => [id, ((i * step) % last) + 1]))
  }
  const maps = {
    node: numbers(osm.nodes.map(({ id }) => id)),
    way: numbers(osm.ways.map(({ id }) => id)),
    relation: numbers(osm.relations.map(({ id }) => id))
  }
  /** References to objects that the extract lacks still lead nowhere. */
  const renamed = (type: OsmMember["type"], id: number) => maps[type].get(id) ?? 5e10 + Math.abs(id)
  const sorted = <A extends { readonly id: number }>(objects: ReadonlyArray<A>) =>
    objects.toSorted((a, b) => a.id - b.id)
  return {
    nodes: sorted(osm.nodes.map((node) => ({ ...node, id: renamed("node", node.id) }))),
    ways: sorted(
      osm.ways.map((way) => ({ ...way, id: renamed("way", way.id), refs: way.refs.map((ref) => renamed("node", ref)) }))
    ),
    relations: sorted(
      osm.relations.map((relation) => ({
        ...relation,
        id: renamed("relation", relation.id),
        members: relation.members.map((member) => ({ ...member, id: renamed(member.type, member.id) }))
      }))
    )
  }
}

const said = (record: RawRecord): string =>
  JSON.stringify({ ...record, recordId: "", url: "", evidence: record.evidence?.kind })

const missing = !existsSync(extracts)

const bytesOf = (name: string) => readFileSync(new URL(`${name}.osm.pbf`, extracts))

describe.skipIf(missing)("extracts that change", () => {
  it.effect("MUST give the same addresses for the same map under other IDs", () =>
    Effect.gen(function* () {
      for (const [name, country] of [
        ["osr-karlsruhe-kirchfeld", "DE"],
        ["liechtenstein-latest", "LI"],
        ["helsinki", "FI"]
      ] as const) {
        const osm = yield* readExtract(name)
        const before = yield* readBytes(bytesOf(name), { country })
        const after = yield* readBytes(writePbf(renumber(osm), { perBlock: 3000 }), { country })
        expect(after.given.map(said).sort(), name).toEqual(before.given.map(said).sort())
        expect(after.left.length).toBe(before.left.length)
        expect(new Set(after.given.map(({ recordId }) => recordId)).size).toBe(after.given.length)
      }
    })
  )

  it.effect(
    "MUST keep the IDs of remaining addresses when Monaco of 2021 follows Monaco of 2016, and withdraw the others",
    () =>
      Effect.gen(function* () {
        const country = "MC"
        const [before, after] = [
          (yield* readBytes(bytesOf("osrm-monaco"), { country })).given,
          (yield* readBytes(bytesOf("monaco-latest"), { country })).given
        ]
        let year = 2016
        const source: DataSource = make({
          manifest: {
            name: "openstreetmap",
            countries: [country],
            license: "ODbL 1.0",
            attribution: "© OpenStreetMap contributors",
            homepage: "https://www.openstreetmap.org/copyright",
            evidence: "Buildings."
          },
          fingerprint: Effect.sync(() => String(year)),
          records: () => Stream.suspend(() => Stream.fromIterable(year === 2016 ? before : after))
        })
        yield* Effect.gen(function* () {
          const synchronizer = yield* Synchronizer
          const pools = yield* MemoryPools
          const run = Effect.map(synchronizer.run({ anyway: true }), ([report]) => report!)
          const idsNow = () => new Set(pools.get(country)?.entries.keys())

          const first = yield* run
          const then = idsNow()
          expect(first.outcome).toBe("published")
          year = 2021
          const second = yield* run
          const now = idsNow()
          const stayed = then.intersection(now)
          expect(stayed.size).toBeGreaterThan(10)
          expect(now.size).toBeGreaterThan(then.size)
          expect(second.publication).toMatchObject({
            added: now.size - stayed.size,
            withdrawn: then.size - stayed.size
          })
          expect((yield* run).outcome).toBe("unchanged")
        }).pipe(
          Effect.provide(
            Synchronizer.layerNoDeps.pipe(
              Layer.provide(PublisherMemory.layerNoDeps),
              Layer.provideMerge(MemoryPools.layer),
              Layer.provide(registered(source)),
              Layer.provideMerge(SourceRegistry.layer)
            )
          )
        )
      })
  )
})

if (missing) {
  it("real extracts are missing, so they were not tested", ({ skip }) => {
    skip(`There is no folder ${fileURLToPath(extracts)}.`)
  })
}
