import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { geojsonToWkb, parquetWriteBuffer, type SchemaElement } from "hyparquet-writer"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { locate, testPlatform } from "../../reading/TestReader.ts"

const point = (x: number, y: number): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(21))
  bytes.setUint8(0, 1)
  bytes.setUint32(1, 1, true)
  bytes.setFloat64(5, x, true)
  bytes.setFloat64(13, y, true)
  return new Uint8Array(bytes.buffer)
}

it.effect("MUST read Parquet with points, by the guessed roles of its columns", () =>
  Effect.gen(function* () {
    const count = 5000
    const numbers = Array.from({ length: count }, (_, i) => i)
    const buffer = parquetWriteBuffer({
      rowGroupSize: 3000,
      columnData: [
        { name: "house_number", data: numbers.map((i) => String(i + 1)), type: "STRING" },
        { name: "street", data: numbers.map(() => "Städtle"), type: "STRING" },
        { name: "postcode", data: numbers.map(() => "9490"), type: "STRING" },
        { name: "city", data: numbers.map(() => "Vaduz"), type: "STRING" },
        { name: "geometry", data: numbers.map((i) => point(9.52 + i / 1e6, 47.14)), type: "BYTE_ARRAY" }
      ]
    })
    const files = yield* FileSystem.FileSystem
    const location = join(yield* files.makeTempDirectoryScoped(), "vaduz.parquet")
    yield* files.writeFile(location, new Uint8Array(buffer))
    const found = yield* guessTable(yield* locate(location))
    expect(found).toMatchObject({ country: "LI", layout: "Parquet", isAddressTable: true })
    const source = yield* fileType.configure("vaduz", { location, mapping: found.mapping })
    const records = Array.from(yield* Stream.runCollect(source.records("LI")))
    expect(records.length).toBe(count)
    expect(records.at(-1)).toMatchObject({
      houseNumber: "5000",
      street: "Städtle",
      postcode: "9490",
      city: "Vaduz",
      coordinates: { latitude: 47.14, longitude: 9.524999 }
    })
  }).pipe(Effect.scoped, Effect.provide(testPlatform))
)

it.effect("MUST read a large file of Parquet in parts that each can be read on their own", () =>
  Effect.gen(function* () {
    const sizes = [60_000, 40_000, 20_000]
    const numbers = Array.from({ length: 120_000 }, (_, i) => i)
    const buffer = parquetWriteBuffer({
      rowGroupSize: sizes,
      columnData: [
        { name: "number", data: numbers.map((i) => `${i + 1}`), type: "STRING" },
        { name: "street", data: numbers.map(() => "Städtle"), type: "STRING" }
      ]
    })
    const files = yield* FileSystem.FileSystem
    const location = join(yield* files.makeTempDirectoryScoped(), "vaduz.parquet")
    yield* files.writeFile(location, new Uint8Array(buffer))
    const mapping = {
      country: "LI",
      format: { type: "parquet" },
      license: "CC0-1.0",
      attribution: "Vaduz",
      homepage: "https://example.com",
      fields: { houseNumber: "{number}", street: "{street}", city: "Vaduz" },
      evidence: [{ kind: "assumed", detail: "None of it is known." }]
    }
    const source = yield* fileType.configure("vaduz", { location, mapping })
    /** The names of the parts that are wanted, and the first and last house number of each. */
    const read = (among: (name: string) => boolean) =>
      source.parts!("LI").pipe(
        Stream.filter(({ name }) => among(name)),
        Stream.mapEffect(({ name, records }) =>
          Effect.map(Stream.runCollect(records), (records) =>
            [name, records[0], records.at(-1)].map((one) =>
              typeof one === "object" && "houseNumber" in one ? one.houseNumber : one
            )
          )
        ),
        Stream.runCollect
      )
    const parts = [
      ["vaduz.parquet 1/2", "1", "100000"],
      ["vaduz.parquet 2/2", "100001", "120000"]
    ]
    expect(yield* read(() => true)).toEqual(parts)
    expect(yield* read((name) => name.endsWith("2/2"))).toEqual([parts[1]])
  }).pipe(Effect.scoped, Effect.provide(testPlatform))
)

/** A column of a struct that has positions, in lists of so many levels. */
const structs = (levels: number, data: ReadonlyArray<unknown>) => {
  const lists = Array.from({ length: levels }, (_, level) => [
    {
      name: level === 0 ? "geometry" : "element",
      converted_type: "LIST",
      repetition_type: "OPTIONAL",
      num_children: 1
    } as const,
    { name: "list", repetition_type: "REPEATED", num_children: 1 } as const
  ])
  const position = {
    name: levels === 0 ? "geometry" : "element",
    repetition_type: "OPTIONAL",
    num_children: 2
  } as const
  const number = { type: "DOUBLE", repetition_type: "REQUIRED" } as const
  const schema: Array<SchemaElement> = [...lists.flat(), position, { name: "x", ...number }, { name: "y", ...number }]
  return { column: { name: "geometry", data: Array.from(data) }, schema }
}

