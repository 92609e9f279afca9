import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { promisesOf } from "./InterfaceTables.ts"
import { allRows, tableRows } from "./rows/AllRows.ts"

/** The interface, beside the checkout: it is not part of this repository. */
const file = new URL("../../../shared/spec/interface.md", import.meta.url)
const isThere = existsSync(file)
const reason = isThere ? "" : " (skipped: the interface is not beside the checkout)"

const sorted = (rows: Iterable<string>) => Array.from(rows).sort()

describe("the rows of the interface", () => {
  it.skipIf(!isThere)(`MUST each have a test, and every test a row${reason}`, () => {
    const promised = promisesOf(readFileSync(file, "utf8"))
    const inTables = promised.filter(({ kind }) => kind === "table")
    assert.isAbove(inTables.length, 100)
    assert.deepStrictEqual(sorted(tableRows.map(({ row }) => row)), sorted(inTables.map(({ row }) => row)))
    assert.deepStrictEqual(sorted(allRows.map(({ row }) => row)), sorted(promised.map(({ row }) => row)))
  })

  it("MUST each be tested once", () => {
    assert.strictEqual(new Set(allRows.map(({ row }) => row)).size, allRows.length)
  })

  it("MUST be read from tables, endpoints and lists, without undecided parts", () => {
    const markdown = [
      "# The service",
      "Some words. | No row |",
      "- It does this.",
      "- The colour: not shown.",
      "",
      "### GET /api/v1/things",
      "",
      "Scope: read.",
      "| Name | Type | |",
      "|---|---|---|",
      "| a | string | |",
      "| b | one of: x \\| y | |",
      "",
      "1. It does that."
    ]
    assert.deepStrictEqual(
      promisesOf(markdown.join("\n")).map(({ kind, row }) => `${kind} ${row}`),
      [
        "point The service: It does this.",
        "endpoint GET /api/v1/things: Scope: read.",
        "table GET /api/v1/things: a | string",
        "table GET /api/v1/things: b | one of: x \\ | y",
        "point GET /api/v1/things: It does that."
      ]
    )
  })
})
