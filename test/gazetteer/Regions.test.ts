import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { otherNames } from "../../src/gazetteer/RegionNames.ts"
import { RegionPlaces } from "../../src/gazetteer/RegionPlaces.ts"
import { RegionShapes } from "../../src/gazetteer/RegionShapes.ts"
import { officialRegions } from "../../src/gazetteer/OfficialRegions.ts"
import { usualNames } from "../../src/gazetteer/UsualNames.ts"
import { findRegion } from "../../src/gazetteer/Regions.ts"
import { readArchive } from "./fixtures/WriteArchive.ts"

const shapes = new Map<string, RegionShapes>()
const shapesOf = (country: string): RegionShapes => {
  const known = shapes.get(country) ?? new RegionShapes(readArchive("regions", country)!)
  shapes.set(country, known)
  return known
}

/** Two regions side by side that share a border of 10 degrees, and north of them an area of no known region. */
const sideBySide = new RegionShapes(
  JSON.stringify({
    arcs: [
      [100000, 0, 0, 100000],
      [100000, 100000, -100000, 0, 0, -100000, 100000, 0],
      [100000, 0, 100000, 0, 0, 100000, -100000, 0],
      [0, 100000, 200000, 0, 0, 100000, -200000, 0, 0, -100000]
    ],
    regions: [
      ["XX-W", [[0, 1]]],
      ["XX-E", [[2, -1]]],
      ["", [[3]]]
    ]
  })
)

describe("regions by position", () => {
  const places: ReadonlyArray<readonly [place: string, longitude: number, latitude: number, code: string]> = [
    ["Paris", 2.35, 48.857, "FR-IDF"],
    ["Ajaccio", 8.738, 41.927, "FR-20R"],
    ["Fukushima", 140.47, 37.76, "JP-07"],
    ["Naha", 127.68, 26.21, "JP-47"],
    ["Taipei", 121.54, 25.05, "TW-TPE"],
    ["Kaohsiung", 120.31, 22.63, "TW-KHH"],
    ["Moscow", 37.62, 55.755, "RU-MOW"],
    ["Vladivostok", 131.9, 43.12, "RU-PRI"],
    ["London", -0.12, 51.51, "GB-ENG"],
    ["Belfast", -5.93, 54.6, "GB-NIR"],
    ["Rome", 12.5, 41.9, "IT-62"],
    ["Seville", -5.98, 37.39, "ES-AN"],
    ["Warsaw", 21.01, 52.23, "PL-14"],
    ["Brno", 16.61, 49.19, "CZ-64"],
    ["Bergen", 5.32, 60.39, "NO-46"],
    ["Sydney", 151.2, -33.87, "AU-NSW"],
    ["Queens Village", -73.74, 40.72, "US-NY"],
    ["Johannesburg", 28.04, -26.2, "ZA-GP"],
    ["Toronto", -79.38, 43.65, "CA-ON"]
  ]

  for (const [place, longitude, latitude, code] of places) {
    it(`MUST have ${place} in ${code}`, () => {
      expect(shapesOf(code.slice(0, 2)).at(longitude, latitude)).toBe(code)
    })
  }

  it("MUST not name a region near a border, nor in an undecidable area", () => {
    expect(sideBySide.at(5, 5)).toBe("XX-W")
    expect(sideBySide.at(15, 5)).toBe("XX-E")
    expect(sideBySide.at(9.99, 5, 2000)).toBeUndefined()
    expect(sideBySide.at(10.01, 5, 2000)).toBeUndefined()
    expect(sideBySide.at(9.99, 5, 500)).toBe("XX-W")
    expect(sideBySide.at(5, 15)).toBeUndefined()
    // Norway's counties of 2024 are not those that ISO 3166-2 lists here.
    expect(shapesOf("NO").at(10.75, 59.2)).toBeUndefined()
  })

  it("MUST assign a position just off a coast to its only region, and none far out at sea", () => {
    expect(sideBySide.at(5, -0.05)).toBe("XX-W")
    expect(sideBySide.at(10, -0.05)).toBeUndefined()
    expect(sideBySide.at(5, -0.5)).toBeUndefined()
  })

  it("MUST give the same result at any tolerance at which it gives one", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("DE", "CH", "US", "JP"),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (country, x, y) => {
          const box = { DE: [6, 47, 9, 8], CH: [6, 46, 4, 2], US: [-120, 30, 50, 18], JP: [130, 31, 15, 14] }[country]
          const [longitude, latitude] = [box[0]! + x * box[2]!, box[1]! + y * box[3]!]
          const sure = shapesOf(country).at(longitude, latitude, 5000)
          if (sure !== undefined) expect(shapesOf(country).at(longitude, latitude, 500)).toBe(sure)
        }
      ),
      { numRuns: 300 }
    )
  })

  it("MUST return codes of the first level of ISO 3166-2 only", () => {
    for (const country of ["FR", "GB", "IT", "ES", "PH", "BE", "IE", "KZ", "IN", "TW", "US"]) {
      const { regions } = JSON.parse(readArchive("regions", country)!) as {
        readonly regions: ReadonlyArray<readonly [string]>
      }
      const official = new Set(officialRegions(country).map(({ code }) => code))
      for (const [code] of regions) if (code !== "") expect(official, code).toContain(code)
      expect(regions.some(([code]) => code !== "")).toBe(true)
    }
  })
})

