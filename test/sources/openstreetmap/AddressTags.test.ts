import { expect, it } from "@effect/vitest"
import { addressesOf } from "../../../sources/openstreetmap/AddressTags.ts"
import { levelsOf } from "../../../sources/openstreetmap/AdminLevels.ts"
import { languageOf, translationsOf } from "../../../sources/openstreetmap/Languages.ts"

const read = (tags: Readonly<Record<string, string>>, country = "DE") => {
  return addressesOf(new Map(Object.entries(tags)), country)
}

const numbers = (text: string) => read({ "addr:housenumber": text }).map(({ houseNumber }) => houseNumber)

it.each([
  ["12", ["12"]],
  ["68-1", ["68-1"]],
  ["76/b", ["76/b"]],
  ["12-14", ["12-14"]],
  ["12;14", ["12", "14"]],
  ["12; 14a;12", ["12", "14a"]],
  ["12,14", ["12", "14"]],
  ["76, 76a, 76 b", ["76", "76a", "76 b"]],
  ["5, 5 bis", ["5", "5 bis"]],
  ["12a;b;c", ["12a", "12b", "12c"]],
  ["12 A; B;14;c;14c", ["12 A", "12 B", "14", "14c"]],
  ["12a,b", ["12a", "12b"]],
  ["12,a", ["12,a"]],
  ["11 + 12 + 13", ["11", "12", "13"]],
  ["18 & 20a", ["18", "20a"]],
  ["12+1", ["12+1"]],
  ["12 & Hof", ["12 & Hof"]],
  ["A;B", ["A", "B"]],
  ["2, 2. krs./Floor 2", ["2, 2. krs./Floor 2"]],
  ["7 B, sisäpiha", ["7 B, sisäpiha"]],
  [" ", []],
  [";", []]
])("MUST read %j as the house numbers %j", (text, expected) => {
  expect(numbers(text)).toEqual(expected)
})

it("MUST compose numbers of settlement and street if they are not written out", () => {
  const number = (tags: Readonly<Record<string, string>>) => read(tags, "CZ")[0]?.houseNumber
  expect(number({ "addr:conscriptionnumber": "123", "addr:streetnumber": "5" })).toBe("123/5")
  expect(number({ "addr:conscriptionnumber": "123" })).toBe("123")
  expect(number({ "addr:provisionalnumber": "9" })).toBe("ev.9")
  const all = (conscription: string, street: string) =>
    read({ "addr:conscriptionnumber": conscription, "addr:streetnumber": street }, "CZ").map((a) => a.houseNumber)
  expect(all("123;124", "5;7")).toEqual(["123/5", "124/7"])
  expect(all("123", "5;7")).toEqual(["123/5", "123/7"])
  expect(all("123;124;125", "5;7")).toEqual(["123", "124", "125"])
  expect(number({ "addr:housenumber": "123/5", "addr:conscriptionnumber": "123", "addr:streetnumber": "5" })).toBe(
    "123/5"
  )
})

it("MUST let a place replace the street where houses are numbered within it", () => {
  expect(read({ "addr:housenumber": "3", "addr:place": "Kirchdorf" })).toMatchObject([{ street: "Kirchdorf" }])
  expect(read({ "addr:housenumber": "3", "addr:place": "X", "addr:street": "Y" })).toMatchObject([{ street: "Y" }])
})

it("MUST read the name of a hamlet as the street, unless the house stands along one", () => {
  const hamlet = { "addr:housenumber": "3", "addr:hamlet": "Le Bourg", "addr:city": "Saint-Jean" }
  expect(read(hamlet, "FR")).toMatchObject([{ street: "Le Bourg", district: undefined }])
  expect(read({ ...hamlet, "addr:street": "Rue du Puits" }, "FR")).toMatchObject([
    { street: "Rue du Puits", district: "Le Bourg" }
  ])
  const cottage = { "addr:housename": "Rose Cottage", "addr:village": "Littleham", "addr:city": "Bideford" }
  expect(read(cottage, "GB")[0]).toMatchObject({ building: "Rose Cottage", district: "Littleham", city: "Bideford" })
  expect(read({ ...cottage, "addr:street": "High Street" }, "GB")[0]?.district).toBe("Littleham")
  expect(read({ ...cottage, "addr:city": "" }, "GB")[0]).toMatchObject({ district: undefined, city: "Littleham" })
})

