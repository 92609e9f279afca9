import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { isRejected, type RawRecord } from "../../../../sources/DataSource.ts"
import { type as openAddresses } from "../../../../sources/openaddresses/OpenAddresses.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { type as registerType } from "../../../../sources/registers/RegisterType.ts"
import type { TableGuess } from "../../../../schemas/TableGuess.ts"
import { realFile } from "../../reading/Harvest.ts"
import { locate, testPlatform } from "../../reading/TestReader.ts"
import { carson, sanFrancisco, said } from "../RealMappings.ts"
import { layouts } from "./Tables.ts"

/** What a record says of its address, on which a guessed mapping must agree with a handwritten one. */
const tell = ({ city, coordinates, houseNumber, postcode, street }: RawRecord) => ({
  houseNumber: houseNumber ?? "",
  street: street ?? "",
  city: city ?? "",
  postcode: postcode ?? "",
  latitude: coordinates?.latitude ?? Number.NaN,
  longitude: coordinates?.longitude ?? Number.NaN
})
type Told = ReturnType<typeof tell>

const near = (one: number, other: number) => (Number.isNaN(one) && Number.isNaN(other)) || Math.abs(one - other) <= 1e-4

const same = (one: Told, other: Told | undefined): boolean =>
  other !== undefined &&
  one.houseNumber === other.houseNumber &&
  one.street === other.street &&
  one.city === other.city &&
  one.postcode === other.postcode &&
  near(one.latitude, other.latitude) &&
  near(one.longitude, other.longitude)

const readable = (all: ReadonlyArray<object>) => all.filter((record) => !isRejected(record)) as ReadonlyArray<RawRecord>

const byMapping = Effect.fnUntraced(function* (location: string, mapping: unknown, country: string) {
  const source = yield* fileType.configure("guessed", { location, mapping })
  return readable(yield* Stream.runCollect(source.records(country))).map(tell)
})

const byRegister = (register: string, country: string) => (location: string) =>
  Effect.gen(function* () {
    const source = yield* registerType.configure("declared", { register, location })
    return readable(yield* Stream.runCollect(source.records(country))).map(tell)
  })

const byHand = (mapping: { readonly country: string }) => (location: string) =>
  byMapping(location, mapping, mapping.country)

const byOpenAddresses = (country: string) => (location: string) =>
  Effect.gen(function* () {
    const source = yield* openAddresses.configure("hand", {
      location,
      country,
      license: "open",
      attribution: "The county",
      homepage: "https://example.org"
    })
    return readable(yield* Stream.runCollect(source.records(country))).map(tell)
  })

const intermediate = {
  ...said,
  country: "CA",
  format: { type: "csv" },
  fields: { houseNumber: "{NUMBER}", street: "{STREET}", city: "{CITY}", postcode: "{POSTCODE}" },
  position: {
    x: { of: "{GEOM}", match: "\\((-?[\\d.]+)" },
    y: { of: "{GEOM}", match: "(-?[\\d.]+)\\)" }
  }
}

/** No column of San Francisco's table holds the city, which a person knows. */
const { city: _, ...fieldsWithoutCity } = sanFrancisco.fields
const withoutCity = { ...sanFrancisco, fields: fieldsWithoutCity, examples: [] }

const real: ReadonlyArray<
  readonly [
    path: string,
    hand: (location: string) => Effect.Effect<ReadonlyArray<Told>, unknown, Effect.Services<ReturnType<typeof locate>>>
  ]
> = [
  ["national/fr-ban/adresses-54084.csv", byRegister("fr-ban-2016", "FR")],
  ["national/fr-bal/lib/validate/__tests__/data/sample.csv", byRegister("fr-bal", "FR")],
  ["national/nl-bag/bagadres-excerpt.zip", byRegister("nl-bag-csv", "NL")],
  ["national/de-hauskoordinaten/de-berlin-excerpt.zip", byRegister("de-be-hauskoordinaten", "DE")],
  ["national/be-urbis/be-wa-brussels.zip", byRegister("be-urbis", "BE")],
  ["national/us/us-ca-carson-cache.geojson", byHand(carson)],
  ["national/us/us-ca-san_francisco-excerpt.zip", byHand(withoutCity)],
  ["national/_transcribed/us-nad-r4.csv", byRegister("us-nad-r4", "US")],
  ["openaddresses/batch/task/test/fixtures/addresses.geojson", byOpenAddresses("US")],
  ["openaddresses/batch/task/test/fixtures/input.csv", byHand(intermediate)],
  ["openaddresses/machine/alameda.zip", byOpenAddresses("US")],
  ["openaddresses/pelias/test/data/au/input_file_4.csv", byOpenAddresses("AU")],
  ["registers-use/sg-hdb-property-information.csv", byRegister("sg-hdb", "SG")],
  ["registers-use/es-catastro-address.gml", byRegister("es-catastro", "ES")],
  ["registers-use/pl-prg-2015.zip", byRegister("pl-prg", "PL")],
  ["registers-use/nl-bag-BAGNLDL-15092020-small.zip", byRegister("nl-bag", "NL")]
]

