import { fold } from "../../schemas/Fold.ts"
import type { Street } from "../surroundings/probable/Probable.ts"
import type { Tags } from "./PbfBlock.ts"

const quiet = new Set(["residential", "living_street"])
const main = new Set(["motorway", "trunk", "primary", "secondary", "tertiary"])
const kinds = ["quiet", "main", "pedestrian"] as const

const kindOf = (highway: string): number => {
  if (quiet.has(highway)) return 0
  if (main.has(highway)) return 1
  return highway === "pedestrian" ? 2 : -1
}

/** Ten bits per kind. */
const most = 1023

/** Thirty bits of a name's hash, so that a country's names take some forty bytes each, however long they are. */
const hash = (name: string): number => {
  let hash = 0x811c9dc5
  for (const char of fold(name)) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  return (hash ^ (hash >>> 15)) & 0x3fffffff
}

/** A way's name and kind, as numbers. */
export interface StreetKind {
  readonly key: number
  readonly kind: number
}

/** Undefined if the way is not a street, or has no name. */
export const streetKindOf = (tags: Tags): StreetKind | undefined => {
  const highway = tags.get("highway")
  const name = tags.get("name")
  if (highway === undefined || name === undefined) return undefined
  const kind = kindOf(highway)
  return kind < 0 ? undefined : { key: hash(name), kind }
}

/** Kinds of ways by street name: most streets with one name are of one kind, wherever in an extract they are. */
export class StreetKinds {
  private readonly counts = new Map<number, number>()
  /** Addresses of one street come one after another. */
  private last: { readonly name: string; readonly street: Street } | undefined

  offer({ key, kind }: StreetKind): void {
    const known = this.counts.get(key) ?? 0
    if (((known >>> (kind * 10)) & most) < most) this.counts.set(key, known + (1 << (kind * 10)))
  }

  /** The most frequent kind among the street's ways. */
  of(name: string | undefined): Street {
    if (name === undefined) return "unknown"
    if (this.last?.name !== name) this.last = { name, street: this.find(name) }
    return this.last.street
  }

  private find(name: string): Street {
    const counts = this.counts.get(hash(name)) ?? 0
    if (counts === 0) return "unknown"
    const countOf = (kind: (typeof kinds)[number]) => (counts >>> (kinds.indexOf(kind) * 10)) & most
    const [quiet, main, pedestrian] = [countOf("quiet"), countOf("main"), countOf("pedestrian")]
    if (quiet >= main && quiet >= pedestrian) return "quiet"
    return main >= pedestrian ? "main" : "pedestrian"
  }
}
