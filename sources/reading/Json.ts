import { deepest, longestRecord } from "./Limits.ts"
import { Fault, type Parser } from "./Parser.ts"
import { makeLineSplitter } from "./Text.ts"

/** The text of one JSON value, not parsed yet. */
export interface JsonText {
  /** Counted from 1: the line of line-delimited JSON, the element of an array. */
  readonly number: number
  readonly text: string
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

const code = (character: string) => character.charCodeAt(0)
const quote = code('"')
const backslash = code("\\")
const comma = code(",")
const colon = code(":")
const openBrace = code("{")
const closeBrace = code("}")
const openBracket = code("[")
const closeBracket = code("]")

/**
 * Elements of the array at `path` (member names from the top; none: the text itself is the array), one by one, however
 * long the array is. Commas without an element, such as trailing ones, are skipped.
 */
export const jsonArray = (path: ReadonlyArray<string>) => (): Parser<string, JsonText> => {
  const where = path.length === 0 ? "at its top" : `under "${path.join(".")}"`
  /** The path to the current position: a name in objects, nothing in arrays. */
  const stack: Array<string | undefined> = []
  let place: "outside" | "array" | "after" = "outside"
  let inString = false
  let escaped = false
  let text = ""
  let lastString = ""
  /** Open containers within the element. */
  let depth = 0
  let number = 0

  const onPath = () => stack.length === path.length && stack.every((name, index) => name === path[index])

  /** Continues within an element from `at`; returns where it stopped. */
  const push = (chunk: string): ReadonlyArray<JsonText> => {
    const out: Array<JsonText> = []
    let from = 0
    const element = (end: number) => {
      text += chunk.slice(from, end)
      const trimmed = text.trim()
      text = ""
      if (trimmed === "") return
      number += 1
      out.push({ number, text: trimmed })
    }
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk.charCodeAt(at)
      if (inString) {
        if (escaped) escaped = false
        else if (character === backslash) escaped = true
        else if (character === quote) {
          inString = false
          if (place === "outside") {
            lastString = text + chunk.slice(from, at)
            text = ""
          }
        }
        continue
      }
      if (character === quote) {
        inString = true
        if (place === "outside") {
          text = ""
          from = at + 1
        }
        continue
      }
      if (place === "array") {
        if (character === openBrace || character === openBracket) depth += 1
        else if (depth > 0) {
          if (character === closeBrace || character === closeBracket) depth -= 1
        } else if (character === comma || character === closeBracket) {
          element(at)
          from = at + 1
          if (character === closeBracket) place = "after"
        }
        continue
      }
      if (place === "after") continue
      if (character === openBracket && onPath()) {
        place = "array"
        from = at + 1
        text = ""
      } else if (character === openBrace || character === openBracket) {
        if (stack.push(undefined) > deepest) throw new Fault(`it is nested more than ${deepest} levels deep.`)
      } else if (character === closeBrace || character === closeBracket) stack.pop()
      else if (character === colon) stack[stack.length - 1] = lastString
    }
    if (place === "array" || (place === "outside" && inString)) text += chunk.slice(from)
    if (text.length > longestRecord)
      throw new Fault(`it has a value of more than ${longestRecord} characters ${where}.`)
    return out
  }

  return {
    push,
    end: () => {
      if (place === "outside") throw new Fault(`it is not JSON with an array ${where}.`)
      if (place === "array") throw new Fault(`its array ${where} does not end: the file is cut off.`)
      return []
    }
  }
}