/** Tables that are guessed wrong, and why. */
const wrong: Readonly<Record<string, string>> = {
  "registers-use/es-catastro-address.gml": "it abbreviates kinds of streets, and has villages behind their names",
  "registers-use/nl-bag-BAGNLDL-15092020-small.zip":
    "its points are in another file, which also has former states of them",
  "EE, ADS (levels of names, EPSG:3301)": "its columns are numbered levels, of which no name says what it holds"
}

const guess = (location: string) => Effect.flatMap(locate(location), (found) => guessTable(found))

/**
 * The first of the expected records, in order, that the guess lacks. The guess may have more: a person may leave rows
 * out.
 */
const firstLacking = (expected: ReadonlyArray<Told>, got: ReadonlyArray<Told>): Told | undefined => {
  let at = 0
  for (const one of expected) {
    while (at < got.length && !same(one, got[at])) at += 1
    if (at === got.length) return one
    at += 1
  }
  return undefined
}

const judged = Effect.fnUntraced(function* <E, R>(
  found: TableGuess,
  location: string,
  hand: Effect.Effect<ReadonlyArray<Told>, E, R>
) {
  if (found.mapping === null || found.country === null) return { right: false, found, why: found.missing.join(" ") }
  const expected = yield* Effect.orElseSucceed(hand, (): ReadonlyArray<Told> => [])
  const got = yield* byMapping(location, found.mapping, found.country)
  const lacking = firstLacking(expected, got)
  return { right: expected.length > 0 && lacking === undefined, found, why: JSON.stringify(lacking ?? expected.length) }
})

const outcomes = new Map<string, { readonly right: boolean; readonly found: TableGuess; readonly why: string }>()

describe("a mapping guessed from a real table", () => {
  for (const [path, hand] of real) {
    const file = realFile(path)
    it.effect.skipIf(file === undefined)(
      `MUST read what a person's mapping reads, or say what is missing: ${path}`,
      () =>
        Effect.gen(function* () {
          const outcome = yield* judged(yield* guess(file!), file!, hand(file!))
          outcomes.set(path, outcome)
          expect([path, outcome.right ? "right" : outcome.why]).toEqual([path, path in wrong ? outcome.why : "right"])
          if (path in wrong) {
            expect(outcome.right).toBe(false)
            expect(outcome.found.missing.join(" ")).toMatch(/No column (?:holds|says)/)
          }
        }).pipe(Effect.scoped, Effect.provide(testPlatform))
    )
  }

  for (const table of layouts) {
    it.effect(`MUST read what a person reads in the layout, or say what is missing: ${table.name}`, () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const location = join(yield* files.makeTempDirectoryScoped(), table.file)
        yield* files.writeFile(location, Buffer.from(table.text))
        const expected = table.rows.map(([houseNumber, street, city, postcode, latitude, longitude]) => ({
          houseNumber,
          street,
          city,
          postcode,
          latitude,
          longitude
        }))
        const found = yield* guess(location)
        const got = found.mapping === null ? [] : yield* byMapping(location, found.mapping, found.country ?? "")
        const at = expected.findIndex((one, index) => !same(one, got[index]))
        const right = at < 0 && found.country === table.country
        outcomes.set(table.name, { right, found, why: "" })
        if (table.name in wrong) expect(right).toBe(false)
        else {
          expect(found.country).toBe(table.country)
          expect(got.slice(0, expected.length)).toMatchObject(
            expected.map((one) => ({
              ...one,
              latitude: expect.closeTo(one.latitude, 4),
              longitude: expect.closeTo(one.longitude, 4)
            }))
          )
        }
      }).pipe(Effect.scoped, Effect.provide(testPlatform))
    )
  }

  it("MUST be right without help for at least 17 of 20 tables", () => {
    const all = Array.from(outcomes, ([name, { right }]) => ({ name, right }))
    const right = all.filter((one) => one.right).length
    process.stdout.write(
      `Guessed: ${right} of ${all.length} tables right. Wrong: ${all
        .filter((one) => !one.right)
        .map(({ name }) => `${name} (${wrong[name] ?? "unknown"})`)
        .join("; ")}.\n`
    )
    // Without the real files, only the layouts are tried.
    expect(all.length).toBeGreaterThanOrEqual(layouts.length)
    expect(right / all.length).toBeGreaterThanOrEqual(17 / 20)
  })
})

describe("a table without addresses", () => {
  const others = [
    ["postcodes/geonames-DE.txt", /No column holds house numbers/],
    ["national/fr-postcodes/20250619094120-datanova.csv", /table of postcodes/],
    ["national/at-ch-openplz/at-streets.csv", /table of streets/],
    ["national/at-ch-openplz/at-municipalities.csv", /No column holds house numbers/],
    ["national/at-ch-openplz/ch-streets.csv", /table of streets/],
    ["overture/buildings/overture_buildings.parquet", /No column holds house numbers/],
    ["registers-use/ch-gwr-kodes_codes_codici.csv", /No column holds house numbers/]
  ] as const
  for (const [path, says] of others) {
    const file = realFile(path)
    it.effect.skipIf(file === undefined)(`MUST be reported as such: ${path}`, () =>
      Effect.gen(function* () {
        const found = yield* guess(file!)
        expect(found.isAddressTable).toBe(false)
        expect(found.mapping).toBeNull()
        expect(found.missing.join(" ")).toMatch(says)
      }).pipe(Effect.scoped, Effect.provide(testPlatform))
    )
  }
})
