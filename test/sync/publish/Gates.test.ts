import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Change, defaultLimits, findings } from "../../../src/sync/publish/Gates.ts"

const change = (records: readonly [number, number], cities: readonly [number, number] = [10, 10]): Change => ({
  before: records[0],
  after: records[1],
  citiesBefore: cities[0],
  citiesAfter: cities[1]
})

describe("The gates", () => {
  it.each([
    ["the first publication", change([0, 100], [0, 5])],
    ["growth", change([100, 1000], [10, 50])],
    ["no change", change([100, 100])],
    ["the largest fall that is allowed", change([100, 80], [10, 8])]
  ])("MUST let %s pass", (_, one) => {
    assert.deepStrictEqual(findings(one, defaultLimits), [])
  })

  it.each([
    ["an empty source", change([100, 0], [10, 0]), ["No record of the source could be kept."]],
    ["a source that was always empty", change([0, 0], [0, 0]), ["No record of the source could be kept."]],
    [
      "too large a fall of records",
      change([1000, 799]),
      ["Its records fall from 1000 to 799, by 20.1%; at most 20.0% is allowed."]
    ],
    [
      "too large a fall of cities with homes",
      change([1000, 990], [10, 7]),
      ["Its cities with homes fall from 10 to 7, by 30.0%; at most 20.0% is allowed."]
    ],
    [
      "the loss of the only city with homes",
      change([1000, 990], [1, 0]),
      ["Its cities with homes fall from 1 to 0, by 100.0%; at most 20.0% is allowed."]
    ]
  ])("MUST stop %s, and say why", (_, one, expected) => {
    assert.deepStrictEqual(findings(one, defaultLimits), expected)
  })

  it("MUST report everything that they find", () => {
    assert.lengthOf(findings(change([100, 10], [10, 1]), defaultLimits), 2)
  })

  it("MUST stop nothing below their limits, and everything above them", () => {
    const count = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(count, count, fc.double({ min: 0, max: 1, noNaN: true }), (before, after, limit) => {
        const stopped = findings(change([before, after]), { records: limit, cities: 1 }).length > 0
        assert.strictEqual(stopped, (before - after) / before > limit)
      })
    )
  })
})