it("MUST read a list of streets as one street with several names, or as one for each number", () => {
  const streets = (number: string, street: string) =>
    read({ "addr:housenumber": number, "addr:street": street }, "IT").map((a) => [a.houseNumber, a.street])
  expect(streets("46", "Piazza Vittorio Emanuele II;Piazza Vittorio Emanuele Secondo")).toEqual([
    ["46", "Piazza Vittorio Emanuele II"]
  ])
  expect(streets("1; 2", "Via Leonina; Via Baccina")).toEqual([
    ["1", "Via Leonina"],
    ["2", "Via Baccina"]
  ])
  expect(streets("1;3;5", "Via Leonina;Via Baccina").map(([, street]) => street)).toEqual(Array(3).fill("Via Leonina"))
})

it("MUST read the second address of a house at a corner, unless it is elsewhere", () => {
  const corner = { "addr:housenumber": "5", "addr:street": "улица Ленина", "addr:postcode": "101000" }
  const found = (tags: Readonly<Record<string, string>>) =>
    read({ ...corner, ...tags }, "RU").map((a) => [a.part, a.houseNumber, a.street])
  const both = [
    ["", "5", "улица Ленина"],
    ["addr2", "12", "улица Мира"]
  ]
  expect(found({ "addr2:housenumber": "12", "addr2:street": "улица Мира" })).toEqual(both)
  expect(found({ "addr:housenumber2": "12", "addr:street2": "улица Мира" })).toEqual(both)
  expect(found({ "addr:housenumber:2": "12", "addr:street:2": "улица Мира" })).toEqual(both)
  expect(
    found({ "addr2:housenumber": "12", "addr2:street": "улица Мира", "addr3:housenumber": "7" }).map(([part]) => part)
  ).toEqual(["", "addr2", "addr3"])
  const one = both.slice(0, 1)
  expect(found({ "addr:housenumber_1": "5", "addr:street_1": "улица Ленина" })).toEqual(one)
  expect(found({ "addr2:housenumber": "12", "addr2:street": "улица Мира", "addr2:postcode": "101001" })).toEqual(one)
  expect(found({ "addr2:street": "улица Мира" })).toEqual(one)
  expect(read({ "addr2:housenumber": "12", "addr2:street": "улица Мира" }, "RU")).toEqual([])
})

it("MUST tell houses apart whose streets have the same number in each block", () => {
  const street = (block: string, street?: string, country = "KW") =>
    read(
      { "addr:housenumber": "7", "addr:block": block, ...(street === undefined ? {} : { "addr:street": street }) },
      country
    )[0]?.street
  expect(street("5", "Street 12")).toBe("Block 5, Street 12")
  expect(street("5", "شارع 12")).toBe("قطعة 5, شارع 12")
  expect(street("Block C", "Street 12", "PK")).toBe("Block C, Street 12")
  expect(street("5", "Mabini Street", "PH")).toBe("Block 5, Mabini Street")
  const lot = { "addr:housenumber": "Lot 17", "addr:block_number": "5" }
  expect(read({ ...lot, "addr:street": "Mabini Street" }, "PH")).toMatchObject([
    { houseNumber: "Lot 17", street: "Block 5, Mabini Street" }
  ])
  expect(read({ ...lot, "addr:housenumber": "17", "addr:place": "Villa Aurora" }, "PH")).toMatchObject([
    { houseNumber: "5-17", street: "Villa Aurora" }
  ])
  expect(street("C", undefined, "IN")).toBe("Block C")
  expect(street("C", "Hauptstraße", "DE")).toBe("Hauptstraße")
  expect(street("C", undefined, "DE")).toBeUndefined()
})

