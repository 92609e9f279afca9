import { assert, describe, it } from "@effect/vitest"
import { french } from "../../src/address/identity/languages/Romance.ts"
import { english } from "../../src/address/identity/languages/English.ts"
import { german } from "../../src/address/identity/languages/Germanic.ts"
import { claim } from "../../src/address/identity/Rules.ts"

describe("A language's claim to a street", () => {
  it("MUST be a kind of street where the language has it, and a name besides", () => {
    assert.strictEqual(claim(english, ["main", "street"]), 1)
    assert.strictEqual(claim(english, ["street", "main"]), 0)
    assert.strictEqual(claim(french, ["rue", "haute"]), 1)
    assert.strictEqual(claim(french, ["haute", "rue"]), 0)
    assert.strictEqual(claim(german, ["hauptstrasse"]), 1)
  })

  it("MUST be none where the kind stands alone, or nothing does", () => {
    for (const [rules, word] of [
      [english, "street"],
      [french, "rue"],
      [german, "strasse"]
    ] as const) {
      assert.strictEqual(claim(rules, [word]), 0, word)
      assert.strictEqual(claim(rules, []), 0)
    }
  })
})
