import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { manifestOf } from "../support.ts"

describe("What was derived of a record", () => {
  const derivedOf = (derived: unknown, more: Partial<RawRecord> = {}) =>
    Result.getOrThrow(
      normalize(manifestOf("alpha"), "US", {
        recordId: "1",
        houseNumber: "7",
        street: "Main Street",
        city: "Springfield",
        region: "IL",
        ...more,
        derived: derived as NonNullable<RawRecord["derived"]>
      })
    ).derived

  it("MUST be said of components that it has, in ways that are known, and of no other", () => {
    const city = { component: "city", method: "agreement" } as const
    const district = { component: "district", method: "boundary" } as const
    assert.deepStrictEqual(derivedOf([city, district]), [city])
    assert.deepStrictEqual(derivedOf([city, district], { district: "Mitte" }), [city, district])
    assert.deepStrictEqual(derivedOf([{ ...city, extra: 1 }]), [city])
    for (const nothing of [
      undefined,
      null,
      [],
      [district],
      [{ component: "street", method: "agreement" }],
      [{ component: "city", method: "guess" }]
    ]) {
      assert.isUndefined(derivedOf(nothing), JSON.stringify(nothing))
    }
  })
})
