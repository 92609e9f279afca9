import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { isRejected } from "../../../../sources/DataSource.ts"
import { sheetRows } from "../../../../sources/reading/workbook/Sheets.ts"
import { SharedTexts } from "../../../../sources/reading/workbook/SharedTexts.ts"
import { rows } from "../../../../sources/SourceFiles.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import type { Format } from "../../../../sources/registers/Format.ts"
import { run } from "../../registers/guess/Guessing.ts"
import { writtenFile } from "../../../support/WrittenFile.ts"
import { locate } from "../TestReader.ts"
import { zip } from "../ZipWriter.ts"

/** As ogr2ogr of GDAL 3.6.2 and openpyxl 3.0.9 write them: with shared texts, and with texts in the cells. */
const [gdal, openpyxl] = ["gdal", "openpyxl"].map((name) =>
  fileURLToPath(new URL(`${name}.xlsx`, import.meta.url))
) as [string, string]

/** The texts of these columns in each row, or why a row is rejected. */
const read = Effect.fnUntraced(function* (path: string, names: ReadonlyArray<string>, format: object = {}) {
  const found = rows(yield* locate(path), { type: "xlsx", ...format } as Format, names)
  return yield* Stream.runCollect(
    Stream.map(found, (row) => (isRejected(row) ? row.detail : names.map((name) => row.get(name))))
  )
})

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/** A workbook with one sheet, whose parts have this content. */
const workbook = (sheet: string, { texts = "", styles = "", properties = "" } = {}): Buffer => {
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`
  const parts = {
    "xl/workbook.xml": `<x:workbook xmlns:x="m" xmlns:r="r">${properties}<x:sheets><x:sheet name="A" sheetId="7" r:id="rId3"/></x:sheets></x:workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${related("rId1", "sharedStrings", "sharedStrings.xml")}${related("rId2", "styles", "/xl/styles.xml")}${related("rId3", "worksheet", "worksheets/sheet1.xml")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${texts}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`
  }
  return zip(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, Buffer.from(text)])))
}

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const header = (...names: ReadonlyArray<string>) => `<row r="1">${names.map(inline).join("")}</row>`

describe("a workbook", () => {
  it.effect("MUST give its rows, with days and zeros as they are shown, whichever program wrote it", () =>
    run(
      Effect.gen(function* () {
        expect(yield* read(gdal, ["street", "number", "day"])).toEqual([
          ["Dorfstrasse", "1", "2024-05-01"],
          ['Dorfstraße, "Süd"', "2a", ""],
          ["Im Feld", "3", "2024-05-03"]
        ])
        const format = { sheet: "adressen 2024", skipLines: 2 }
        expect(yield* read(openpyxl, ["Strasse", "PLZ", "Ort", "Abbruch"], format)).toEqual([
          ["Dorfstrasse", "09490", "Vaduz", ""],
          ["Im Feld", "01067", "Vaduz", "2024-05-01"],
          ['Im <Feld> & "Hof"', "09490", "Vaduz\nOst", "2024-05-01T12:30:00"]
        ])
      })
    )
  )

  it.effect("MUST be guessed by the sheet with the addresses, below its title, also in an archive", () =>
    run(
      Effect.gen(function* () {
        const archive = yield* writtenFile("a.zip", zip({ "d/a.xlsx": readFileSync(openpyxl) }))
        for (const path of [openpyxl, archive]) {
          expect(yield* guessTable(yield* locate(path))).toMatchObject({
            country: "LI",
            mapping: { format: { type: "xlsx", sheet: "Adressen 2024", skipLines: 2 } },
            addresses: [{ houseNumber: "1", street: "Dorfstrasse" }, { houseNumber: "2a" }, {}]
          })
        }
      })
    )
  )

  it.effect("MUST have texts in pieces, results of formulas and numbers as Excel writes them", () =>
    run(
      Effect.gen(function* () {
        const texts =
          "<si><t>a</t></si><si><r><t>東京</t></r><r><t xml:space='preserve'> 都</t></r><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si><si><t>one_x000D_\ntwo &amp; _x005F_</t></si>"
        // No program writes such a format, which would make each cell of a file as long.
        const zeros = `<numFmt numFmtId='166' formatCode='${"0".repeat(30_000)}'/>`
        const styles = `<numFmts><numFmt numFmtId='164' formatCode='[$-407]d. mmm'/><numFmt numFmtId='165' formatCode='0.0&quot; days&quot;'/>${zeros}</numFmts><cellStyleXfs><xf numFmtId='14'/></cellStyleXfs><cellXfs><xf/><xf numFmtId='164'/><xf numFmtId='165'/><xf numFmtId='20'/><xf numFmtId='166'/></cellXfs>`
        const sheet = [
          header("a", "b", "c", "d", "e", "f", "g"),
          "<row r='5'><c r='A5' t='s'><v>1</v></c><c r='C5' t='str'><f>B1&amp;1</f><v>12</v></c><c r='D5' t='b'><v>1</v></c><c r='E5' t='e'><v>#N/A</v></c><c r='F5' s='1'><v>0</v></c><c r='G5'><v>8.6999999999999993</v></c></row>",
          "<row><c t='s'><v>2</v></c><c s='2'><v>1.23456789012E+11</v></c><c r='D6' s='3'><v>0.5</v></c><c/><c r='F6' s='1' t='n'><v>1.5</v></c><c s='4'><v>7</v></c></row>",
          "<row r='7'><c r='A7' s='1'/></row>"
        ].join("\n")
        const all = ["a", "b", "c", "d", "e", "f", "g"]
        const properties = "<x:workbookPr date1904='1'/>"
        const path = yield* writtenFile("a.xlsx", workbook(sheet.replaceAll("'", '"'), { texts, styles, properties }))
        expect(yield* read(path, all)).toEqual([
          ["東京 都", "", "12", "TRUE", "", "00:00:00", "8.7"],
          ["one\r\ntwo & _", "123456789012", "", "12:00:00", "", "1904-01-02T12:00:00", "7"]
        ])
      })
    )
  )

  it.effect("MUST be named with what to do, where the mapping fits no sheet or another kind of file", () =>
    run(
      Effect.gen(function* () {
        const csv = yield* writtenFile("a.csv", "a,b\n1,2\n")
        const cases: ReadonlyArray<readonly [path: string, format: object, says: string]> = [
          [
            openpyxl,
            {},
            'several sheets: Übersicht, Adressen 2024. Name the one with the addresses in the mapping: "for'
          ],
          [openpyxl, { sheet: "B" }, "has no sheet B. It has: Übersicht, Adressen 2024."],
          [gdal, { columns: ["x", "y"] }, "it has no column a. It has: x, y"],
          [gdal, { skipLines: 9 }, "it is empty"],
          [gdal, { type: "csv" }, 'it is an Excel workbook. State "format": {"type": "xlsx"}'],
          [csv, {}, "it is no workbook (.xlsx)"]
        ]
        for (const [path, format, says] of cases) {
          const { message } = yield* Effect.flip(read(path, ["a"], format))
          assert.include(message, says)
        }
        const files = yield* FileSystem.FileSystem
        const folder = yield* files.makeTempDirectoryScoped()
        yield* files.writeFile(join(folder, "a.xlsx"), readFileSync(gdal))
        yield* files.writeFileString(join(folder, "~$a.xlsx"), "somebody has it open")
        expect(yield* read(folder, ["number"])).toHaveLength(3)
      })
    )
  )

  it("MUST hold no more cells of a row than it has, however far to the right they are", () => {
    const parser = sheetRows({ texts: new SharedTexts(), formats: [], from1904: false })()
    const [found] = parser.push(
      '<sheetData><row r="1"><c r="B1"><v>7</v></c><c r="NTP1"><v>1</v></c></row></sheetData>'
    )
    expect(found !== undefined && "values" in found && Object.entries(found.values)).toEqual([
      ["1", "7"],
      ["9999", "1"]
    ])
  })

  const row = (cells: string) => `${header("a")}<row r="2">${cells}</row>`
  it.effect.each([
    ["no such text", row('<c t="s"><v>3</v></c>'), {}, "a cell refers to a text that is not there"],
    ["a text longer than any cell", row(inline("a".repeat(32_768))), {}, "more than 32767 characters"],
    ["an element without an end", `${header("a")}<row>`, {}, "its XML does not end"],
    ["shared texts without an end", row("<c/>"), { texts: "<si>" }, "its XML does not end"],
    [
      "a name beyond all columns",
      '<row><c r="ZZZZ1"><v>1</v></c></row>',
      {},
      "can be read: line 1 has more than 10000"
    ],
    ["a column beyond all", row('<c r="ZZZZZZZZ2"><v>1</v></c>'), {}, "A line 2 has more than 10000 columns"]
  ] as const)("MUST be refused, or its row, if it is damaged or hostile: %s", ([, sheet, more, says]) =>
    run(
      Effect.gen(function* () {
        const path = yield* writtenFile("a.xlsx", workbook(sheet, more))
        const found = yield* Effect.match(read(path, ["a"]), {
          onFailure: ({ message }) => message,
          onSuccess: (all) => String(all[0])
        })
        assert.include(found, says)
      })
    )
  )
})
