import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readTown, street, Town } from "./Town.ts"

const apartments = { building: "apartments" }

it.effect(
  "MUST accept the residential building of an address as evidence, whether it is or surrounds the address",
  () =>
    Effect.gen(function* () {
      const town = new Town()
      const own = town.square(0, 0, 2, { ...street("1"), building: "house" })
      const block = town.square(10, 0, 4, apartments)
      const within = town.node(12, 2, street("2"))
      const { byId } = yield* readTown(town)
      expect(byId.get(`way/${own}`)?.evidence).toEqual({
        kind: "building",
        detail: `Is building way/${own}, tagged building=house.`
      })
      expect(byId.get(`node/${within}`)?.evidence).toEqual({
        kind: "building",
        detail: `Lies in building way/${block}, tagged building=apartments.`
      })
    })
)

it.effect("MUST treat an entrance on a building's outline as inside it, unless it is also on that of a shop", () =>
  Effect.gen(function* () {
    const town = new Town()
    const entrance = town.node(4, 1, { entrance: "yes", ...street("1") })
    const shared = town.node(4, 4, street("2"))
    const corners = [town.node(0, 0), town.node(4, 0), entrance, shared, town.node(0, 4)]
    town.way([...corners, corners[0]!], apartments)
    const shop = [shared, town.node(8, 4), town.node(8, 8), town.node(4, 8)]
    town.way([...shop, shop[0]!], { building: "retail" })
    const { byId } = yield* readTown(town)
    expect(byId.get(`node/${entrance}`)?.evidence?.kind).toBe("building")
    expect(byId.get(`node/${shared}`)?.evidence).toBeUndefined()
  })
)

it.effect("MUST read the home whose address is on one line alone, on nodes and on buildings", () =>
  Effect.gen(function* () {
    const town = new Town()
    const house = town.square(0, 0, 4, { building: "house", "addr:full": "10115 Berlin, Hauptstr. 5" })
    town.square(10, 0, 4, apartments)
    const door = town.node(12, 2, { "addr:full": "10115 Berlin, Hauptstr. 7a" })
    town.node(12, 3, { "addr:full": "the blue door" })
    const { byId } = yield* readTown(town)
    expect(byId.get(`way/${house}`)).toMatchObject({ houseNumber: "5", street: "Hauptstr.", postcode: "10115" })
    expect(byId.get(`node/${door}`)).toMatchObject({ houseNumber: "7a", city: "Berlin" })
    expect(byId.get(`node/${door}`)?.evidence?.kind).toBe("building")
    expect(byId.size).toBe(2)
  })
)

it.effect("MUST not treat the hole of a building as the building", () =>
  Effect.gen(function* () {
    const town = new Town()
    const outer = town.square(0, 0, 10)
    const inner = town.square(3, 3, 4)
    const members = [
      { type: "way", id: outer, role: "outer" },
      { type: "way", id: inner, role: "inner" }
    ] as const
    const block = town.relation(members, { type: "multipolygon", ...apartments })
    const within = town.node(1, 5, street("1"))
    const yard = town.node(5, 5, street("2"))
    const { byId } = yield* readTown(town)
    expect(byId.get(`node/${within}`)?.evidence?.detail).toBe(
      `Lies in building relation/${block}, tagged building=apartments.`
    )
    expect(byId.get(`node/${yard}`)?.evidence).toBeUndefined()
  })
)

