import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { type Origin, unreadable } from "../Origin.ts"
import { makeKeys } from "./Keys.ts"

/** From this part of records without identifiers on, those that come again are no twins, but the same. */
const mostTwins = 0.01

/** How many empty pages in a row are followed by the links in them. */
const mostEmpty = 10

export const digest = (text: string): string => createHash("sha256").update(text).digest("base64").slice(0, 16)

/** Members, attributes and columns that identify a record, as services call them. */
const ids = [
  /^\{\s*(?:"type"\s*:\s*"Feature"\s*,\s*)?"(?:id|_id|:id)"\s*:\s*("[^"]+"|\d+)/,
  /"(?:OBJECTID|objectid|FID|gml_id|ogc_fid)"\s*:\s*("[^"]+"|\d+)/,
  /^<[^>]*\s(?:gml:id|fid|id)\s*=\s*["']([^"']+)/
]

/** Characters of a record of XML within which its identifier stands. */
const longestStart = 1000

/** What GeoServer identifies records by that have no key: it differs in each response. */
const passingId = /\bfid-[-_0-9a-f]+/g

const idOf = (record: string): string | undefined => {
  const text = record.startsWith("<") ? record.slice(0, longestStart) : record
  return ids.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
}

/** A hash of each record's content; and whether they have identifiers, so that none has the content of another. */
export const keysOf = (records: ReadonlyArray<string>) => {
  const found = records.map(idOf)
  const areIds =
    new Set(found).size === found.length && found.every((id) => id !== undefined && id.search(passingId) < 0)
  return { areIds, keys: records.map((record) => digest(record.replaceAll(passingId, ""))) }
}

/** Refuses pages that come again, in whole or in part: then others are missing, or there is no end. */
export const makeTrail = (origin: Origin) => {
  const known = makeKeys()
  const asked = new Set<string>()
  const seen = new Set<string>()
  let again = 0
  let areIdentified = true
  let all = 0
  let empty = 0
  let last: string | undefined

  const add = ({ areIds, keys }: ReturnType<typeof keysOf>) => {
    all += keys.length
    areIdentified &&= areIds
    // Twins stand side by side, and so on both sides of a border, too.
    again += known.add(areIds ? keys : keys.filter((key) => key !== last))
    last = keys.at(-1)
  }

  const circle = (what: string) =>
    Effect.fail(
      unreadable(
        origin,
        `${what}, so the pages would never end: the service seems to ignore how pages are requested. Check that against its documentation.`
      )
    )

  return {
    /** Takes records of pages that have been read before. */
    recall: (records: ReadonlyArray<string>): void => add(keysOf(records)),
    /** @param url where the page is, which none of the others can be */
    follow: (records: ReadonlyArray<string>, url: URL, number: number): Effect.Effect<void, SourceError> => {
      const address = digest(url.href)
      const isBack = asked.has(address)
      asked.add(address)
      if (records.length === 0) {
        empty = isBack ? mostEmpty : empty + 1
        return Effect.void
      }
      empty = 0
      if (isBack) return circle(`page ${number} is where an earlier one was`)
      const found = keysOf(records)
      const whole = digest(found.keys.join())
      if (seen.has(whole)) return circle(`page ${number} has the same records as an earlier one`)
      seen.add(whole)
      add(found)
      return Effect.void
    },
    /** Whether nothing has come for so long that nothing will. */
    isOver: () => empty === mostEmpty,
    end: (): Effect.Effect<void, SourceError> =>
      again > (areIdentified ? 0 : all * mostTwins)
        ? Effect.fail(
            unreadable(
              origin,
              `${again} of ${all} records came on more than one page, so others are missing: the service has no stable order, or its records changed meanwhile. Add an order to the URL (sortBy, orderByFields, sortby, $order or sort, with a field that identifies records), or try again later.`
            )
          )
        : Effect.void
  }
}

export type Trail = ReturnType<typeof makeTrail>
