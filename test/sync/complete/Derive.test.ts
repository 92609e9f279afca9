import { assert, describe, it } from "@effect/vitest"
import { DerivationMethod } from "../../../schemas/Address.ts"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { type CountryGazetteer, nothingKnown } from "../../../src/gazetteer/Gazetteer.ts"
import { Postcodes } from "../../../src/gazetteer/Postcodes.ts"
import { RegionShapes } from "../../../src/gazetteer/RegionShapes.ts"
import { Deriving } from "../../../src/sync/complete/Derive.ts"
import { isComplete } from "../../../src/sync/complete/Sift.ts"

/** Two neighboring regions, each one degree of latitude by one of longitude. */
const regions = new RegionShapes(
  JSON.stringify({
    arcs: [
      [110_000, 490_000, -10_000, 0, 0, -10_000, 10_000, 0],
      [110_000, 480_000, 0, 10_000],
      [110_000, 480_000, 10_000, 0, 0, 10_000, -10_000, 0]
    ],
    regions: [
      ["DE-BY", [[0, 1]]],
      ["DE-BW", [[2, -2]]]
    ]
  })
)

/** Columns: postcode, city, region, latitude, longitude, municipality, district. */
const table = (country: string, ...lines: ReadonlyArray<ReadonlyArray<string>>) =>
  new Postcodes(country, lines.map((line) => line.join("\t")).join("\n"))

const all = DerivationMethod.literals

const deriving = (known: Partial<CountryGazetteer>, methods: ReadonlyArray<DerivationMethod> = all) => {
  const { country = "DE" } = known
  const made = new Deriving(country, new Set(methods))
  made.know({ ...nothingKnown(country), ...known })
  return made
}

const record = (more: Partial<RawRecord>): RawRecord => ({ recordId: "a", houseNumber: "1", ...more })

/** Kilometers from 48.5 degrees north, 10.5 degrees east. */
const away = (north: number, east: number) => ({
  latitude: 48.5 + north / 111.2,
  longitude: 10.5 + east / (111.2 * Math.cos((48.5 * Math.PI) / 180))
})

