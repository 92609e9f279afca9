import type { Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { type DecodePiece, isEncoding, pieceDecoderOf } from "./CodePages.ts"
import { longestRecord } from "./Limits.ts"
import type { Origin } from "./Origin.ts"
import { Fault, parse, type Parser } from "./Parser.ts"

/** The replacement for bytes that are invalid in the encoding. */
const replacement = "\uFFFD"

/** Whether bytes of the text were lost, here or by the publisher. */
export const isDamaged = (text: string): boolean => text.includes(replacement)

/** The encoding of a byte order mark, which overrules a declaration. */
const marked = (head: Uint8Array): string | undefined => {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8"
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : undefined
}

/** A carriage return alone at the end of the first line, as spreadsheets of the Macintosh write it. */
const returnsAlone = /^[^\r\n]*\r+[^\r\n]/

/** The text with line feeds, if its lines end with carriage returns alone. */
export const withLineFeeds = (text: string): string => (returnsAlone.test(text) ? text.replaceAll("\r", "\n") : text)

/** The same for a text in pieces. */
const makeLineEnds = () => {
  let isTold = false
  let areReturns = false
  /** Carriage returns at the end of a piece, which a line feed may follow. */
  let held = ""
  return (piece: string, more: boolean): string => {
    if (isTold) return areReturns ? piece.replaceAll("\r", "\n") : piece
    const text = held + piece
    held = more ? (/^[^\r\n]*(\r+)$/.exec(text)?.[1] ?? "") : ""
    if (held !== "") return text.slice(0, -held.length)
    isTold = /[\r\n]/.test(text)
    areReturns = returnsAlone.test(text)
    return areReturns ? text.replaceAll("\r", "\n") : text
  }
}

/** Tells an encoding by the first bytes of a text. */
interface Declaration {
  /** How many bytes it may take. */
  readonly size: number
  readonly in: (head: Uint8Array) => string | undefined
}

/**
 * The declaration that XML begins with. One of UTF-16 that can be read as ASCII is wrong, as it is where programs wrote
 * a text that they had in memory.
 */
const ofXml: Declaration = {
  size: 256,
  in: (head) => {
    if (head[0] === 0x3c && head[1] === 0) return "utf-16le"
    if (head[0] === 0 && head[1] === 0x3c) return "utf-16be"
    const text = Buffer.from(head).toString("latin1")
    const name = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1]
    return name === undefined || /^(?:utf-?16|ucs)/i.test(name) || !isEncoding(name) ? undefined : name
  }
}

/** A byte order mark. */
const none: Declaration = { size: 3, in: () => undefined }

const decoder = (encoding: string | undefined, declared: Declaration) => (): Parser<Uint8Array, string> => {
  let decoder: DecodePiece | undefined
  let head: Uint8Array = new Uint8Array(0)
  const inLines = makeLineEnds()
  const decode = (bytes: Uint8Array, more: boolean) => {
    decoder ??= pieceDecoderOf(marked(bytes) ?? encoding ?? declared.in(bytes) ?? "utf-8") ?? pieceDecoderOf("utf-8")!
    const text = inLines(decoder(bytes, more), more)
    return text === "" ? [] : [text]
  }
  return {
    push: (chunk) => {
      if (decoder !== undefined) return decode(chunk, true)
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      return head.length < declared.size ? [] : decode(head, true)
    },
    end: () => (decoder === undefined ? decode(head, false) : decode(new Uint8Array(0), false))
  }
}

/**
 * Decodes bytes: by their byte order mark, else by the given encoding, else as UTF-8. Invalid bytes become U+FFFD, so
 * that one bad record does not end the run; code that makes records from the text rejects those with one (`isDamaged`).
 * Lines that end with carriage returns alone get line feeds.
 */
export const decodeText =
  (origin: Origin, encoding?: string) =>
  (bytes: Stream.Stream<Uint8Array, SourceError>): Stream.Stream<string, SourceError> =>
    parse(origin, decoder(encoding, none))(bytes)

/** The same for XML: without a mark and a given encoding, the one that it declares counts. */
export const decodeXml =
  (origin: Origin, encoding?: string) =>
  (bytes: Stream.Stream<Uint8Array, SourceError>): Stream.Stream<string, SourceError> =>
    parse(origin, decoder(encoding, ofXml))(bytes)

/** A line longer than the limit: the file is not what it is taken for. */
export const lineTooLong = () =>
  new Fault(
    `it has a line of more than ${longestRecord} characters. Is it text, with the encoding and delimiter declared?`
  )

/** Collects the lines that chunks leave unfinished. */
export const makeLineSplitter = () => {
  /** Pieces of an unfinished line: joined once, however many they are. */
  let pieces: Array<string> = []
  let length = 0
  const strip = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line)
  const hold = (piece: string) => {
    length += piece.length
    if (length > longestRecord) throw lineTooLong()
    if (piece !== "") pieces.push(piece)
  }
  return {
    /** The lines that the chunk completes, without their ends. */
    push: (chunk: string): Array<string> => {
      const lines = chunk.split("\n")
      const rest = lines.pop()!
      if (lines.length > 0 && pieces.length > 0) {
        hold(lines[0]!)
        lines[0] = pieces.join("")
      }
      if (lines.length > 0) {
        pieces = []
        length = 0
      }
      hold(rest)
      return lines.map(strip)
    },
    /** Releases the beginning of an unfinished line. */
    release: (): string => {
      const text = pieces.join("")
      pieces = []
      length = 0
      return text
    },
    end: (): Array<string> => (pieces.length === 0 ? [] : [strip(pieces.join(""))])
  }
}