it("MUST tell blocks of flats apart that share a house number, or have a letter in its place", () => {
  const found = (country: string, number: string, tags: Readonly<Record<string, string>> = {}) =>
    read({ "addr:street": "SQS 308", "addr:housenumber": number, ...tags }, country).map((a) => [
      a.houseNumber,
      a.building
    ])[0]
  expect(found("BR", "Bloco C")).toEqual([undefined, "Bloco C"])
  expect(found("BR", "Bl. C", { "addr:housename": "Itália" })).toEqual(["Bl. C", "Itália"])
  expect(found("HK", "A座")).toEqual([undefined, "A座"])
  expect(found("RO", "bloc P12")).toEqual(["bloc P12", undefined])
  expect(["Hinterhaus", "Haus", "S/N", "Kiosk A"].map((number) => found("ES", number)?.[1])).toEqual(
    Array(4).fill(undefined)
  )
  expect(found("BR", "12", { "addr:block": "G" })).toEqual(["12", "Bloco G"])
  expect(found("TR", "12", { "addr:block": "B" })).toEqual(["12", "B Blok"])
  expect(found("RO", "12", { "addr:block": "A4" })).toEqual(["12", "Bloc A4"])
  expect(found("SG", "12", { "addr:block": "Block B" })).toEqual(["12", "Block B"])
  expect(["Bt 5", "Bât. A", "Imm 12"].map((block) => found("DZ", "12", { "addr:block": block })?.[1])).toEqual([
    "Bt 5",
    "Bât. A",
    "Imm 12"
  ])
  expect(found("TR", "12", { "addr:block": "B", "addr:housename": "Gül Apt." })).toEqual(["12", "Gül Apt."])
  const alone = (country: string, block: string) =>
    read({ "addr:place": "SQS 308", "addr:block": block }, country).map((a) => [a.street, a.houseNumber, a.building])
  expect(alone("BR", "Bloco D")).toEqual([["SQS 308", undefined, "Bloco D"]])
  expect(alone("BG", "12")).toEqual([["SQS 308", undefined, "бл. 12"]])
  const estate = { "addr:block": "45", "addr:suburb": "Младост 1", "addr:city": "София" }
  expect(read(estate, "BG")).toMatchObject([{ street: "Младост 1", building: "бл. 45", district: undefined }])
  expect(read({ ...estate, "addr:street": "Роза" }, "BG")).toMatchObject([{ street: "Роза", district: "Младост 1" }])
  expect([...alone("MX", "5"), ...alone("IN", "5"), ...alone("KW", "5")]).toEqual([])
  // Elsewhere the letter may be that of a city block.
  expect(found("MX", "12", { "addr:block": "5" })).toEqual(["12", undefined])
  expect(found("BG", "16", { "addr:block": "16" })).toEqual(["16", undefined])
})

it("MUST read the street in the country's first language if there is none without a language", () => {
  const street = (country: string, tags: Readonly<Record<string, string>>) =>
    read({ "addr:housenumber": "1", ...tags }, country)[0]?.street
  const both = { "addr:street:sv": "Storgatan", "addr:street:fi": "Isokatu" }
  expect(street("FI", both)).toBe("Isokatu")
  expect(street("SE", both)).toBe("Storgatan")
  expect(street("DE", both)).toBe("Isokatu")
  expect(street("FI", { ...both, "addr:street": "Isokatu - Storgatan" })).toBe("Isokatu - Storgatan")
  expect(street("FI", { "addr:street:type": "Katu" })).toBeUndefined()
})

