import { type Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { SlowDatabase } from "../database/Database.ts"
import { makeBatcher } from "../shared/Batcher.ts"
import { makeLocate } from "./CatalogLocatePostgres.ts"
import { edition, late, type Page, unavailable } from "./CatalogReadsPostgres.ts"
import { CatalogStore, type Listing, type Position } from "./CatalogStore.ts"
import { makeEnumerated, nameOf } from "./EnumeratedPagesPostgres.ts"
import { isRange, makeRanged } from "./RangedPagesPostgres.ts"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import { rowsOf } from "../database/Rows.ts"

const codeEditionRows = rowsOf({ code: Schema.String, edition: Schema.String })
const placeRows = rowsOf({ place: Schema.BigInt })
const regionRows = rowsOf({ region: Schema.NullOr(Schema.BigInt) })
const secretRows = rowsOf({ secret: Schema.Uint8Array })

/** How many pages are cached, and up to which length: together up to ten megabytes. */
const keptPages = 500
const longestKept = 101

/** The edition of a country's catalog, for all requests at hand in one statement. */
const makeEditionOf = (sql: SqlClient.SqlClient, context: Context.Context<never>) =>
  makeBatcher({
    context,
    late,
    largest: 256,
    weigh: () => 1,
    run: Effect.fnUntraced(function* (countries: ReadonlyArray<string>) {
      const rows = yield* unavailable(
        codeEditionRows(sql`
        SELECT c.code, ${edition(sql)} FROM country c
        WHERE c.enabled AND c.code = ANY (${Array.from(new Set(countries))}::text[])`)
      )
      const editions = new Map(rows.map(({ code, edition }) => [code, edition]))
      return countries.map((country) => editions.get(country))
    })
  })

/** Pages, cached for as long as the catalog has their edition. */
const makeSlice = (sql: SqlClient.SqlClient, slow: SqlClient.SqlClient, context: Context.Context<never>) => {
  const pages = new LeastRecentlyUsed<Page>(keptPages)
  const editionOf = makeEditionOf(sql, context)
  const ranged = makeRanged(sql)
  const enumerated = makeEnumerated(sql, slow, context)
  return Effect.fnUntraced(function* (listing: Listing, after: Position | undefined, limit: number) {
    const name = JSON.stringify([nameOf(listing), after?.folded, after?.key.toString(), limit])
    const known = pages.get(name)
    if (known !== undefined && known.edition === (yield* editionOf(listing.country))) return known
    const page = yield* (isRange(listing) ? ranged : enumerated)(listing, after, limit)
    if (page.edition !== undefined && page.rows.length <= longestKept) pages.set(name, page)
    return page
  })
}

const regionsNamed = (sql: SqlClient.SqlClient, country: string, folded: string) =>
  Effect.map(
    unavailable(
      placeRows(sql`
      SELECT place FROM place_name WHERE country = ${country} AND type = 'region' AND folded = ${folded}`)
    ),
    (rows) => rows.map((row) => row.place)
  )

const cityOf = (sql: SqlClient.SqlClient, country: string, city: bigint) =>
  Effect.map(
    unavailable(
      regionRows(sql`
      SELECT parent AS region FROM place WHERE key = ${city} AND country = ${country} AND type = 'city'`)
    ),
    ([row]) => (row === undefined ? undefined : { region: row.region ?? undefined })
  )

/** The key for signing cursors, read once: it never changes. */
const makeSecret = (sql: SqlClient.SqlClient) => {
  let secret: Uint8Array | undefined
  return Effect.gen(function* () {
    if (secret === undefined) {
      const [row] = yield* unavailable(secretRows(sql`SELECT secret FROM catalog_secret`))
      secret = row!.secret
    }
    return secret
  })
}

/**
 * The catalog in PostgreSQL. The list of a country or of one parent is read from an index in its order, a page at a
 * time. Any other list is enumerated once per edition of the catalog; its pages are then read by key.
 *
 * Pages are cached. For every request, their edition is checked, in one statement for all concurrent requests.
 */
export const layerNoDeps = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const locate = makeLocate(sql)
    return CatalogStore.of({
      slice: makeSlice(sql, yield* SlowDatabase, yield* Effect.context<never>()),
      regionsNamed: (country, folded) => regionsNamed(sql, country, folded),
      cityOf: (country, city) => cityOf(sql, country, city),
      locate: (request) => unavailable(locate(request)),
      secret: makeSecret(sql)
    })
  })
)
