import { describe, expect, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import pointInPolygon from "point-in-polygon-hao"
import { sourceLaws } from "../../../properties/SourceSuite.ts"
import { useOf } from "../../../sources/overture/BuildingUse.ts"
import { Cells } from "../../../sources/overture/Area.ts"
import { ringsOfWkb, positionOfWkb } from "../../../sources/reading/Wkb.ts"
import { useOfBuilding } from "../../../sources/surroundings/Uses.ts"
import { realFile } from "../reading/Harvest.ts"
import { testPlatform } from "../reading/TestReader.ts"
import {
  type AddressRow,
  type BuildingRow,
  type PlaceRow,
  square,
  writeAddresses,
  writeBuildings,
  writePlaces
} from "./GeoParquet.ts"
import { configure, failureOf, folder, readAll, street } from "./Reading.ts"

const nothing = { subtype: undefined, class: undefined, level: undefined, isUnderground: false }

/**
 * The classes from https://docs.overturemaps.org/schema/reference/buildings/building, except two that OpenStreetMap
 * lacks.
 */
const classes =
  "agricultural allotment_house apartments barn beach_hut boathouse bridge_structure bungalow bunker cabin carport cathedral chapel church civic college commercial cowshed detached digester dormitory factory farm farm_auxiliary fire_station garage garages ger glasshouse government grandstand greenhouse guardhouse hangar hospital hotel house houseboat hut industrial kindergarten kiosk library manufacture military monastery mosque office outbuilding parking pavilion post_office presbytery public religious residential retail roof school semi semidetached_house service shed shelter shrine silo slurry_tank sports_centre sports_hall stable stadium static_caravan stilt_house storage_tank sty supermarket synagogue temple terrace toilets train_station transformer_tower transportation university warehouse wayside_shrine"

describe("the use of a building", () => {
  it("MUST be judged as the source openstreetmap judges the same class", () => {
    for (const name of classes.split(" ")) {
      expect([name, useOf({ ...nothing, class: name })?.kind]).toEqual([
        name,
        useOfBuilding(new Map([["building", name]]))?.kind
      ])
    }
  })

  it.each([
    [{ class: "house", subtype: "residential" }, "home"],
    [{ class: "dwelling_house", subtype: "residential" }, "home"],
    [{ class: "trullo" }, "home"],
    [{ subtype: "residential" }, "home"],
    [{ class: "apartments", subtype: "commercial" }, "other"],
    [{ class: "farm", subtype: "agricultural" }, "home"],
    [{ class: "hotel", subtype: "residential" }, "other"],
    [{ class: "allotment_house", subtype: "residential" }, "other"],
    [{ subtype: "outbuilding" }, "other"],
    [{ subtype: "medical" }, "other"],
    [{ class: "cabin", subtype: "residential" }, "open"],
    [{}, "open"],
    [{ class: "roof" }, undefined],
    [{ class: "house", isUnderground: true }, undefined],
    [{ class: "house", level: -1 }, undefined],
    [{ class: "constructor" }, "other"]
  ] as const)("%j is %s", (building, kind) => {
    expect(useOf({ ...nothing, ...building })?.kind).toBe(kind)
  })
})

describe("cells", () => {
  it("touch what overlaps them, on every side of the equator and of Greenwich", () => {
    for (const [lon, lat] of [
      [9.5, 47.1],
      [-176.56, -43.94],
      [-0.001, 51.5],
      [0.001, -0.001]
    ] as const) {
      const cells = new Cells()
      cells.add(lon, lat)
      const box = (size: number, shift = 0) => ({
        minLon: lon - size + shift,
        maxLon: lon + size + shift,
        minLat: lat - size,
        maxLat: lat + size
      })
      expect(cells.touch(box(0.0001))).toBe(true)
      expect(cells.touch(box(3))).toBe(true)
      expect(cells.touch(box(0.1, 1))).toBe(false)
      expect(cells.touch(box(0.001, -1))).toBe(false)
    }
  })
})

describe("well-known binary", () => {
  const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))
  const [x, y] = ["000000000000f03f", "0000000000000040"]

  it("is read in both byte orders, with height and with a reference system", () => {
    expect(positionOfWkb(bytes(`0101000000${x}${y}`))).toEqual([1, 2])
    expect(positionOfWkb(bytes("00000000013ff00000000000004000000000000000"))).toEqual([1, 2])
    expect(positionOfWkb(bytes(`01e9030000${x}${y}${x}`))).toEqual([1, 2])
    expect(positionOfWkb(bytes(`0101000080${x}${y}${x}`))).toEqual([1, 2])
    expect(positionOfWkb(bytes(`0101000020e6100000${x}${y}`))).toEqual([1, 2])
  })

  it("that is empty, truncated or of another kind is nothing", () => {
    expect(positionOfWkb(bytes("0101000000000000000000f87f000000000000f87f"))).toBeUndefined()
    expect(positionOfWkb(bytes(`0101000000${x}`))).toBeUndefined()
    expect(positionOfWkb(bytes(`0102000000${x}`))).toBeUndefined()
    expect(positionOfWkb("POINT (1 2)")).toBeUndefined()
    expect(ringsOfWkb(bytes(`0103000000ffffffff`))).toBeUndefined()
    expect(ringsOfWkb(bytes(`010300000001000000ffffff7f${x}`))).toBeUndefined()
  })
})