describe("regions by nearby places", () => {
  const places: ReadonlyArray<readonly [place: string, longitude: number, latitude: number, code: string]> = [
    ["Abidjan", -4.01, 5.34, "CI-AB"],
    ["Korhogo", -5.63, 9.46, "CI-SV"],
    ["Casablanca", -7.6, 33.58, "MA-06"],
    ["Oujda", -1.91, 34.68, "MA-02"],
    ["Marrakesh", -8.0, 31.63, "MA-07"],
    ["Nairobi", 36.82, -1.29, "KE-30"],
    ["Pokhara", 83.98, 28.23, "NP-P4"],
    ["Kinshasa", 15.3, -4.35, "CD-KN"],
    ["Tripoli", 13.19, 32.88, "LY-TB"],
    ["Luxembourg", 6.13, 49.61, "LU-LU"]
  ]
  for (const [place, longitude, latitude, code] of places) {
    it(`MUST have ${place} in ${code}`, () => {
      const country = code.slice(0, 2)
      expect(new RegionPlaces(readArchive("region-places", country)!).at(longitude, latitude)).toBe(code)
    })
  }

  it("MUST return no region between two, near a place without one, or far from all", () => {
    const two = new RegionPlaces("XX-A\t0\t0\nXX-A\t0.02\t0\nXX-B\t0\t0.2\n\t0.5\t0")
    expect(two.at(0.01, 0.01)).toBe("XX-A")
    expect(two.at(0.19, 0)).toBe("XX-B")
    expect(two.at(0.09, 0)).toBeUndefined()
    expect(two.at(0, 0.49)).toBeUndefined()
    expect(two.at(0.4, 0)).toBeUndefined()
    const alone = new RegionPlaces("XX-A\t0\t0")
    expect(alone.at(0.13, 0)).toBe("XX-A")
    expect(alone.at(0.14, 0)).toBeUndefined()
    expect(new RegionPlaces("").at(0, 0)).toBeUndefined()
  })

  it("MUST return codes of the first level of ISO 3166-2 only, for every existing region", () => {
    const missing = "CD CI KE KI LU LY MA NP TV".split(" ").flatMap((country) => {
      const official = officialRegions(country).map(({ code }) => code)
      const codes = new Set(
        readArchive("region-places", country)!
          .split("\n")
          .map((line) => line.split("\t")[0]!)
      )
      for (const code of codes) if (code !== "") expect(official, country).toContain(code)
      return official.filter((code) => !codes.has(code))
    })
    // Islands on which GeoNames has no place of any size.
    expect(missing).toEqual(["KI-P", "TV-NKL", "TV-NMA"])
  })
})

describe("regions by name", () => {
  const spellings: ReadonlyArray<readonly [code: string, ...names: ReadonlyArray<string>]> = [
    ["JP-07", "福島県", "福島", "Fukushima", "Fukushima-ken", "Fukushima Prefecture"],
    ["JP-13", "東京都", "Tokyo"],
    ["TW-TPE", "台北市", "臺北市", "Taipei", "Taipei City"],
    ["TW-NWT", "新北市", "New Taipei City"],
    ["TW-TNN", "台南市", "臺南市"],
    ["RU-MOW", "Москва", "г. Москва", "Moskva", "Moscow"],
    ["RU-MOS", "Московская область", "Московская обл."],
    ["KR-11", "서울특별시", "서울", "Seoul"],
    ["CH-ZH", "Kanton Zürich", "Canton of Zurich", "ZH"],
    ["DE-BY", "Bayern", "Freistaat Bayern", "Bavaria"],
    ["NL-NH", "North Holland", "Noord-Holland"],
    ["UA-30", "Київ", "Kyiv"],
    ["GR-I", "Αττική", "Attica"],
    // These numbers used to belong to other regions.
    ["MA-06", "Casablanca-Settat"],
    ["MA-02", "L'Oriental"],
    ["US-WA", "Washington", "WA"],
    ["US-NY", "New York", "New York State", "NY"]
  ]

  for (const [code, ...names] of spellings) {
    it(`MUST find ${code} as ${names.join(", ")}`, () => {
      for (const name of names) expect(findRegion(code.slice(0, 2), name)?.code, name).toBe(code)
    })
  }

  it("MUST be the region that its country calls so", () => {
    expect(otherNames("US-DC").length).toBeGreaterThan(0)
    for (const country of ["US", "JP", "RU", "DE", "CH", "KR", "MX", "AR"]) {
      for (const { code, name } of officialRegions(country)) expect(findRegion(country, name)?.code, name).toBe(code)
    }
  })

  it("MUST not be found by the names of those that had its code before", () => {
    for (const name of ["Grand Casablanca", "Fès-Boulemane", "Rabat-Salé-Zemmour-Zaër"]) {
      expect(findRegion("MA", name), name).toBeUndefined()
    }
    for (const { code } of [...officialRegions("MA"), ...officialRegions("IR")]) {
      expect(otherNames(code)).toEqual(usualNames.get(code) ?? [])
    }
  })

  it("MUST not confuse a city with the region around it", () => {
    expect(findRegion("UA", "Kyiv Oblast")?.code).not.toBe("UA-30")
    expect(findRegion("RU", "Moscow Oblast")?.code).not.toBe("RU-MOW")
  })

  it("MUST be filters of the catalog by code, native and English name, each for one region", () => {
    const regions = officialRegions("JP")
    const byName = (name: string) => regions.filter(({ names }) => names.includes(name)).map(({ code }) => code)
    expect(byName("福島県")).toEqual(["JP-07"])
    expect(byName("fukushima")).toEqual(["JP-07"])
    expect(byName("jp-07")).toEqual(["JP-07"])
  })
})
