import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { isRejected, type RawRecord } from "../../../../sources/DataSource.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import type { Mapping } from "../../../../sources/registers/Mapping.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { locate } from "../../reading/TestReader.ts"
import { geoPackage, point } from "../../reading/geopackage/Written.ts"
import { zip } from "../../reading/ZipWriter.ts"
import { folderWith, run } from "./Guessing.ts"
import { joinedLayouts, unrelated } from "./JoinedLayouts.ts"

const archiveWith = Effect.fnUntraced(function* (all: Readonly<Record<string, string>>) {
  const files = yield* FileSystem.FileSystem
  const archive = join(yield* files.makeTempDirectoryScoped(), "register.zip")
  yield* files.writeFile(
    archive,
    zip(Object.fromEntries(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)])))
  )
  return archive
})

const guess = Effect.fnUntraced(function* (location: string, country?: string) {
  return yield* guessTable(yield* locate(location), { country })
})

const layoutOf = (country: string) => joinedLayouts.find((one) => one.country === country)!

/** The records of a source of type `file` with the mapping. */
const recordsOf = Effect.fnUntraced(function* (location: string, mapping: unknown, country: string) {
  const source = yield* fileType.configure("guessed", { location, mapping })
  const all = yield* Stream.runCollect(source.records(country))
  return all.filter((record) => !isRejected(record)) as ReadonlyArray<RawRecord>
})

/** Those of the parts that are expected. */
const like = ({ latitude, longitude, ...parts }: (typeof joinedLayouts)[number]["rows"][number]) => ({
  ...parts,
  ...(latitude === undefined || longitude === undefined
    ? {}
    : { coordinates: { latitude: expect.closeTo(latitude, 3), longitude: expect.closeTo(longitude, 3) } })
})

describe("a register that is published as several tables", () => {
  for (const layout of joinedLayouts) {
    it.effect(`MUST be guessed as addresses with their joins: ${layout.name}`, () =>
      run(
        Effect.gen(function* () {
          const folder = yield* folderWith(layout.files)
          const found = yield* guess(folder, layout.told)
          expect(found.country).toBe(layout.country)
          expect(found.joins.map(({ file }) => file)).toEqual(expect.arrayContaining([...layout.joins]))
          const records = yield* recordsOf(folder, found.mapping, layout.country)
          expect(records.slice(0, layout.rows.length)).toMatchObject(layout.rows.map(like))
        })
      )
    )
  }
})

describe("tables that have nothing to do with addresses", () => {
  for (const { files, name } of unrelated) {
    it.effect(`MUST not be joined: ${name}`, () =>
      run(
        Effect.gen(function* () {
          const found = yield* guess(yield* folderWith(files))
          expect(found.isAddressTable).toBe(true)
          expect(found.joins).toEqual([])
          expect(JSON.stringify(found.mapping)).not.toContain("joins")
        })
      )
    )
  }
})

