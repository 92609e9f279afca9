import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { TagList } from "./PbfWriter.ts"
import { readTown, Town } from "./Town.ts"

/** Numbers differ because the same number on the same street is one address, whatever the source of its parts. */
const house = (number: number) => ({ "addr:street": "Lindenallee", "addr:housenumber": String(number) })
const boundary = (level: number, name: string) => ({ boundary: "administrative", admin_level: String(level), name })
/** A kilometer from north to south, in steps of a town. */
const kilometre = 1000 / 11.1195

it.effect("MUST mark which parts come from a boundary, and none that tags or the operator give", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 400, boundary(8, "Ettlingen"))
    town.boundary(0, 0, 100, boundary(9, "Bruchhausen"))
    town.boundary(0, 0, 300, { boundary: "postal_code", postal_code: "76275" })
    const open = town.node(50, 50, house(1))
    const said = town.node(60, 60, { ...house(2), "addr:city": "Malsch", "addr:postcode": "76316" })
    // The same names as the boundaries', but stated by the record itself.
    const same = town.node(70, 70, { ...house(3), "addr:city": "Ettlingen", "addr:suburb": "Bruchhausen" })
    const outside = town.node(900, 900, house(4))
    const { byId } = yield* readTown(town, { declared: { city: "Weesp", region: "DE-BW" } })
    const derivedOf = (id: number) => byId.get(`node/${id}`)?.derived
    const by = (...parts: ReadonlyArray<string>) => parts.map((component) => ({ component, method: "boundary" }))
    expect(derivedOf(open)).toEqual(by("district", "city", "postcode"))
    expect(derivedOf(said)).toEqual(by("district"))
    expect(derivedOf(same)).toEqual(by("postcode"))
    expect(byId.get(`node/${outside}`)).toMatchObject({ city: "Weesp", region: "DE-BW", derived: undefined })
  })
)

it.effect("MUST not mark as derived a district that is left out because it is named like its city", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 400, boundary(8, "Ettlingen"))
    town.boundary(0, 0, 100, boundary(9, "Ettlingen"))
    const open = town.node(50, 50, house(1))
    const { byId } = yield* readTown(town)
    expect(byId.get(`node/${open}`)).toMatchObject({
      district: undefined,
      derived: [{ component: "city", method: "boundary" }]
    })
  })
)

it.effect("MUST name the settlement of an address without a city, within the distance that fits its kind", () =>
  Effect.gen(function* () {
    // Distances of three quarters of each place's radius.
    const reach = [
      ["city", {}, 3.75],
      ["town", {}, 1.5],
      ["village", {}, 0.525],
      // In a circle of this radius, these people make 2,500 per square kilometer.
      ["town", { population: "31416" }, 1.5],
      ["village", { population: "125664" }, 3]
    ] as const
    for (const [place, more, kilometres] of reach) {
      const town = new Town()
      town.node(0, 0, { place, name: "Ettlingen", ...more })
      const at = (distance: number, tags: TagList) => town.node(0, Math.round(distance * kilometre), tags)
      const near = at(kilometres * 0.9, house(1))
      const far = at(kilometres * 1.1, house(2))
      const said = at(kilometres * 0.8, { ...house(3), "addr:city": "Malsch" })
      const { byId } = yield* readTown(town)
      const [inside, beyond, own] = [near, far, said].map((id) => byId.get(`node/${id}`)!)
      // The synchronization decides on the city: it has more reliable means.
      expect(inside, place).toMatchObject({ city: undefined, settlement: "Ettlingen", derived: undefined })
      expect(beyond?.settlement, place).toBeUndefined()
      expect(own?.settlement, place).toBeUndefined()
    }
  })
)

it.effect("MUST take a village that stands in place of the street as the city, if it is there", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.node(0, 0, { place: "village", name: "Rysiowice" })
    const house = (x: number, key: string, name: string) =>
      town.node(x, 0, { "addr:housenumber": "19", [`addr:${key}`]: name })
    const inVillage = house(200, "place", "Rysiowice")
    const inEstate = house(201, "place", "Osiedle Piastów")
    const alongStreet = house(202, "street", "Rysiowice")
    const inNamesake = house(1000, "place", "Rysiowice")
    const { byId } = yield* readTown(town, { country: "PL" })
    expect(byId.get(`node/${inVillage}`)).toMatchObject({ street: undefined, city: "Rysiowice", derived: undefined })
    for (const id of [inEstate, alongStreet, inNamesake]) expect(byId.get(`node/${id}`)?.city).toBeUndefined()
  })
)

it.effect("MUST put a village whose houses are numbered through in place of the street, unless it has streets", () =>
  Effect.gen(function* () {
    const town = new Town()
    const house = (city: string, number: number, more = {}) =>
      town.node(town.nodes.length * 100, 0, { "addr:housenumber": `${number}`, "addr:city": city, ...more })
    const village = (city: string, numbers: ReadonlyArray<number>) => numbers.map((number) => house(city, number))[0]!
    const ten = Array.from({ length: 10 }, (_, i) => i + 1)
    const through = village("Prillwitz", ten)
    const others = [village("Wustrow", ten), village("Peckatel", ten.slice(1)), village("Usadel", [...ten, 1, 2, 3])]
    house("Wustrow", 50, { "addr:street": "Dorfstraße" })
    const { byId } = yield* readTown(town)
    expect(byId.get(`node/${through}`)).toMatchObject({ street: "Prillwitz", city: "Prillwitz", houseNumber: "1" })
    expect(others.map((id) => byId.get(`node/${id}`)?.street)).toEqual([undefined, undefined, undefined])
    const elsewhere = yield* readTown(town, { country: "AT" })
    expect(elsewhere.byId.get(`node/${through}`)?.street).toBeUndefined()
  })
)

it.effect("MUST write a Czech house without a street as the register does, with the part of its municipality", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.boundary(0, 0, 400, { boundary: "administrative", admin_level: "9", name: "Katastr" })
    const house = { "addr:conscriptionnumber": "17", "addr:city": "Obec" }
    const inPart = town.node(5, 5, { ...house, "addr:place": "Lhota" })
    const inTown = town.node(50, 5, { ...house, "addr:place": "Obec" })
    const along = town.node(90, 5, { ...house, "addr:street": "Dlouhá", "addr:place": "Lhota" })
    const { byId } = yield* readTown(town, { country: "CZ" })
    const without = { street: undefined, city: "Obec", houseNumber: "17", derived: undefined }
    expect(byId.get(`node/${inPart}`)).toMatchObject({ ...without, district: "Lhota" })
    expect(byId.get(`node/${inTown}`)).toMatchObject({ ...without, district: "Obec" })
    expect(byId.get(`node/${along}`)).toMatchObject({ street: "Dlouhá", district: "Lhota" })
  })
)

it.effect("MUST name no settlement between two, nor for an address without a position", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.node(0, 0, { place: "town", name: "Ettlingen" })
    town.node(0, Math.round(3 * kilometre), { place: "town", name: "Malsch" })
    const between = town.node(0, Math.round(1.5 * kilometre), house(1))
    const near = town.node(0, Math.round(0.5 * kilometre), house(2))
    const nowhere = town.way([999_998, 999_999], house(3))
    const { byId } = yield* readTown(town)
    expect(byId.get(`node/${between}`)?.settlement).toBeUndefined()
    expect(byId.get(`node/${near}`)?.settlement).toBe("Ettlingen")
    expect(byId.get(`way/${nowhere}`)).toMatchObject({ coordinates: undefined, settlement: undefined })
  })
)
