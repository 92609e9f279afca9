import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Identity from "../../src/address/Identity.ts"

const home = {
  houseNumber: "203",
  street: "East Gwinnett Street",
  city: "Savannah",
  region: "Georgia",
  regionCode: "US-GA",
  postcode: "31401"
}

describe("addressId", () => {
  it("MUST never change for the same address", () => {
    assert.strictEqual(Identity.addressId("US", home), "us-h7yg6e8sm2akzncnbert")
    assert.strictEqual(
      Identity.addressId("DE", { houseNumber: "12a", street: "Kirchfeldstraße", city: "Karlsruhe" }),
      "de-6wqxy5snm8pvnbvrpdng"
    )
  })

  it("MUST be the same however a source spells the address", () => {
    const id = Identity.addressId("US", home)
    assert.strictEqual(Identity.addressId("US", { ...home, street: " EAST  gwinnett STREET", city: "SAVANNAH" }), id)
    assert.strictEqual(Identity.addressId("US", { ...home, region: "Geórgia" }), id)
  })

  it("MUST tell addresses apart by every component", () => {
    const others = [
      { ...home, houseNumber: "205" },
      { ...home, unit: "2" },
      { ...home, building: "Rose Cottage" },
      { ...home, district: "Midtown" },
      { ...home, postcode: "31402" },
      { ...home, regionCode: "US-SC" },
      { ...home, houseNumber: "20", street: "3 East Gwinnett Street" }
    ]
    const ids = [home, ...others].map((components) => Identity.addressId("US", components))
    assert.strictEqual(new Set([...ids, Identity.addressId("CA", home)]).size, others.length + 2)
  })

  it("MUST name its country", () => {
    assert.strictEqual(Identity.countryOfAddressId(Identity.addressId("US", home)), "US")
    for (const text of [
      "",
      "us",
      "us-",
      "US-qzardrd4ej45a15ccrq9",
      "us-qzardrd4ej45a15ccrq",
      "us-qzardrd4ej45a15ccrqi"
    ]) {
      assert.isUndefined(Identity.countryOfAddressId(text), text)
    }
  })
})

describe("sampleKey", () => {
  it("MUST never change, and have 63 bits", () => {
    assert.strictEqual(Identity.sampleKey("us-4k2m9x0q7v1b3n5c8d6f"), 3796894374191986695n)
    assert.strictEqual(Identity.sampleKey("us-4k2m9x0q7v1b3n5c8d6f", 1), 2493032822492661535n)
    fc.assert(
      fc.property(fc.string(), fc.nat(9), (id, attempt) => {
        const key = Identity.sampleKey(id, attempt)
        assert.isTrue(key >= 0n && key < 1n << 63n)
      })
    )
  })
})

describe("place IDs", () => {
  it("MUST never change for the same place, however it is spelt", () => {
    const key = Identity.placeKey("US", "city", ["US-GA", "Savannah"])
    assert.strictEqual(Identity.placeId("city", key), "c-4f5ayfdrdexve")
    assert.strictEqual(Identity.placeKey("US", "city", ["us-ga", " SAVANNAH "]), key)
    assert.notStrictEqual(Identity.placeKey("US", "city", ["US-SC", "Savannah"]), key)
    assert.notStrictEqual(Identity.placeKey("US", "district", ["US-GA", "Savannah"]), key)
  })

  it("MUST decode to their key, for their own type only", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Identity.placeTypes),
        fc.constantFrom(...Identity.placeTypes),
        fc.bigInt({ min: 1n, max: (1n << 63n) - 1n }),
        (type, other, key) => {
          const id = Identity.placeId(type, key)
          assert.strictEqual(Identity.placeKeyOf(type, id), key)
          if (other !== type) assert.isUndefined(Identity.placeKeyOf(other, id))
        }
      )
    )
  })

  it("MUST be absent from any other text", () => {
    for (const text of [
      "",
      "c",
      "c-",
      "c-zzzzzzzzzzzzz",
      "c-0000000000000",
      "c-000000000000",
      "c-00000000000000",
      "c-000000000000u",
      "%",
      "c-' OR 1=1"
    ]) {
      assert.isUndefined(Identity.placeKeyOf("city", text), text)
    }
  })
})
