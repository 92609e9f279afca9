import { describe, expect, it, layer } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { sourceLaws } from "../../../properties/SourceSuite.ts"
import { placesOf } from "../../../sources/overture/AddressLevels.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { testPlatform } from "../reading/TestReader.ts"
import { type AddressRow, newSources, oldSources, writeAddresses } from "./GeoParquet.ts"
import { configure, folder, readAll, street } from "./Reading.ts"

describe("address_levels", () => {
  it.each([
    ["DE", ["Karlsruhe"], { city: "Karlsruhe" }],
    ["AT", ["Krems an der Donau"], { city: "Krems an der Donau" }],
    ["US", ["MA", "NEWTON CENTRE"], { region: "MA", city: "NEWTON CENTRE" }],
    ["US", ["MA", undefined], { region: "MA" }],
    ["US", [undefined, "Boston"], { city: "Boston" }],
    ["US", ["MA"], { region: "MA" }],
    ["US", ["San Jose"], { city: "San Jose" }],
    ["PL", ["mazowieckie", "Piaseczno", "Józefosław"], { region: "mazowieckie", city: "Józefosław" }],
    ["PL", ["mazowieckie", "Warszawa", undefined], { region: "mazowieckie", city: "Warszawa" }],
    ["TW", ["臺北市", "大安區", "龍生里"], { region: "臺北市", city: "大安區", district: "龍生里" }],
    ["NZ", ["Chatham Islands", "Chatham Island"], { city: "Chatham Islands", district: "Chatham Island" }],
    ["NZ", [undefined, "Waitangi"], { city: "Waitangi" }],
    ["XK", ["Prishtinë"], { city: "Prishtinë" }],
    ["XK", ["Kosova", "Prishtinë"], { region: "Kosova", city: "Prishtinë" }],
    ["XK", ["a", "b", "c", undefined], { region: "a", city: "c" }],
    ["DE", ["Rheinland-Pfalz", "Koblenz"], { region: "Rheinland-Pfalz", city: "Koblenz" }],
    ["NO", [], {}],
    ["DE", [undefined], {}]
  ] as const)("of %s: %j", (country, levels, expected) => {
    expect(placesOf(country, levels)).toEqual(expected)
  })
})