it("MUST read units, and treat a range of flats as what is behind the door", () => {
  const unit = (tags: Readonly<Record<string, string>>) => read({ "addr:housenumber": "3", ...tags }).map((a) => a.unit)
  expect(unit({ "addr:unit": "4" })).toEqual(["4"])
  expect(unit({ "addr:door": "12" })).toEqual(["12"])
  expect(unit({ "addr:flats": "7" })).toEqual(["7"])
  expect(unit({ "addr:flats": "1-8" })).toEqual([undefined])
  expect(unit({ "addr:unit": "101-116;201-215" })).toEqual([undefined])
  expect(unit({ "addr:unit": "101-116" })).toEqual([undefined])
  expect(unit({ "addr:unit": "10-12" })).toEqual(["10-12"])
  expect(unit({ "addr:unit": "A;B" })).toEqual(["A", "B"])
  expect(unit({ "addr:unit": "1, 2,3b" })).toEqual(["1", "2", "3b"])
  expect(unit({ "addr:unit": "12, Floor 2" })).toEqual(["12, Floor 2"])
  expect(unit({ "addr:apartment": "4B" })).toEqual(["4B"])
  expect(unit({ "addr:flat": "2", "addr:flats": "1-8" })).toEqual(["2"])
  expect(unit({ "addr:suite": "200" })).toEqual(["Suite 200"])
  expect(unit({ "addr:suite": "#12" })).toEqual(["Suite 12"])
  expect(unit({ "addr:suite": "B" })).toEqual(["Suite B"])
  expect(unit({ "addr:suite": "Ste B", "addr:flats": "1-8" })).toEqual(["Ste B"])
  expect(unit({ "addr:housenumber": "3;5", "addr:unit": "A;B" })).toEqual([undefined, undefined])
})

it("MUST tell flats apart whose floor, staircase and door have a tag each", () => {
  const unit = (tags: Readonly<Record<string, string>>) =>
    read({ "addr:housenumber": "12", ...tags }, "AT").map((a) => a.unit)
  expect(unit({ "addr:unit": "2", "addr:door": "5" })).toEqual(["2/5"])
  expect(unit({ "addr:staircase": "2", "addr:floor": "1", "addr:door": "5;6" })).toEqual(["2/1/5", "2/1/6"])
  expect(unit({ "addr:floor": "3", "addr:door": "B" })).toEqual(["3/B"])
  expect(unit({ "addr:floor": "3", "addr:flats": "7" })).toEqual(["3/7"])
  // The number of the flat names the floor already.
  expect(unit({ "addr:floor": "12", "addr:unit": "1203" })).toEqual(["1203"])
  expect(unit({ "addr:floor": "1;2", "addr:unit": "B" })).toEqual(["B"])
  // A whole floor is a shop as often as a flat.
  expect(unit({ "addr:floor": "3" })).toEqual([undefined])
  expect(unit({ "addr:floor": "3", "addr:flats": "1-8" })).toEqual([undefined])
})

it("MUST tell houses apart that are numbered in a row or mews with the name of its street", () => {
  const streets = (tags: Readonly<Record<string, string>>) =>
    read({ "addr:housenumber": "3", "addr:street": "High Street", ...tags }, "GB").map((a) => a.street)
  expect(streets({ "addr:substreet": "Rose Mews" })).toEqual(["Rose Mews, High Street"])
  expect(streets({ "addr:parentstreet": "London Road" })).toEqual(["High Street, London Road"])
  expect(streets({ "addr:substreet": "High Street" })).toEqual(["High Street"])
  expect(read({ "addr:housenumber": "3", "addr:substreet": "Rose Mews" }, "GB")).toMatchObject([
    { street: "Rose Mews" }
  ])
})

it("MUST find the city where the country's addresses name parishes or districts instead", () => {
  const rural = { "addr:housename": "Kalni", "addr:subdistrict": "Ropažu pagasts", "addr:district": "Ropažu novads" }
  expect(read(rural, "LV")).toMatchObject([{ city: "Ropažu pagasts", building: "Kalni", district: undefined }])
  const thai = { "addr:housenumber": "9", "addr:subdistrict": "Suthep", "addr:district": "Mueang Chiang Mai" }
  expect(read(thai, "TH")).toMatchObject([{ city: "Mueang Chiang Mai", district: "Suthep" }])
  expect(read({ ...rural, "addr:city": "Rīga" }, "LV")).toMatchObject([{ city: "Rīga" }])
  const chinese = { "addr:housenumber": "9", "addr:city": "北京市", "addr:district": "朝阳区" }
  expect(read(chinese, "CN")).toMatchObject([{ city: "北京市", district: "朝阳区" }])
  expect(read({ ...thai, "addr:city": "X" }, "DE")).toMatchObject([{ city: "X", district: undefined }])
})

