import { createHmac } from "node:crypto"
import { assert, describe, it } from "vitest"
import { type Described, tagsToAsk, tokensOf, tokensToAsk } from "../../../src/sync/suppression/Tokens.ts"

const secret = Buffer.alloc(32, 7)

const isWithheld = (home: Described, record: Described): boolean => {
  const tokens = tokensOf(secret, "US", home, true)
  return Array.from(tokensToAsk(secret, "US", record)).some((token) => tokens.has(token))
}

const bare = { houseNumber: "12", street: "Oak Avenue", city: "Savannah" }
const placed = { ...bare, latitude: 32.0809, longitude: -81.0912 }

/** So many metres to the north. */
const north = (metres: number): Described => ({ ...placed, latitude: placed.latitude + metres / 111_195 })

describe("A suppressed home", () => {
  it("MUST be recognized nearby by its number, whatever its street and city are called there", () => {
    const elsewhere = { street: "Highway 17", city: "Chatham County" }
    for (const metres of [-30, 0, 30])
      assert.isTrue(isWithheld(placed, { ...north(metres), ...elsewhere }), `${metres}`)
    for (const metres of [-100, 100])
      assert.isFalse(isWithheld(placed, { ...north(metres), ...elsewhere }), `${metres}`)
    assert.isFalse(isWithheld(placed, { ...placed, ...elsewhere, houseNumber: "14" }))
  })

  it("MUST be recognized by its street within a kilometre, and not beyond three, whatever its city is called there", () => {
    const city = "Chatham County"
    for (const metres of [-1000, 1000]) assert.isTrue(isWithheld(placed, { ...north(metres), city }), `${metres}`)
    for (const metres of [-3000, 3000]) assert.isFalse(isWithheld(placed, { ...north(metres), city }), `${metres}`)
  })

  it("MUST be recognized by its street and city where neither positions nor postcodes can decide", () => {
    const coded = { ...bare, postcode: "31401" }
    const all: ReadonlyArray<readonly [home: Described, record: Described]> = [
      [bare, bare],
      [bare, placed],
      [placed, bare],
      [bare, coded],
      [coded, bare],
      // Each has what the other one lacks.
      [placed, coded],
      [coded, placed]
    ]
    for (const [home, record] of all) assert.isTrue(isWithheld(home, record), JSON.stringify({ home, record }))
  })

  it("MUST be recognized by its unit alone if only that is suppressed, however it is written", () => {
    const tokens = tokensOf(secret, "US", { ...bare, unit: "Apt. 2" }, false)
    const isAsked = (unit: string | undefined) =>
      Array.from(tokensToAsk(secret, "US", { ...bare, unit })).some((token) => tokens.has(token))
    assert.isTrue(isAsked("apt 2"))
    assert.isFalse(isAsked("Apt. 3"))
    assert.isFalse(isAsked(undefined))
  })

  it("MUST be recognized as it is written, whatever other rules of identity make of it", () => {
    const hash = (...parts: ReadonlyArray<string>) =>
      createHmac("sha256", secret).update(parts.join("\0")).digest("hex").slice(0, 32)
    const home = { ...bare, houseNumber: "No. 12", street: "N Oak Ave", postcode: "31401" }
    const written = [
      hash("city", "US", "no12", "*", "+postcode", "noakave", "savannah"),
      hash("postcode", "US", "no12", "*", "noakave", "31401")
    ]
    const stored = tokensOf(secret, "US", home, true)
    const asked = tokensToAsk(secret, "US", home)
    for (const token of written) assert.isTrue(stored.has(token))
    assert.isTrue(asked.has(written[1]!))
    assert.include(tagsToAsk(secret, "US", home), Number.parseInt(hash("tag", "US", "no12").slice(0, 4), 16) >> 4)
  })

  it("MUST be told from others in another block, where blocks stand in place of streets", () => {
    const inBlock = (district: string) => ({ houseNumber: "12", district, city: "Tsukuba" })
    assert.isTrue(isWithheld(inBlock("Block 5"), inBlock("block 5")))
    assert.isFalse(isWithheld(inBlock("Block 5"), inBlock("Block 6")))
  })

  it("MUST be told from houses without a number if its own is 0", () => {
    assert.isTrue(isWithheld({ ...bare, houseNumber: "0" }, { ...bare, houseNumber: "0" }))
    assert.isFalse(isWithheld({ ...bare, houseNumber: "0" }, { ...bare, houseNumber: undefined }))
  })

  it("MUST not be taken for its namesake where positions or postcodes tell them apart", () => {
    assert.isFalse(isWithheld(placed, north(50_000)))
    assert.isFalse(isWithheld({ ...bare, postcode: "31401" }, { ...bare, postcode: "31419" }))
    assert.isFalse(isWithheld({ ...placed, postcode: "31401" }, { ...north(50_000), postcode: "31419" }))
  })
})
