import { rootOf } from "../../reading/paged/Stated.ts"

/** What one page of a server's answer says of the others. */
export interface Page {
  /** How many records there are, and how many of them the page has, as far as it says. */
  readonly total: number | undefined
  readonly returned: number | undefined
  /** Whether it says that there is a next page. */
  readonly hasNext: boolean
}

/** Members and attributes that say how many records there are: of WFS and OGC API, GeoServer, CKAN, and Opendatasoft. */
const totals = /["\s](?:numberMatched|totalFeatures|total_count|totalCount|nhits|total)["\s]*[=:]\s*"?(\d+)/

const returned = /["\s](?:numberReturned|limit|rows)["\s]*[=:]\s*"?(\d+)/

/** Esri's servers say that their limit was exceeded, WFS and OGC API where the next page is. */
const next = /"exceededTransferLimit"\s*:\s*true|"rel"\s*:\s*"next"|^<[^>]*\snext\s*=/

const numberIn = (pattern: RegExp, text: string): number | undefined => {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Strings, brackets of arrays, and what is between them. */
const piece = /"(?:[^"\\]|\\[^])*"?|[[\]]|[^"[\]]+/g

/** JSON without its arrays, but for those of links. */
const withoutArrays = (text: string): string => {
  const areKept: Array<boolean> = []
  let frame = ""
  for (const [token] of text.matchAll(piece)) {
    if (token === "[") areKept.push((areKept.at(-1) ?? true) && /"links"\s*:\s*$/.test(frame.slice(-40)))
    else if (token === "]") areKept.pop()
    else if (areKept.at(-1) ?? true) frame += token
  }
  return frame
}

/** What a file says of records that it does not have; undefined if it says nothing. */
export const pageOf = (text: string): Page | undefined => {
  const frame = text.startsWith("<") ? rootOf(text) : withoutArrays(text)
  const page = { total: numberIn(totals, frame), returned: numberIn(returned, frame), hasNext: next.test(frame) }
  return page.total === undefined && !page.hasNext ? undefined : page
}
