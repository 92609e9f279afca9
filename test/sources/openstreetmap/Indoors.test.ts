import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readTown, street, Town } from "./Town.ts"

const evidence = Effect.fnUntraced(function* (town: Town) {
  const { byId } = yield* readTown(town)
  return (id: string) => byId.get(id)?.evidence
})

it.effect("MUST assume that a shop in an unspecific building is at its address, whatever the land use", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.square(0, 0, 1000, { landuse: "residential" })
    const plain = town.square(10, 10, 5, { building: "yes", ...street("1") })
    const withShop = town.square(30, 10, 5, { building: "yes", ...street("2") })
    const shop = town.node(32, 12, { shop: "bakery" })
    const named = town.square(70, 10, 5, { building: "yes", ...street("4") })
    const company = town.node(72, 12, { name: "Metso Oyj", phone: "+358 20 484 100" })
    for (const more of [{ natural: "tree" }, { "disused:shop": "books" }, { place: "square" }]) {
      town.node(53, 12, { name: "Linde", website: "https://linde.example", ...more })
    }
    const withBench = town.square(50, 10, 5, { building: "yes", ...street("3") })
    town.node(52, 12, { amenity: "bench" })
    town.node(53, 12, { amenity: "parking" })
    town.node(51, 12, { shop: "vacant" })
    const of = yield* evidence(town)
    expect(of(`way/${plain}`)?.kind).toBe("landuse")
    expect(of(`way/${withShop}`)).toEqual({
      kind: "against",
      detail: `Shares its building with node/${shop}, tagged shop=bakery.`
    })
    expect(of(`way/${withBench}`)?.kind).toBe("landuse")
    expect(of(`way/${named}`)).toEqual({
      kind: "against",
      detail: `Shares its building with node/${company}, tagged name=Metso Oyj.`
    })
  })
)

it.effect("MUST leave a home above a shop a home if the building says so", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.square(0, 0, 1000, { landuse: "residential" })
    const flats = town.square(10, 10, 5, { building: "apartments", ...street("1") })
    town.node(12, 12, { shop: "bakery" })
    town.node(13, 12, { amenity: "restaurant", ...street("1") })
    const known = town.square(30, 10, 5, { building: "yes", "building:flats": "8", shop: "bakery", ...street("2") })
    const of = yield* evidence(town)
    expect(of(`way/${flats}`)?.kind ?? of("node/10")?.kind).toBe("building")
    expect(of(`way/${known}`)?.kind).toBe("building")
  })
)

it.effect(
  "MUST take a house for the guest house or school that stands in it as a point, but not for a shop or flats",
  () =>
    Effect.gen(function* () {
      const town = new Town()
      const house = (x: number, number: string, building: string, within: Record<string, string>) => {
        const way = town.square(x, 10, 5, { building, ...street(number) })
        town.node(x + 2, 12, within)
        return `way/${way}`
      }
      const guests = house(10, "1", "detached", { tourism: "guest_house" })
      const school = house(30, "2", "house", { amenity: "kindergarten" })
      const hairdresser = house(50, "3", "house", { shop: "hairdresser" })
      const oneFlat = house(70, "4", "house", { tourism: "apartment" })
      const chalet = house(150, "8", "house", { tourism: "chalet" })
      const block = house(90, "5", "apartments", { tourism: "hostel" })
      const sameAddress = house(110, "6", "house", { tourism: "hotel", ...street("6") })
      town.square(130, 10, 5, { building: "house" })
      const door = town.node(132, 12, street("7"))
      town.node(133, 12, { amenity: "school" })
      const of = yield* evidence(town)
      expect(of(guests)).toMatchObject({ kind: "against", detail: expect.stringContaining("tourism=guest_house") })
      expect(of(school)).toMatchObject({ kind: "against", detail: expect.stringContaining("amenity=kindergarten") })
      expect((of(sameAddress) ?? of(sameAddress.replace("way", "node")))?.kind).toBe("against")
      expect(of(`node/${door}`)).toMatchObject({ kind: "against", detail: expect.stringContaining("amenity=school") })
      expect(of(chalet)).toMatchObject({ kind: "against", detail: expect.stringContaining("tourism=chalet") })
      expect([hairdresser, oneFlat, block].map((id) => of(id)?.kind)).toEqual(["building", "building", "building"])
    })
)