it.effect("MUST let the smallest area decide, for buildings as for land", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.square(0, 0, 100, { landuse: "residential" })
    town.square(10, 10, 20, { landuse: "allotments" })
    town.square(10, 40, 20, { landuse: "construction" })
    town.square(40, 10, 20, { amenity: "school" })
    town.square(40, 40, 20, { "demolished:building": "house" })
    town.square(52, 52, 4, apartments)
    town.square(70, 40, 20, { "planned:building": "apartments" })
    town.square(70, 10, 20, { building: "commercial" })
    town.square(72, 12, 4, apartments)
    const plain = town.node(5, 5, street("1"))
    const garden = town.node(15, 15, street("2"))
    const site = town.node(15, 45, street("6"))
    const school = town.node(45, 15, street("3"))
    const flats = town.node(73, 13, street("4"))
    const offices = town.node(85, 25, street("5"))
    const gone = town.node(45, 45, street("7"))
    const built = town.node(53, 53, street("8"))
    const planned = town.node(75, 45, street("9"))
    const { byId } = yield* readTown(town)
    const kindOf = (id: number) => byId.get(`node/${id}`)?.evidence?.kind
    expect([plain, garden, site, school, flats, offices, gone, built, planned].map(kindOf)).toEqual([
      "landuse",
      undefined,
      undefined,
      "against",
      "building",
      "against",
      undefined,
      "building",
      "landuse"
    ])
  })
)

it.effect(
  "MUST give evidence against non-residential objects, whatever surrounds them, and none if it is unclear",
  () =>
    Effect.gen(function* () {
      const town = new Town()
      town.square(0, 0, 1000, { landuse: "residential" })
      const ids = [
        { shop: "bakery" },
        { office: "lawyer" },
        { tourism: "hotel" },
        { amenity: "restaurant" },
        { emergency: "ambulance_station" },
        { government: "tax" }
      ].map((tags, i) => `node/${town.node(i * 20, 900, { ...street(`${i}a`), ...tags })}`)
      const unclear = [
        { "disused:shop": "yes" },
        { shop: "vacant" },
        { historic: "memorial" },
        { amenity: "atm" },
        { emergency: "defibrillator" },
        { highway: "bus_stop" },
        { tourism: "attraction" },
        { entrance: "shop" },
        { opening_hours: "Mo-Fr 09:00-18:00" }
      ].map((tags, i) => `node/${town.node(i * 20, 800, { ...street(`${i}c`), ...tags })}`)
      const area = `way/${town.square(0, 700, 50, { ...street("9d"), landuse: "commercial" })}`
      const estate = `way/${town.square(100, 700, 20, { ...street("10d"), landuse: "residential", name: "Parkview" })}`
      town.square(200, 700, 20, { ...street("11d"), landuse: "residential" })
      const school = town.square(200, 700, 20, { building: "school" })
      const buildings = [
        { building: "allotment_house" },
        { building: "garage" },
        { building: "hotel" },
        { building: "apartments", shop: "bakery" },
        { building: "terrace", amenity: "restaurant" },
        { building: "house", tourism: "chalet" },
        { building: "house", shop: "hairdresser" },
        { building: "residential", amenity: "school" },
        { building: "yes", office: "company" },
        { building: "construction" },
        { building: "yes", "razed:building": "house" },
        { building: "house", abandoned: "yes" }
      ].map((tags, i) => `way/${town.square(i * 20, 100, 5, { ...street(`${i}b`), ...tags })}`)
      const { byId, given } = yield* readTown(town)
      expect(byId.get(estate)?.evidence).toEqual({
        kind: "landuse",
        detail: `Lies in ${estate}, tagged landuse=residential.`
      })
      expect(given.find(({ houseNumber }) => houseNumber === "11d")?.evidence).toEqual({
        kind: "against",
        detail: `Lies in building way/${school}, tagged building=school.`
      })
      for (const id of [...ids, ...buildings]) {
        expect(byId.get(id), id).toBeDefined()
        expect(byId.get(id)?.evidence?.kind, id).toBe("against")
      }
      for (const id of [...unclear, area]) {
        expect(byId.get(id), id).toBeDefined()
        expect(byId.get(id)?.evidence, id).toBeUndefined()
      }
    })
)

