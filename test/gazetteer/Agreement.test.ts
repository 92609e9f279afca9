import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Agreement, keysOf, leastAround, leastRecords, leastShare, withCell } from "../../src/gazetteer/Agreement.ts"

const at = (postcode: string | undefined, street: string | undefined, longitude = 8, latitude = 49) => ({
  postcode,
  street,
  longitude,
  latitude
})

const learned = (records: ReadonlyArray<readonly [where: ReturnType<typeof at>, value: string]>) => {
  const agreement = new Agreement()
  for (const [where, value] of records) agreement.learn(withCell(keysOf(where), where), value)
  return agreement
}

describe("agreement within a source", () => {
  it("MUST know the city of a postcode once enough records agree", () => {
    const one = [at("11111", undefined), "Town"] as const
    expect(learned([one]).of(at("11111", undefined))).toBeUndefined()
    expect(learned([one, one]).of(at("11111", undefined))).toBe("Town")
    expect(learned([one, one]).of(at("22222", undefined))).toBeUndefined()
  })

  it("MUST know a street by its name nearby, and not by the same name elsewhere", () => {
    const street = learned(Array.from({ length: 4 }, () => [at(undefined, "High Street"), "Town"] as const))
    expect(street.of(at(undefined, "HIGH STREET", 8.02, 49.02))).toBe("Town")
    expect(street.of(at(undefined, "High Street", 8.5, 49))).toBeUndefined()
    expect(street.of(at(undefined, "Low Street"))).toBeUndefined()
  })

  it("MUST decide nothing if street and postcode disagree, or the street is in two cities", () => {
    const records = [
      ...Array.from({ length: 9 }, () => [at("11111", "Border Road"), "East"] as const),
      ...Array.from({ length: 9 }, () => [at("22222", "Border Road"), "West"] as const),
      ...Array.from({ length: 9 }, () => [at("33333", "Main Road", 9), "North"] as const)
    ]
    const agreement = learned(records)
    expect(agreement.of(at("11111", undefined))).toBe("East")
    expect(agreement.of(at("11111", "Border Road"))).toBeUndefined()
    expect(agreement.of(at("11111", "Main Road", 9))).toBeUndefined()
  })

  it("MUST spell the city as most records do", () => {
    const spelled = ["columbus", "Columbus", "Columbus"].map((name) => [at("43201", undefined), name] as const)
    expect(learned(spelled).of(at("43201", undefined))).toBe("Columbus")
  })

  it("MUST never state what fewer than 95 percent of a postcode's records say, in whatever order they come", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("A", "A", "A", "A", "A", "A", "A", "A", "B"), { maxLength: 80 }),
        (names) => {
          const found = learned(names.map((name) => [at("1", undefined), name] as const)).of(at("1", undefined))
          const share = (name: string) => names.filter((one) => one === name).length / names.length
          const agreed = names.length >= leastRecords ? ["A", "B"].find((name) => share(name) >= leastShare) : undefined
          expect(found).toBe(agreed)
        }
      )
    )
  })

  /** The middle of a cell: degrees east are wider than those north. */
  const wider = 1 / Math.cos((50 * Math.PI) / 180)
  const [east, north] = [1285.5 * 0.004 * wider, 50.002]
  const middle = at(undefined, "New Street", east, north)
  /** Records in the cells around it, in these directions of eight. */
  const beside = (directions: ReadonlyArray<number>, value: (direction: number) => string = () => "Town") =>
    directions.map((direction) => {
      const [x, y] = [Math.cos, Math.sin].map((along) => Math.round(along((direction * Math.PI) / 4)) * 0.004)
      return [at(undefined, `Street ${direction}`, east + x! * wider, north + y!), value(direction)] as const
    })
  const everywhere = [0, 1, 2, 3, 4, 5, 6, 7]
  const twice = (directions: ReadonlyArray<number>) => [...directions, ...directions]

  it("MUST know the city of a new street among streets of one city, and not at its edge", () => {
    expect(learned(beside(twice(everywhere))).around(middle)).toBe("Town")
    for (const start of everywhere) {
      const without = (empty: number) => everywhere.filter((direction) => (direction - start + 8) % 8 >= empty)
      expect(learned(beside(twice(without(2)))).around(middle)).toBe("Town")
      expect(learned(beside(twice(without(3)))).around(middle)).toBeUndefined()
    }
    expect(learned(beside(twice(everywhere))).around({ ...middle, longitude: east + 0.02 })).toBeUndefined()
  })

  it("MUST not know it from few records, or from those of two cities", () => {
    const few = beside(twice(everywhere)).slice(0, leastAround)
    expect(learned(few).around(middle)).toBe("Town")
    expect(learned(few.slice(1)).around(middle)).toBeUndefined()
    const border = beside(twice(everywhere), (direction) => (direction === 0 ? "Village" : "Town"))
    expect(learned(border).around(middle)).toBeUndefined()
    const inTwo = ["Town", "Village"].map((city) => [middle, city] as const)
    const most = Array.from({ length: 9 }, () => beside(everywhere)).flat()
    expect(learned(most).around(middle)).toBe("Town")
    expect(learned([...most, ...inTwo, ...inTwo]).around(middle)).toBeUndefined()
  })

  it("MUST agree on postcodes only within a city, and along a street only nearby", () => {
    const inCity = (city: string, longitude = 8) => ({ ...at(undefined, "High Street", longitude), city })
    const agreement = learned(Array.from({ length: 4 }, () => [inCity("Town"), "11111"] as const))
    expect(agreement.of(inCity("Town"))).toBe("11111")
    expect(agreement.of(inCity("Village"))).toBeUndefined()
    expect(agreement.of(inCity("Town", 8.02))).toBeUndefined()
  })
})
