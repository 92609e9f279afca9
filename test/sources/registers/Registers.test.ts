import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { failingExamples } from "../../../sources/registers/Examples.ts"
import { register, registerIds, type as registerType } from "../../../sources/registers/RegisterType.ts"
import { envelope, harvest, realFile } from "../reading/Harvest.ts"
import { testReader } from "../reading/TestReader.ts"

const configure = (id: string, location: string, options = {}) =>
  registerType.configure("register", { register: id, location, ...options })

describe("declarations", () => {
  it("MUST exist for the registers that the documentation names", () => {
    const countries = new Set(registerIds.map((id) => id.slice(0, 2)))
    expect(countries).toEqual(
      new Set(["au", "be", "br", "ca", "ch", "cz", "de", "dk", "es", "fr", "is", "jp", "nl", "no", "pl", "sg", "us"])
    )
  })

  for (const id of registerIds) {
    it.effect(`MUST be valid, with examples that hold: ${id}`, () =>
      Effect.gen(function* () {
        const declaration = yield* register("test", id)
        expect(declaration.id).toBe(id)
        expect(declaration.country.toLowerCase()).toBe(id.slice(0, 2))
        expect(failingExamples(declaration)).toEqual([])
      })
    )
  }

  it.effect.each(["xx-none", "constructor", "__proto__"])("MUST be listed if an unknown one is requested: %s", (id) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(configure(id, "a.csv"))
      expect(failure).toMatchObject({ _tag: "SourceError", reason: "misconfigured" })
      expect(failure.message).toContain(`No register is declared under "${id}". Declared: `)
      expect(failure.message).toContain("fr-ban")
    }).pipe(Effect.provide(testReader))
  )
})