it.effect("MUST place an address inside its area, and an open or truncated way on what there is of it", () =>
  Effect.gen(function* () {
    const town = new Town()
    const corners = [
      [0, 0],
      [30, 0],
      [30, 30],
      [20, 30],
      [20, 10],
      [10, 10],
      [10, 30],
      [0, 30],
      [0, 0]
    ] as const
    const horseshoe = town.way([...corners.slice(0, -1).map(([x, y]) => town.node(x, y)), town.nodes[0]!.id], {
      ...street("1"),
      building: "house"
    })
    const gone = 999_999
    const cut = town.way([town.node(50, 50), gone, town.node(52, 52)], { ...street("2"), building: "house" })
    const lost = town.way([gone, gone + 1], street("3"))
    const { byId } = yield* readTown(town)
    const at = byId.get(`way/${horseshoe}`)!.coordinates!
    const [x, y] = [(at.longitude * 1e7 - 84_000_000) / 1000, (at.latitude * 1e7 - 490_500_000) / 1000]
    expect(y > 0 && y < 30 && x > 0 && x < 30 && !(y > 10 && x > 10 && x < 20)).toBe(true)
    expect(byId.get(`way/${cut}`)?.coordinates?.latitude).toBeCloseTo(49.0552)
    expect(byId.get(`way/${cut}`)?.evidence?.kind).toBe("building")
    expect(byId.get(`way/${lost}`)).toMatchObject({ houseNumber: "3", coordinates: undefined })
  })
)

it.effect("MUST merge objects that say the same into one record, with the best evidence and a node's position", () =>
  Effect.gen(function* () {
    const town = new Town()
    const house = town.square(0, 0, 4, { ...street("1"), building: "house" })
    const gate = town.node(2, -1, street("1"))
    const shop = town.node(1, 1, street("1", { shop: "bakery" }))
    // Even without a postcode and city it is the same address, because it is so near.
    const poor = town.node(3, 3, { "addr:street": "lindenallee", "addr:housenumber": "1" })
    const elsewhere = town.node(3, 3000, street("1", { "addr:city": "Ettlingen", "addr:postcode": "76275" }))
    const { byId, given, left } = yield* readTown(town)
    expect(given.map(({ recordId }) => recordId)).toEqual([`node/${elsewhere}`, `way/${house}`])
    expect(byId.get(`way/${house}`)).toMatchObject({
      city: "Karlsruhe",
      coordinates: { latitude: 49.0499, longitude: 8.4002 },
      evidence: { kind: "building", detail: `Is building way/${house}, tagged building=house.` }
    })
    expect(left.map(({ detail }) => detail).sort()).toEqual(
      [gate, shop, poor].map((id) => `node/${id} has the same address as way/${house}.`).sort()
    )
  })
)

it.effect("MUST not lose the evidence of an object whose address is less complete", () =>
  Effect.gen(function* () {
    const town = new Town()
    const { "addr:postcode": _, ...withoutPostcode } = street("1")
    const house = town.square(0, 0, 4, { ...withoutPostcode, building: "house" })
    const gate = town.node(2, -1, street("1"))
    const { given } = yield* readTown(town)
    expect(given).toMatchObject([
      {
        recordId: `node/${gate}`,
        postcode: "76149",
        evidence: { detail: `Is building way/${house}, tagged building=house.` }
      }
    ])
  })
)

it.effect("MUST account for the shorter degrees of longitude when it measures distances", () =>
  Effect.gen(function* () {
    const { "addr:city": _, "addr:postcode": __, ...poor } = street("1")
    const given = Effect.fnUntraced(function* (south: number, apart: number) {
      const town = new Town({ west: 100_000_000, south })
      town.node(0, 0, street("1"))
      town.node(apart, 0, poor)
      return (yield* readTown(town)).given.length
    })
    // 150 meters are 13.5 steps northward; eastward they are as many at the equator and twice as many at 60 degrees.
    expect([yield* given(0, 13), yield* given(0, 14)]).toEqual([1, 2])
    expect([yield* given(600_000_000, 26), yield* given(600_000_000, 28)]).toEqual([1, 2])
    expect([yield* given(-600_000_000, 26), yield* given(-600_000_000, 28)]).toEqual([1, 2])
  })
)