it.effect.each(["geom", "geometry as JSON", "geometry as points", "geometry as outlines"])(
  "MUST have a position wherever GeoParquet and others keep a geometry: %s",
  (kind) =>
    Effect.gen(function* () {
      const numbers = Array.from({ length: 20 }, (_, i) => i)
      const texts = {
        house_number: numbers.map((i) => String(i + 1)),
        street: numbers.map(() => "Städtle"),
        postcode: numbers.map(() => "9490"),
        city: numbers.map(() => "Vaduz")
      }
      const corners = (i: number) => {
        const [x, y, size] = [9.52 + i / 1e4, 47.14, 1e-4]
        return [
          [x, y],
          [x + size, y],
          [x + size, y + size],
          [x, y + size],
          [x, y]
        ] as Array<[number, number]>
      }
      const polygons = numbers.map((i) => ({ type: "Polygon" as const, coordinates: [corners(i)] }))
      const geometries = {
        geom: { column: { name: "geom", data: polygons.map((one) => geojsonToWkb(one)), type: "BYTE_ARRAY" as const } },
        "geometry as JSON": { column: { name: "geometry", data: polygons, type: "JSON" as const } },
        "geometry as points": structs(
          0,
          numbers.map((i) => ({ x: 9.52 + (i + 0.5) / 1e4, y: 47.14005 }))
        ),
        "geometry as outlines": structs(
          2,
          numbers.map((i) => [corners(i).map(([x, y]) => ({ x, y }))])
        )
      }
      const { column, schema } = { schema: undefined, ...geometries[kind as keyof typeof geometries] }
      const text = { type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" } as const
      const buffer = parquetWriteBuffer({
        columnData: [
          ...Object.entries(texts).map(([name, data]) => ({ name, data, type: "STRING" as const })),
          column
        ].map((one) => (schema === undefined ? one : { name: one.name, data: one.data })),
        ...(schema === undefined
          ? {}
          : {
              schema: [
                { name: "root", num_children: 5 },
                ...Object.keys(texts).map((name) => ({ name, ...text })),
                ...schema
              ]
            })
      })
      const files = yield* FileSystem.FileSystem
      const location = join(yield* files.makeTempDirectoryScoped(), "vaduz.parquet")
      yield* files.writeFile(location, new Uint8Array(buffer))
      const found = yield* guessTable(yield* locate(location))
      expect(found.country).toBe("LI")
      const source = yield* fileType.configure("vaduz", { location, mapping: found.mapping })
      const [first] = yield* Stream.runCollect(source.records("LI"))
      expect(first).toMatchObject({
        houseNumber: "1",
        coordinates: { latitude: expect.closeTo(47.14005, 6), longitude: expect.closeTo(9.52005, 6) }
      })
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
)

/** A file with points some meters apart, which says what their coordinates are. */
const stated = (
  city: string,
  name: string,
  [x, y]: readonly [number, number],
  said: Pick<Parameters<typeof parquetWriteBuffer>[0], "kvMetadata"> & { readonly crs?: string }
) => {
  const numbers = Array.from({ length: 20 }, (_, i) => i)
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" } as const
  const geometry = { name, type: "BYTE_ARRAY", repetition_type: "OPTIONAL" } as const
  return parquetWriteBuffer({
    ...(said.kvMetadata === undefined ? {} : { kvMetadata: said.kvMetadata }),
    columnData: [
      { name: "house_number", data: numbers.map((i) => String(i + 1)) },
      { name: "street", data: numbers.map(() => "Main St") },
      { name: "city", data: numbers.map(() => city) },
      {
        name,
        data: numbers.map((i) =>
          said.crs === undefined ? point(x + i, y) : { type: "Point", coordinates: [x + i, y] }
        )
      }
    ],
    schema: [
      { name: "root", num_children: 4 },
      ...["house_number", "street", "city"].map((name) => ({ name, ...text })),
      said.crs === undefined ? geometry : { ...geometry, logical_type: { type: "GEOMETRY", crs: said.crs } }
    ]
  })
}

const geoOf = (name: string, crs: object) => [
  { key: "geo", value: JSON.stringify({ version: "1.1.0", primary_column: name, columns: { [name]: { crs } } }) }
]

it.effect.each([
  {
    what: "in GeoParquet",
    crs: 6584,
    buffer: stated("Dallas", "geometry", [2_490_000, 6_970_000], {
      kvMetadata: geoOf("geometry", { type: "ProjectedCRS", id: { authority: "EPSG", code: 6584 } })
    })
  },
  {
    what: "in a column of another name, with heights",
    crs: 6584,
    column: "shape_wkb",
    buffer: stated("Dallas", "shape_wkb", [2_490_000, 6_970_000], {
      kvMetadata: geoOf("shape_wkb", {
        type: "CompoundCRS",
        components: [{ type: "ProjectedCRS", id: { authority: "EPSG", code: "6584" } }, { type: "VerticalCRS" }]
      })
    })
  },
  {
    what: "in Parquet's own type",
    crs: 6584,
    buffer: stated("Dallas", "geometry", [2_490_000, 6_970_000], { crs: "srid:6584" })
  }
])("MUST take the reference system that the file states: $what", ({ buffer, column, crs }) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const location = join(yield* files.makeTempDirectoryScoped(), "addresses.parquet")
    yield* files.writeFile(location, new Uint8Array(buffer))
    const found = yield* guessTable(yield* locate(location))
    expect(found).toMatchObject({
      country: "US",
      doubts: [],
      mapping: {
        format: { type: "parquet", ...(column === undefined ? {} : { geometry: column }) },
        projection: { epsg: crs }
      }
    })
    const source = yield* fileType.configure("dallas", { location, mapping: found.mapping })
    const [first] = yield* Stream.runCollect(source.records("US"))
    expect(first).toMatchObject({
      coordinates: { latitude: expect.closeTo(32.8, 0), longitude: expect.closeTo(-96.8, 0) }
    })
  }).pipe(Effect.scoped, Effect.provide(testPlatform))
)
