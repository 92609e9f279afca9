import { describe, expect, it } from "@effect/vitest"
import { cityNamesOf } from "../../src/gazetteer/PlaceNames.ts"
import { Postcodes } from "../../src/gazetteer/Postcodes.ts"
import { Settlements } from "../../src/gazetteer/Settlements.ts"
import { readArchive } from "./fixtures/WriteArchive.ts"

const settlementsOf = (country: string) => new Settlements(readArchive("settlements", country) ?? "")
const tableOf = (country: string) => {
  const settlements = settlementsOf(country)
  return new Postcodes(country, readArchive("postcodes", country)!, (name) => settlements.has(name))
}

describe("postcode tables", () => {
  it("MUST have the post towns of the United States, by ZIP and ZIP+4", () => {
    const table = tableOf("US")
    expect(table.find("11427")).toMatchObject({ cities: ["Queens Village"], regions: ["US-NY"] })
    expect(table.find("11427-2104")?.cities).toEqual(["Queens Village"])
    expect(table.find("98101")?.regions).toEqual(["US-WA"])
    expect(table.find("00000")).toBeUndefined()
  })

  it("MUST have the counties of Norway, each", () => {
    const table = tableOf("NO")
    const counties = {
      "1300": "NO-32",
      "1751": "NO-31",
      "3015": "NO-33",
      "3717": "NO-40",
      "9008": "NO-55",
      "9510": "NO-56"
    }
    for (const [postcode, code] of Object.entries(counties)) expect(table.find(postcode)?.regions).toEqual([code])
  })

  it("MUST find a full postcode by its first part if a table has no more", () => {
    expect(tableOf("NL").find("1091 AB")?.cities).toEqual(["Amsterdam"])
    expect(tableOf("CA").find("V6B 1A1")?.cities).toEqual(["Vancouver"])
    expect(tableOf("GB").find("BS1 6JZ")?.cities).toEqual(["Bristol"])
    // BS16 and BS1 are different parts of Bristol, though their postcodes begin alike.
    expect(tableOf("GB").find("BS16 1QY")?.longitude).not.toBe(tableOf("GB").find("BS1 6JZ")?.longitude)
  })

  it("MUST have London as the post town of its areas, and of no others", () => {
    expect(tableOf("GB").find("SW1A 1AA")?.cities).toEqual(["London"])
    expect(tableOf("GB").find("WD17 1AA")?.cities ?? []).not.toContain("London")
    // Postcodes of other countries begin alike.
    expect(tableOf("CA").find("N9A 1A1")?.cities).not.toContain("London")
  })

  it("MUST not mistake the part of a city for a city", () => {
    expect(tableOf("CA").find("M5V 2T6")?.cities).toEqual([])
  })

  it("MUST tell a Japanese city by postcode, and by the town of a numbered quarter", () => {
    const table = tableOf("JP")
    expect(table.find("104-0061")).toMatchObject({ cities: ["中央区"], regions: ["JP-13"] })
    expect(table.cityOfDistrict("JP-13", "銀座四丁目")).toBe("中央区")
    expect(table.cityOfDistrict("JP-13", "銀座4丁目")).toBe("中央区")
    expect(table.cityOfDistrict("JP-27", "銀座四丁目")).toBeUndefined()
    // Several cities of Tokyo have a town called 中央.
    expect(table.cityOfDistrict("JP-13", "中央")).toBeUndefined()
  })

  it("MUST name the municipality of a German postcode, not its part", () => {
    const table = tableOf("DE")
    const citiesOf = (postcode: string) => table.find(postcode)?.cities
    expect(citiesOf("10247")).toEqual(["Berlin"])
    expect(citiesOf("22337")).toEqual(["Hamburg"])
    expect(citiesOf("70376")).toEqual(["Stuttgart"])
    expect(citiesOf("15320")).toEqual(["Neuhardenberg", "Neutrebbin", "Sietzing"])
    expect(citiesOf("67433")).toEqual(["Neustadt an der Weinstraße"])
    expect(citiesOf("17094")).toContain("Burg Stargard")
    expect(table.postcodeOf("DE-BB", "Neutrebbin", undefined)?.postcode).toBe("15320")
    expect(table.postcodeOf("DE-BW", "Stuttgart", undefined)).toBeUndefined()
  })

  it("MUST name a city without the sign of its country", () => {
    expect(tableOf("LI").find("9493")?.cities).toEqual(["Mauren"])
  })

  it("MUST return the only postcode of a place, and none for a place with several", () => {
    const table = new Postcodes(
      "DE",
      ["11111\tDorf\tDE-BY\t48\t11\t", "22222\tStadt\tDE-BY\t49\t11\t", "33333\tStadt\tDE-BY\t49\t11\t"].join("\n")
    )
    expect(table.postcodeOf("DE-BY", "DORF", undefined)).toMatchObject({ postcode: "11111", latitude: 48 })
    expect(table.postcodeOf("DE-BY", "Stadt", undefined)).toBeUndefined()
    expect(table.postcodeOf("DE-BE", "Dorf", undefined)).toBeUndefined()
    expect(table.postcodeOf(undefined, "Dorf", undefined)).toMatchObject({ postcode: "11111" })
    expect(table.postcodeOf(undefined, "Stadt", undefined)).toBeUndefined()
    expect(tableOf("JP").postcodeOf("JP-13", "中央区", "銀座四丁目")?.postcode).toBe("104-0061")
    expect(tableOf("JP").postcodeOf("JP-13", "中央区", undefined)).toBeUndefined()
  })
})