it.effect("MUST keep apart what differs in number, unit or place", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.node(0, 0, street("1"))
    town.node(1, 0, street("1", { "addr:unit": "2" }))
    town.node(2, 0, street("1a"))
    town.node(3, 0, street("1", { "addr:postcode": "76131" }))
    town.node(4, 0, street("1", { "addr:street": "Lindenweg" }))
    const { given } = yield* readTown(town)
    expect(given).toHaveLength(5)
  })
)

it.effect("MUST keep houses whose tags say which numbers of their range there are", () =>
  Effect.gen(function* () {
    const town = new Town()
    const range = street("2-8", { "addr:interpolation": "even" })
    const row = town.square(0, 0, 4, { ...range, building: "terrace" })
    const door = town.node(50, 0, { ...street("10-14"), "addr:interpolation": "even", "addr:flats": "1-9" })
    const { byId } = yield* readTown(town)
    expect(byId.get(`way/${row}`)).toMatchObject({ houseNumber: "2-8", evidence: { kind: "building" } })
    expect(byId.get(`node/${door}`)).toMatchObject({ houseNumber: "10-14", evidence: { kind: "building" } })
  })
)

it.effect("MUST give each of an object's numbers its own street, if there are as many", () =>
  Effect.gen(function* () {
    const town = new Town()
    const corner = { ...street("1;2"), "addr:street": "Am Markt;Lindenallee", building: "house" }
    const house = town.square(0, 0, 4, corner)
    const { given } = yield* readTown(town)
    expect(given.map(({ houseNumber, recordId, street }) => [recordId, street, houseNumber])).toEqual([
      [`way/${house}#1`, "Am Markt", "1"],
      [`way/${house}#2`, "Lindenallee", "2"]
    ])
  })
)

it.effect("MUST give every number in a list a record, and interpolation lines none", () =>
  Effect.gen(function* () {
    const town = new Town()
    const list = town.square(0, 0, 4, { ...street("12;14"), building: "house" })
    town.line(
      [
        [0, 10],
        [20, 10]
      ],
      { "addr:interpolation": "odd", ...street("1-9") }
    )
    const { given } = yield* readTown(town)
    expect(given.map(({ houseNumber, recordId }) => [recordId, houseNumber])).toEqual([
      [`way/${list}#12`, "12"],
      [`way/${list}#14`, "14"]
    ])
    expect(given.every(({ evidence }) => evidence?.kind === "building")).toBe(true)
  })
)

it.effect("MUST find the street of a house through its relation", () =>
  Effect.gen(function* () {
    const town = new Town()
    const house = (x: number, number: string) =>
      town.node(x, 0, { "addr:housenumber": number, "addr:city": "Karlsruhe" })
    const members = [
      { type: "node", id: house(0, "7"), role: "house" },
      { type: "node", id: house(9, "9"), role: "addr:houselink" },
      { type: "node", id: house(18, "11"), role: "street" }
    ] as const
    town.relation(members, { type: "associatedStreet", name: "Rosenweg" })
    const { given } = yield* readTown(town)
    expect(given.map(({ houseNumber, street }) => [houseNumber, street])).toEqual([
      ["7", "Rosenweg"],
      ["9", "Rosenweg"],
      ["11", undefined]
    ])
  })
)

