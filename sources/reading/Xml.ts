import { longestRecord, longestToken } from "./Limits.ts"
import { Fault, type Parser } from "./Parser.ts"

/**
 * The leaves of one XML element by local name; if several have one name, their texts are joined by `|`. On request also
 * leaves by their parent's and their own name (`Street.Code`), and attributes by the element's and their own name
 * (`Point@srsName`, or `@id` for those of the record itself).
 */
export interface XmlRecord {
  /** Local name of the element. */
  readonly name: string
  /** Counted from 1. */
  readonly number: number
  readonly leaves: ReadonlyMap<string, string>
  /** What is wrong with it, in words that follow its place; undefined if nothing is wrong. */
  readonly fault: string | undefined
}

const entities: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'"
})

/** A character that XML allows (section 2.2). */
const isCharacter = (point: number): boolean =>
  point === 0x9 ||
  point === 0xa ||
  point === 0xd ||
  (point >= 0x20 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  (point >= 0x10000 && point <= 0x10ffff)

/** The longest entity name to look for. */
const longestName = 64

const reference = new RegExp(`&(#x[0-9a-f]+|#[0-9]+|[^\\s;&<>#][^\\s;&<>]{0,${longestName - 1}});`, "gi")

/**
 * Replaces the references in a text: characters by number, and the five entities that XML itself defines. Document
 * types, which define others, are not read, so that nothing is downloaded and nothing expands: `undefinedIs` is called
 * for those.
 */
const unescapeXml = (text: string, undefinedIs: (reference: string) => void): string =>
  text.includes("&")
    ? text.replace(reference, (whole, name: string) => {
        const point = name.startsWith("#x")
          ? Number.parseInt(name.slice(2), 16)
          : name.startsWith("#")
            ? Number.parseInt(name.slice(1), 10)
            : undefined
        const known =
          point === undefined ? entities[name] : isCharacter(point) ? String.fromCodePoint(point) : undefined
        if (known === undefined) undefinedIs(whole)
        return known ?? whole
      })
    : text

/** Where text may be cut without splitting a reference: before an ampersand near its end that may begin one. */
const cutBefore = (text: string): number => {
  const at = text.lastIndexOf("&")
  return at < 0 || text.length - at > longestName + 1 || text.includes(";", at) ? text.length : at
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Comments, character data, instructions and declarations, start and end tags, and the text between them. */
const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!(?!--|\[)[^>]*>|<(\/?)([^\s/>!?][^\s/>]*)((?:[\s/](?:"[^"]*"|'[^']*'|[^>"'])*)?)>|([^<]+)/gy

const attribute = /(?<![^\s=/"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The most element names that a message lists. */
const shownNames = 40

const noFields: ReadonlySet<string> = new Set()

interface XmlOptions {
  readonly orFault?: boolean
  readonly wanted?: ReadonlySet<string>
}

/** A record whose end tag has not been read yet. */
interface OpenRecord {
  readonly name: string
  readonly leaves: Map<string, string>
  fault: string | undefined
}

/** Follows the tags of a document, and collects the elements with one of the names. */
class XmlElements {
  readonly #names: ReadonlySet<string>
  readonly #wanted: ReadonlySet<string>
  /** Names of elements whose attributes are wanted. */
  readonly #attributesOf: ReadonlySet<string>
  readonly #innerWanted: boolean
  /** Local names of the open elements of the record. */
  readonly #around: Array<string> = []
  /** Names of elements outside records, collected until the first record. */
  readonly #others = new Set<string>()
  #record: OpenRecord | undefined
  /** Code units in the record's leaves. */
  #size = 0
  /** Local name of the innermost open element, as long as it contains nothing but text. */
  #leaf: string | undefined
  #text = ""
  #number = 0
  #open = 0
  #seen = false

  constructor(names: ReadonlySet<string>, wanted: ReadonlySet<string>) {
    this.#names = names
    this.#wanted = wanted
    this.#attributesOf = new Set(
      Array.from(wanted).flatMap((field) => (field.includes("@") ? [field.slice(0, field.indexOf("@"))] : []))
    )
    this.#innerWanted = Array.from(wanted).some((field) => field.includes("."))
  }

  start(name: string, attributes: string): void {
    this.#open += 1
    this.#seen = true
    this.#leaf = name
    this.#text = ""
    if (this.#record !== undefined) {
      if (this.#innerWanted) {
        this.#grow(name.length)
        this.#around.push(name)
      }
      if (this.#attributesOf.size > 0 && this.#attributesOf.has(name)) this.#keepAttributes(name, attributes)
    } else if (this.#names.has(name)) {
      this.#record = { name, leaves: new Map(), fault: undefined }
      this.#size = 0
      this.#leaf = undefined
      this.#around.length = 0
      this.#around.push(name)
      if (this.#attributesOf.has("")) this.#keepAttributes("", attributes)
    } else if (this.#number === 0 && this.#others.size < shownNames) this.#others.add(name)
  }

  /** Text that may contain references. */
  say(part: string): void {
    if (this.#record === undefined || this.#leaf === undefined) return
    this.#grow(part.length)
    this.#text += this.#plainly(part, this.#leaf)
  }

  /** Text without references. */
  sayAsIs(characters: string): void {
    if (this.#record === undefined || this.#leaf === undefined) return
    this.#grow(characters.length)
    this.#text += characters
  }

  close(name: string, out: Array<XmlRecord>): void {
    this.#open -= 1
    const record = this.#record
    const innerWanted = this.#innerWanted
    if (record === undefined) return
    if (innerWanted) this.#around.pop()
    if (name === record.name) {
      this.#number += 1
      out.push({ ...record, number: this.#number })
      this.#record = undefined
    } else if (this.#leaf === name) {
      const value = this.#text.trim()
      this.#keep(name, value)
      if (innerWanted) {
        const inner = `${this.#around.at(-1)}.${name}`
        if (this.#wanted.has(inner)) this.#keep(inner, value)
      }
    }
    this.#leaf = undefined
  }

  /** Why the document is invalid, at its end; undefined if nothing is wrong. */
  faultAtEnd(rest: string, orFault: boolean): string | undefined {
    if (!this.#seen) return "it is not XML."
    if (this.#open !== 0 || rest.trim() !== "") return "its XML does not end: the file is cut off."
    if (!orFault || this.#number > 0) return undefined
    const [wanted, found] = [this.#names, this.#others].map((names) => Array.from(names).join(", "))
    return `it has no element ${wanted}. It has: ${found}.`
  }

  #grow(by: number): void {
    this.#size += by
    if (this.#size > longestRecord) {
      throw new Fault(`it has a ${this.#record?.name} of more than ${longestRecord} characters.`)
    }
  }

  #plainly(part: string, where: string): string {
    return unescapeXml(part, (reference) => {
      this.#record!.fault ??= `has ${reference} in "${where}", which XML does not define; document types are not read`
    })
  }

  #keep(name: string, value: string): void {
    this.#grow(name.length)
    const { leaves } = this.#record!
    const before = leaves.get(name)
    leaves.set(name, before === undefined ? value : `${before}|${value}`)
  }

  #keepAttributes(element: string, attributes: string): void {
    for (const [, name = "", double, single = ""] of attributes.matchAll(attribute)) {
      const field = `${element}@${localName(name)}`
      if (!this.#wanted.has(field)) continue
      const value = this.#plainly(double ?? single, field)
      this.#grow(value.length)
      this.#keep(field, value)
    }
  }
}

/** Processes the complete tokens in `text`, and returns the rest. */
const takeTokens = (text: string, final: boolean, elements: XmlElements, out: Array<XmlRecord>): string => {
  token.lastIndex = 0
  let at = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [whole, characters, slash, tag, attributes, plain] = match
    if (plain !== undefined && token.lastIndex === text.length && !final) {
      const cut = cutBefore(plain)
      elements.say(plain.slice(0, cut))
      at += cut
      break
    }
    at = token.lastIndex
    if (plain !== undefined) elements.say(plain)
    else if (characters !== undefined) elements.sayAsIs(characters)
    else if (tag !== undefined) {
      const name = localName(tag)
      if (slash === "/") elements.close(name, out)
      else {
        elements.start(name, attributes!)
        if (attributes!.endsWith("/")) elements.close(name, out)
      }
    }
    if (whole === "") break
  }
  return text.slice(at)
}

/**
 * The elements with one of the local names, each with the texts of its leaf elements, and the requested attributes and
 * nested leaves in `wanted`. Meant for exports of registers: without a document type, and with no element of those
 * names inside another. With `orFault`, a file without any such element is a fault that names the elements it has.
 */
export const xmlRecords =
  (names: ReadonlySet<string>, { orFault = false, wanted = noFields }: XmlOptions = {}) =>
  (): Parser<string, XmlRecord> => {
    const elements = new XmlElements(names, wanted)
    let rest = ""
    const take = (final: boolean): ReadonlyArray<XmlRecord> => {
      const out: Array<XmlRecord> = []
      rest = takeTokens(rest, final, elements, out)
      if (rest.length > longestToken) throw new Fault("it is not well-formed XML: something in it is not closed.")
      return out
    }
    return {
      push: (chunk) => {
        rest += chunk
        return take(false)
      },
      end: () => {
        const out = take(true)
        const fault = elements.faultAtEnd(rest, orFault)
        if (fault !== undefined) throw new Fault(fault)
        return out
      }
    }
  }