describe("names of cities", () => {
  it.each([
    ["DE", "Cologne", "Köln"],
    ["IT", "ローマ", "Roma"],
    ["PL", "Warsaw", "Warszawa"],
    ["RU", "Moscow", "Москва"],
    ["RU", "St. Petersburg", "Санкт-Петербург"],
    ["RU", "Sankt-Petersburg", "Санкт-Петербург"],
    ["RU", "Sankt-Peterburg", "Санкт-Петербург"],
    ["UA", "Lvov", "Львів"],
    ["XK", "Pristina", "Prishtinë"],
    ["AX", "Maarianhamina", "Mariehamn"],
    ["GR", "Athens", "Αθήνα"],
    ["EG", "Cairo", "القاهرة"],
    ["IN", "Bangalore", "बेंगलुरु"],
    ["VN", "Saigon", "Thành phố Hồ Chí Minh"],
    ["JP", "Osaka", "大阪市"],
    ["JP", "横浜市", "Yokohama"],
    ["KR", "Seoul", "서울특별시"],
    ["CN", "Beijing", "北京市"],
    ["CN", "Guangzhou", "广州市"],
    ["KR", "Suwon", "수원시"],
    ["CN", " 北京", "北京市"],
    ["JP", "渋谷", "渋谷区"],
    ["JP", "箱根", "箱根町"],
    ["KR", "강남", "강남구"],
    ["TW", "台北", "臺北市"],
    ["TW", "Taipei", "臺北市"],
    ["TW", "臺中市", "台中市"],
    ["TW", "新竹", "新竹縣"]
  ])("MUST be known by any of them, with the country's own and its rank: %s %s", (country, name, other) => {
    expect(cityNamesOf(country, name)).toContain(other)
  })

  it("MUST be none of a text that is no city's name", () => {
    expect(cityNamesOf("DE", "Atlantis")).toEqual([])
    expect(cityNamesOf("FR", "Cologne")).toEqual([])
    expect(cityNamesOf("JP", "Springfield")).toEqual([])
    expect(cityNamesOf("JP", "Osaka")).not.toContain("Osaka市")
    expect(cityNamesOf("TW", "新竹縣")).not.toContain("新竹市")
    expect(cityNamesOf("TW", "新竹市")).not.toContain("新竹縣")
  })
})

describe("settlements", () => {
  const two = new Settlements("Big\t100000\t50\t10\nSmall\t2000\t50\t10.05\nAlone\t3000\t52\t10")

  it("MUST find the one around a position, by its extent", () => {
    expect(two.at(10, 50)).toBe("Big")
    expect(two.at(10.005, 52)).toBe("Alone")
    expect(two.at(10.1, 52)).toBeUndefined()
    // Of 3,000 inhabitants, the radius is 0.7 km; within six tenths of it, nothing else can be meant.
    const north = (kilometres: number) => two.at(10, 52 + kilometres / 111.195)
    expect([north(0.41), north(0.43), north(0.6)]).toEqual(["Alone", undefined, undefined])
  })

  it("MUST return none if another one is nearly as near", () => {
    expect(two.at(10.048, 50)).toBeUndefined()
  })

  it("MUST have the names used in addresses, and none if these are not in Latin letters", () => {
    expect(settlementsOf("DE").at(11.575, 48.137)).toBe("München")
    expect(settlementsOf("IT").at(12.5, 41.895)).toBe("Roma")
    expect(readArchive("settlements", "JP")).toBeUndefined()
    expect(readArchive("settlements", "US")).toBeUndefined()
  })
})
