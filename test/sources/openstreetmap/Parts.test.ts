import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, FileSystem, Layer, Stream } from "effect"
import { type DataSource, layer as registered, SourceError, SourceRegistry } from "../../../sources/DataSource.ts"
import { rangesOf, type } from "../../../sources/openstreetmap/OpenStreetMap.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { MemoryPools } from "../../../src/pool/MemoryPools.ts"
import * as PublisherMemory from "../../../src/sync/publish/PublisherMemory.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { writePbf } from "./PbfWriter.ts"
import { street, Town } from "./Town.ts"

const platform = Layer.mergeAll(NodeHttpClient.layerUndici, NodeServices.layer)

/** 26 MB, mostly one long note per block. Address nodes come first and the houses that contain them last. */
const large = () => {
  const town = new Town()
  const note = "A long note. ".repeat(160_000)
  town.boundary(-50, -50, 900, {
    boundary: "administrative",
    admin_level: "8",
    name: "Ettlingen",
    "ISO3166-2": "DE-BW"
  })
  town.boundary(-50, -50, 900, {
    boundary: "administrative",
    admin_level: "4",
    name: "Baden-Württemberg",
    "ISO3166-2": "DE-BW"
  })
  for (let i = 0; i < 12; i++) {
    for (let house = 0; house < 5; house++) {
      town.node(i * 60 + house * 10 + 1, 1, street(`${i * 5 + house + 1}`, { entrance: "yes" }))
    }
    town.node(i * 60, 900, { note: `${i} ${note}`, place: "locality" })
  }
  for (let i = 0; i < 60; i++) town.square(i * 10, 0, 3, { ...street(`${i + 1}`), building: "house" })
  return writePbf(town, { packing: "raw", perBlock: 12 })
}

class Large extends Context.Service<Large, DataSource>()("test/Large") {
  static readonly layer = Layer.effect(
    Large,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const path = `${yield* files.makeTempDirectoryScoped()}/large.osm.pbf`
      yield* files.writeFile(path, large())
      return yield* type.configure("large", { location: path, countries: ["DE"] })
    })
  )
}

/** The same source, except that it records which parts are started and fails midway through the part `breakAt`. */
const broken = (source: DataSource) => {
  const watch = { begun: [] as Array<string>, breakAt: "" }
  const cut = Stream.fail(new SourceError({ source: "large", reason: "unreadable", message: "It broke off." }))
  const parts = (country: string) =>
    Stream.map(source.parts!(country), (part) => ({
      name: part.name,
      records: Stream.suspend(() => {
        watch.begun.push(part.name)
        return part.name === watch.breakAt ? Stream.concat(Stream.take(part.records, 3), cut) : part.records
      })
    }))
  return { watch, source: { ...source, parts } }
}

layer(Layer.provideMerge(Large.layer, Layer.provideMerge(Reader.layer, platform)))("a large extract", (it) => {
  it.effect("MUST consist of parts that together are the whole, and can each be read separately", () =>
    Effect.gen(function* () {
      const source = yield* Large
      const whole = yield* Stream.runCollect(source.records("DE"))
      expect(whole).toHaveLength(120)
      // An address on both a house and its entrance is one, even if their parts lie far apart.
      expect(whole.filter((record) => "_tag" in record && record.reason === "duplicate")).toHaveLength(60)
      const parts = yield* Stream.runCollect(
        Stream.mapEffect(source.parts!("DE"), (part) =>
          Effect.map(Stream.runCollect(part.records), (records) => ({ name: part.name, records }))
        )
      )
      expect(parts.map(({ name }) => name)).toEqual(["1/3", "2/3", "3/3"].map((part) => `large.osm.pbf ${part}`))
      expect(parts.filter(({ records }) => records.length > 0).length).toBeGreaterThan(2)
      expect(parts.flatMap(({ records }) => records)).toEqual(whole)
      const alone = yield* source.parts!("DE").pipe(
        Stream.filter(({ name }) => name === parts[1]!.name),
        Stream.flatMap(({ records }) => records),
        Stream.runCollect
      )
      expect(alone).toEqual(parts[1]!.records)
    })
  )

  it.effect("MUST continue where a run was interrupted, without reading finished parts again", () =>
    Effect.gen(function* () {
      const { source, watch } = broken(yield* Large)
      const named = (parts: ReadonlyArray<number>) => parts.map((part) => `large.osm.pbf ${part}/3`)
      const synchronized = (breakAt: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const synchronizer = yield* Synchronizer
          for (const at of breakAt) {
            watch.breakAt = at
            expect((yield* synchronizer.run({ anyway: true }))[0]!.outcome).toBe("failed")
          }
          watch.breakAt = ""
          const [report] = yield* synchronizer.run({ anyway: true })
          const ids = Array.from((yield* MemoryPools).get("DE")?.entries.keys() ?? [])
          return { outcome: report!.outcome, kept: report!.kept, read: report!.read, ids: ids.sort() }
        }).pipe(
          Effect.provide(
            Layer.fresh(
              Synchronizer.layerNoDeps.pipe(
                Layer.provide(PublisherMemory.layerNoDeps),
                Layer.provideMerge(MemoryPools.layer),
                Layer.provide(registered(source)),
                Layer.provideMerge(SourceRegistry.layer)
              )
            )
          )
        )
      const undisturbed = yield* synchronized([])
      expect(undisturbed).toMatchObject({ outcome: "published", read: 120, kept: 60 })
      expect(watch.begun).toEqual(named([1, 2, 3]))
      watch.begun.length = 0
      expect(yield* synchronized(named([2, 3]))).toEqual(undisturbed)
      expect(watch.begun).toEqual(named([1, 2, 2, 3, 3]))
    })
  )

  it("MUST be divided into ranges of blocks without gaps, a hundred at most", () => {
    const megabytes = 1024 ** 2
    const blocks = Array.from({ length: 4000 }, (_, i) => ({
      start: i * megabytes,
      end: i * megabytes + megabytes - 20
    }))
    const ranges = rangesOf({ blocks, size: 4000 * megabytes })
    expect(ranges.length).toBeGreaterThan(50)
    expect(ranges.length).toBeLessThanOrEqual(101)
    expect(ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual(
      Array.from(blocks.keys())
    )
    expect(rangesOf({ blocks: blocks.slice(0, 3), size: 3 * megabytes })).toEqual([{ from: 0, to: 3, name: "" }])
    expect(rangesOf({ blocks: [], size: 100 })).toEqual([])
  })
})
