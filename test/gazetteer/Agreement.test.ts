import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Agreement, leastRecords, leastShare } from "../../src/gazetteer/Agreement.ts"

const at = (postcode: string | undefined, street: string | undefined, longitude = 8, latitude = 49) => ({
  postcode,
  street,
  longitude,
  latitude
})

const learned = (records: ReadonlyArray<readonly [where: ReturnType<typeof at>, value: string]>) => {
  const agreement = new Agreement()
  for (const [where, value] of records) agreement.learn(where, value)
  return agreement
}

describe("agreement within a source", () => {
  it("MUST know the city of a postcode once enough records agree", () => {
    const one = [at("11111", undefined), "Town"] as const
    expect(learned([one, one]).of(at("11111", undefined))).toBeUndefined()
    expect(learned([one, one, one]).of(at("11111", undefined))).toBe("Town")
    expect(learned([one, one, one]).of(at("22222", undefined))).toBeUndefined()
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
})
