import { deepest } from "../../reading/Limits.ts"

/** An attribute that tells an element from others of its name. */
const keyed = /\s(?:name|key)\s*=/

/** Attributes that are data, and not namespaces, links or units. */
const dataAttribute = /(?<=\s)(?!xmlns|xsi:|xlink:|gml:|srs|uom|axis|nil)[\p{L}\p{N}_.-]+(?=\s*=)/gu

interface OpenElement {
  readonly name: string
  inner: boolean
  /** How many elements it has that have some, too, and how many leaves. */
  branches: number
  twigs: number
  readonly leaves: Set<string>
  /** How many leaves of each name it has that an attribute tells apart. */
  readonly keyed: Map<string, number>
}

interface Found {
  readonly leaves: Set<string>
  readonly depth: number
}

/** What addresses of INSPIRE link to, which stands behind all of them in their file. */
const components = ["ThoroughfareName", "PostalDescriptor", "AddressAreaName", "AdminUnitName"]

/** The elements that complete the records of a text, if these link to them. */
export const linkedElements = (text: string): ReadonlyArray<string> =>
  /<(?:[\w-]+:)?component\s[^<>]*href\s*=\s*["']#/.test(text) ? components : []

/**
 * Local names of the elements that may be records: those with several leaves or attributes. The one with the most comes
 * first; of nested ones, the innermost.
 */
export const recordElements = (text: string): ReadonlyArray<string> => {
  const found = new Map<string, Found>()
  const stack: Array<OpenElement> = []
  const tag = /<!--[\s\S]*?(?:-->|$)|<(\/?)([^\s/<>"'!?][^\s/<>"']*)((?:[\s/](?:"[^"]*"|'[^']*'|[^<>"'])*)?)>/g
  const close = () => {
    const element = stack.pop()
    if (element === undefined) return
    const parent = stack.at(-1)
    if (parent !== undefined) parent[element.inner ? "branches" : "twigs"] += 1
    if (!element.inner) for (const above of stack) above.leaves.add(element.name)
    for (const [name, count] of element.keyed) {
      for (let one = 1; one < count; one++) element.leaves.add(`${name} ${one}`)
    }
    // What stands around a record, as the member of a collection, is none: others are of another kind.
    const isAround = element.branches === 1 && element.twigs === 0
    if (parent === undefined || element.leaves.size === 0 || isAround) return
    const known = found.get(element.name) ?? { leaves: new Set(), depth: stack.length }
    element.leaves.forEach((leaf) => known.leaves.add(leaf))
    found.set(element.name, known)
  }
  for (const { 0: whole, 1: slash, 2: full, 3: attributes = "", index } of text.matchAll(tag)) {
    if (full === undefined) continue
    const name = full.slice(full.indexOf(":") + 1)
    if (slash === "/") close()
    else {
      const parent = stack.at(-1)
      if (parent !== undefined) {
        parent.inner = true
        if (keyed.test(attributes)) parent.keyed.set(name, (parent.keyed.get(name) ?? 0) + 1)
      }
      const isEmpty = attributes.endsWith("/") || text.startsWith("</", index + whole.length)
      const own = isEmpty ? Array.from(attributes.matchAll(dataAttribute), ([one]) => `@${one}`) : []
      if (stack.push({ name, inner: false, branches: 0, twigs: 0, leaves: new Set(own), keyed: new Map() }) > deepest)
        break
      if (attributes.endsWith("/")) close()
    }
  }
  return Array.from(found)
    .filter(([, { leaves }]) => leaves.size >= 2)
    .sort(([, one], [, other]) => other.leaves.size - one.leaves.size || other.depth - one.depth)
    .map(([name]) => name)
    .slice(0, 6)
}
