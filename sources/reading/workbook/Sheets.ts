import type { SheetRecord } from "../Csv.ts"
import { longestRecord, mostColumns } from "../Limits.ts"
import { Fault, type Parser } from "../Parser.ts"
import { xmlParser } from "../Xml.ts"
import { CellText, listening } from "./Listening.ts"
import { type Format, numberText } from "./Numbers.ts"
import type { SharedTexts } from "./SharedTexts.ts"

/** What the cells of all sheets refer to. */
export interface Common {
  readonly texts: SharedTexts
  readonly formats: ReadonlyArray<Format>
  readonly from1904: boolean
}

const reference = /\br="([a-z]+)\d*"/i
const rowNumber = /\br="(\d+)"/
const type = /\bt="(\w+)"/
const style = /\bs="(\d+)"/

/** The number of a column, from 0, by its letters: A, B … Z, AA. */
const columnOf = (letters: string): number => {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

interface Cell {
  readonly column: number
  readonly type: string | undefined
  readonly style: number
}

/**
 * The rows of a sheet that are not empty, as a table of CSV would have them; the number of a row is its line. Cells that
 * a sheet leaves out take no memory: a few bytes may place one of each row ten thousand columns to the right.
 */
class SheetRows {
  readonly #common: Common
  readonly #text = new CellText()
  #line = 0
  #values: Array<string | undefined> = []
  #length = 0
  #column = -1
  #cell: Cell | undefined
  #isTooWide = false

  constructor(common: Common) {
    this.#common = common
  }

  start(name: string, attributes: string): void {
    this.#text.start(name)
    if (name === "row") {
      this.#line = Number(rowNumber.exec(attributes)?.[1] ?? this.#line + 1)
      this.#values = []
      this.#length = 0
      this.#column = -1
      this.#isTooWide = false
    } else if (name === "c") {
      const letters = reference.exec(attributes)?.[1]
      this.#column = letters === undefined ? this.#column + 1 : columnOf(letters)
      this.#cell = {
        column: this.#column,
        type: type.exec(attributes)?.[1],
        style: Number(style.exec(attributes)?.[1] ?? 0)
      }
    }
  }

  add(text: string): void {
    this.#text.add(text)
  }

  close(name: string, out: Array<SheetRecord>): void {
    this.#text.close(name)
    if (name === "c" && this.#cell !== undefined) {
      this.#put(this.#cell.column, this.#valueOf(this.#cell, this.#text.take()))
      this.#cell = undefined
    }
    if (name !== "row") return
    if (this.#isTooWide) out.push({ line: this.#line, fault: `has more than ${mostColumns} columns` })
    else if (this.#values.length > 0) out.push({ line: this.#line, values: this.#values })
  }

  #valueOf({ style, type }: Cell, text: string): string {
    const { formats, from1904, texts } = this.#common
    switch (type) {
      case "s":
        return text === "" ? "" : texts.at(Number(text))
      case "b":
        return text === "1" ? "TRUE" : "FALSE"
      // An error, such as #N/A.
      case "e":
        return ""
      case undefined:
      case "n":
        return numberText(text, formats[style], from1904)
      default:
        return text
    }
  }

  #put(column: number, value: string): void {
    if (value === "") return
    if (column >= mostColumns) {
      this.#isTooWide = true
      return
    }
    this.#length += value.length
    if (this.#length > longestRecord) throw new Fault(`it has a row of more than ${longestRecord} characters.`)
    this.#values[column] = value
  }
}

export const sheetRows = (common: Common) => (): Parser<string, SheetRecord> => {
  const rows = new SheetRows(common)
  return xmlParser(
    listening<SheetRecord>({
      start: (name, attributes) => rows.start(name, attributes),
      text: (text) => rows.add(text),
      close: (name, out) => rows.close(name, out)
    })
  )
}