it.each([
  ["AU", "suburb=Carlton city=Melbourne state=VIC", { city: "Carlton", district: undefined, region: "VIC" }],
  ["AU", "suburb=Carlton", { city: "Carlton" }],
  ["CN", "province=上海市 district=黄浦区", { region: "上海市", city: "上海市", district: "黄浦区" }],
  ["CN", "province=浙江省", { region: "浙江省", city: undefined }],
  ["HK", "district=中西區 suburb=中環", { city: "中西區", district: "中環" }],
  ["JP", "province=北海道 city=札幌市 suburb=中央区 quarter=大通西", { city: "札幌市中央区", district: "大通西" }],
  ["JP", "city=札幌市中央区 suburb=中央区", { city: "札幌市中央区", district: undefined }],
  ["JP", "city=東京都 suburb=千代田区", { city: "千代田区", district: undefined }],
  ["JP", "city=鴻巣市 suburb=下忍", { city: "鴻巣市", district: "下忍" }],
  ["KR", "province=서울특별시 district=종로구", { region: "서울특별시", city: "종로구", district: undefined }],
  [
    "KR",
    "city=부산광역시 district=연제구",
    { region: undefined, county: "부산광역시", city: "연제구", district: undefined }
  ],
  ["KR", "city=서울특별시", { region: undefined, county: undefined, city: "서울특별시" }],
  ["KR", "city=수원시 district=팔달구", { region: undefined, city: "수원시", district: "팔달구" }],
  ["KR", "province=세종특별자치시", { city: "세종특별자치시" }],
  ["KR", "city=양평군 town=양평읍", { city: "양평군", district: "양평읍" }],
  ["KR", "city=용인시 district=처인구 town=포곡읍", { city: "용인시", district: "처인구 포곡읍" }],
  ["MX", "suburb=Cuauhtémoc neighbourhood=Roma city=CDMX", { city: "CDMX", district: "Roma" }],
  [
    "TR",
    "neighbourhood=Moda district=Kadıköy city=İstanbul",
    { district: "Moda", city: "Kadıköy", county: "İstanbul" }
  ],
  ["TR", "district=Bodrum city=Bodrum province=Muğla", { city: "Bodrum", region: "Muğla", district: undefined }],
  ["TR", "city=Bodrum", { city: "Bodrum", county: undefined }],
  [
    "VN",
    "subdistrict=Bến-Thành district=Quận-1 province=HCM",
    { district: "Bến-Thành", city: "Quận-1", region: "HCM" }
  ],
  ["SA", "district=العليا city=الرياض", { district: "العليا", city: "الرياض" }],
  ["BH", "block=312 city=Manama", { postcode: "312" }],
  ["IS", "postcode=101_Reykjavík city=Reykjavík", { postcode: "101", city: "Reykjavík" }],
  ["LV", "postcode=LV-1010,_Rīga city=Rīga", { postcode: "LV-1010" }],
  ["IS", "postcode=Reykjavík city=Reykjavík", { postcode: "Reykjavík" }],
  ["PH", "neighbourhood=Villa district=Poblacion city=Makati", { district: "Villa", city: "Makati" }],
  ["PH", "district=Poblacion city=Makati", { district: "Poblacion" }],
  ["PH", "subdistrict=Poblacion city=Makati", { district: "Poblacion" }],
  ["PE", "region=Ayacucho city=Huanta", { county: "Ayacucho" }],
  ["IE", "county=Galway townland=Ballymore city=Clifden", { county: "Galway", district: "Ballymore" }],
  ["PE", "district=Rimac province=Lima", { city: "Rimac", district: undefined, region: undefined }],
  ["CL", "province=Cordillera region=Maule", { region: undefined, county: "Maule" }],
  ["IE", "province=Leinster county=Kildare", { region: undefined, county: "Kildare" }],
  ["CZ", "street=Radčická place=Roudná suburb=Plzeň-3 city=Plzeň", { street: "Radčická", district: "Roudná" }],
  ["CZ", "place=Roudná suburb=Plzeň-3 city=Plzeň", { street: "Roudná", district: "Plzeň-3" }],
  ["US", "county=Chatham region=South", { region: undefined, county: undefined }]
] as const)("MUST find the places of an address where %s writes them: %s", (country, places, found) => {
  const tags = places.split(" ").map((tag) => `addr:${tag.replaceAll("_", " ")}`.split("=") as [string, string])
  expect(read({ "addr:housenumber": "9", ...Object.fromEntries(tags) }, country)).toMatchObject([found])
})

