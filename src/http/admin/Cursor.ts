import { Effect } from "effect"
import { invalidRequest } from "../../../schemas/Faults.ts"

/**
 * Lists that grow at their end are paged by the last ID, which is not secret. The cursor is that ID, marked with the
 * list's name.
 */
const encodeCursor = (list: string, id: string): string => Buffer.from(`${list}:${id}`).toString("base64url")

/** The ID in a cursor. */
export const decodeCursor = (list: string, cursor: string | undefined) => {
  if (cursor === undefined) return Effect.undefined
  const [, id = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(":")
  // Decoding ignores what else the cursor has, so the text itself must match what was issued.
  if (/^\d{1,18}$/.test(id) && encodeCursor(list, id) === cursor) return Effect.succeed(id)
  const message = "is not a cursor of this list; send the previous page's nextCursor, or omit it for the first page"
  return Effect.fail(invalidRequest([{ path: "cursor", message }]))
}

/** One more than a page holds: if it is there, there is a next page. */
export const pageOf = <A extends { readonly id: string }>(list: string, found: ReadonlyArray<A>, limit: number) => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: found.length > limit && last !== undefined ? encodeCursor(list, last.id) : null }
}
