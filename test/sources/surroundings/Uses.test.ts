import { describe, expect, it } from "@effect/vitest"
import { useOfAddress, useOfBuilding } from "../../../sources/surroundings/Uses.ts"

describe("what no longer exists, or does not exist yet", () => {
  it.each(["demolished:building", "disused:building", "construction:building", "proposed:building", "ruins"])(
    "MUST be no home, though its building is one: %s",
    (key) => {
      const tags = new Map([
        ["building", "house"],
        [key, "yes"]
      ])
      expect(useOfBuilding(tags)).toEqual({ kind: "other", tag: `${key}=yes` })
      expect(useOfAddress(new Map([[key, "yes"]]))).toEqual({ kind: "other", tag: `${key}=yes` })
    }
  )

  it("MUST read a list of buildings as often as requested, whatever was requested before", () => {
    const kinds = ["house;garage", "house", "entrance;house", "house;garage", "yes", "garage", ";"].map(
      (building) => useOfBuilding(new Map([["building", building]]))?.kind
    )
    expect(kinds).toEqual(["home", "home", undefined, "home", "open", "other", undefined])
  })
})