const lon = (index: number) => 9.52 + index * 0.001

const house = (id: string, at: number, change: Partial<BuildingRow> = {}): BuildingRow => ({
  id,
  polygon: square(lon(at), 47.14, 0.0004),
  subtype: "residential",
  class: "house",
  ...change
})

/** An address in the middle of the building. */
const addressAt = (index: number): AddressRow => ({ ...street(1, {}, `at${index}-`)[0]!, at: [lon(index), 47.14] })

const read = Effect.fnUntraced(function* (
  rows: ReadonlyArray<AddressRow>,
  buildings: ReadonlyArray<BuildingRow>,
  options: object = {},
  rowGroupSize = 4
) {
  const { write } = yield* folder
  const file = yield* write("addresses.parquet", writeAddresses(rows, { rowGroupSize }))
  const around = yield* write("buildings.parquet", writeBuildings(buildings, { rowGroupSize }))
  return yield* readAll(file, { buildings: around, ...options })
})

layer(testPlatform)((it) => {
  it.effect(
    "MUST give building evidence, for or against, from the building around an address, and none if it says nothing",
    () =>
      Effect.gen(function* () {
        const { records } = yield* read([0, 1, 2, 3, 4, 5].map(addressAt), [
          house("home", 0),
          house("hotel", 1, { subtype: "entertainment", class: "hotel" }),
          { id: "unknown", polygon: square(lon(2), 47.14, 0.0004) },
          house("garage", 3, { class: "garages", subtype: "outbuilding" }),
          house("cellar", 4, { is_underground: true })
        ])
        expect(records.map(({ evidence }) => evidence?.detail)).toEqual([
          "Lies in Overture's building home, class=house.",
          "Lies in Overture's building hotel, class=hotel.",
          undefined,
          "Lies in Overture's building garage, class=garages.",
          undefined,
          undefined
        ])
        expect(records.map(({ evidence }) => evidence?.kind)).toEqual([
          "building",
          "against",
          undefined,
          "against",
          undefined,
          undefined
        ])
        expect(records[0]).toMatchObject({
          evidence: { kind: "building" },
          attribution: expect.stringMatching(/Landesverwaltung, Overture Maps Foundation; buildings © OpenStreetMap/)
        })
        expect(records[2]!.attribution).not.toContain("OpenStreetMap")
      })
  )

  it.effect("MUST give the operator's evidence if no building says anything, and never against one", () =>
    Effect.gen(function* () {
      const declared = { kind: "declared", detail: "A list of dwellings." }
      const { records } = yield* read(
        [0, 1, 2].map(addressAt),
        [house("home", 0), house("office", 1, { class: "office", subtype: "commercial" })],
        { evidence: declared }
      )
      expect(records.map(({ evidence }) => evidence?.kind)).toEqual(["building", "against", "declared"])
    })
  )

  it.effect("MUST use the smallest building around an address, and exclude its holes", () =>
    Effect.gen(function* () {
      const [outer] = square(lon(1), 47.14, 0.0008)
      const [hole] = square(lon(1), 47.14, 0.0002)
      const { records } = yield* read(
        [addressAt(0), addressAt(1)],
        [
          house("school", 0, { polygon: square(lon(0), 47.14, 0.0009), class: "school", subtype: "education" }),
          house("caretaker", 0),
          house("ring", 1, { polygon: [outer!, hole!] })
        ]
      )
      expect(records.map(({ evidence }) => evidence?.detail)).toEqual([
        "Lies in Overture's building caretaker, class=house.",
        undefined
      ])
    })
  )

  it.effect("MUST give the same for any row groups, and skip buildings with damaged geometry", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 24 }, (_, index) => addressAt(index))
      const buildings = [
        ...Array.from({ length: 24 }, (_, index) =>
          house(`h${index}`, index, index % 3 === 0 ? { class: "office" } : {})
        ),
        house("damaged", 3, { geometry: Uint8Array.of(1, 3, 0, 0, 0, 9) }),
        house("line", 3, { geometry: Uint8Array.of(1, 2, 0, 0, 0, 0, 0, 0, 0) })
      ]
      const once = yield* read(rows, buildings, {}, 1000)
      expect(once.records.filter(({ evidence }) => evidence?.kind === "building")).toHaveLength(16)
      for (const size of [1, 7, 23]) {
        expect((yield* read(rows, buildings.toReversed(), {}, size)).records).toEqual(once.records)
      }
    })
  )

  it.effect(
    "MUST take a place of business for evidence against the address of an unspecific building, and one that takes a house",
    () =>
      Effect.gen(function* () {
        const { path, write } = yield* folder
        const cases: ReadonlyArray<readonly [building: Partial<BuildingRow>, place: Partial<PlaceRow>, kind?: string]> =
          [
            [{}, { hierarchy: ["food_and_drink", "restaurant"] }, "against"],
            [{}, { hierarchy: ["food_and_drink", "restaurant"], confidence: 0.79 }],
            [{}, { hierarchy: ["shopping"], operating_status: "permanently_closed" }],
            [{}, { hierarchy: ["services_and_business", "home_service"] }],
            [{}, { hierarchy: ["shopping", "online_shop"] }],
            [{}, { hierarchy: null }],
            [{ class: "house" }, { hierarchy: ["shopping"] }, "building"],
            [{ class: "house" }, { hierarchy: ["lodging", "guest_house"] }, "against"],
            [{ class: "house" }, { hierarchy: ["lodging", "holiday_rental_home"] }, "building"],
            [{ class: "apartments" }, { hierarchy: ["education", "school", "preschool"] }, "building"],
            [{ class: "apartments" }, { hierarchy: ["health_care", "skilled_nursing"] }, "against"],
            [{ class: "apartments" }, { hierarchy: ["health_care", "assisted_living_facility"] }, "building"]
          ]
        const at = (index: number) => [lon(index), 47.14] as const
        const place = (id: string, index: number, more: Partial<PlaceRow>): PlaceRow => ({
          id,
          at: at(index),
          hierarchy: null,
          confidence: 0.95,
          ...more
        })
        const unknown = (id: string, index: number, width = 0.0004) => ({
          id,
          polygon: square(lon(index), 47.14, width)
        })
        // The last building has three addresses, and its place is nearest to the second.
        const [first, second] = [cases.length, cases.length + 1]
        const files = {
          addresses: writeAddresses(Array.from({ length: cases.length + 3 }, (_, index) => addressAt(index))),
          buildings: writeBuildings([
            ...cases.map(([more], index) => ({ ...unknown(`b${index}`, index), ...more })),
            unknown("long", second, 0.003)
          ]),
          places: writePlaces([
            ...cases.map(([, more], index) => place(`p${index}`, index, more)),
            place("p", second, { at: [lon(second) + 0.0001, 47.1401], hierarchy: ["shopping", "bakery"] }),
            place("elsewhere", 400, { hierarchy: ["shopping"] })
          ])
        }
        for (const [name, bytes] of Object.entries(files)) yield* write(`${name}.parquet`, bytes)
        const themes = { buildings: `${path}/buildings.parquet`, places: `${path}/places.parquet` }
        const { records } = yield* readAll(`${path}/addresses.parquet`, themes)
        expect(records.map(({ evidence }) => evidence?.kind)).toEqual([
          ...cases.map(([, , kind]) => kind),
          undefined,
          "against",
          undefined
        ])
        expect(records[0]!.evidence?.detail).toBe("Shares its building with Overture's place p0, restaurant.")
        expect(records[first + 1]!.evidence?.detail).toBe("Shares its building with Overture's place p, bakery.")
        expect((yield* failureOf(`${path}/addresses.parquet`, { places: themes.places })).message).toContain(
          "Set buildings as well"
        )
        const { records: without } = yield* readAll(`${path}/addresses.parquet`, { buildings: themes.buildings })
        expect(without.map(({ evidence }) => evidence?.kind)).not.toContain("against")
      })
  )

  it.effect("keeps the promises of every source", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const file = yield* write("a.parquet", writeAddresses([0, 1, 2].map(addressAt)))
      const buildings = yield* write("b.parquet", writeBuildings([house("home", 0)]))
      const source = yield* configure(file, { buildings })
      for (const { holds, promise } of sourceLaws(source, "LI")) {
        // A source type cannot give examples from data that it has yet to be configured with.
        if (!promise.startsWith("SHOULD name examples")) yield* holds
      }
    })
  )
})

