import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { buildings as buildingsTheme } from "../../../sources/overture/Buildings.ts"
import { addresses, parts } from "../../../sources/overture/Records.ts"
import { locateTheme } from "../../../sources/overture/Theme.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { square, writeAddresses, writeBuildings } from "./GeoParquet.ts"
import { folder, street } from "./Reading.ts"

const platform = Layer.mergeAll(NodeHttpClient.layerUndici, NodeServices.layer)

const wanted = { country: "LI", box: undefined }
const statement = { evidence: { kind: "declared", detail: "All are homes." } } as const

/** A folder with a file of five row groups, one without a wanted row, and a small one; and buildings around some. */
const places = Effect.gen(function* () {
  const { path, write } = yield* folder
  // With at most 20 rows to a part: two row groups, one, one that is larger than a part, and one.
  const rowGroupSize = [10, 10, 10, 30, 1]
  yield* write("homes/many.parquet", writeAddresses(street(61), { rowGroupSize }))
  yield* write("homes/none.parquet", writeAddresses(street(3, { country: "CH" }, "b")))
  yield* write("homes/small.parquet", writeAddresses(street(3, { at: [9.51, 47.13] }, "c")))
  const built = [0, 15, 25, 40].map((index) => ({
    id: `building ${index}`,
    polygon: square(9.52 + index * 0.0001, 47.14, 0.00005),
    class: index === 15 ? "office" : "house"
  }))
  yield* write("buildings.parquet", writeBuildings(built, { rowGroupSize: 1 }))
  const homes = yield* locateTheme("test", `${path}/homes`, addresses)
  const around = {
    buildings: yield* locateTheme("test", `${path}/buildings.parquet`, buildingsTheme),
    places: undefined
  }
  return [
    ["alone", homes, undefined],
    ["among buildings", homes, around]
  ] as const
})

layer(Layer.provideMerge(Reader.layer, platform))("a file of many row groups", (it) => {
  it.effect("MUST consist of parts that together are the whole, and can each be read separately", () =>
    Effect.gen(function* () {
      for (const [what, homes, around] of yield* places) {
        const read = (rows: number, among: (name: string) => boolean = () => true) =>
          parts(homes, around, wanted, statement, { joined: rows, alone: rows }).pipe(
            Stream.filter(({ name }) => among(name)),
            Stream.mapEffect(({ name, records }) =>
              Effect.map(Stream.runCollect(records), (records) => ({ name, records }))
            ),
            Stream.runCollect
          )
        const whole = yield* read(1_000_000)
        assert.deepStrictEqual(
          whole.map(({ name, records }) => [name, records.length]),
          [
            ["many.parquet", 61],
            ["small.parquet", 3]
          ],
          what
        )
        const divided = yield* read(20)
        assert.deepStrictEqual(
          divided.map(({ name, records }) => [name, records.length]),
          [
            ["many.parquet 1/4", 20],
            ["many.parquet 2/4", 10],
            ["many.parquet 3/4", 30],
            ["many.parquet 4/4", 1],
            ["small.parquet", 3]
          ],
          what
        )
        const records = divided.flatMap(({ records }) => records)
        assert.deepStrictEqual(
          records,
          whole.flatMap(({ records }) => records),
          what
        )
        const kinds = records.map((record) => ("evidence" in record ? record.evidence?.kind : undefined))
        assert.deepStrictEqual(
          [0, 15, 25, 40].map((at) => kinds[at]),
          around === undefined ? Array(4).fill("declared") : ["building", "against", "building", "building"],
          what
        )
        for (const part of divided) {
          assert.deepStrictEqual(yield* read(20, (name) => name === part.name), [part], what)
        }
      }
    })
  )
})
