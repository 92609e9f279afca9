import { memberAt, nextLink } from "../api/Paging.ts"
import { unescapeXml } from "../XmlReferences.ts"

/** What one page of a service's records says of the others. */
export interface Stated {
  /** How many records there are on all pages; undefined if it does not say. */
  readonly total: number | undefined
  /** Whether it says that there are more after it. */
  readonly hasMore: boolean
  /** Whether it says that it lacks records that were asked for, as Esri's servers do. */
  readonly isCut: boolean
}

/**
 * Where services say how many records there are: WFS and OGC API; GeoServer; Opendatasoft; CKAN; STAC; and others, as
 * programmers like to call it.
 */
const totals = [
  "numberMatched",
  "totalFeatures",
  "total_count",
  "totalCount",
  "nhits",
  "result.total",
  "context.matched",
  "meta.total",
  "total"
]

const countAt = (body: unknown, path: string): number | undefined => {
  const found = memberAt(body, path)
  // GeoServer says "unknown".
  return typeof found === "number" || (typeof found === "string" && /^\d+$/.test(found)) ? Number(found) : undefined
}

/** @param at where the number of all records is, if that is known */
export const statedIn = (body: unknown, at?: string): Stated => {
  const [total] = (at === undefined ? totals : [at]).flatMap((path) => countAt(body, path) ?? [])
  // Esri's servers say only that their limit was exceeded: of their own JSON at the top, of GeoJSON in either place.
  const exceeded = ["exceededTransferLimit", "properties.exceededTransferLimit"]
  const isCut = exceeded.some((path) => memberAt(body, path) === true)
  return { total, isCut, hasMore: isCut || nextLink(undefined, body) !== undefined }
}

/** The first tag of XML, which has what WFS says of its pages. */
export const rootOf = (text: string): string => /<[^?!][^>]*>/.exec(text)?.[0] ?? ""

/** The attributes of a document's first element. */
export const rootAttributes = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(rootOf(text).matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g), ([, name = "", one, other]) => [
      name,
      unescapeXml(one ?? other ?? "", () => {})
    ])
  )
