import { longestRecord } from "./Limits.ts"
import type { Parser } from "./Parser.ts"
import { lineTooLong } from "./Text.ts"

/** Values that the parser read, or whole lines for others to read, with the number of the first. */
export type TextPiece<A> = { readonly values: ReadonlyArray<A> } | { readonly text: string; readonly line: number }

/** UTF-16 code units of a piece: some two thousand addresses. */
const pieceSize = 512 * 1024

const lineFeed = 10

/** The number of lines that end in the text, and the end of the last one: before the first that ends within quotes. */
const linesIn = (text: string, quote: string): { readonly lines: number; readonly end: number } => {
  let lines = 0
  let end = 0
  if (quote === "" || !text.includes(quote)) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", end)) {
      lines++
      end = at + 1
    }
    return { lines, end }
  }
  const mark = quote.charCodeAt(0)
  let isOpen = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === mark) isOpen = !isOpen
    else if (code === lineFeed) {
      if (isOpen) break
      lines++
      end = at + 1
    }
  }
  return { lines, end }
}

/**
 * Cuts text into pieces of whole lines, which can be read in parallel: together they yield what the parser alone would.
 * The parser itself reads the beginning, until the format is known, an unfinished last line, and everything that is not
 * a line on its own.
 *
 * @param quote a character between two of which a line may end without ending its record; empty if there is none
 */
export const textPieces = <A>(
  parser: Parser<string, A>,
  quote = "",
  size = pieceSize
): Parser<string, TextPiece<A>> => {
  /** The number of the line that `held` begins with; undefined while the parser itself reads. */
  let line: number | undefined
  let held: Array<string> = []
  let length = 0

  const hold = (text: string): void => {
    held = [text]
    length = text.length
  }

  const valuesOf = (values: ReadonlyArray<A>): ReadonlyArray<TextPiece<A>> => (values.length === 0 ? [] : [{ values }])

  /** Lets the parser read, and takes over the lines that it releases. */
  const read = (text: string): ReadonlyArray<TextPiece<A>> => {
    const values = parser.push(text)
    const left = parser.lines?.release()
    line = left?.line
    hold(left?.text ?? "")
    return valuesOf(values)
  }

  /** Hands off the held lines, except an unfinished one. */
  const give = (first: number): ReadonlyArray<TextPiece<A>> => {
    hold(held.join(""))
    const [text] = held as [string]
    const { end, lines } = linesIn(text, quote)
    const whole = text.slice(0, end)
    const given = whole === "" ? [] : [{ text: whole, line: first }]
    hold(text.slice(end))
    line = first + lines
    if (text.includes("\n", end)) {
      // A line that ends within quotes is not a record on its own.
      parser.lines?.goOn(line)
      return [...given, ...read(text.slice(end))]
    }
    if (length > longestRecord) throw lineTooLong()
    return given
  }

  return {
    push: (chunk) => {
      if (line === undefined) return read(chunk)
      held.push(chunk)
      length += chunk.length
      return length < size ? [] : give(line)
    },
    end: () => {
      const pieces = line === undefined ? [] : give(line)
      if (line !== undefined) parser.lines?.goOn(line)
      const last = line === undefined || length === 0 ? [] : parser.push(held.join(""))
      return [...pieces, ...valuesOf([...last, ...parser.end()])]
    }
  }
}

/** UTF-16 code units whose values are in memory together. */
const shortPiece = 16 * 1024

/**
 * Reads a piece of whole lines a little at a time: values that are held together for long must be copied by the garbage
 * collector.
 */
export function* readGently<A>(parser: Parser<string, A>, text: string): Generator<A> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from + shortPiece)
    yield* parser.push(end < 0 ? text.slice(from) : text.slice(from, end + 1))
    from = end < 0 ? text.length : end + 1
  }
  yield* parser.end()
}