it.effect("MUST find the street of a number on an interpolation line or an entrance through its way", () =>
  Effect.gen(function* () {
    const town = new Town()
    const numbered = (x: number, number: string, more = {}) =>
      town.node(x, 0, { "addr:housenumber": number, "addr:city": "Karlsruhe", ...more })
    const line = [numbered(0, "1"), numbered(20, "9", { "addr:street": "Am Markt" })]
    town.way(line, { "addr:interpolation": "odd", "addr:street": "Rosenweg" })
    const doors = [numbered(50, "2"), numbered(60, "4"), town.node(60, 9), town.node(50, 9)]
    town.way([...doors, doors[0]!], { building: "terrace", "addr:street": "Lindenallee" })
    // A fence says nothing about numbers on it.
    town.way([numbered(90, "6"), town.node(99, 0)], { barrier: "fence", "addr:street": "Lindenallee" })
    const { given } = yield* readTown(town)
    expect(given.map(({ houseNumber, street }) => [houseNumber, street])).toEqual([
      ["1", "Rosenweg"],
      ["9", "Am Markt"],
      ["2", "Lindenallee"],
      ["4", "Lindenallee"],
      ["6", undefined]
    ])
    expect(given[2]?.evidence).toMatchObject({ kind: "building" })
  })
)

it.effect("MUST find city and postcode of a house through the relation of its street, and of no other", () =>
  Effect.gen(function* () {
    const town = new Town()
    const houses = [
      town.node(0, 0, { "addr:housenumber": "7" }),
      town.node(9, 0, { "addr:housenumber": "9", "addr:street": "Rosenweg", "addr:city": "Durlach" }),
      town.node(90, 0, { "addr:housenumber": "2", "addr:street": "Am Markt" })
    ]
    town.relation(
      houses.map((id) => ({ type: "node", id, role: "house" })),
      { type: "associatedStreet", name: "Rosenweg", "addr:city": "Karlsruhe", "addr:postcode": "76149;76133" }
    )
    town.relation([{ type: "node", id: town.node(0, 90, { "addr:housenumber": "1" }), role: "house" }], {
      type: "associatedStreet",
      name: "Am Markt",
      "addr:city": "Karlsruhe",
      "addr:postcode": "76133"
    })
    const { given } = yield* readTown(town)
    expect(given.map(({ city, derived, postcode, street }) => [street, city, postcode, derived])).toEqual([
      ["Rosenweg", "Karlsruhe", undefined, undefined],
      ["Rosenweg", "Durlach", undefined, undefined],
      ["Am Markt", undefined, undefined, undefined],
      ["Am Markt", "Karlsruhe", "76133", undefined]
    ])
  })
)

it.effect("MUST find the street of an entrance in the building around it, if the number is one of the building's", () =>
  Effect.gen(function* () {
    const town = new Town()
    const entrance = (x: number, number: string) => town.node(x, 2, { entrance: "main", "addr:housenumber": number })
    const entrances = [
      entrance(2, "5"),
      entrance(22, "7a"),
      entrance(23, "12"),
      entrance(42, "1"),
      entrance(62, "3"),
      entrance(82, "3")
    ]
    // Without a number of its own; with one; with the flats of one; and as a relation.
    const whole = {
      "addr:street": "Rosenweg",
      "addr:city": "Karlsruhe",
      "addr:postcode": "76149",
      building: "apartments"
    }
    town.square(0, 0, 5, whole)
    town.square(20, 0, 5, { ...whole, "addr:housenumber": "5-9" })
    town.square(40, 0, 5, { ...whole, "addr:housenumber": "100" })
    const ring = town.square(60, 0, 5)
    town.relation([{ type: "way", id: ring, role: "outer" }], { type: "multipolygon", ...whole })
    town.square(80, 0, 5, { ...whole, "addr:housenumber": "2;3", "addr:street": "Rosenweg;Am Markt" })
    const { byId } = yield* readTown(town)
    const found = entrances.map((id) => byId.get(`node/${id}`))
    expect(found.map((record) => [record?.houseNumber, record?.street, record?.postcode])).toEqual([
      ["5", "Rosenweg", "76149"],
      ["7a", "Rosenweg", "76149"],
      ["12", undefined, undefined],
      ["1", undefined, undefined],
      ["3", "Rosenweg", "76149"],
      ["3", undefined, undefined]
    ])
    expect(found[0]?.evidence).toMatchObject({ kind: "building" })
  })
)

