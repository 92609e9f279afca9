import { execFileSync } from "node:child_process"
import { Schema } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { FilterText } from "../../schemas/Fields.ts"
import { GenerateQuery } from "../../schemas/Generation.ts"
import { filtersOf, linkOf, optionsOf, type Selection, selectionOfLink } from "../../src/console/pages/try/Selection.ts"
import { snippetsOf } from "../../src/console/pages/try/snippets.ts"

/** Any text, and texts of characters that are special in a shell, a URL or JSON. */
const text = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom("'", '"', "$", "`", "\\", "&", "%", " ", "a"), minLength: 1, maxLength: 8 })
  )
  .filter((text) => text.isWellFormed() && !text.includes("\0"))

const place = fc.record({ id: fc.stringMatching(/^[a-z]-[0-9a-z]{13}$/), value: text })

const selections: fc.Arbitrary<Selection> = fc.record({
  country: fc.constantFrom("US", "DE", "JP"),
  places: fc.record({ region: place, city: place, district: place, postcode: place }, { requiredKeys: [] }),
  // A link has no text that the contract refuses, such as one of marks alone: ﹉.
  q: text.map((text) => text.trim()).filter((q) => q === "" || Schema.is(FilterText)(q)),
  seed: text,
  strategy: fc.constantFrom("random", "instant"),
  count: fc.integer({ min: 1, max: 50 })
})

/** The arguments that a command passes on, determined by the shell itself. */
const argumentsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("/bin/sh", ["-c", command.replace(/^curl/, "printf '%s\\0'")], {
    encoding: "utf8",
    env: { DOORSTEP_TOKEN: "dst_test" }
  })
    .split("\0")
    .slice(0, -1)

describe("a selection", () => {
  it("MUST survive a round trip through its link", () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const search = linkOf(selection).split("?")[1]!
        assert.deepStrictEqual(selectionOfLink(search), selection)
      })
    )
  })

  it("MUST be a query that the contract accepts", () => {
    const encode = Schema.encodeUnknownSync(GenerateQuery)
    fc.assert(
      fc.property(selections, (selection) => {
        const query = { ...filtersOf(selection), ...optionsOf(selection) }
        assert.doesNotThrow(() => encode(query))
      })
    )
  })
})

describe("the curl command", () => {
  it("MUST send exactly the selection, whatever its texts contain, with the token from the environment", () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const sent = argumentsOf(snippetsOf(selection, "http://127.0.0.1:8080").curl)
        assert.strictEqual(sent[sent.indexOf("-H") + 1], "Authorization: Bearer dst_test")
        const address = sent.find((argument) => argument.startsWith("http"))!
        if (selection.count === 1) {
          const parameters = new URL(address).searchParams
          assert.deepStrictEqual(Object.fromEntries(parameters), { ...filtersOf(selection), ...optionsOf(selection) })
        } else {
          assert.deepStrictEqual(JSON.parse(sent[sent.indexOf("-d") + 1]!), {
            count: selection.count,
            filters: filtersOf(selection),
            options: optionsOf(selection)
          })
        }
      }),
      { numRuns: 40 }
    )
  })
})
