import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { withUnitOffStreet } from "../../../src/sync/normalize/UnitInStreet.ts"
import { manifestOf } from "./TestManifest.ts"

describe("a unit in a street", () => {
  it.each([
    ["US", "Main St Apt 4", "Main St", "Apt 4"],
    ["US", "MAIN ST APT 4B", "MAIN ST", "APT 4B"],
    ["US", "N 3RD AVE UNIT C-12", "N 3RD AVE", "UNIT C-12"],
    ["US", "Oak Ave, Apt. B", "Oak Ave", "Apt. B"],
    ["US", "Oak Ave # 12", "Oak Ave", "# 12"],
    ["US", "Oak Road #12", "Oak Road", "#12"],
    ["US", "Oak Ave Apt #12", "Oak Ave", "Apt #12"],
    ["US", "County Road 5 Unit 2", "County Road 5", "Unit 2"],
    ["US", "Highway 9 Ste 200", "Highway 9", "Ste 200"],
    ["CA", "Yonge St Suite 1204", "Yonge St", "Suite 1204"],
    ["GB", "High Street, Flat 2", "High Street", "Flat 2"],
    ["AU", "George Street - Unit 3A", "George Street", "Unit 3A"]
  ])("MUST be read in %s: %s", (country, text, street, unit) => {
    assert.deepStrictEqual(withUnitOffStreet(country, text, undefined), { street, unit })
  })

  it.each([
    ["US", "County Road #5"],
    ["US", "County Road 5"],
    ["US", "State Hwy # 12"],
    ["US", "Avenue C"],
    ["US", "Flat Rock Rd"],
    ["US", "Unit 4"],
    ["US", "Lot #5"],
    ["US", "Main St Apts 1-8"],
    ["US", "Main St Apt 1-8"],
    ["US", "Via Flores"],
    ["CA", "Rue Ste Anne"],
    ["GB", "The Flat"],
    ["DE", "Hauptstraße Apt 4"]
  ])("MUST not be seen where there is none, or more than one, in %s: %s", (country, text) => {
    assert.deepStrictEqual(withUnitOffStreet(country, text, undefined), { street: text, unit: undefined })
  })

  it("MUST give the home the ID that it has with the unit in a field of its own", () => {
    const home = { recordId: "1", houseNumber: "12", street: "Main St", unit: "4", city: "Troy", region: "OH" }
    const kept = (parts: Partial<RawRecord>) =>
      Result.getOrThrow(normalize(manifestOf("US"), "US", { ...home, ...parts } as RawRecord))
    const { addressId } = kept({})
    assert.strictEqual(kept({ street: "Main St Apt 4" }).addressId, addressId)
    assert.strictEqual(kept({ street: "Main St Apt 4", unit: undefined }).addressId, addressId)
    assert.notStrictEqual(kept({ street: "Main St Apt 5", unit: undefined }).addressId, addressId)
    // A street with another unit than the record's stays: nobody knows which is right.
    assert.deepInclude(kept({ street: "Main St Apt 5" }).components, { street: "Main St Apt 5", unit: "4" })
  })
})
