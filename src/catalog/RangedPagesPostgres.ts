import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import {
  behind,
  edition,
  isRow,
  type Page,
  pageRows,
  source,
  unavailable,
  wholeCountry
} from "./CatalogReadsPostgres.ts"
import type { Listing, Position } from "./CatalogStore.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Whether an index holds the list in its order: a country's, or that of one parent. */
export const isRange = ({ only, text, within }: Listing): boolean =>
  text === undefined && only === undefined && (within?.places.length ?? 1) === 1

/** The rows of a page with their counts; those of postcodes are counted within the parent. */
const counted = (sql: SqlClient.SqlClient, listing: Listing, after: Position | undefined, limit: number) => {
  const { country, type, within } = listing
  const page = sql`
    SELECT p.folded, p.key FROM ${source(sql, listing)} ${behind(sql, after)} ORDER BY p.folded, p.key LIMIT ${limit}`
  return type === "postcode" && within !== undefined
    ? sql`
        SELECT page.key, page.folded, p.name, w.total, w.residential
        FROM (${page}) page JOIN place p ON p.key = page.key
        JOIN part w ON w.country = ${country} AND w.parent = ${within.places[0] ?? wholeCountry}
          AND w.folded = page.folded AND w.postcode = page.key`
    : sql`
        SELECT page.key, page.folded, p.name, p.total, p.residential
        FROM (${page}) page JOIN place p ON p.key = page.key`
}

/** Pages that are read straight from the index of their list. */
export const makeRanged = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    listing: Listing,
    after: Position | undefined,
    limit: number
  ): Effect.fn.Return<Page, StorageUnavailable> {
    const { country, type, within } = listing
    const rows = yield* unavailable(
      pageRows(sql`
      SELECT ${edition(sql)}, coalesce(t.places, 0) AS size, r.*
      FROM country c
      LEFT JOIN catalog_total t
        ON t.country = c.code AND t.parent = ${within?.places[0] ?? wholeCountry} AND t.type = ${type}
      LEFT JOIN LATERAL (${counted(sql, listing, after, limit)}) r ON true
      WHERE c.code = ${country} AND c.enabled
      ORDER BY r.folded, r.key`)
    )
    return { edition: rows[0]?.edition, total: rows[0]?.size ?? 0, rows: rows.filter(isRow) }
  })