it("MUST keep the place or village that a street with the same name is told apart by", () => {
  const along = { "addr:housenumber": "9", "addr:street": "Mill Lane", "addr:city": "Buntingford" }
  expect(read({ ...along, "addr:village": "Great Hormead" }, "GB")).toMatchObject([
    { district: "Great Hormead", city: "Buntingford" }
  ])
  expect(read({ ...along, "addr:place": "СНТ Ромашка" }, "RU")).toMatchObject([
    { street: "Mill Lane", district: "СНТ Ромашка" }
  ])
  expect(read({ ...along, "addr:place": "Buntingford" }, "GB")).toMatchObject([{ district: undefined }])
})

it("MUST give named houses without a number a record, and nothing else", () => {
  expect(read({ "addr:housename": "Rose Cottage", "addr:street": "High Street" })).toMatchObject([
    { building: "Rose Cottage", houseNumber: undefined }
  ])
  expect(read({ "addr:street": "High Street", "addr:city": "Bristol" })).toEqual([])
})

it("MUST take a house name that is a number for the number, unless there is another", () => {
  const found = (tags: Readonly<Record<string, string>>) =>
    read({ "addr:street": "Weg", ...tags }).map(({ building, houseNumber }) => [houseNumber, building])
  expect(found({ "addr:housename": "23a" })).toEqual([["23a", undefined]])
  expect(found({ "addr:housename": "23", "addr:housenumber": "23" })).toEqual([["23", undefined]])
  expect(found({ "addr:housename": "5", "addr:housenumber": "23" })).toEqual([["23", "5"]])
})

it("MUST read no answers and notes as names", () => {
  const tags = { "addr:housenumber": "12", "addr:street": "fixme", "addr:place": "Dorf", "addr:city": "FIXME" }
  expect(read({ ...tags, "addr:unit": "yes", "addr:housename": "no", "addr:suburb": "todo" })).toMatchObject([
    { houseNumber: "12", street: "Dorf", city: undefined, district: undefined, unit: undefined, building: undefined }
  ])
  expect(read({ "addr:housename": "yes", "addr:street": "Weg" })).toEqual([])
  expect(read({ "addr:housename": "Notre Dame", "addr:street": "Nowa" })).toMatchObject([{ building: "Notre Dame" }])
})

it("MUST read districts and regions as usual in the country, and no lists", () => {
  const parts = { "addr:housenumber": "3", "addr:district": "Gangnam-gu", "addr:province": "RM" }
  expect(read({ ...parts, "addr:city": "Seoul" }, "KR")).toMatchObject([{ district: "Gangnam-gu", region: "RM" }])
  expect(read(parts, "IT")).toMatchObject([{ district: undefined, region: undefined }])
  expect(
    read({ "addr:housenumber": "3", "addr:suburb": "A", "addr:postcode": "1;2", "addr:city": "B;C" })
  ).toMatchObject([{ district: "A", postcode: undefined, city: undefined }])
  const block = {
    "addr:housenumber": "5",
    "addr:block_number": "3",
    "addr:quarter": "銀座",
    "addr:neighbourhood": "四丁目"
  }
  expect(read(block, "JP")).toMatchObject([{ houseNumber: "3-5", district: "銀座四丁目", street: undefined }])
  expect(read({ ...block, "addr:street": "中央通り" }, "JP")).toMatchObject([
    { houseNumber: "3-5", district: "銀座四丁目", street: undefined }
  ])
  expect(read({ ...block, "addr:housenumber": "5;6" }, "JP").map(({ houseNumber }) => houseNumber)).toEqual([
    "3-5",
    "3-6"
  ])
  expect(read({ ...block, "addr:place": "大島" }, "JP")).toMatchObject([{ houseNumber: "3-5", street: "大島" }])
})

