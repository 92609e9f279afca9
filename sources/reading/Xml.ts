import { Fault, type Parser } from "./Parser.ts"
import { longestRecord } from "./Text.ts"

/** The leaves of one XML element by local name; of several with one name, their texts joined by `|`. */
export interface XmlRecord {
  /** Local name of the element. */
  readonly name: string
  /** Counted from 1. */
  readonly number: number
  readonly leaves: ReadonlyMap<string, string>
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(#x?)?([0-9a-z]+);/gi, (whole, numeric: string | undefined, name: string) => {
        if (numeric === undefined) return entities[name] ?? whole
        const point = Number.parseInt(name, numeric === "#" ? 10 : 16)
        return point <= 0x10ffff ? String.fromCodePoint(point) : whole
      })
    : text

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Comments, character data, instructions and declarations, start and end tags, and the text between them. */
const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!(?!--|\[)[^>]*>|<(\/?)([^\s/>!?][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+)/gy

/**
 * The elements with one of the local names, each with the texts of the elements in it that have no elements of their
 * own. For registers' exports: without a document type, and without elements of those names in one another.
 */
export const xmlRecords = (names: ReadonlySet<string>) => (): Parser<string, XmlRecord> => {
  let rest = ""
  let record: { name: string; leaves: Map<string, string> } | undefined
  /** Local name of the innermost open element, while nothing but text was in it. */
  let leaf: string | undefined
  let text = ""
  let number = 0
  let open = 0
  let seen = false

  const close = (name: string, out: Array<XmlRecord>) => {
    open -= 1
    if (record === undefined) return
    if (name === record.name) {
      number += 1
      out.push({ ...record, number })
      record = undefined
    } else if (leaf === name) {
      const before = record.leaves.get(name)
      const value = text.trim()
      record.leaves.set(name, before === undefined ? value : `${before}|${value}`)
    }
    leaf = undefined
  }

  const start = (name: string) => {
    open += 1
    seen = true
    leaf = name
    text = ""
    if (record === undefined && names.has(name)) {
      record = { name, leaves: new Map() }
      leaf = undefined
    }
  }

  const take = (final: boolean): ReadonlyArray<XmlRecord> => {
    const out: Array<XmlRecord> = []
    token.lastIndex = 0
    let at = 0
    for (let match = token.exec(rest); match !== null; match = token.exec(rest)) {
      const [whole, characters, slash, tag, attributes, plain] = match
      // Text may go on in the next chunk, and so may a tag that looks like the start of a longer one.
      if (plain !== undefined && token.lastIndex === rest.length && !final) break
      at = token.lastIndex
      if (plain !== undefined) {
        if (record !== undefined && leaf !== undefined) text += unescapeXml(plain)
      } else if (characters !== undefined) text += characters
      else if (tag !== undefined) {
        const name = localName(tag)
        if (slash === "/") close(name, out)
        else {
          start(name)
          if (attributes!.endsWith("/")) close(name, out)
        }
      }
      if (whole === "") break
    }
    rest = rest.slice(at)
    if (rest.length > longestRecord) throw new Fault("it is no well-formed XML: something in it does not end.")
    return out
  }

  return {
    push: (chunk) => {
      rest += chunk
      return take(false)
    },
    end: () => {
      const out = take(true)
      if (!seen) throw new Fault("it is no XML.")
      if (open !== 0 || rest.trim() !== "") throw new Fault("its XML does not end: the file is cut off.")
      return out
    }
  }
}