describe("real files", () => {
  const bag = "national/nl-bag/nlextract/bagv2/etl/test/data/lv/BAGNLDL-15092020-small"
  const doesburg = [
    "2 | Koppenberch | Doesburg | 6982 CZ",
    "20 | Koppenberch | Doesburg | 6982 CZ",
    "1 | Het Hoornwerck | Doesburg | 6981 ED"
  ]
  const expected = [
    {
      id: "fr-ban-2016",
      country: "FR",
      path: "national/fr-ban/adresses-54084.csv",
      result: { read: 501, kept: 445, rejected: { filtered: 45, duplicate: 11 }, evidence: { assumed: 445 } },
      first: ["18 | allée des acacias | Mont-Bonvillers | 54111"]
    },
    {
      id: "fr-bal",
      country: "FR",
      path: "national/fr-bal",
      result: { read: 19, kept: 11, rejected: { duplicate: 8 }, evidence: { assumed: 11 } },
      first: ["9 | Rue des 3 Places | Escoulis", "11 | Rue du Verdon | Strasbourg"]
    },
    {
      id: "nl-bag-csv",
      country: "NL",
      path: "national/nl-bag/bagadres-excerpt.zip",
      result: { read: 8, kept: 8, rejected: {}, evidence: { assumed: 8 } },
      first: [
        "34x | Pastoor Gielenstraat | Lutjebroek | NL-NH | 1614 LN",
        "65-x | Galvanistraat | 's-Gravenhage | NL-ZH | 2517 RB",
        "147x-x | Mariastraat | Schiedam | NL-ZH | 3117 NK"
      ]
    },
    {
      // Archives within an archive; four former states of a home are filtered out, leaving the current one.
      id: "nl-bag",
      country: "NL",
      path: `${bag}.zip`,
      result: {
        read: 14,
        kept: 10,
        rejected: { filtered: 4 },
        evidence: { none: 4, register: 1, "register-against": 5 }
      },
      first: doesburg
    },
    {
      id: "nl-bag",
      country: "NL",
      path: `${bag}-expand`,
      result: {
        read: 15,
        kept: 10,
        rejected: { filtered: 5 },
        evidence: { none: 8, register: 1, "register-against": 1 }
      },
      first: doesburg
    },
    {
      // The 2015 schema, in which hardly any address has a real postcode.
      id: "pl-prg",
      country: "PL",
      path: "registers-use/pl-prg-2015.zip",
      result: { read: 1354, kept: 1339, rejected: { duplicate: 14, filtered: 1 }, evidence: { assumed: 1339 } },
      first: ["1 | Księcia Witolda | Wrocław | PL-02"]
    },
    {
      id: "sg-hdb",
      country: "SG",
      path: "registers-use/sg-hdb-property-information.csv",
      result: { read: 12826, kept: 12826, rejected: {}, evidence: { register: 10453, "register-against": 2373 } },
      first: ["1 | BEACH RD | Singapore", "1 | BEDOK STH AVE 1 | Singapore", "1 | CANTONMENT RD | Singapore"]
    },
    {
      id: "us-nad-r4",
      country: "US",
      path: "national/_transcribed/us-nad-r4.csv",
      result: { read: 5, kept: 5, rejected: {}, evidence: { register: 5 } },
      first: ["27 | Molly Lane | De Witt | US-AR | 72042", "1300 | East 10th Street | Stuttgart | US-AR | 72160"]
    },
    {
      // Towns without house numbers: all are counted, and none becomes an address.
      id: "jp-geolonia",
      country: "JP",
      path: "national/jp/geolonia/api",
      result: { read: 2294, kept: 0, rejected: { "missing-house-number": 2294 }, evidence: {} },
      first: []
    },
    {
      id: "be-urbis",
      country: "BE",
      path: "national/be-urbis/be-wa-brussels.zip",
      result: { read: 666, kept: 665, rejected: { "missing-street": 1 }, evidence: { assumed: 665 } },
      first: ["2 | Rue de la Victoire | Saint-Gilles | BE-BRU | 1060"]
    },
    {
      id: "de-be-hauskoordinaten",
      country: "DE",
      path: "national/de-hauskoordinaten/de-berlin-excerpt.zip",
      result: { read: 15, kept: 15, rejected: {}, evidence: { assumed: 15 } },
      first: ["72 | Otto-Braun-Straße | Berlin | DE-BE | 10178", "3 | Dorotheenstraße | Berlin | DE-BE | 10117"]
    }
  ]

  for (const { country, first, id, path, result } of expected) {
    const file = realFile(path)
    it.effect.skipIf(file === undefined)(`MUST be read completely: ${id}, ${path}`, () =>
      Effect.gen(function* () {
        const found = yield* harvest(yield* configure(id, file!), country)
        expect({ read: found.read, kept: found.kept, rejected: found.rejected, evidence: found.evidence }).toEqual(
          result
        )
        expect(envelope(found).slice(0, first.length)).toEqual(first)
        expect(found.kept + Object.values(found.rejected).reduce((sum, count) => sum + count, 0)).toBe(found.read)
      }).pipe(Effect.provide(testReader))
    )
  }

  const urbis = realFile("national/be-urbis/be-wa-brussels.zip")
  it.effect.skipIf(urbis === undefined)("MUST keep the names in the other language, and be at the right places", () =>
    Effect.gen(function* () {
      const source = yield* configure("be-urbis", urbis!)
      const records = yield* Stream.runCollect(source.records("BE"))
      expect(records.find((record) => "recordId" in record && record.recordId === "10002325")).toMatchObject({
        street: "Rue Haute",
        city: "Bruxelles",
        language: "fr",
        names: { nl: { street: "Hoogstraat", city: "Brussel" } }
      })
      const points = records.flatMap((record) =>
        "recordId" in record && record.coordinates !== undefined ? [record.coordinates] : []
      )
      expect(points.length).toBe(666)
      // The part of Brussels that the file covers: Saint-Gilles and the Marolles.
      expect(points.every(({ latitude }) => latitude > 50.8 && latitude < 50.86)).toBe(true)
      expect(points.every(({ longitude }) => longitude > 4.32 && longitude < 4.4)).toBe(true)
    }).pipe(Effect.provide(testReader))
  )

  const ban = realFile("national/fr-ban/adresses-54084.csv")
  it.effect.skipIf(ban === undefined)("MUST be homes only as an operator declares, whose words are shown", () =>
    Effect.gen(function* () {
      const source = yield* configure("fr-ban-2016", ban!, { declaredHomes: "A village of dwellings." })
      const found = yield* harvest(source, "FR")
      expect(found.evidence).toEqual({ declared: 445 })
      expect(source.manifest.evidence).toBe("A village of dwellings.")
    }).pipe(Effect.provide(testReader))
  )

  it.effect.skipIf(ban === undefined)("MUST fail with the existing columns if the file is another one", () =>
    Effect.gen(function* () {
      const source = yield* configure("fr-ban", ban!)
      const failure = yield* Effect.flip(Stream.runDrain(source.records("FR")))
      expect(failure).toMatchObject({ reason: "unreadable" })
      expect(failure.message).toContain("it has no column code_postal. It has: id, nom_voie")
    }).pipe(Effect.provide(testReader))
  )
})
