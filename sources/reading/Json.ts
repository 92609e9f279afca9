import { deepest, longestRecord, mostMembers } from "./Limits.ts"
import { Fault, type Parser } from "./Parser.ts"
import { makeLineSplitter } from "./Text.ts"

/** The text of one JSON value, not parsed yet. */
export interface JsonText {
  /** Counted from 1: the line of line-delimited JSON, the element of an array. */
  readonly number: number
  readonly text: string
}

const code = (character: string) => character.charCodeAt(0)
const quote = code('"')
const backslash = code("\\")
const comma = code(",")
const colon = code(":")
const openBrace = code("{")
const closeBrace = code("}")
const openBracket = code("[")
const closeBracket = code("]")

/** The members of an array; none of any other value. */
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The value of a text; undefined if it is no JSON. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Characters of a value that is parsed in no time, however deep it is nested. */
const short = 64 * 1024

/** What is wrong with the size of a value, told without parsing it. */
const excessOf = (text: string): string | undefined => {
  let depth = 0
  let members = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (inString && character === backslash) at += 1
    else if (character === quote) inString = !inString
    else if (!inString && (character === openBrace || character === openBracket)) depth += 1
    else if (!inString && (character === closeBrace || character === closeBracket)) depth -= 1
    else if (!inString && character === colon) members += 1
    if (depth > deepest) return `is nested more than ${deepest} levels deep`
    if (members > mostMembers) return `has more than ${mostMembers} members`
  }
  return undefined
}

/**
 * Strings, and the numbers that JSON has no words for: programs write them for values that are missing. A string that
 * is not closed goes to the end, so that its other quotes are not looked at again.
 */
