import * as fc from "fast-check"
import { parse } from "csv-parse/sync"
import { assert, describe, it } from "vitest"
import { csv, tabbed } from "../../schemas/Spreadsheet.ts"

const read = (text: string): Array<Array<string>> => parse(text, { relax_column_count: true })

const cell = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", " =", '"', ",", "'", ";=", ";+", "＝"), fc.string())
    .map((parts) => parts.join(""))
)

const withoutApostrophes = (text: string): string => text.replaceAll("'", "")

describe("a copied table", () => {
  it("MUST be read back unchanged, except for the apostrophes before formulas", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const [, ...back] = read(csv(["a", "b"], rows))
        assert.deepStrictEqual(
          back.map((row) => row.map(withoutApostrophes)),
          rows.map((row) => row.map(withoutApostrophes))
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
      " =1",
      "＝1+1",
      "＋1",
      "－1",
      "＠SUM(1)"
    ]) {
      assert.match(read(csv(["a", "b"], [[attack, ""]]))[1]![0]!, /^'/)
    }
  })

  it("MUST contain no formula where the spreadsheet divides it at semicolons", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (row) => {
        for (const text of csv(["a"], [["id", ...row]]).split(/[;\r\n]/))
          assert.notMatch(text, /^[\s"]*[=+\-@|＝＋－＠]/)
      })
    )
    for (const attack of ["x;=1+1", 'x"; "=1+1', "x,y;@SUM(1);z", "x\n=1", "x;＝1"]) {
      assert.notMatch(csv(["a"], [["id", attack]]), /[;\n]["\s]*[=@＝]/)
    }
    assert.strictEqual(csv(["a"], [["Ruta 5; km 3-4"]]), "a\r\nRuta 5; km 3-4\r\n")
  })

  it("MUST leave numbers as numbers", () => {
    assert.strictEqual(csv(["longitude", "unit"], [[-81.1165709, undefined]]), "longitude,unit\r\n-81.1165709,\r\n")
  })
})
