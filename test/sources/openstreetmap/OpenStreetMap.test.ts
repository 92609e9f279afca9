import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { expect, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer, Result, Stream } from "effect"
import { type } from "../../../sources/openstreetmap/OpenStreetMap.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { writePbf } from "./PbfWriter.ts"
import { street, Town } from "./Town.ts"

const platform = Layer.mergeAll(NodeHttpClient.layerUndici, NodeServices.layer)

const townWith = (houseNumber: string): Uint8Array => {
  const town = new Town()
  town.square(0, 0, 4, { ...street(houseNumber), building: "house" })
  return writePbf(town)
}

const folder = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const path = yield* files.makeTempDirectoryScoped()
  const write = (name: string, bytes: Uint8Array) => files.writeFile(`${path}/${name}`, bytes)
  return { path, write }
})

const configure = (location: string, more: object = {}) =>
  type.configure("karlsruhe", { location, countries: ["DE"], ...more })

layer(Layer.provideMerge(Reader.layer, platform))((it) => {
  it.effect("MUST read a file, and every extract in a folder, for the configured countries", () =>
    Effect.gen(function* () {
      const { path, write } = yield* folder
      yield* write("a.osm.pbf", townWith("1"))
      yield* write("b.osm.pbf", townWith("2"))
      yield* write("readme.txt", Buffer.from("none"))
      const numbers = (location: string, country = "DE") =>
        Effect.gen(function* () {
          const source = yield* configure(location)
          const records = yield* Stream.runCollect(source.records(country))
          return records.map((record) => ("_tag" in record ? record.detail : record.houseNumber))
        })
      expect(yield* numbers(`${path}/a.osm.pbf`)).toEqual(["1"])
      expect(yield* numbers(path)).toEqual(["1", "2"])
      expect(yield* numbers(path, "FR")).toEqual([])
    })
  )

  it.effect("MUST give the same records when it is read again", () =>
    Effect.gen(function* () {
      const { path, write } = yield* folder
      yield* write("a.osm.pbf", townWith("1;3"))
      const source = yield* configure(path)
      const first = yield* Stream.runCollect(source.records("DE"))
      expect(first).toHaveLength(2)
      expect(yield* Stream.runCollect(source.records("DE"))).toEqual(first)
      // A consumer that takes only one record waits for no others and leaves no files open.
      expect(yield* Stream.runCollect(Stream.take(source.records("DE"), 1))).toEqual(first.slice(0, 1))
    })
  )

  it.effect("MUST have a fingerprint that changes with the file and the options, and nothing else", () =>
    Effect.gen(function* () {
      const { path, write } = yield* folder
      const fingerprint = (more?: object) => Effect.flatMap(configure(path, more), (source) => source.fingerprint)
      yield* write("a.osm.pbf", townWith("1"))
      const before = yield* fingerprint()
      yield* write("a.osm.pbf", townWith("1"))
      expect(yield* fingerprint()).toBe(before)
      expect(yield* fingerprint({ adminLevels: { DE: { city: [6] } } })).not.toBe(before)
      yield* write("a.osm.pbf", townWith("2"))
      expect(yield* fingerprint()).not.toBe(before)
    })
  )

  it.effect("MUST say what is wrong with its options or its location", () =>
    Effect.gen(function* () {
      const { path, write } = yield* folder
      const optionFault = yield* Effect.result(configure(path, { adminLevels: { DE: { city: [12] } }, citty: "x" }))
      expect(Result.getFailure(optionFault)).toMatchObject({
        value: { reason: "misconfigured", message: expect.stringMatching(/citty.*adminLevels|adminLevels.*citty/s) }
      })
      const failureOf = (location: string) =>
        Effect.flatMap(configure(location), (source) => Effect.flip(Stream.runDrain(source.records("DE"))))
      expect(yield* failureOf(`${path}/none.osm.pbf`)).toMatchObject({ reason: "misconfigured", source: "karlsruhe" })
      expect(yield* failureOf(path)).toMatchObject({
        reason: "misconfigured",
        message: `${path}: it holds no map of OpenStreetMap: no .osm.pbf and no .osm file. Check the location.`
      })
      yield* write("page.osm.pbf", Buffer.from("<html>Not found</html>"))
      expect(yield* failureOf(path)).toMatchObject({ reason: "unreadable", message: expect.stringContaining("page") })
    })
  )

  it.effect("MUST state the licence that OpenStreetMap requires", () =>
    Effect.gen(function* () {
      const { manifest } = yield* configure("anywhere.osm.pbf")
      expect(manifest).toMatchObject({
        name: "karlsruhe",
        countries: ["DE"],
        license: "ODbL 1.0",
        attribution: "© OpenStreetMap contributors",
        homepage: "https://www.openstreetmap.org/copyright"
      })
    })
  )
})
