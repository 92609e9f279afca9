import { assert, describe, it } from "@effect/vitest"
import { judge, select } from "../../src/catalog/Coverage.ts"

describe("A country's coverage", () => {
  const targets = { total: 100, coverage: 0.5, regionalMinimum: 10 }
  const whole = { residential: 100, covered: 8, reaching: 16, units: 16 } as Parameters<typeof judge>[2]
  const judged = (more: Partial<typeof whole>) => judge("US", targets, { ...whole, ...more })

  it("MUST be complete from its targets on, and not below any one of them", () => {
    assert.isTrue(judged({}).complete)
    for (const less of [{ residential: 99 }, { covered: 7 }, { reaching: 15 }]) {
      assert.isFalse(judged(less).complete, JSON.stringify(less))
    }
    const { rules } = judged({ covered: 7, reaching: 15 })
    assert.deepStrictEqual(rules.total, { current: 100, target: 100, met: true })
    assert.deepStrictEqual(rules.administrativeCoverage, { actual: 7 / 16, target: 0.5, met: false })
    assert.deepStrictEqual(rules.regionalMinimums, { actual: 15 / 16, target: 1, met: false })
  })

  it("MUST be shown where something is missing, and else where it is asked for", () => {
    const [complete, lacking] = [judged({}), { ...judged({ covered: 0 }), countryCode: "DE" }]
    const shown = (request: object) => select([complete, lacking], request as Parameters<typeof select>[1])
    assert.deepStrictEqual(shown({ includeComplete: false }), [lacking])
    assert.deepStrictEqual(shown({ includeComplete: true }), [complete, lacking])
    assert.deepStrictEqual(shown({ includeComplete: true, country: "US" }), [complete])
    assert.deepStrictEqual(shown({ includeComplete: false, country: "US" }), [])
  })
})