const stringOrNoNumber = /"(?:[^"\\]|\\[^]?)*(?:"|$)|-?\b(?:NaN|Infinity)\b/g

/** The value of a text that is no JSON; undefined if it is none without such numbers, either. */
const withoutNumbers = (text: string): unknown => {
  if (!/NaN|Infinity/.test(text)) return undefined
  return jsonIn(text.replaceAll(stringOrNoNumber, (found) => (found.startsWith('"') ? found : "null")))
}

/**
 * Parses a value, or says what is wrong with it. Eight million brackets would take seconds, and 400 MB; a million names
 * would stop everything else for a second.
 */
export const parseJson = ({ text }: JsonText): { readonly value: unknown } | { readonly fault: string } => {
  const excess = text.length > short ? excessOf(text) : undefined
  if (excess !== undefined) return { fault: excess }
  try {
    return { value: JSON.parse(text) }
  } catch {
    const value = withoutNumbers(text)
    return value === undefined ? { fault: "is not JSON" } : { value }
  }
}

/**
 * Values of JSON text with one per line, with or without record separators (RFC 8142).
 *
 * @param first number of the first line
 */
export const jsonLines = (first = 1): Parser<string, JsonText> => {
  const splitter = makeLineSplitter()
  let number = first - 1
  const values = (lines: ReadonlyArray<string>) => {
    const out: Array<JsonText> = []
    for (const line of lines) {
      number += 1
      const text = line.charCodeAt(0) === 0x1e ? line.slice(1).trim() : line.trim()
      if (text !== "") out.push({ number, text })
    }
    return out
  }
  return {
    push: (chunk) => values(splitter.push(chunk)),
    end: () => values(splitter.end()),
    lines: {
      release: () => ({ line: number + 1, text: splitter.release() }),
      goOn: (line) => {
        number = line - 1
      }
    }
  }
}

/**
 * Receives, at the end of a text, what stands around the array's elements and how many there are; may throw a `Fault`.
 * The frame is undefined if it is longer than usual.
 */
export type OnArrayEnd = (frame: string | undefined, elements: number) => void

/** UTF-16 code units of what stands around an array's elements: fields, links and counts. */
const longestFrame = 1024 ** 2

/** Follows a text to the array at a path, and cuts its elements out. */
class ArrayElements {
  readonly #path: ReadonlyArray<string>
  readonly #where: string
  /** The path to the current position: a name in objects, nothing in arrays. */
  readonly #stack: Array<string | undefined> = []
  #place: "outside" | "array" | "after" = "outside"
  #inString = false
  #escaped = false
  #text = ""
  #lastString = ""
  /** Open containers within the element. */
  #depth = 0
  #number = 0
  readonly #onEnd: OnArrayEnd | undefined
  #frame = ""

  constructor(path: ReadonlyArray<string>, onEnd: OnArrayEnd | undefined) {
    this.#path = path
    this.#onEnd = onEnd
    this.#where = path.length === 0 ? "at its top" : `under "${path.join(".")}"`
  }

  push(chunk: string): ReadonlyArray<JsonText> {
    const out: Array<JsonText> = []
    /** Where the part of the chunk begins that is not yet in the text. */
    let from = 0
    /** The same for what stands around the elements. */
    let around = this.#place === "array" ? undefined : 0
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk.charCodeAt(at)
      if (this.#inString) {
        if (this.#endsString(character) && this.#place === "outside") {
          this.#lastString = this.#text + chunk.slice(from, at)
          this.#text = ""
        }
      } else if (character === quote) {
        this.#inString = true
        if (this.#place === "outside") {
          this.#text = ""
          from = at + 1
        }
      } else if (this.#place === "array") {
        if (this.#endsElement(character)) {
          this.#text += chunk.slice(from, at)
          this.#finish(out)
          from = at + 1
          if (character === closeBracket) {
            this.#place = "after"
            around = at
          }
        }
      } else if (this.#place === "outside" && this.#entersArray(character)) {
        this.#text = ""
        from = at + 1
        this.#surround(chunk.slice(around, from))
        around = undefined
      }
    }
    if (around !== undefined) this.#surround(chunk.slice(around))
    if (this.#place === "array" || (this.#place === "outside" && this.#inString)) this.#text += chunk.slice(from)
    if (this.#text.length > longestRecord) {
      throw new Fault(`it has a value of more than ${longestRecord} characters ${this.#where}.`)
    }
    return out
  }

  end(): ReadonlyArray<JsonText> {
    if (this.#place === "outside") throw new Fault(`it is not JSON with an array ${this.#where}.`)
    if (this.#place === "array") throw new Fault(`its array ${this.#where} does not end: the file is cut off.`)
    this.#onEnd?.(this.#frame.length > longestFrame ? undefined : this.#frame, this.#number)
    return []
  }

  #surround(text: string): void {
    if (this.#onEnd !== undefined && this.#frame.length <= longestFrame) this.#frame += text
  }

  #endsString(character: number): boolean {
    if (this.#escaped) this.#escaped = false
    else if (character === backslash) this.#escaped = true
    else if (character === quote) {
      this.#inString = false
      return true
    }
    return false
  }

  #endsElement(character: number): boolean {
    if (character === openBrace || character === openBracket) this.#depth += 1
    else if (this.#depth > 0) {
      if (character === closeBrace || character === closeBracket) this.#depth -= 1
    } else return character === comma || character === closeBracket
    return false
  }

  /** Whether the array at the path begins; follows the path there. */
  #entersArray(character: number): boolean {
    const stack = this.#stack
    if (character === openBracket && this.#onPath()) {
      this.#place = "array"
      return true
    }
    if (character === openBrace || character === openBracket) {
      if (stack.push(undefined) > deepest) throw new Fault(`it is nested more than ${deepest} levels deep.`)
    } else if (character === closeBrace || character === closeBracket) stack.pop()
    else if (character === colon) stack[stack.length - 1] = this.#lastString
    return false
  }

  #onPath(): boolean {
    return this.#stack.length === this.#path.length && this.#stack.every((name, index) => name === this.#path[index])
  }

  #finish(out: Array<JsonText>): void {
    const text = this.#text.trim()
    this.#text = ""
    if (text === "") return
    this.#number += 1
    out.push({ number: this.#number, text })
  }
}

/**
 * Elements of the array at `path` (member names from the top; none: the text itself is the array), one by one, however
 * long the array is. Commas without an element, such as trailing ones, are skipped.
 */
export const jsonArray = (path: ReadonlyArray<string>, onEnd?: OnArrayEnd) => (): Parser<string, JsonText> => {
  const elements = new ArrayElements(path, onEnd)
  return { push: (chunk) => elements.push(chunk), end: () => elements.end() }
}
