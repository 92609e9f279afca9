import * as fc from "fast-check"
import { parse } from "csv-parse/sync"
import { assert, describe, it } from "vitest"
import { csv, tabbed } from "../../schemas/Spreadsheet.ts"

const read = (text: string): Array<Array<string>> => parse(text, { relax_column_count: true })

const cell = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", " =", '"', ",", "'"), fc.string())
    .map((parts) => parts.join(""))
)

describe("a copied table", () => {
  it("MUST be read back unchanged, except for the apostrophe before a formula", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const [, ...back] = read(csv(["a", "b"], rows))
        assert.deepStrictEqual(
          back.map((row) => row.map((text) => text.replace(/^'(?=\s*[=+\-@\t\r\n|])/, ""))),
          rows.map((row) => row.map((text) => text.replace(/^'(?=\s*[=+\-@\t\r\n|])/, "")))
        )
      })
    )
  })

  it("MUST have every kind of line break within quotation marks", () => {
    for (const text of ["x\ry", "x\ny", "x\r\ny"]) assert.strictEqual(csv(["a"], [[text]]), `a\r\n"${text}"\r\n`)
  })

  it("MUST contain no text that a spreadsheet would run as a formula", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (row) => {
        for (const text of [...read(csv(["a"], [row]))[1]!, ...tabbed([], [row]).split("\n").at(-1)!.split("\t")]) {
          assert.notMatch(text, /^\s*[=+\-@|]/)
        }
      })
    )
    for (const attack of [
      '=HYPERLINK("https://evil.example")',
      "+1+cmd|' /C calc'!A0",
      "@SUM(1)",
      "-2+3",
      "\t=1",
      " =1"
    ]) {
      assert.match(read(csv(["a", "b"], [[attack, ""]]))[1]![0]!, /^'/)
    }
  })

  it("MUST leave numbers as numbers", () => {
    assert.strictEqual(csv(["longitude", "unit"], [[-81.1165709, undefined]]), "longitude,unit\r\n-81.1165709,\r\n")
  })
})
