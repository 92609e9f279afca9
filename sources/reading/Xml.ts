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
  /** What is wrong with it, in words that follow its place; undefined if nothing is. */
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

/** Longest name of an entity that is looked for. */
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

/** Where text may be cut without splitting a reference: before an ampersand at its end that may begin one. */
const cutBefore = (text: string): number => {
  const at = text.lastIndexOf("&")
  return at < 0 || text.length - at > longestName + 1 || text.includes(";", at) ? text.length : at
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** Comments, character data, instructions and declarations, start and end tags, and the text between them. */
const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!(?!--|\[)[^>]*>|<(\/?)([^\s/>!?][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+)/gy

const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Names of elements that a message shows. */
const shownNames = 40

const noFields: ReadonlySet<string> = new Set()

/**
 * The elements with one of the local names, each with the texts of its leaf elements, and the requested attributes and
 * nested leaves in `wanted`. For exports of registers: no document type, and no elements of those names within one
 * another. With `orFault`, a file without any such element is a fault that names the elements it has.
 */
export const xmlRecords =
  (
    names: ReadonlySet<string>,
    { orFault = false, wanted = noFields }: { readonly orFault?: boolean; readonly wanted?: ReadonlySet<string> } = {}
  ) =>
  (): Parser<string, XmlRecord> => {
    const attributesOf = new Set(
      Array.from(wanted).flatMap((field) => (field.includes("@") ? [field.slice(0, field.indexOf("@"))] : []))
    )
    const innerWanted = Array.from(wanted).some((field) => field.includes("."))
    /** Local names of the open elements of the record. */
    const around: Array<string> = []
    const others = new Set<string>()
    let rest = ""
    let record: { name: string; leaves: Map<string, string>; fault: string | undefined } | undefined
    /** Code units that the record's leaves have. */
    let size = 0
    /** Local name of the innermost open element, while nothing but text was in it. */
    let leaf: string | undefined
    let text = ""
    let number = 0
    let open = 0
    let seen = false

    const grow = (by: number) => {
      size += by
      if (size > longestRecord) throw new Fault(`it has a ${record?.name} of more than ${longestRecord} characters.`)
    }

    const plainly = (part: string, where: string): string =>
      unescapeXml(part, (reference) => {
        record!.fault ??= `has ${reference} in "${where}", which XML does not define; document types are not read`
      })

    const say = (part: string) => {
      if (record === undefined || leaf === undefined) return
      grow(part.length)
      text += plainly(part, leaf)
    }

    const keep = (name: string, value: string) => {
      grow(name.length)
      const before = record!.leaves.get(name)
      record!.leaves.set(name, before === undefined ? value : `${before}|${value}`)
    }

    const keepAttributes = (element: string, attributes: string) => {
      for (const [, name = "", double, single = ""] of attributes.matchAll(attribute)) {
        const field = `${element}@${localName(name)}`
        if (!wanted.has(field)) continue
        const value = plainly(double ?? single, field)
        grow(value.length)
        keep(field, value)
      }
    }

    const close = (name: string, out: Array<XmlRecord>) => {
      open -= 1
      if (record === undefined) return
      if (innerWanted) around.pop()
      if (name === record.name) {
        number += 1
        out.push({ ...record, number })
        record = undefined
      } else if (leaf === name) {
        const value = text.trim()
        keep(name, value)
        if (innerWanted) {
          const inner = `${around.at(-1)}.${name}`
          if (wanted.has(inner)) keep(inner, value)
        }
      }
      leaf = undefined
    }

    const start = (name: string, attributes: string) => {
      open += 1
      seen = true
      leaf = name
      text = ""
      if (record !== undefined) {
        if (innerWanted) {
          grow(name.length)
          around.push(name)
        }
        if (attributesOf.size > 0 && attributesOf.has(name)) keepAttributes(name, attributes)
      } else if (names.has(name)) {
        record = { name, leaves: new Map(), fault: undefined }
        size = 0
        leaf = undefined
        around.length = 0
        around.push(name)
        if (attributesOf.has("")) keepAttributes("", attributes)
      } else if (number === 0 && others.size < shownNames) others.add(name)
    }

    const take = (final: boolean): ReadonlyArray<XmlRecord> => {
      const out: Array<XmlRecord> = []
      token.lastIndex = 0
      let at = 0
      for (let match = token.exec(rest); match !== null; match = token.exec(rest)) {
        const [whole, characters, slash, tag, attributes, plain] = match
        if (plain !== undefined && token.lastIndex === rest.length && !final) {
          const cut = cutBefore(plain)
          say(plain.slice(0, cut))
          at += cut
          break
        }
        at = token.lastIndex
        if (plain !== undefined) say(plain)
        else if (characters !== undefined) {
          if (record !== undefined && leaf !== undefined) {
            grow(characters.length)
            text += characters
          }
        } else if (tag !== undefined) {
          const name = localName(tag)
          if (slash === "/") close(name, out)
          else {
            start(name, attributes!)
            if (attributes!.endsWith("/")) close(name, out)
          }
        }
        if (whole === "") break
      }
      rest = rest.slice(at)
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
        if (!seen) throw new Fault("it is not XML.")
        if (open !== 0 || rest.trim() !== "") throw new Fault("its XML does not end: the file is cut off.")
        if (orFault && number === 0) {
          throw new Fault(
            `it has no element ${Array.from(names).join(", ")}. It has: ${Array.from(others).join(", ")}.`
          )
        }
        return out
      }
    }
  }
