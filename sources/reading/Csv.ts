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

/** Maximum number of lines in one quoted field. */
const longestField = 200

/**
 * Records of CSV text; the first one has the column names. Lines without quotes are split directly, others by
 * csv-parse. A record with another number of columns is a fault of its own; an unclosed quote costs only the line it is
 * in.
 *
 * @param from for text from the middle of a file: its first line number, and the number of columns
 */
export const csvRecords =
  ({ columns, delimiter, quote, skipLines }: CsvForm, from?: { readonly line: number; readonly width: number }) =>
  (): Parser<string, CsvRecord> => {
    const splitter = makeLineSplitter()
    let held: Array<string> = []
    /** Number of the first line held. */
    let line = from?.line ?? 1
    let toSkip = from === undefined ? skipLines : 0
    let width: number | undefined = from?.width
    let started = from !== undefined

    const quotesIn = (text: string) => text.split(quote).length - 1

    /** Splits into columns, up to one more than the limit. */
    const split = (text: string) => text.split(delimiter, mostColumns + 1)

    const records = (text: string, relaxed: boolean): ReadonlyArray<ReadonlyArray<string>> | undefined => {
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

    const single = (text: string, relaxed: boolean) => {
      const found = records(text, relaxed)
      return found?.length === 1 ? found[0] : undefined
    }

    const checked = (at: number, values: ReadonlyArray<string>): CsvRecord => {
      if (values.length > mostColumns) return { line: at, fault: `has more than ${mostColumns} columns` }
      width ??= values.length
      return values.length === width
        ? { line: at, values }
        : { line: at, fault: `has ${values.length} columns instead of ${width}` }
    }

    /** Lines that are one record each are parsed together, which is ten times as fast as one by one. */
    const parseTogether = (batch: ReadonlyArray<readonly [number, string]>): ReadonlyArray<CsvRecord> => {
      if (batch.length === 0) return []
      const together = records(batch.map(([, text]) => text).join("\n"), false)
      return batch.map(([at, text], index): CsvRecord => {
        const values = together?.length === batch.length ? together[index] : (single(text, false) ?? single(text, true))
        return values === undefined ? { line: at, fault: "has unclosed quotes" } : checked(at, values)
      })
    }

    /** Index of the last line of the record that begins at `start`; undefined if its quotes do not close. */
    const closing = (start: number): number | undefined => {
      let quotes = 0
      let length = 0
      for (let i = start; i < held.length && i - start < longestField && length <= longestRecord; i++) {
        quotes += quotesIn(held[i]!)
        length += held[i]!.length
        if (quotes % 2 === 0) return i
      }
      return undefined
    }

    /** Whether no later line can close the quotes of the record that begins at `start`. */
    const givenUp = (start: number): boolean => {
      let length = 0
      for (let i = start; i < held.length; i++) length += held[i]!.length
      return held.length - start >= longestField || length > longestRecord
    }

    const take = (final: boolean): ReadonlyArray<CsvRecord> => {
      const out: Array<CsvRecord> = []
      let batch: Array<readonly [number, string]> = []
      let at = 0
      while (at < held.length) {
        const text = held[at]!
        if (text === "") {
          at++
          continue
        }
        if (quote === "" || !text.includes(quote)) {
          out.push(checked(line + at, split(text)))
          at++
          continue
        }
        if (split(text).length > mostColumns) {
          out.push({ line: line + at, fault: `has more than ${mostColumns} columns` })
          at++
          continue
        }
        const last = closing(at)
        if (last === undefined && !final && !givenUp(at)) break
        if (last === at && width !== undefined) {
          batch.push([line + at, text])
          at++
          continue
        }
        const values = single(held.slice(at, (last ?? at) + 1).join("\n"), false)
        if (values !== undefined && last !== undefined && (width === undefined || values.length === width)) {
          out.push(checked(line + at, values))
          at = last + 1
          continue
        }
        const alone = single(text, true)
        out.push(
          alone !== undefined && alone.length === width
            ? { line: line + at, values: alone }
            : { line: line + at, fault: "has unclosed quotes" }
        )
        at++
      }
      out.push(...parseTogether(batch))
      batch = []
      line += at
      held = at === held.length ? [] : held.slice(at)
      return out
    }

    const begin = (): ReadonlyArray<CsvRecord> => {
      if (started || columns === undefined) return []
      started = true
      width = columns.length
      return [{ line: 0, values: columns }]
    }

    const add = (lines: Array<string>) => {
      const skipped = Math.min(toSkip, lines.length)
      toSkip -= skipped
      if (held.length === 0) line += skipped
      const fresh = skipped === 0 ? lines : lines.slice(skipped)
      held = held.length === 0 ? fresh : held.concat(fresh)
    }

    return {
      push: (chunk) => {
        add(splitter.push(chunk))
        return [...begin(), ...take(false)]
      },
      end: () => {
        add(splitter.end())
        return [...begin(), ...take(true)]
      },
      lines: {
        release: () =>
          held.length > 0 || width === undefined || toSkip > 0 ? undefined : { line, text: splitter.release() },
        goOn: (next) => {
          line = next
        }
      }
    }
  }
