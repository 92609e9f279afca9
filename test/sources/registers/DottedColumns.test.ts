import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { parquetWriteBuffer } from "hyparquet-writer"
import { type as fileType } from "../../../sources/registers/FileType.ts"
import { member, memberNames } from "../../../sources/registers/Row.ts"
import { geoPackage } from "../reading/geopackage/Written.ts"
import { testPlatform } from "../reading/TestReader.ts"

const rows = [
  ["12", "Städtle"],
  ["14", "Aeulestrasse"]
] as const

const column = (at: 0 | 1) => rows.map((row) => row[at])

const objects = rows.map(([no, street]) => ({ no, street }))

const files: ReadonlyArray<readonly [format: string, write: (path: string) => void | Uint8Array | string]> = [
  ["csv", () => ["addr.no,addr.street", ...rows.map((row) => row.join())].join("\n")],
  [
    "geopackage",
    (path) =>
      void geoPackage(path, [
        { name: "homes", columns: `"addr.no" TEXT, "addr.street" TEXT`, rows: rows.map((row) => [null, ...row]) }
      ])
  ],
  [
    "parquet",
    () =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: "addr.no", data: column(0), type: "STRING" },
            { name: "addr.street", data: column(1), type: "STRING" }
          ]
        })
      )
  ],
  [
    "parquet",
    () => new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "addr", data: objects, type: "JSON" }] }))
  ],
  ["json", () => JSON.stringify(objects.map((addr) => ({ addr })))],
  ["json", () => JSON.stringify(rows.map(([no, street]) => ({ "addr.no": no, "addr.street": street })))]
]

const configured = Effect.fnUntraced(function* (format: string, write: (path: string) => void | Uint8Array | string) {
  const system = yield* FileSystem.FileSystem
  const location = join(yield* system.makeTempDirectoryScoped(), `homes.${format}`)
  const content = write(location)
  if (content !== undefined) yield* system.writeFile(location, Buffer.from(content))
  return (prefix: string) =>
    fileType.configure("homes", {
      location,
      mapping: {
        country: "LI",
        format: { type: format },
        license: "CC0-1.0",
        attribution: "Vaduz",
        homepage: "https://example.com",
        fields: { houseNumber: `{${prefix}.no}`, street: `{${prefix}.street}`, city: "Vaduz" },
        evidence: [{ kind: "assumed", detail: "None of it is known." }]
      }
    })
})

it.effect.each(files)("MUST read columns with a dot in their names, and members by their path: %s", ([format, write]) =>
  Effect.gen(function* () {
    const source = yield* (yield* configured(format, write))("addr")
    const records = yield* Stream.runCollect(source.records("LI"))
    expect(records.map((record) => ("street" in record ? [record.houseNumber, record.street] : record))).toEqual(rows)
  }).pipe(Effect.scoped, Effect.provide(testPlatform))
)

it.effect.each(files)("MUST still refuse a file that has none of the columns: %s", ([format, write]) =>
  Effect.gen(function* () {
    const source = yield* (yield* configured(format, write))("toString")
    const error = yield* Effect.flip(Stream.runCollect(source.records("LI")))
    expect(error.message).toContain("toString.street")
  }).pipe(Effect.scoped, Effect.provide(testPlatform))
)

it("MUST count the elements of lists, as the paths of web APIs do", () => {
  const row = { geo: [14.97, 51.15], houses: [{ no: "12" }, { no: "14" }], "geo.2": "a column" }
  const texts = ["geo.0", "geo.-1", "houses.1.no", "geo.2", "geo.3", "geo"].map((name) => member(row, name))
  expect(texts).toEqual(["14.97", "51.15", "14", "a column", "", "14.97|51.15"])
})

it("MUST be empty where it is nested deeper than can be written", () => {
  const depth = 20_000
  const coordinates = JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown
  expect(member({ geometry: { type: "Polygon", coordinates } }, "geometry")).toBe("")
})

it("MUST be named as one value where it is a day, bytes or a geometry", () => {
  const row = {
    ended: new Date(0),
    key: Uint8Array.from([1, 255]),
    address: { number: 1, geometry: { type: "Polygon", coordinates: [] }, at: { type: "Point", coordinates: [1, 2] } }
  }
  expect(memberNames(row)).toEqual([
    "ended",
    "key",
    "address.number",
    "address.geometry",
    "address.at.type",
    "address.at.coordinates"
  ])
  expect(memberNames(row).map((name) => member(row, name))).toEqual([
    "1970-01-01T00:00:00.000Z",
    "01ff",
    "1",
    '{"type":"Polygon","coordinates":[]}',
    "Point",
    "1|2"
  ])
})