layer(testPlatform)((it) => {
  it.effect("MUST give a row's parts, its ID and its position", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const row: AddressRow = {
        id: "416ab01c-d836-4c4f-aedc-2f30941ce94d",
        at: [-176.5637854, -43.9471955],
        country: "NZ",
        number: "54",
        street: "Tikitiki Hill Road",
        levels: ["Chatham Islands", "Chatham Island"],
        unit: "2",
        postcode: "8016",
        sources: [{ dataset: "OpenAddresses/LINZ" }]
      }
      const file = yield* write("a.parquet", writeAddresses([row]))
      const { records } = yield* readAll(file, { countries: ["NZ"] }, "NZ")
      expect(records).toEqual([
        {
          recordId: row.id,
          houseNumber: "54",
          street: "Tikitiki Hill Road",
          unit: "2",
          district: "Chatham Island",
          city: "Chatham Islands",
          region: undefined,
          postcode: "8016",
          coordinates: { latitude: -43.9471955, longitude: -176.5637854 },
          evidence: { kind: "assumed", detail: expect.any(String) },
          language: undefined,
          license: "CC BY 4.0",
          attribution: "Land Information New Zealand, Overture Maps Foundation"
        }
      ])
      const source = yield* configure(file, { countries: ["NZ"] })
      expect(Result.isSuccess(normalize(source.manifest, "NZ", records[0]!))).toBe(true)
    })
  )

  for (const codec of ["ZSTD", "SNAPPY", "UNCOMPRESSED"] as const) {
    it.effect(`MUST read every row, whatever its row group, compressed with ${codec}`, () =>
      Effect.gen(function* () {
        const { write } = yield* folder
        const rows = street(1000)
        const file = yield* write("a.parquet", writeAddresses(rows, { codec, rowGroupSize: [7, 100, 333] }))
        const { records, rejected } = yield* readAll(file)
        expect(records.map(({ recordId }) => recordId)).toEqual(rows.map(({ id }) => id))
        expect(records.map(({ houseNumber }) => houseNumber)).toEqual(rows.map(({ number }) => number))
        expect(records.map(({ coordinates }) => coordinates?.longitude)).toEqual(rows.map(({ at }) => at[0]))
        expect(rejected).toEqual([])
      })
    )
  }

  it.effect("MUST read releases that lack later columns", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const without = ["postal_city", "unit", "postcode", "version", "bbox"]
      const old = yield* write("old.parquet", writeAddresses(street(3), { without, sourceMembers: oldSources }))
      expect((yield* readAll(old)).records.map(({ city, license, postcode }) => [city, license, postcode])).toEqual(
        Array.from({ length: 3 }, () => ["Vaduz", "CC BY 4.0 (equivalent)", undefined])
      )
      const none = yield* write("none.parquet", writeAddresses(street(1), { without: ["sources"] }))
      expect((yield* readAll(none)).records[0]).toMatchObject({ license: undefined, attribution: undefined })
    })
  )

  it.effect("MUST state the origin and licence of a record: its own, its dataset's, or the operator's", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const dataset = (name: string, license?: string): Partial<AddressRow> => ({
        sources: [
          { dataset: "somebody", property: "/number" },
          { dataset: name, ...(license === undefined ? {} : { license }) }
        ]
      })
      const rows = [
        ...street(1, dataset("OpenAddresses/LINZ"), "listed"),
        ...street(1, dataset("OpenAddresses/LINZ", "CC0-1.0"), "said"),
        ...street(1, dataset("Nobody/Knows"), "unknown"),
        ...street(1, dataset("constructor"), "trap")
      ]
      const file = yield* write("a.parquet", writeAddresses(rows, { sourceMembers: newSources }))
      expect((yield* readAll(file)).records.map(({ attribution, license }) => [license, attribution])).toEqual([
        ["CC BY 4.0", "Land Information New Zealand, Overture Maps Foundation"],
        ["CC0-1.0", "Land Information New Zealand, Overture Maps Foundation"],
        [expect.stringContaining("Nobody/Knows"), "Nobody/Knows, Overture Maps Foundation"],
        [expect.stringContaining("constructor"), "constructor, Overture Maps Foundation"]
      ])
      const { records } = yield* readAll(file, { license: "Ours", attribution: "Us" })
      expect(new Set(records.map(({ attribution, license }) => `${license}, ${attribution}`))).toEqual(
        new Set(["Ours, Us"])
      )
    })
  )

  it.effect("MUST give the postal city if there is one, otherwise what the operator says", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const rows = [
        ...street(1, { country: "SI", levels: ["Primorska", "Tomaj"], postal_city: "Dutovlje" }, "a"),
        ...street(1, { country: "SI", levels: [null, null] }, "b"),
        ...street(1, { country: "SI", levels: null }, "c")
      ]
      const file = yield* write("a.parquet", writeAddresses(rows))
      const options = { countries: ["SI"], city: "Ljubljana", region: "SI-061", language: "sl" }
      expect((yield* readAll(file, options, "SI")).records).toMatchObject([
        { city: "Dutovlje", region: "Primorska", language: "sl" },
        { city: "Ljubljana", region: "SI-061" },
        { city: "Ljubljana", region: "SI-061" }
      ])
    })
  )

  it.effect(
    "MUST reject damaged rows with the reason, and no others; units that are not dwellings are evidence against a home",
    () =>
      Effect.gen(function* () {
        const { write } = yield* folder
        const au = { country: "AU", levels: ["VIC", "Parkville"] }
        const rows = [
          ...street(1, { ...au, unit: "CARSPACE 3" }, "car"),
          ...street(1, { ...au, unit: "UNIT 3" }, "unit"),
          ...street(1, { ...au, street: "Stra\uFFFDe" }, "text"),
          ...street(1, { ...au, geometry: Uint8Array.of(1, 1, 0) }, "cut"),
          ...street(1, { ...au, geometry: Uint8Array.of(1, 2, 0, 0, 0, 0, 0, 0, 0) }, "line"),
          { ...street(1, au, "")[0]!, id: "" }
        ]
        const file = yield* write("a.parquet", writeAddresses(rows))
        const { records, rejected } = yield* readAll(file, { countries: ["AU"] }, "AU")
        expect(records.map(({ evidence, recordId }) => `${recordId}: ${evidence?.kind}`)).toEqual([
          "car0: against",
          "unit0: assumed"
        ])
        expect(rejected.map(({ detail, reason }) => `${reason}: ${detail}`)).toEqual([
          expect.stringMatching(/^malformed-text: .*text0/),
          expect.stringMatching(/^malformed-record: .*cut0/),
          expect.stringMatching(/^malformed-record: .*line0.*no point/),
          expect.stringMatching(/^malformed-record: .*has no id/)
        ])
      })
  )

  it.effect("MUST read the requested country and box, with statistics and without", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const rows = [
        ...street(50, {}, "li"),
        ...street(50, { country: "CH", at: [8.5, 47.3] }, "ch"),
        ...street(10, { at: [179.99, -16.5] }, "east"),
        ...street(10, { at: [-179.99, -16.5] }, "west")
      ]
      for (const statistics of [true, false]) {
        const file = yield* write(`${statistics}.parquet`, writeAddresses(rows, { rowGroupSize: 30, statistics }))
        const ids = (options: object, country = "LI") =>
          Effect.map(readAll(file, options, country), ({ records }) => records.map(({ recordId }) => recordId))
        expect((yield* ids({})).length).toBe(70)
        expect((yield* ids({ countries: ["LI", "CH"] }, "CH")).length).toBe(50)
        expect(yield* ids({}, "CH")).toEqual([])
        expect(yield* ids({ bbox: [9.5201, 47, 9.52035, 48] })).toEqual(["li1", "li2", "li3"])
        const across = yield* ids({ bbox: [179, -17, -179, -16] })
        expect(across.length).toBe(20)
      }
    })
  )

  it.effect("MUST read a folder of parts, and only the addresses of a whole release", () =>
    Effect.gen(function* () {
      const { path, write } = yield* folder
      yield* write("theme=addresses/type=address/part-00001.zstd.parquet", writeAddresses(street(2, {}, "b")))
      yield* write("theme=addresses/type=address/part-00000.zstd.parquet", writeAddresses(street(2, {}, "a")))
      yield* write("theme=addresses/type=address/_SUCCESS", Buffer.from(""))
      yield* write("theme=places/type=place/part-00000.parquet", Buffer.from("never read"))
      const { records } = yield* readAll(path)
      expect(records.map(({ recordId }) => recordId)).toEqual(["a0", "a1", "b0", "b1"])
      // Each file is a part, so that a run can resume after it.
      const source = yield* configure(path)
      const parts = source.parts!("LI").pipe(
        Stream.mapEffect(({ name, records }) =>
          Effect.map(Stream.runCount(records), (count) => [name, count] as const)
        ),
        Stream.runCollect
      )
      expect(yield* parts).toEqual([
        ["theme=addresses/type=address/part-00000.zstd.parquet", 2],
        ["theme=addresses/type=address/part-00001.zstd.parquet", 2]
      ])
    })
  )

  it.effect("MUST say what is wrong with its options", () =>
    Effect.gen(function* () {
      const fault = (options: object) => Effect.flip(configure("a.parquet", options))
      for (const [options, words] of [
        [{ bbox: [1, 2, 3] }, /bbox/],
        [{ bbox: [0, 50, 1, 40] }, /south/],
        [{ bbox: [0, 0, 200, 40] }, /bbox, entry 3:/],
        [{ building: "b.parquet" }, /building/],
        [{ countries: [] }, /countries/]
      ] as const) {
        const failure = yield* fault(options)
        expect(failure).toMatchObject({ reason: "misconfigured" })
        expect(failure.message).toMatch(words)
      }
    })
  )

  it.effect("MUST have a fingerprint that changes with the files and the options, and nothing else", () =>
    Effect.gen(function* () {
      const { path, write } = yield* folder
      const fingerprint = (options?: object) => Effect.flatMap(configure(path, options), (source) => source.fingerprint)
      yield* write("a.parquet", writeAddresses(street(2)))
      const before = yield* fingerprint()
      yield* write("a.parquet", writeAddresses(street(2)))
      expect(yield* fingerprint()).toBe(before)
      expect(yield* fingerprint({ bbox: [9, 47, 10, 48] })).not.toBe(before)
      yield* write("a.parquet", writeAddresses(street(3)))
      expect(yield* fingerprint()).not.toBe(before)
    })
  )

  it.effect("keeps the promises of every source", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const rows = street(20).map((row, index) => ({ ...row, id: `08b1fa16-${(index * 7919) % 997}` }))
      const file = yield* write("a.parquet", writeAddresses(rows, { rowGroupSize: 8 }))
      const source = yield* configure(file)
      for (const { holds, promise } of sourceLaws(source, "LI")) {
        // A source type cannot give examples from data that it has yet to be configured with.
        if (!promise.startsWith("SHOULD name examples")) yield* holds
      }
    })
  )
})