it.effect("MUST give a gate with an address the use of the land on which it stands", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.square(0, 0, 100, { landuse: "residential" })
    town.square(200, 0, 100, { amenity: "school" })
    const kinds = [
      town.node(5, 5, street("1", { barrier: "gate" })),
      town.node(205, 5, street("2", { barrier: "gate" })),
      town.node(15, 5, street("3", { barrier: "lift_gate" }))
    ]
    const { byId } = yield* readTown(town)
    expect(kinds.map((id) => byId.get(`node/${id}`)?.evidence?.kind)).toEqual(["landuse", "against", undefined])
  })
)

it.effect("MUST give evidence against houses on the grounds of a holiday park, a hotel or a prison", () =>
  Effect.gen(function* () {
    const town = new Town()
    town.square(0, 0, 200, { leisure: "resort" })
    town.square(400, 0, 200, { amenity: "prison" })
    town.square(800, 0, 200, { amenity: "university" })
    // People live on a part of the grounds that is mapped as residential.
    town.square(100, 100, 50, { landuse: "residential" })
    const house = (x: number, y: number, number: string, building: string) =>
      `way/${town.square(x, y, 4, { ...street(number), building })}`
    const holidays = house(10, 10, "1", "bungalow")
    const cells = house(410, 10, "2", "dormitory")
    const students = house(810, 10, "3", "dormitory")
    const resident = house(110, 110, "4", "house")
    town.square(30, 30, 4, { building: "house" })
    const door = `node/${town.node(31, 31, street("5"))}`
    const flat = `node/${town.node(60, 60, street("6", { "addr:flats": "1-8" }))}`
    const { byId } = yield* readTown(town)
    const kindOf = (id: string) => byId.get(id)?.evidence?.kind
    expect([holidays, cells, students, resident, door, flat].map(kindOf)).toEqual([
      "against",
      "against",
      "building",
      "building",
      "against",
      "against"
    ])
    expect(byId.get(holidays)?.evidence?.detail).toMatch(/^Lies in way\/\d+, tagged leisure=resort\.$/)
  })
)

it.effect("MUST merge an address that is mapped twice, however many addresses there are", () =>
  Effect.gen(function* () {
    const town = new Town()
    const count = 1100
    for (let i = 0; i < count; i++) town.node(i * 20, 0, street(`${i + 1}`, { entrance: "yes" }))
    for (let i = 0; i < count; i++) town.square(i * 20, 0, 3, { ...street(`${i + 1}`), building: "house" })
    const { given, left } = yield* readTown(town)
    expect(given).toHaveLength(count)
    expect(new Set(given.map(({ houseNumber }) => houseNumber)).size).toBe(count)
    expect(left.map(({ reason }) => reason)).toEqual(Array.from({ length: count }, () => "duplicate"))
  })
)

it.effect(
  "MUST let what speaks against a home count for an address that is unclear, and for one in such a building",
  () =>
    Effect.gen(function* () {
      const town = new Town()
      town.square(0, 0, 1000, { landuse: "residential" })
      town.square(10, 10, 10, { building: "commercial" })
      town.square(30, 10, 10, { building: "yes", name: "Gemeindeverwaltung" })
      town.square(50, 10, 10, { building: "yes", name: "Grundschule" })
      town.node(52, 12, { amenity: "library" })
      const mall = town.node(15, 15, street("1", { website: "https://example.com" }))
      const hall = town.node(35, 15, street("2"))
      const school = town.node(55, 15, street("3"))
      const alone = town.node(80, 15, street("4", { website: "https://example.com" }))
      const { byId } = yield* readTown(town)
      const kindOf = (id: number) => byId.get(`node/${id}`)?.evidence?.kind
      expect([mall, hall, school, alone].map(kindOf)).toEqual(["against", undefined, "against", undefined])
    })
)
