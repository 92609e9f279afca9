import { Schema, SchemaTransformation } from "effect"
import { Count } from "./Numbers.ts"

/** The smallest, largest and default page size. */
export const MIN_LIMIT = 20
export const MAX_LIMIT = 200
export const DEFAULT_LIMIT = 100

/**
 * Longer than any cursor that is issued, which contains the folded name of a place, and shorter than the limit of a
 * URL.
 */
const MAX_CURSOR = 10_000

const LIMIT_RANGE = `must be an integer from ${MIN_LIMIT} to ${MAX_LIMIT}`

const limit = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      /^[1-9]\d{0,3}$/.test(text) && Number(text) >= MIN_LIMIT && Number(text) <= MAX_LIMIT ? undefined : LIMIT_RANGE,
    {
      expected: `an integer from ${MIN_LIMIT} to ${MAX_LIMIT}`,
      toJsonSchema: () => ({ minimum: MIN_LIMIT, maximum: MAX_LIMIT })
    }
  )
)
  .annotate({ description: "Maximum number of items in the page.", default: String(DEFAULT_LIMIT) })
  .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: (text) => Number(text), encode: String })))

const cursor = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      text.length <= MAX_CURSOR && /^[\w-]+$/.test(text)
        ? undefined
        : "is malformed; send the previous page's nextCursor, or omit it for the first page",
    {
      expected: "a cursor",
      toJsonSchema: () => ({ minLength: 1, maxLength: MAX_CURSOR, pattern: "^[\\w\\-]+$" })
    }
  )
).annotate({
  description:
    "nextCursor of the previous page; absent for the first page. A cursor is only valid for the query it was issued for, but limit may change."
})

/** The parameters of a paged list. */
export const paging = {
  cursor: Schema.optionalKey(cursor),
  limit: Schema.optionalKey(limit)
}

/** A page's information about its list. */
export const pageFields = {
  total: Count.annotate({
    description: "Number of items in the whole list."
  }),
  nextCursor: Schema.NullOr(Schema.NonEmptyString).annotate({
    description: "Opaque; send it as cursor to get the next page. Null on the last page."
  })
}
