import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readTown, street, Town } from "./Town.ts"

const house = { "addr:street": "Lindenallee", "addr:housenumber": "1" }

const admin = (level: number, name: string, more = {}) => ({
  boundary: "administrative",
  admin_level: String(level),
  name,
  ...more
})

it.effect("MUST complete missing tags from the surrounding boundaries, and never override tags", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 1000, admin(4, "Baden-Württemberg", { "ISO3166-2": "DE-BW" }))
    town.boundary(0, 0, 500, admin(6, "Landkreis Karlsruhe"))
    town.boundary(0, 0, 400, admin(8, "Ettlingen", { default_language: "de" }))
    town.boundary(0, 0, 100, admin(9, "Bruchhausen"))
    town.boundary(0, 0, 300, { boundary: "postal_code", postal_code: "76275" })
    town.node(50, 50, house)
    town.node(60, 60, { ...house, "addr:housenumber": "2", "addr:city": "Malsch", "addr:postcode": "76316" })
    const { given } = yield* readTown(town)
    expect(given).toMatchObject([
      { region: "DE-BW", city: "Ettlingen", district: "Bruchhausen", postcode: "76275", language: "de" },
      { region: "DE-BW", city: "Malsch", district: "Bruchhausen", postcode: "76316" }
    ])
  })
)

it.effect("MUST name the same city by boundaries as by tags, in each country's own terms", () =>
  Effect.gen(function* () {
    const named = Effect.fnUntraced(function* (country: string, levels: Readonly<Record<number, string>>) {
      const town = new Town()
      for (const [level, name] of Object.entries(levels)) town.boundary(0, 0, 2000 - Number(level), admin(+level, name))
      town.node(50, 50, house)
      const { given } = yield* readTown(town, { country })
      return given.map(({ city, district, region }) => [region, city, district])
    })
    expect(yield* named("JP", { 4: "北海道", 7: "札幌市", 8: "中央区", 9: "大通西" })).toEqual([
      ["北海道", "札幌市中央区", "大通西"]
    ])
    expect(yield* named("JP", { 4: "東京都", 7: "千代田区" })).toEqual([["東京都", "千代田区", undefined]])
    expect(yield* named("TH", { 4: "กรุงเทพมหานคร", 6: "เขตคลองเตย", 8: "พระโขนง" })).toEqual([
      ["กรุงเทพมหานคร", "เขตคลองเตย", "พระโขนง"]
    ])
    expect(yield* named("VN", { 4: "Hồ Chí Minh", 6: "Quận 1", 8: "Bến Thành" })).toEqual([
      ["Hồ Chí Minh", "Quận 1", "Bến Thành"]
    ])
    expect(yield* named("ID", { 4: "Jawa Barat", 5: "Bandung", 6: "Coblong", 7: "Dago" })).toEqual([
      ["Jawa Barat", "Bandung", "Coblong"]
    ])
    expect(yield* named("HR", { 6: "Zagrebačka županija", 7: "Velika Gorica", 8: "Velika Buna" })).toEqual([
      ["Zagrebačka županija", "Velika Buna", undefined]
    ])
    expect(yield* named("AM", { 4: "Lori", 5: "Vanadzor Municipality", 6: "Vanadzor", 8: "Taron" })).toEqual([
      ["Lori", "Vanadzor", "Taron"]
    ])
    expect(yield* named("AM", { 4: "Yerevan", 5: "Kentron" })).toEqual([["Yerevan", undefined, undefined]])
    expect(yield* named("IR", { 4: "Tehran", 6: "Markazi", 7: "Tehran", 9: "District 6", 11: "Yousefabad" })).toEqual([
      ["Tehran", "Tehran", "Yousefabad"]
    ])
    expect(yield* named("ZA", { 4: "Western Cape", 8: "Stellenbosch Local Municipality", 10: "Ward 7" })).toEqual([
      ["Western Cape", undefined, undefined]
    ])
  })
)

it.effect("MUST take a county in the tags for the region only if no boundary gives one", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 100, admin(6, "County Dublin", { "ISO3166-2": "IE-D" }))
    town.node(50, 50, { ...house, "addr:county": "Fingal" })
    town.node(500, 50, { ...house, "addr:county": "Kildare" })
    const { given } = yield* readTown(town, { country: "IE" })
    expect(given.map(({ derived, region }) => [region, derived?.length])).toEqual([
      ["IE-D", 1],
      ["Kildare", undefined]
    ])
  })
)

it.effect("MUST ignore boundaries that are not closed, and holes", () =>
  Effect.gen(function* () {
    const town = new Town()
    const ways = [
      town.square(0, 0, 100),
      town.square(40, 40, 20),
      town.line([
        [0, 0],
        [100, 0],
        [100, 100],
        [0, 100]
      ])
    ] as const
    const ring = { type: "way", id: ways[0], role: "outer" } as const
    const hole = { type: "way", id: ways[1], role: "inner" } as const
    const open = { type: "way", id: ways[2], role: "outer" } as const
    town.relation([ring, hole], { type: "boundary", ...admin(8, "Ettlingen") })
    town.relation([open, { ...open, id: 999_999 }], { type: "boundary", ...admin(4, "Baden-Württemberg") })
    town.node(50, 50, house)
    town.node(10, 10, { ...house, "addr:housenumber": "2" })
    const { given } = yield* readTown(town)
    expect(given).toMatchObject([
      { city: undefined, region: undefined },
      { city: "Ettlingen", region: undefined }
    ])
  })
)