it("MUST read a whole address on one line if it is all that there is, and has its country's form", () => {
  const full = (line: string, country: string, tags: Readonly<Record<string, string>> = {}) =>
    read({ "addr:full": line, ...tags }, country)
  expect(full("東京都中央区勝どき六丁目7番19号", "JP")).toMatchObject([
    { houseNumber: "7番19号", district: "勝どき六丁目", city: "中央区", region: "東京都", street: undefined }
  ])
  expect(full("서울특별시 강남구 테헤란로 152 (역삼동)", "KR", { "addr:postcode": "06236" })).toMatchObject([
    { houseNumber: "152", street: "테헤란로", district: "역삼동", city: "강남구", postcode: "06236" }
  ])
  expect(full("Englandsvej 28, 1. tv, 2300 København S", "DK")).toMatchObject([
    { houseNumber: "28", unit: "1. tv", street: "Englandsvej", city: "København S", postcode: "2300" }
  ])
  expect(full("東京都中央区銀座2-7-11", "JP", { "addr:housename": "サンハイツ銀座" })).toMatchObject([
    { houseNumber: "2-7-11", district: "銀座", city: "中央区", building: "サンハイツ銀座" }
  ])
  expect(full("100 metros norte de la iglesia", "CR", { "addr:housename": "Casa Azul" })).toMatchObject([
    { houseNumber: undefined, building: "Casa Azul" }
  ])
  // Another form, more than one home, a rest that nobody can place, and what other tags say.
  for (const [line, country] of [
    ["目黒区三田1-13-3", "JP"],
    ["東京都中央区京橋三丁目1番1号 東京スクエアガーデン　20階~24階", "JP"],
    ["Englandsvej 28, 2300 København S", "SE"],
    ["Englandsvej 28", "DK"],
    ["Behind the church", "GB"],
    [`Englandsvej 28, ${"By".repeat(50)}, 2300 København S`, "DK"]
  ] as const) {
    expect(full(line, country), line).toEqual([])
  }
  expect(full("Englandsvej 28, 2300 København S", "DK", { "addr:street": "Amagerbrogade" })).toEqual([])
  expect(
    full("東京都中央区勝どき六丁目7番19号", "JP", { "addr:housenumber": "8", "addr:street": "晴海通り" })
  ).toMatchObject([{ houseNumber: "8", street: "晴海通り" }])
})

it("MUST distinguish language tags from similar ones", () => {
  const suffixes = "de zh-Hans sr-Latn be-tarask left etymology en1 old ja_rm be-x-old UN".split(" ")
  expect(suffixes.filter((suffix) => languageOf(suffix) !== undefined)).toEqual([
    "de",
    "zh-Hans",
    "sr-Latn",
    "be-tarask"
  ])
  const tags = new Map(
    Object.entries({ name: "A", "name:sv": "B", "name:left": "C", "name:sv:x": "D", "name:fi": " " })
  )
  expect(translationsOf(tags, "name")).toEqual({ sv: "B" })
})

it("MUST let an operator change individual levels of a country", () => {
  expect(levelsOf("DE")).toEqual({ region: [4], city: [8], cityStates: [6, 4], district: [10, 9] })
  expect(levelsOf("DE", { district: [9] })).toMatchObject({ city: [8], district: [9] })
  expect(levelsOf("ZZ")).toEqual({ region: [4], city: [8], cityStates: [], district: [9, 10] })
})