describe("a guess with joins", () => {
  it.effect("MUST be the same for an archive", () =>
    run(
      Effect.gen(function* () {
        const { files } = layoutOf("US")
        const folder = yield* folderWith(files)
        const archive = yield* archiveWith(files)
        const { mapping } = yield* guess(archive)
        const { mapping: expected } = yield* guess(folder)
        expect(yield* recordsOf(archive, mapping, "US")).toEqual(yield* recordsOf(folder, expected, "US"))
      })
    )
  )

  it.effect("MUST name the columns of joined tables with their files, and take what is chosen for them", () =>
    run(
      Effect.gen(function* () {
        const location = yield* locate(yield* folderWith(layoutOf("AT").files))
        const found = yield* guessTable(location)
        const street = found.columns.find(({ name }) => name === "strasse.STRASSENNAME")
        expect(street).toMatchObject({ part: "street", reason: expect.stringContaining("in STRASSE.csv") })
        expect(found.joins.find(({ as }) => as === "strasse")?.reason).toBe("SKZ = its SKZ; 28 of 28 rows have a match")
        expect(found.missing.join(" ")).not.toContain("streets")
        const chosen = yield* guessTable(location, { parts: { "strasse.ZUSTELLORT": "district" } })
        expect(chosen.mapping).toMatchObject({
          fields: { district: "{strasse.ZUSTELLORT}", street: "{strasse.STRASSENNAME}" }
        })
      })
    )
  )

  it.effect("MUST show what a mapping with joins gives, also if its tables are joined themselves", () =>
    run(
      Effect.gen(function* () {
        const location = yield* locate(yield* folderWith(layoutOf("SK").files))
        const { mapping } = yield* guessTable(location)
        const edited = {
          ...(mapping as unknown as Mapping),
          fields: { houseNumber: "{buildingNumber}", street: "{street.streetName}, {street.town.municipalityName}" }
        }
        const joins = [
          {
            as: "street",
            files: "street-names\\.csv$",
            key: "{objectId}",
            on: "{streetNameIdentifier}",
            fields: ["streetName", "town.municipalityName"],
            joins: [
              {
                as: "town",
                files: "municipalities\\.csv$",
                key: "{objectId}",
                on: "{municipalityIdentifier}",
                fields: ["municipalityName"]
              }
            ]
          }
        ] as const
        const shown = yield* guessTable(location, { mapping: { ...edited, joins } })
        expect(shown.addresses[0]).toMatchObject({ houseNumber: "1", street: "Hlavná, Bratislava-Staré Mesto" })
      })
    )
  )

  it.effect("MUST find keys that have lost their leading zeros", () =>
    run(
      Effect.gen(function* () {
        const numbers = Array.from({ length: 8 }, (_, index) => index + 1)
        const folder = yield* folderWith({
          "adresser.csv": [
            "kommunekode,vejnavn,husnr,postnr,lat,lon",
            ...numbers.map((number) => `0${100 + (number % 3)},Nørregade,${number},1165,55.67${number},12.56${number}`)
          ].join("\n"),
          "kommuner.csv": "kommunekode,kommunenavn\n100,København\n101,Frederiksberg\n102,Dragør\n103,Tårnby\n"
        })
        const { mapping } = yield* guess(folder, "DK")
        const [first] = yield* recordsOf(folder, mapping, "DK")
        expect(first).toMatchObject({ street: "Nørregade", city: "Frederiksberg" })
      })
    )
  )

  it.effect("MUST leave out columns that no template can name", () =>
    run(
      Effect.gen(function* () {
        const rows = Array.from(
          { length: 9 },
          (_, index) => `${index + 1};${9 - index};${9 - index};69117;49.41${index};8.69${index}`
        )
        const folder = yield* folderWith({
          "adressen.csv": ["hausnr;{str}_id;[ort]_id;plz;breite;laenge", ...rows].join("\n"),
          "str.csv": ["strassenname;{str}_id", ...rows.map((_, index) => `Gasse ${index};${index + 1}`)].join("\n"),
          "[ort].csv": ["ortsname;[ort]_id", ...rows.map((_, index) => `Ort ${"abcdefghi"[index]};${index + 1}`)].join(
            "\n"
          )
        })
        const found = yield* guess(folder, "DE")
        expect(found.joins.map(({ file }) => file)).toEqual(["[ort].csv"])
        expect((yield* recordsOf(folder, found.mapping, "DE"))[0]).toMatchObject({ houseNumber: "1", city: "Ort i" })
      })
    )
  )

  it.effect("MUST join the layers of a GeoPackage", () =>
    run(
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const location = geoPackage(join(yield* files.makeTempDirectoryScoped(), "town.gpkg"), [
          {
            name: "addresses",
            columns: `"street_id" INTEGER, "house_number" TEXT, "postcode" TEXT`,
            rows: Array.from({ length: 9 }, (_, index) => [
              point(9.52 + index / 1e4, 47.14),
              11 + (index % 3),
              `${index + 1}`,
              "9490"
            ])
          },
          {
            name: "streets",
            kind: "attributes",
            columns: `"id" INTEGER, "name" TEXT`,
            rows: ["Städtle", "Äulestrasse", "Herrengasse"].map((name, index) => [null, index + 11, name])
          }
        ])
        const found = yield* guess(location)
        expect(found.mapping).toMatchObject({
          format: { type: "geopackage", layer: "addresses" },
          joins: [
            { format: { type: "geopackage", layer: "streets" }, key: "{id}", on: "{street_id}", fields: ["name"] }
          ]
        })
        const [, second] = yield* recordsOf(location, found.mapping, "LI")
        expect(second).toMatchObject({ houseNumber: "2", street: "Äulestrasse", postcode: "9490" })
      })
    )
  )

  it.effect("MUST read the beginning of a table alone, however long it is", () =>
    run(
      Effect.gen(function* () {
        const padding = "x".repeat(1000)
        const rows = Array.from({ length: 20_000 }, (_, index) => `${1_000_003 + index * 17};Gasse ${index};${padding}`)
        const addresses = (first: number) =>
          [
            "str_kennung;hausnr;plz;breite;laenge",
            ...Array.from(
              { length: 9 },
              (_, index) => `${1_000_003 + (first + index) * 17};${index + 1};69117;49.41${index};8.69${index}`
            )
          ].join("\n")
        const streets = ["kennung;strassenname;bemerkung", ...rows].join("\n")
        const near = yield* guess(yield* folderWith({ "adressen.csv": addresses(9000), "strassen.csv": streets }), "DE")
        expect(near.joins).toHaveLength(1)
        expect(near.addresses[0]).toMatchObject({ street: "Gasse 9000", houseNumber: "1" })
        const far = yield* guess(
          yield* folderWith({ "adressen.csv": addresses(19_000), "strassen.csv": streets }),
          "DE"
        )
        expect(far.joins).toEqual([])
      })
    )
  )
})
