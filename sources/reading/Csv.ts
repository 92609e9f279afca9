import { parse as parseCsv } from "csv-parse/sync"
import { longestRecord, mostColumns } from "./Limits.ts"
import type { Parser } from "./Parser.ts"
import { makeLineSplitter } from "./Text.ts"

export interface CsvForm {
  /** One character; `\t` for tabs. */
  readonly delimiter: string
  /** The quote character; empty if fields are never quoted. */
  readonly quote: string
  /** Lines before the header, or before the first record if there is no header. */
  readonly skipLines: number
  /** Names of the columns, if the file has no header. */
  readonly columns?: ReadonlyArray<string> | undefined
}

/** A record, or what is wrong with a line. */
export type CsvRecord =
  | { readonly line: number; readonly values: ReadonlyArray<string> }
  | { readonly line: number; readonly fault: string }

/** The same of a sheet, which leaves out empty cells. */
export type SheetRecord =
  | { readonly line: number; readonly values: ReadonlyArray<string | undefined> }
  | { readonly line: number; readonly fault: string }

/** The most lines that one quoted field may span. */
const longestField = 200

/** Where a text from the middle of a file begins. */
interface CsvStart {
  readonly line: number
  /** Number of columns. */
  readonly width: number
}

/** A line by its number. */
type NumberedLine = readonly [line: number, text: string]

/** Splits into columns, up to one more than the limit. */
const split = (text: string, { delimiter }: CsvForm) => text.split(delimiter, mostColumns + 1)

const tooWide = (line: number): CsvRecord => ({ line, fault: `has more than ${mostColumns} columns` })

const unclosed = (line: number): CsvRecord => ({ line, fault: "has unclosed quotes" })

/** Records of text with quotes; undefined if they do not close. With `relaxed`, quotes within fields are text. */
const parseQuoted = (
  text: string,
  { delimiter, quote }: CsvForm,
  relaxed: boolean
): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  try {
    return parseCsv(text, {
      delimiter,
      quote,
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: relaxed
    })
  } catch {
    return undefined
  }
}

const parseOne = (text: string, form: CsvForm, relaxed: boolean) => {
  const found = parseQuoted(text, form, relaxed)
  return found?.length === 1 ? found[0] : undefined
}

/** Index of the last line of the record that begins at `start`; undefined if its quotes do not close. */
const closing = (lines: ReadonlyArray<string>, start: number, quote: string): number | undefined => {
  let quotes = 0
  let length = 0
  for (let i = start; i < lines.length && i - start < longestField && length <= longestRecord; i++) {
    quotes += lines[i]!.split(quote).length - 1
    length += lines[i]!.length
    if (quotes % 2 === 0) return i
  }
  return undefined
}

/** Whether no later line can close the quotes of the record that begins at `start`. */
const givenUp = (lines: ReadonlyArray<string>, start: number): boolean => {
  let length = 0
  for (let i = start; i < lines.length; i++) length += lines[i]!.length
  return lines.length - start >= longestField || length > longestRecord
}

/** Parses whole lines, holding back those whose quotes a later line may close. */
class CsvLines {
  readonly #form: CsvForm
  #held: Array<string> = []
  /** Number of the first line held. */
  #line: number
  #toSkip: number
  #width: number | undefined
  #started: boolean

  constructor(form: CsvForm, from: CsvStart | undefined) {
    this.#form = form
    this.#line = from?.line ?? 1
    this.#toSkip = from === undefined ? form.skipLines : 0
    this.#width = from?.width
    this.#started = from !== undefined
  }

  /** The number of the next line, if the header has been read and no record is unfinished. */
  get next(): number | undefined {
    return this.#held.length > 0 || this.#width === undefined || this.#toSkip > 0 ? undefined : this.#line
  }

  goOn(line: number): void {
    this.#line = line
  }