describe("Deriving", () => {
  const postcodes = table("DE", ["89001", "Dorf", "DE-BY", "48.5", "10.5", "", ""])

  it("MUST take a postcode's place within sixty kilometres of it alone, in each direction", () => {
    const made = deriving({ postcodes })
    const cityAt = (coordinates: RawRecord["coordinates"]) =>
      made.complete(record({ postcode: "89001", coordinates })).city
    for (const at of [away(59, 0), away(-59, 0), away(0, 59), away(0, -59), undefined]) {
      assert.strictEqual(cityAt(at), "Dorf", JSON.stringify(at))
    }
    for (const at of [away(61, 0), away(-61, 0), away(0, 61), away(0, -61), away(45, 45)]) {
      assert.isUndefined(cityAt(at), JSON.stringify(at))
    }
  })

  it("MUST give a place's one postcode within fifteen kilometres of its middle alone", () => {
    const made = deriving({ postcodes })
    const postcodeAt = (coordinates: RawRecord["coordinates"]) =>
      made.complete(record({ city: "Dorf", region: "DE-BY", coordinates })).postcode
    for (const at of [away(14, 0), away(0, -14), undefined]) assert.strictEqual(postcodeAt(at), "89001")
    for (const at of [away(16, 0), away(0, -16), away(11, 11)]) assert.isUndefined(postcodeAt(at))
  })

  it("MUST give no postcode of a place in a region that nobody knows, and one of a place without a region", () => {
    const made = deriving({ postcodes })
    assert.isUndefined(made.complete(record({ city: "Dorf", region: "Nirgendwo" })).postcode)
    assert.strictEqual(made.complete(record({ city: "Dorf" })).postcode, "89001")
    assert.isUndefined(made.complete(record({ region: "DE-BY" })).postcode)
  })

  it("MUST know a city by each of its names, whether records or the table use them", () => {
    const postcodes = table(
      "IT",
      ["39012", "Meran", "IT-32", "46.67", "11.16", "", ""],
      ["39012", "Merano", "IT-32", "46.67", "11.16", "", ""],
      ["39031", "Brunico - Bruneck", "IT-32", "46.8", "11.94", "", ""]
    )
    const inItaly = deriving({ country: "IT", postcodes })
    assert.strictEqual(inItaly.complete(record({ postcode: "39012" })).city, "Merano")
    for (const city of ["Meran", "MERANO"]) {
      assert.strictEqual(inItaly.complete(record({ city, region: "IT-32" })).postcode, "39012")
    }
    const inBruneck = inItaly.complete(record({ city: "Bruneck", coordinates: { latitude: 46.8, longitude: 11.94 } }))
    assert.deepStrictEqual([inBruneck.region, inBruneck.postcode], ["IT-32", "39031"])
    const inBiel = deriving({ country: "CH" })
    for (const city of ["Biel", "Bienne", "Biel/Bienne", "Biel/Bienne"]) {
      for (const region of ["Bern", "BE"]) inBiel.learn(record({ postcode: "2502", city, region }))
    }
    const { city, region } = inBiel.complete(record({ postcode: "2502" }))
    assert.deepStrictEqual([city, region], ["Biel/Bienne", "BE"])
  })

  it("MUST give no table's postcode of a city that neighbors name in the United States, where streets cross ZIP codes", () => {
    const heights = ["11411", "Heights", "US-NY", "48.5", "10.5", "", ""]
    const known = { street: "Boulevard", city: "Heights", region: "US-NY", coordinates: away(0, 0) }
    const postcodeIn = (country: string) => {
      const made = deriving({ country, postcodes: table(country, heights) })
      for (let i = 0; i < 3; i++) made.learn(record(known))
      const { city, postcode } = made.complete(record({ ...known, city: undefined, coordinates: away(2, 0) }))
      return [city, postcode, made.complete(record(known)).postcode]
    }
    assert.deepStrictEqual(postcodeIn("US"), ["Heights", undefined, "11411"])
  })

  it("MUST take a postcode on which nine of ten houses of a street agree, and no city", () => {
    const made = deriving({})
    const onStreet = { street: "Gasse", city: "Dorf", region: "DE-BY", coordinates: away(0, 0) }
    for (let i = 0; i < 10; i++) made.learn(record({ ...onStreet, postcode: i === 0 ? "89002" : "89001" }))
    assert.strictEqual(made.complete(record(onStreet)).postcode, "89001")
    const elsewhere = { street: "Weg", region: "DE-BY", coordinates: away(0, 0) }
    for (let i = 0; i < 10; i++) made.learn(record({ ...elsewhere, city: i === 0 ? "Weiler" : "Dorf" }))
    assert.isUndefined(made.complete(record(elsewhere)).city)
  })

  it("MUST give no part of a postcode", () => {
    const parts = table("DE", ["89", "Dorf", "DE-BY", "48.5", "10.5", "", ""])
    assert.isUndefined(deriving({ postcodes: parts }).complete(record({ city: "Dorf", region: "DE-BY" })).postcode)
  })

  it("MUST leave out what a postcode has several of", () => {
    const several = table(
      "DE",
      ["89001", "Dorf", "DE-BY", "", "", "", ""],
      ["89001", "Weiler", "DE-BW", "", "", "", ""]
    )
    const made = deriving({ postcodes: several }).complete(record({ postcode: "89001" }))
    assert.deepStrictEqual([made.city, made.region, made.derived], [undefined, undefined, undefined])
  })

  it("MUST tell the city by a district and its region, where tables are to be used, and by neither alone", () => {
    const postcodes = table("JP", ["1040061", "中央区", "JP-13", "", "", "", "銀座"])
    const cityOf = (given: Partial<RawRecord>, methods?: ReadonlyArray<DerivationMethod>) =>
      deriving({ country: "JP", postcodes }, methods).complete(record(given)).city
    const given = { district: "銀座七丁目", region: "JP-13" }
    assert.strictEqual(cityOf(given), "中央区")
    assert.isUndefined(cityOf(given, ["agreement", "polygon", "settlement"]))
    assert.isUndefined(cityOf({ district: given.district }))
    assert.isUndefined(cityOf({ region: given.region }))
    assert.isUndefined(cityOf({ ...given, region: "JP-27" }))
  })

  it("MUST tell a region at once two kilometres from a border, and after all else from eight hundred metres on", () => {
    // The border is the eleventh meridian: 0.011 degrees are 810 meters, 0.026 are 1,920.
    const made = deriving({ regions })
    const at = (longitude: number) => record({ coordinates: { latitude: 48.5, longitude } })
    assert.strictEqual(made.atOnce(at(10.972)).region, "DE-BY")
    assert.strictEqual(made.atOnce(at(11.028)).region, "DE-BW")
    assert.isUndefined(made.atOnce(at(10.974)).region)
    assert.strictEqual(made.complete(at(10.974)).region, "DE-BY")
    assert.strictEqual(made.complete(at(10.9885)).region, "DE-BY")
    assert.isUndefined(made.complete(at(10.9905)).region)
    assert.isUndefined(deriving({ regions }, ["agreement"]).complete(at(10.5)).region)
  })

  it("MUST tell the region by the city near the position, and by the postcode that the city has", () => {
    const postcodes = table(
      "LI",
      ["9497", "Berg", "LI-10", "48.5", "10.5", "", ""],
      ["9498", "Berg", "LI-10", "48.51", "10.5", "", ""],
      ["9499", "Au", "LI-10", "48.5", "10.5", "", ""],
      ["9487", "Au", "LI-04", "48.6", "10.5", "", ""],
      ["9494", "Dorf", "LI-07", "48.5", "10.5", "", ""]
    )
    const made = deriving({ country: "LI", postcodes })
    const regionOf = (city: string, coordinates?: RawRecord["coordinates"]) =>
      made.complete(record({ city, coordinates })).region
    // A part of the homes of a city would have a region otherwise, and the city would be two.
    assert.strictEqual(regionOf("Berg", away(3, 0)), "LI-10")
    assert.strictEqual(regionOf("Dorf"), "LI-07")
    assert.deepStrictEqual(made.complete(record({ city: "Dorf" })).derived, [
      { component: "postcode", method: "postcode-table" },
      { component: "region", method: "postcode-table" }
    ])
    for (const [city, at] of [["Berg", away(-16, 0)], ["Berg"], ["Au", away(1, 0)], ["Weiler", away(0, 0)]] as const) {
      assert.isUndefined(regionOf(city, at), city)
    }
    assert.strictEqual(regionOf("Au", away(-10, 0)), "LI-10")
    const without = deriving({ country: "LI", postcodes }, ["agreement", "polygon", "settlement"])
    assert.isUndefined(without.complete(record({ city: "Berg", coordinates: away(0, 0) })).region)
  })

  it("MUST not take the first postcode of a Brazilian range, which no street of the city has", () => {
    const postcodes = table(
      "BR",
      ["01000-000", "São Paulo", "BR-SP", "-23.55", "-46.64", "", ""],
      ["18800-000", "Piraju", "BR-SP", "-23.19", "-49.38", "", ""]
    )
    const made = deriving({ country: "BR", postcodes })
    const postcodeOf = (city: string) => made.complete(record({ city, region: "SP" })).postcode
    assert.isUndefined(postcodeOf("São Paulo"))
    assert.strictEqual(postcodeOf("Piraju"), "18800-000")
  })

  it("MUST take what a city state is called, and what the source calls a settlement, with a position alone", () => {
    const coordinates = { latitude: 43.74, longitude: 7.42 }
    const monaco = deriving({ country: "MC" })
    assert.strictEqual(monaco.complete(record({ coordinates })).city, "Monaco")
    const macau = deriving({ country: "MO" })
    assert.strictEqual(macau.complete(record({ street: "Rua do Campo", coordinates })).city, "Macau")
    assert.strictEqual(macau.complete(record({ street: "水坑尾街", coordinates })).city, "澳門")
    assert.isUndefined(monaco.complete(record({})).city)
    assert.isUndefined(monaco.complete(record({ coordinates: { ...coordinates, latitude: NaN } })).city)
    assert.isUndefined(deriving({ country: "MC" }, ["polygon"]).complete(record({ coordinates })).city)
  })

  describe("by agreement", () => {
    const saying = (more: Partial<RawRecord>) =>
      Array.from({ length: 5 }, () => record({ city: "Dorf", region: "DE-BY", ...more }))

    const learned = (given: ReadonlyArray<RawRecord>, methods?: ReadonlyArray<DerivationMethod>) => {
      const made = deriving({}, methods)
      for (const one of given) made.learn(one)
      return made
    }

    it("MUST learn of postcodes, of streets with a position, and of districts in the place of streets", () => {
      const at = { latitude: 48.5, longitude: 10.5 }
      for (const where of [
        { postcode: "89001" },
        { street: "Weg", coordinates: at },
        { district: "Viertel", coordinates: at }
      ]) {
        const open = record(where)
        const made = learned(saying(where))
        assert.isTrue(made.hasToWait(open))
        assert.deepInclude(made.complete(open), { city: "Dorf", region: "DE-BY" })
        const without = learned(saying(where), ["polygon", "settlement"])
        assert.isFalse(without.hasToWait(open))
        assert.isUndefined(without.complete(open).city)
      }
      assert.isFalse(learned([]).hasToWait(record({ street: "Weg" })))
      assert.isTrue(learned([]).hasToWait(record({ coordinates: at })))
      assert.isFalse(learned([]).hasToWait(record({ postcode: "89001", city: "Dorf", region: "DE-BY" })))
      assert.isTrue(learned([]).hasToWait(record({ coordinates: at, city: "Dorf", region: "DE-BY" })))
      assert.isFalse(deriving({ country: "FR" }).hasToWait(record({ coordinates: at, city: "Dorf", region: "DE-BY" })))
      assert.isTrue(learned([]).hasToWait(record({ postcode: "89001", city: "Dorf" })))
    })

    it("MUST note what another instance learns, of cities, regions and postcodes each for itself", () => {
      const known = deriving({})
      const made = deriving({})
      const notes = { cities: new Map(), regions: new Map(), postcodes: new Map() }
      for (const one of saying({ postcode: "89001", region: undefined })) made.note(one, notes)
      for (const one of saying({ postcode: "89002", city: " " })) made.note(one, notes)
      known.learnAll(notes)
      const [first, second] = ["89001", "89002"].map((postcode) => known.complete(record({ postcode })))
      assert.deepStrictEqual([first!.city, first!.region], ["Dorf", undefined])
      assert.deepStrictEqual([second!.city, second!.region], [undefined, "DE-BY"])
      const street = { street: "Weg", city: "Dorf", coordinates: { latitude: 48.5, longitude: 10.5 } }
      for (const one of saying({ ...street, postcode: "89003" })) made.note(one, notes)
      made.note(record({ ...street, postcode: "8900" }), notes)
      known.learnAll(notes)
      assert.strictEqual(known.complete(record(street)).postcode, "89003")
    })

    it("MUST ask the table first in the United States, and records elsewhere", () => {
      for (const [country, city] of [
        ["US", "Table"],
        ["DE", "Dorf"]
      ] as const) {
        const made = deriving({ country, postcodes: table(country, ["89001", "Table", "", "", "", "", ""]) })
        for (const one of saying({ postcode: "89001" })) made.learn(one)
        assert.strictEqual(made.complete(record({ postcode: "89001" })).city, city)
      }
    })
  })
})

describe("What lacks nothing", () => {
  it("MUST have a city, a region and a postcode, none of them empty", () => {
    const whole = record({ city: "Dorf", region: "DE-BY", postcode: "89001" })
    assert.isTrue(isComplete(whole))
    for (const name of ["city", "region", "postcode"] as const) {
      assert.isFalse(isComplete({ ...whole, [name]: "" }), name)
      assert.isFalse(isComplete({ ...whole, [name]: undefined }), name)
    }
  })
})
