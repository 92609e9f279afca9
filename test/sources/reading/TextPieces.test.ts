import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type CsvRecord, csvRecords } from "../../../sources/reading/Csv.ts"
import { jsonLines } from "../../../sources/reading/Json.ts"
import { longestRecord } from "../../../sources/reading/Limits.ts"
import type { Parser } from "../../../sources/reading/Parser.ts"
import { readGently, textPieces } from "../../../sources/reading/TextPieces.ts"
import { cut } from "./Cut.ts"

const form = { delimiter: ",", quote: '"', skipLines: 0 }

const alone = <A>(parser: Parser<string, A>, chunks: ReadonlyArray<string>): ReadonlyArray<A> => [
  ...chunks.flatMap(parser.push),
  ...parser.end()
]

/** What the pieces of a text yield when parsed separately, and the number of pieces that were handed off. */
const inPieces = <A>(
  parser: Parser<string, A>,
  chunks: ReadonlyArray<string>,
  quote: string,
  read: (line: number) => Parser<string, A>
) => {
  const pieces = alone(textPieces(parser, quote, 12), chunks)
  const values = pieces.flatMap((piece) =>
    "values" in piece ? piece.values : Array.from(readGently(read(piece.line), piece.text))
  )
  return { values, given: pieces.filter((piece) => "text" in piece).length }
}

const anyCut = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 })

/** Lines with quotes are parsed together, after the others around them, so results are compared in line order. */
const byLine = (found: ReadonlyArray<CsvRecord>) => found.toSorted((a, b) => a.line - b.line)

describe("text in pieces", () => {
  it("MUST equal what the parser alone makes of it, whatever the quotes do, including line numbers", () => {
    let cases = 0
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.stringMatching(/^[ab]{0,3},[ab]{0,3}$/) },
      fc.stringMatching(/^"[ab,]{0,3}",[ab]$/),
      fc.stringMatching(/^[ab,"\r ]{0,8}$/)
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), anyCut, fc.boolean(), (lines, sizes, ends) => {
        const text = ["x,y", ...lines].join("\n") + (ends ? "\n" : "")
        const chunks = cut(text, sizes)
        const made = inPieces(csvRecords(form)(), chunks, '"', (first) => csvRecords(form, { line: first, width: 2 })())
        if (made.given > 0) cases++
        expect(byLine(made.values)).toEqual(byLine(alone(csvRecords(form)(), chunks)))
      }),
      // A line of blanks is a record with missing columns, even as a piece of its own.
      { numRuns: 300, examples: [[[",", " "], [6, 1], true]] }
    )
    // Of 300, 164 on average hand pieces off, give or take nine.
    expect(cases).toBeGreaterThan(100)
  })

  it("MUST number lines of JSON after blank ones, and end with the text", () => {
    const line = fc.constantFrom('{"a":1}', "", "  ", "{ broken", "\u001e3", '{"long":"0123456789abcdef"}\r')
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), anyCut, (lines, sizes) => {
        const chunks = cut(lines.join("\n"), sizes)
        expect(inPieces(jsonLines(), chunks, "", jsonLines).values).toEqual(alone(jsonLines(), chunks))
      }),
      { numRuns: 200 }
    )
  })

  it("MUST refuse an endless line as the parser alone does", () => {
    const endless = [
      "1\n",
      "2\n",
      ..."x"
        .repeat(33)
        .split("")
        .map((x) => x.repeat(longestRecord / 32))
    ]
    const refused = (read: () => unknown) =>
      expect(read).toThrow(`it has a line of more than ${longestRecord} characters.`)
    refused(() => alone(jsonLines(), endless))
    refused(() => alone(textPieces(jsonLines()), endless))
  })
})