  read(lines: Array<string>, final: boolean): ReadonlyArray<CsvRecord> {
    this.#add(lines)
    return [...this.#begin(), ...this.#take(final)]
  }

  #add(lines: Array<string>): void {
    const skipped = Math.min(this.#toSkip, lines.length)
    this.#toSkip -= skipped
    if (this.#held.length === 0) this.#line += skipped
    const fresh = skipped === 0 ? lines : lines.slice(skipped)
    this.#held = this.#held.length === 0 ? fresh : this.#held.concat(fresh)
  }

  /** The columns as the first record, if the file has no header. */
  #begin(): ReadonlyArray<CsvRecord> {
    const { columns } = this.#form
    if (this.#started || columns === undefined) return []
    this.#started = true
    this.#width = columns.length
    return [{ line: 0, values: columns }]
  }

  /** The values of a record; undefined if it has another number of columns. Programs end lines with delimiters. */
  #fitting(values: ReadonlyArray<string>): ReadonlyArray<string> | undefined {
    const width = this.#width ?? values.length
    if (values.length === width) return values
    const isEnded = values.length > width && values.slice(width).every((value) => value.trim() === "")
    return isEnded ? values.slice(0, width) : undefined
  }

  #checked(line: number, values: ReadonlyArray<string>): CsvRecord {
    if (values.length > mostColumns) return tooWide(line)
    this.#width ??= values.length
    const fitting = this.#fitting(values)
    return fitting === undefined
      ? { line, fault: `has ${values.length} columns instead of ${this.#width}` }
      : { line, values: fitting }
  }

  #take(final: boolean): ReadonlyArray<CsvRecord> {
    const form = this.#form
    const held = this.#held
    const line = this.#line
    const { quote } = form
    const out: Array<CsvRecord> = []
    const batch: Array<NumberedLine> = []
    let at = 0
    while (at < held.length) {
      const text = held[at]!
      if (text === "") {
        at++
      } else if (quote === "" || !text.includes(quote)) {
        out.push(this.#checked(line + at, split(text, form)))
        at++
      } else if (split(text, form).length > mostColumns) {
        out.push(tooWide(line + at))
        at++
      } else {
        const last = closing(held, at, quote)
        if (last === undefined && !final && !givenUp(held, at)) break
        if (last === at && this.#width !== undefined) {
          batch.push([line + at, text])
          at++
        } else {
          at = this.#takeQuoted(at, last, out)
        }
      }
    }
    for (const record of this.#parseTogether(batch)) out.push(record)
    this.#line += at
    this.#held = at === held.length ? [] : held.slice(at)
    return out
  }

  /** Takes the record on the lines `at` to `last`, or else the line `at` alone. Returns the next line's index. */
  #takeQuoted(at: number, last: number | undefined, out: Array<CsvRecord>): number {
    const form = this.#form
    const held = this.#held
    const line = this.#line
    const values = parseOne(held.slice(at, (last ?? at) + 1).join("\n"), form, false)
    if (values !== undefined && last !== undefined && this.#fitting(values) !== undefined) {
      out.push(this.#checked(line + at, values))
      return last + 1
    }
    const alone = this.#width === undefined ? undefined : parseOne(held[at]!, form, true)
    const fitting = alone === undefined ? undefined : this.#fitting(alone)
    out.push(fitting === undefined ? unclosed(line + at) : { line: line + at, values: fitting })
    return at + 1
  }

  /** Parses lines that are one record each together, which is ten times as fast as one by one. */
  #parseTogether(batch: ReadonlyArray<NumberedLine>): ReadonlyArray<CsvRecord> {
    if (batch.length === 0) return []
    const form = this.#form
    const together = parseQuoted(batch.map(([, text]) => text).join("\n"), form, false)
    return batch.map(([line, text], index): CsvRecord => {
      const values =
        together?.length === batch.length
          ? together[index]
          : (parseOne(text, form, false) ?? parseOne(text, form, true))
      return values === undefined ? unclosed(line) : this.#checked(line, values)
    })
  }
}

/**
 * Records of CSV text; the first one has the column names. Lines without quotes are split directly, others by
 * csv-parse. A record with another number of columns is a fault of its own, unless the further ones are empty; an unclosed
 * quote costs only the line it is in.
 *
 * @param from for text from the middle of a file: its first line number, and the number of columns
 */
export const csvRecords = (form: CsvForm, from?: CsvStart) => (): Parser<string, CsvRecord> => {
  const splitter = makeLineSplitter()
  const lines = new CsvLines(form, from)
  return {
    push: (chunk) => lines.read(splitter.push(chunk), false),
    end: () => lines.read(splitter.end(), true),
    lines: {
      release: () => {
        const line = lines.next
        return line === undefined ? undefined : { line, text: splitter.release() }
      },
      goOn: (next) => lines.goOn(next)
    }
  }
}
