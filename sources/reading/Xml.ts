import { deepest, longestRecord, longestToken } from "./Limits.ts"
import { Fault, type Parser } from "./Parser.ts"
import { type Inner, innerOf, isKey, XmlNames } from "./XmlNames.ts"
import { cutBefore, unescapeXml } from "./XmlReferences.ts"

/**
 * The leaves of one XML element by local name; if several have one name, their texts are joined by `|`. On request also
 * by the longer names that `XmlNames.ts` lists, and attributes.
 */
export interface XmlRecord {
  /** Local name of the element. */
  readonly name: string
  /** Counted from 1. */
  readonly number: number
  readonly leaves: ReadonlyMap<string, string>
  /** Names of what it has. If all is wanted, each text by its shortest name that tells it apart. */
  readonly names: () => ReadonlyArray<string>
  /** What is wrong with it, in words that follow its place; undefined if nothing is wrong. */
  readonly fault: string | undefined
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** What follows the tags of a document, by the local names of its elements. */
export interface XmlListener<B> {
  readonly start: (name: string, attributes: string) => void
  /** Text that may contain references. */
  readonly say: (part: string) => void
  /** Text without references. */
  readonly sayAsIs: (characters: string) => void
  readonly close: (name: string, out: Array<B>) => void
  /** Why the document is invalid, at its end; undefined if nothing is wrong. */
  readonly faultAtEnd: (rest: string) => string | undefined
}

/** Comments, character data, instructions and declarations, start and end tags, and the text between them. */
const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!(?!--|\[)[^>]*>|<(\/?)([^\s/>!?][^\s/>]*)((?:[\s/](?:"[^"]*"|'[^']*'|[^>"'])*)?)>|([^<]+)/gy

/** Attributes of a tag: name, value in double quotes, or in single ones. */
export const attribute = /(?<![^\s=/"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** What is wrong with a document whose elements are not all closed. */
export const cutOff = "its XML does not end: the file is cut off."

/** The most element names that a message lists. */
const shownNames = 40

const noFields: ReadonlySet<string> = new Set()

interface XmlOptions {
  readonly orFault?: boolean
  /** Names longer than those of leaves; `all` for whatever there is. */
  readonly wanted?: ReadonlySet<string> | "all"
}

/** A record whose end tag has not been read yet. */
interface OpenRecord {
  readonly name: string
  readonly leaves: Map<string, string>
  fault: string | undefined
}

/** An open element within a record, or the record. */
interface OpenElement {
  readonly name: string
  /** Names of its text by an attribute, such as `Data@name=STREET`. */
  readonly keys: ReadonlyArray<string>
}

/** Follows the tags of a document, and collects the elements with one of the names. */
class XmlElements implements XmlListener<XmlRecord> {
  readonly #records: ReadonlySet<string>
  readonly #wanted: ReadonlySet<string> | "all"
  /** Names of elements whose attributes are wanted; undefined for all. */
  readonly #attributesOf: ReadonlySet<string> | undefined
  readonly #inner: ReadonlyMap<string, ReadonlyArray<Inner>>
  /** Whether it matters within which elements leaves are. */
  readonly #innerWanted: boolean
  readonly #names = new XmlNames()
  /** The open elements of the record, which is the first. */
  readonly #around: Array<OpenElement> = []
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
  readonly #orFault: boolean

  constructor(records: ReadonlySet<string>, wanted: ReadonlySet<string> | "all", orFault: boolean) {
    this.#records = records
    this.#orFault = orFault
    this.#wanted = wanted
    const fields = wanted === "all" ? [] : Array.from(wanted)
    const elements = fields.flatMap((field) => (field.includes("@") ? [field.slice(0, field.indexOf("@"))] : []))
    this.#attributesOf = wanted === "all" ? undefined : new Set(elements)
    this.#inner = innerOf(fields)
    this.#innerWanted = wanted === "all" || this.#inner.size > 0 || fields.some((field) => field.includes("="))
  }

  start(name: string, attributes: string): void {
    this.#open += 1
    this.#seen = true
    this.#leaf = name
    this.#text = ""
    if (this.#record !== undefined) {
      const keys = this.#attributed(name, attributes)
      if (this.#innerWanted) {
        this.#grow(name.length)
        if (this.#around.push({ name, keys }) > deepest) {
          throw new Fault(`it has a ${this.#record.name} that is nested more than ${deepest} levels deep.`)
        }
      }
    } else if (this.#records.has(name)) {
      this.#record = { name, leaves: new Map(), fault: undefined }
      this.#size = 0
      this.#leaf = undefined
      this.#around.length = 0
      this.#around.push({ name, keys: [] })
      this.#attributed("", attributes)
    } else if (this.#number === 0 && this.#others.size < shownNames) this.#others.add(name)
  }

  say(part: string): void {
    if (this.#record === undefined || this.#leaf === undefined) return
    this.#grow(part.length)
    this.#text += this.#plainly(part, this.#leaf)
  }

  sayAsIs(characters: string): void {
    if (this.#record === undefined || this.#leaf === undefined) return
    this.#grow(characters.length)
    this.#text += characters
  }

  close(name: string, out: Array<XmlRecord>): void {
    this.#open -= 1
    const record = this.#record
    if (record === undefined) return
    const element = this.#innerWanted ? this.#around.pop() : undefined
    if (name === record.name) {
      this.#number += 1
      const { fault, leaves } = record
      out.push({ name, leaves, fault, number: this.#number, names: this.#namesOf(leaves) })
      this.#record = undefined
    } else if (element !== undefined && this.#around.length === 0) {
      throw new Fault(`it is not well-formed XML: in a ${record.name}, an element ends that has not begun.`)
    } else if (this.#leaf === name) {
      const value = this.#text.trim()
      this.#keep(name, value)
      if (element !== undefined) this.#keepInner(element, value)
    }
    this.#leaf = undefined
  }

  faultAtEnd(rest: string): string | undefined {
    if (!this.#seen) return "it is not XML."
    if (this.#open !== 0 || rest.trim() !== "") return cutOff
    if (!this.#orFault || this.#number > 0) return undefined
    const [wanted, found] = [this.#records, this.#others].map((names) => Array.from(names).join(", "))
    return `it has no element ${wanted}. It has: ${found}.`
  }

  #grow(by: number): void {
    this.#size += by
    if (this.#size > longestRecord) {
      throw new Fault(`it has a ${this.#record?.name} of more than ${longestRecord} characters.`)
    }
  }

  /** The text with its references replaced. One that XML does not define is a fault of the record, if its place is given. */
  #plainly(part: string, where: string | undefined): string {
    return unescapeXml(part, (reference) => {
      if (where !== undefined)
        this.#record!.fault ??= `has ${reference} in "${where}", which XML does not define; document types are not read`
    })
  }

  #keep(name: string, value: string): void {
    this.#grow(name.length)
    const { leaves } = this.#record!
    const before = leaves.get(name)
    leaves.set(name, before === undefined ? value : `${before}|${value}`)
  }

  #namesOf(leaves: ReadonlyMap<string, string>): XmlRecord["names"] {
    return this.#wanted === "all" ? () => this.#names.of(leaves) : () => Array.from(leaves.keys())
  }

  /** Keeps a leaf's text by its longer names. */
  #keepInner({ keys, name }: OpenElement, value: string): void {
    const around = this.#around
    const parent = around.at(-1)!
    const named = name === "value" ? [...keys, ...parent.keys] : keys
    for (const field of named) this.#keep(field, value)
    for (const { element, field, isDirect } of this.#inner.get(name) ?? []) {
      if (isDirect ? parent.name === element : around.some((one) => one.name === element)) this.#keep(field, value)
    }
    if (this.#wanted !== "all") return
    const elements = around.map((one) => one.name)
    this.#names.see(name, elements)
    this.#keep(`${parent.name}.${name}`, value)
    for (const element of new Set(elements)) this.#keep(`${element}//${name}`, value)
  }

  /** Keeps the wanted attributes of an element, and returns the names that they give to its text. */
  #attributed(element: string, attributes: string): ReadonlyArray<string> {
    if (attributes === "" || (this.#attributesOf !== undefined && !this.#attributesOf.has(element))) return []
    const isAll = this.#wanted === "all"
    const keys: Array<string> = []
    for (const [, full = "", double, single = ""] of attributes.matchAll(attribute)) {
      if (isAll && full.startsWith("xmlns")) continue
      const field = `${element}@${localName(full)}`
      const value = this.#plainly(double ?? single, !isAll && this.#isWanted(field) ? field : undefined)
      const key = `${field}=${value}`
      if (element !== "" && this.#isWanted(key) && (!isAll || isKey(key))) keys.push(key)
      if (!this.#isWanted(field)) continue
      this.#grow(value.length)
      this.#keep(field, value)
    }
    return keys
  }

  #isWanted(field: string): boolean {
    return this.#wanted === "all" || this.#wanted.has(field)
  }
}

/** Processes the complete tokens in `text`, and returns the rest. */
const takeTokens = <B>(text: string, final: boolean, elements: XmlListener<B>, out: Array<B>): string => {
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

/** Tells a listener of the tags in text, and gives what it makes of them. */
export const xmlParser = <B>(listener: XmlListener<B>): Parser<string, B> => {
  let rest = ""
  const take = (final: boolean): ReadonlyArray<B> => {
    const out: Array<B> = []
    rest = takeTokens(rest, final, listener, out)
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
      const fault = listener.faultAtEnd(rest)
      if (fault !== undefined) throw new Fault(fault)
      return out
    }
  }
}

/**
 * The elements with one of the local names, each with the texts of its leaf elements by their names, and by the longer
 * names in `wanted`. Meant for exports of registers: without a document type, and with no element of those
 * names inside another. With `orFault`, a file without any such element is a fault that names the elements it has.
 */
export const xmlRecords =
  (names: ReadonlySet<string>, { orFault = false, wanted = noFields }: XmlOptions = {}) =>
  (): Parser<string, XmlRecord> =>
    xmlParser(new XmlElements(names, wanted, orFault))