it.effect("MUST assume that a shop is only at the nearest address of its building, or at its own if it has one", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.square(0, 0, 1000, { landuse: "residential" })
    town.square(10, 10, 30, { building: "yes" })
    const far = town.node(38, 12, street("1"))
    const near = town.node(12, 12, street("2"))
    const middle = town.node(24, 12, street("3"))
    town.node(13, 14, { amenity: "dentist" })
    town.node(25, 14, { office: "lawyer", ...street("3a") })
    const of = yield* evidence(town)
    expect([far, near, middle].map((id) => of(`node/${id}`)?.kind)).toEqual(["landuse", "against", "landuse"])
  })
)

it.effect("MUST take a shop for what is at its door where doors are numbered, also in a block of flats", () =>
  Effect.gen(function* () {
    const rome = { west: 125_000_000, south: 418_900_000 }
    const corso = (number: string, more = {}) => ({
      "addr:street": "Via Cavour",
      "addr:housenumber": number,
      "addr:city": "Roma",
      ...more
    })
    const draw = () => {
      const town = new Town(rome)
      town.square(0, 0, 60, { building: "apartments" })
      for (const [i, number] of ["1", "3", "5"].entries()) town.node(1 + 20 * i, 1, corso(number))
      town.node(2, 3, corso("1", { shop: "bakery" }))
      town.node(22, 3, { amenity: "cafe" })
      // The only address of its building, and one that the building itself has.
      town.square(100, 0, 20, { building: "apartments" })
      town.node(101, 1, corso("7"))
      town.node(102, 3, { shop: "shoes" })
      town.square(200, 0, 20, { building: "apartments", ...corso("9") })
      town.node(201, 1, corso("9", { shop: "bakery" }))
      return town
    }
    const kinds = (country: string) =>
      Effect.gen(function* () {
        const { given } = yield* readTown(draw(), { country })
        const of = (number: string) => given.find(({ houseNumber }) => houseNumber === number)?.evidence?.kind
        return ["1", "3", "5", "7", "9"].map(of)
      })
    expect(yield* kinds("IT")).toEqual(["against", "against", "building", "building", "building"])
    expect(yield* kinds("DE")).toEqual(Array(5).fill("building"))
  })
)

it.effect(
  "MUST take the building of a care home with the same address for that, and of an office of nurses for homes",
  () =>
    Effect.gen(function* () {
      const town = new Town()
      const facility = (kind: string) => ({ amenity: "social_facility", social_facility: kind })
      for (const [i, kind] of ["nursing_home", "group_home", "ambulatory_care"].entries()) {
        town.square(10 + 20 * i, 10, 5, { building: "residential", ...street(`${i}`) })
        town.node(12 + 20 * i, 12, { ...facility(kind), ...street(`${i}`) })
      }
      // Without an address of its own, it takes the block that has no more than one, and of several the nearest.
      const block = (x: number, building: string, ...doors: ReadonlyArray<number>) => {
        town.square(x, 50, 12, { building })
        doors.forEach((y, i) => town.node(x + 2, 50 + y, street(`${x}${"abc"[i]}`)))
        town.node(x + 3, 52, { amenity: "nursing_home" })
      }
      block(10, "apartments", 2)
      block(30, "residential", 2, 6)
      town.square(50, 50, 12, { building: "apartments", ...street("50") })
      town.node(52, 52, facility("nursing_home"))
      const { given } = yield* readTown(town)
      const of = (number: string) => given.find(({ houseNumber }) => houseNumber === number)?.evidence?.kind
      expect(["0", "1", "2"].map(of)).toEqual(["against", "against", "building"])
      expect(["10a", "30a", "30b", "50"].map(of)).toEqual(["against", "against", "building", "against"])
      const nursing = given.find(({ houseNumber }) => houseNumber === "0")
      expect(nursing?.evidence?.detail).toContain("tagged social_facility=nursing_home")
    })
)