const real = realFile("overture/buildings/overture_buildings.parquet")

layer(testPlatform)((it) => {
  it.effect.skipIf(real === undefined)("real buildings of Koblenz are homes for the addresses within them", () =>
    Effect.gen(function* () {
      const { parquetReadObjects } = yield* Effect.promise(() => import("hyparquet"))
      const { readFileSync } = yield* Effect.promise(() => import("node:fs"))
      const { buffer, byteLength, byteOffset } = readFileSync(real!)
      const bytes = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
      const buildings = yield* Effect.promise(() => parquetReadObjects({ file: bytes }))
      /**
       * An address in the middle of each building's box. Whether it is inside is judged by the geometry as hyparquet
       * reads it.
       */
      const rows = buildings.map((building, index): AddressRow => {
        const { xmax, xmin, ymax, ymin } = building["bbox"] as Record<string, number>
        const at = [(xmin! + xmax!) / 2, (ymin! + ymax!) / 2] as const
        return { ...street(1, { country: "DE", levels: ["Koblenz"] }, `k${index}-`)[0]!, at }
      })
      const expected = rows.map(({ at }) => {
        const around = buildings.filter(
          ({ geometry }) =>
            geometry.type === "Polygon" &&
            pointInPolygon([...at], geometry.coordinates as Array<Array<[number, number]>>) === true
        )
        return around.length === 1 && around[0]!["subtype"] === "residential" ? around[0]!["id"] : undefined
      })
      const { write } = yield* folder
      const file = yield* write("addresses.parquet", writeAddresses(rows))
      const { records } = yield* readAll(file, { countries: ["DE"], buildings: real }, "DE")
      expect(records.map(({ evidence }) => /building (\S+),/.exec(evidence?.detail ?? "")?.[1])).toEqual(expected)
      expect(records.filter(({ evidence }) => evidence !== undefined).length).toBeGreaterThan(40)
    })
  )
})