it.effect("MUST use areas tagged as places if no administrative boundary is a city, and postcodes of boundaries", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 500, admin(8, "South Somerset", { postal_code: "BA22" }))
    town.square(0, 0, 300, { place: "town", name: "Castle Cary" })
    town.square(0, 0, 40, { place: "neighbourhood", name: "Torbay", landuse: "residential" })
    town.node(20, 20, house)
    town.node(400, 20, { ...house, "addr:housenumber": "2" })
    const british = yield* readTown(town, { country: "GB" })
    expect(british.given).toMatchObject([
      { city: "Castle Cary", district: "Torbay", postcode: undefined },
      { city: undefined, district: undefined }
    ])
    const swiss = yield* readTown(town, { country: "CH" })
    expect(swiss.given).toMatchObject([
      { city: "South Somerset", district: "Torbay", postcode: "BA22" },
      { city: "South Somerset", postcode: "BA22" }
    ])
  })
)

it.effect("MUST use a county as a city only where it is one", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 100, admin(6, "Karlsruhe"))
    town.node(20, 20, { place: "city", name: "Karlsruhe" })
    town.boundary(200, 0, 100, admin(6, "Rastatt"))
    town.node(900, 900, { place: "town", name: "Rastatt" })
    town.node(50, 50, house)
    town.node(250, 50, { ...house, "addr:housenumber": "2" })
    const { given } = yield* readTown(town)
    expect(given.map(({ city }) => city)).toEqual(["Karlsruhe", undefined])
  })
)

it.effect("MUST use the levels of the country, and what the operator declares if nothing says it", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 100, admin(8, "Amsterdam (gemeente)"))
    town.boundary(0, 0, 50, admin(10, "Driemond"))
    town.node(20, 20, house)
    town.node(70, 70, { ...house, "addr:housenumber": "2" })
    const declared = { city: "Weesp", region: "NL-NH", language: "nl" }
    const { given } = yield* readTown(town, { country: "NL", declared })
    expect(given).toMatchObject([
      { city: "Driemond", region: "NL-NH", language: "nl" },
      { city: "Weesp", region: "NL-NH" }
    ])
  })
)

it.effect("MUST use a city state as the city of what is in its subdivisions", () =>
  Effect.gen(function* () {
    const town = new Town()
    const coast = town.line([
      [0, 0],
      [9, 9]
    ])
    const state = admin(2, "Monaco", { "ISO3166-1": "MC" })
    town.relation([{ type: "way", id: coast, role: "outer" }], { type: "boundary", ...state })
    town.boundary(0, 0, 100, admin(10, "Fontvieille", { "ISO3166-2": "MC-FO" }))
    town.node(20, 20, house)
    town.node(200, 20, { ...house, "addr:housenumber": "2" })
    const { given } = yield* readTown(town, { country: "MC" })
    expect(given).toMatchObject([
      { city: "Monaco", district: "Fontvieille" },
      { city: undefined, district: undefined }
    ])
  })
)

it.effect("MUST leave out addresses in another country, by their tag or by the country's own boundary", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 100, admin(2, "Deutschland", { "ISO3166-1": "DE" }))
    const here = town.node(20, 20, house)
    const tagged = town.node(30, 30, { ...house, "addr:housenumber": "2", "addr:country": "FR" })
    const beyond = town.node(300, 30, { ...house, "addr:housenumber": "3" })
    const { given, left } = yield* readTown(town)
    expect(given.map(({ recordId }) => recordId)).toEqual([`node/${here}`])
    expect(left.map(({ detail, reason }) => [reason, detail])).toEqual(
      [tagged, beyond].map((id) => ["other-country", `node/${id} lies in another country.`])
    )
  })
)

it.effect("MUST give names of streets and places in other languages, and the language that a street indicates", () =>
  Effect.gen(function* () {
    const town = new Town()
    const inSwedish = { highway: "residential", name: "Lindenallee", "name:fi": "Lindenallee", "name:sv": "Lindallén" }
    town.line(
      [
        [0, 0],
        [50, 0]
      ],
      inSwedish
    )
    // The same name far away is a different street.
    town.line(
      [
        [5000, 0],
        [5050, 0]
      ],
      { ...inSwedish, "name:sv": "Lindvägen" }
    )
    town.boundary(0, 0, 100, admin(8, "Helsinki", { "name:sv": "Helsingfors", "name:de": "Helsinki", "name:et": "x" }))
    town.node(10, 10, { ...house, "addr:housename": "Linna", "addr:housename:sv": "Slottet" })
    town.node(2500, 10, { ...house, "addr:housenumber": "2" })
    const { given } = yield* readTown(town, { country: "FI" })
    expect(given[0]).toMatchObject({ language: "fi" })
    expect(given[0]!.names).toEqual({
      fi: { street: "Lindenallee" },
      sv: { street: "Lindallén", city: "Helsingfors", building: "Slottet" },
      de: { city: "Helsinki" }
    })
    expect(given[1]).toMatchObject({ names: undefined, language: undefined })
  })
)

it.effect("MUST give a street the names that its tags have for it, and for no other street of the house", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.node(0, 0, {
      ...street("1"),
      "addr:street:en": "Linden Alley",
      "addr2:housenumber": "2",
      "addr2:street": "Weg"
    })
    town.node(9, 0, { ...street("3"), "addr:street:en": "Linden Alley", "addr:substreet": "Hof" })
    const { given } = yield* readTown(town)
    expect(given.map((record) => [record.recordId, record.street, record.names?.["en"]?.street])).toEqual([
      ["node/1", "Lindenallee", "Linden Alley"],
      ["node/1#addr2", "Weg", undefined],
      ["node/2", "Hof, Lindenallee", undefined]
    ])
  })
)
