import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { CatalogRow, Listing, Position, Slice } from "./CatalogStore.ts"
import { likePattern } from "../database/Values.ts"
import { rowsLike } from "../database/Rows.ts"
import { outage, StorageUnavailable } from "../database/Outage.ts"

/** What the statements of the catalog in PostgreSQL have in common. */

const message = "The catalog cannot be read: its database does not respond."

export const unavailable = outage(message)

/** The failure of a shared statement that is not answered in time. */
export const late = () => new StorageUnavailable({ reason: "Timeout", message })

/** The key of the whole country in the table of list lengths. */
export const wholeCountry = -1n

/**
 * The edition of the catalog of a `country c`: its version, and the pool's time. A standby that takes over may lack a
 * publication, and then publishes another one under the same versions.
 */
export const edition = (sql: SqlClient.SqlClient) =>
  sql.literal(`
    concat_ws('/', c.catalog_version,
      (SELECT extract(epoch FROM p.published_at) FROM pool p WHERE p.country = c.code)) AS edition`)

/** A page of one edition of the catalog; undefined if the country has none. */
export interface Page extends Slice {
  readonly edition: string | undefined
}

const listing = { edition: Schema.String, size: Schema.Number }

/** A page's row; all null if the page is empty, because the country's own row is always there. */
const PageRow = Schema.Union([
  Schema.Struct({
    ...listing,
    folded: Schema.String,
    key: Schema.BigInt,
    name: Schema.String,
    total: Schema.Number,
    residential: Schema.Number
  }),
  Schema.Struct({
    ...listing,
    folded: Schema.Null,
    key: Schema.Null,
    name: Schema.Null,
    total: Schema.Null,
    residential: Schema.Null
  })
])
type PageRow = typeof PageRow.Type

export const pageRows = rowsLike(PageRow)

export const isRow = (row: PageRow): row is PageRow & CatalogRow => row.key !== null

/** A single place is compared directly: an array would keep the index's order from being used. */
const among = (sql: SqlClient.SqlClient, places: ReadonlyArray<bigint>) =>
  places.length === 1 ? sql`= ${places[0]!}` : sql`= ANY (${places}::bigint[])`

/** The places in the list, as rows `p` of folded name and key. */
export const source = (sql: SqlClient.SqlClient, { country, only, type, within }: Listing) => {
  if (only !== undefined) {
    return sql`place p WHERE p.key = ANY (${only}::bigint[]) AND p.country = ${country} AND p.type = ${type}`
  }
  if (within === undefined) return sql`place p WHERE p.country = ${country} AND p.type = ${type}`
  const { level, places } = within
  if (type === "postcode") {
    // One postcode can be in several of the parents.
    const distinct = places.length === 1 ? sql`` : sql`DISTINCT`
    return sql`(
      SELECT ${distinct} folded, postcode AS key FROM part WHERE country = ${country} AND parent ${among(sql, places)}
    ) p WHERE true`
  }
  const parent = sql.literal(type === "district" && level === "region" ? "region" : "parent")
  return sql`place p WHERE p.${parent} ${among(sql, places)} AND p.country = ${country} AND p.type = ${type}`
}

/** The condition that one of a place's names contains the listing's text, or is meant by it. */
export const hasText = (sql: SqlClient.SqlClient, { country, meant, text, type }: Listing) => {
  if (text === undefined) return sql``
  const pattern = likePattern(text)
  const named = meant === undefined ? sql`` : sql`p.folded = ANY (${meant}::text[]) OR`
  return sql`AND (${named} p.folded LIKE ${pattern} OR p.key = ANY (ARRAY(
    SELECT n.place FROM place_name n
    WHERE n.country = ${country} AND n.type = ${type} AND n.alias AND n.folded LIKE ${pattern}
  )))`
}

/** The condition that a place comes later in the list than a position. */
export const behind = (sql: SqlClient.SqlClient, after: Position | undefined) =>
  after === undefined ? sql`` : sql`AND (p.folded, p.key) > (${after.folded}, ${after.key})`
