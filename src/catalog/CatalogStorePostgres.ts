import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { SlowDatabase } from "../database/Database.ts"
import { makeBatcher } from "../shared/Batcher.ts"
import { makeLocate } from "./CatalogLocatePostgres.ts"
import { CatalogMatches, type Matches } from "./CatalogMatches.ts"
import { type CatalogRow, CatalogStore, type Listing, type Position, type Slice } from "./CatalogStore.ts"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import { decodeNumbers, likePattern } from "../database/Values.ts"
import { rowsLike, rowsOf } from "../database/Rows.ts"
import { outage, StorageUnavailable } from "../database/Outage.ts"

const placesRows = rowsOf({ places: Schema.Number })
const versionKeysRows = rowsOf({ version: Schema.Number, keys: Schema.NullOr(Schema.Uint8Array) })
const keyRows = rowsOf({ key: Schema.BigInt })
const codeVersionRows = rowsOf({ code: Schema.String, version: Schema.Number })
const placeRows = rowsOf({ place: Schema.BigInt })
const regionRows = rowsOf({ region: Schema.NullOr(Schema.BigInt) })
const secretRows = rowsOf({ secret: Schema.Uint8Array })

const message = "The catalog cannot be read: its database does not respond."

const unavailable = outage(message)

const late = () => new StorageUnavailable({ message, cause: "timeout" })

/** Lists up to this length may be enumerated on the connections that all requests share. */
const shortList = 20_000

/** The key of the whole country in the table of list lengths. */
const wholeCountry = -1n

/** How often a list is enumerated again if the catalog is published meanwhile. */
const attempts = 8

/** How many pages are cached, and up to which length: together up to ten megabytes. */
const keptPages = 500
const longestKept = 101

/** A page at one version of the catalog; undefined if the country has none. */
interface Page extends Slice {
  readonly version: number | undefined
}

const listing = { version: Schema.Number, size: Schema.Number }

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

const pageRows = rowsLike(PageRow)

const isRow = (row: PageRow): row is PageRow & CatalogRow => row.key !== null

const nameOf = ({ country, only, text, type, within }: Listing): string =>
  JSON.stringify([country, type, within?.level, within?.places.join(), only?.join(), text?.folded, text?.aliases])

/**
 * The catalog in PostgreSQL. The list of a country or of one parent is read from an index in its order, a page at a
 * time. Any other list is enumerated once per version of the catalog; its pages are then read by key.
 *
 * Pages are cached. For every request, their version is checked, in one statement for all concurrent requests.
 */
export const layerNoDeps = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const slow = yield* SlowDatabase
    const matches = new CatalogMatches()
    const pages = new LeastRecentlyUsed<Page>(keptPages)
    let secret: Uint8Array | undefined

    /** A single place is compared directly: an array would keep the index's order from being used. */
    const among = (places: ReadonlyArray<bigint>) =>
      places.length === 1 ? sql`= ${places[0]!}` : sql`= ANY (${places}::bigint[])`

    /** The places in the list, as rows `p` of folded name and key. */
    const source = ({ country, only, type, within }: Listing) => {
      if (only !== undefined) {
        return sql`place p WHERE p.key = ANY (${only}::bigint[]) AND p.country = ${country} AND p.type = ${type}`
      }
      if (within === undefined) return sql`place p WHERE p.country = ${country} AND p.type = ${type}`
      const { level, places } = within
      if (type === "postcode") {
        // One postcode can be in several of the parents.
        const distinct = places.length === 1 ? sql`` : sql`DISTINCT`
        return sql`(
          SELECT ${distinct} folded, postcode AS key FROM part WHERE country = ${country} AND parent ${among(places)}
        ) p WHERE true`
      }
      const parent = sql.literal(type === "district" && level === "region" ? "region" : "parent")
      return sql`place p WHERE p.${parent} ${among(places)} AND p.country = ${country} AND p.type = ${type}`
    }

    const hasText = ({ country, text, type }: Listing) => {
      if (text === undefined) return sql``
      const pattern = likePattern(text.folded)
      if (!text.aliases) return sql`AND p.folded LIKE ${pattern}`
      return sql`AND (p.folded LIKE ${pattern} OR p.key = ANY (ARRAY(
        SELECT n.place FROM place_name n
        WHERE n.country = ${country} AND n.type = ${type} AND n.alias AND n.folded LIKE ${pattern}
      )))`
    }

    const behind = (after: Position | undefined) =>
      after === undefined ? sql`` : sql`AND (p.folded, p.key) > (${after.folded}, ${after.key})`

    /** A page read straight from the index of the list. */
    const ranged = Effect.fnUntraced(function* (
      listing: Listing,
      after: Position | undefined,
      limit: number
    ): Effect.fn.Return<Page, StorageUnavailable> {
      const { country, type, within } = listing
      const parent = within?.places[0] ?? wholeCountry
      const page = sql`SELECT p.folded, p.key FROM ${source(listing)} ${behind(after)} ORDER BY p.folded, p.key LIMIT ${limit}`
      const counted =
        type === "postcode" && within !== undefined
          ? sql`
              SELECT page.key, page.folded, p.name, w.total, w.residential
              FROM (${page}) page JOIN place p ON p.key = page.key
              JOIN part w ON w.country = ${country} AND w.parent = ${parent}
                AND w.folded = page.folded AND w.postcode = page.key`
          : sql`
              SELECT page.key, page.folded, p.name, p.total, p.residential
              FROM (${page}) page JOIN place p ON p.key = page.key`
      const rows = yield* unavailable(
        pageRows(sql`
        SELECT c.catalog_version AS version, coalesce(t.places, 0) AS size, r.*
        FROM country c
        LEFT JOIN catalog_total t ON t.country = c.code AND t.parent = ${parent} AND t.type = ${type}
        LEFT JOIN LATERAL (${counted}) r ON true
        WHERE c.code = ${country} AND c.enabled
        ORDER BY r.folded, r.key`)
      )
      return { version: rows[0]?.version, total: rows[0]?.size ?? 0, rows: rows.filter(isRow) }
    })

    const enumerate = Effect.fnUntraced(function* (listing: Listing): Effect.fn.Return<Matches, StorageUnavailable> {
      const { country, type, within } = listing
      const [bound] = yield* unavailable(
        placesRows(sql`
        SELECT coalesce(sum(places), 0)::int AS places FROM catalog_total
        WHERE country = ${country} AND type = ${type} AND parent = ANY (${within?.places ?? [wholeCountry]}::bigint[])`)
      )
      // Long lists would delay every request that shares a pipelined connection with them.
      const client = listing.only !== undefined || bound!.places <= shortList ? sql : slow
      const [row] = yield* unavailable(
        versionKeysRows(client`
        SELECT c.catalog_version AS version, (
          SELECT string_agg(int8send(p.key), ''::bytea ORDER BY p.folded, p.key) FROM ${source(listing)} ${hasText(listing)}
        ) AS keys
        FROM country c WHERE c.code = ${country} AND c.enabled`)
      )
      return row === undefined
        ? noMatches
        : { version: row.version, keys: new BigInt64Array(decodeNumbers(row.keys, "swap64")) }
    })

    /** Rows of these places, in their order, and the version of the catalog that they come from. */
    const rowsOf = Effect.fnUntraced(function* ({ country, type, within }: Listing, keys: ReadonlyArray<bigint>) {
      const counted =
        type === "postcode" && within !== undefined
          ? sql`
              SELECT wanted.place, p.key, p.folded, p.name, w.total, w.residential
              FROM unnest(${keys}::bigint[]) WITH ORDINALITY AS wanted (key, place)
              JOIN place p ON p.key = wanted.key
              CROSS JOIN LATERAL (
                SELECT sum(w.total)::int AS total, sum(w.residential)::int AS residential FROM part w
                WHERE w.country = ${country} AND w.parent = ANY (${within.places}::bigint[])
                  AND w.folded = p.folded AND w.postcode = p.key
              ) w`
          : sql`
              SELECT wanted.place, p.key, p.folded, p.name, p.total, p.residential
              FROM unnest(${keys}::bigint[]) WITH ORDINALITY AS wanted (key, place)
              JOIN place p ON p.key = wanted.key`
      const rows = yield* unavailable(
        pageRows(sql`
        SELECT c.catalog_version AS version, 0 AS size, r.*
        FROM country c LEFT JOIN LATERAL (${counted}) r ON true
        WHERE c.code = ${country} AND c.enabled
        ORDER BY r.place`)
      )
      return { version: rows[0]?.version, rows: rows.filter(isRow) }
    })

    const startOf = Effect.fnUntraced(function* (listing: Listing, keys: BigInt64Array, after: Position | undefined) {
      if (after === undefined) return 0
      const known = keys.indexOf(after.key)
      if (known >= 0) return known + 1
      // The place has left the list meanwhile: continue with the next one.
      const [next] = yield* unavailable(
        keyRows(slow`
        SELECT p.key FROM ${source(listing)} ${hasText(listing)} ${behind(after)} ORDER BY p.folded, p.key LIMIT 1`)
      )
      const start = next === undefined ? -1 : keys.indexOf(next.key)
      return start < 0 ? keys.length : start
    })

    const enumerated = Effect.fnUntraced(function* (
      listing: Listing,
      after: Position | undefined,
      limit: number
    ): Effect.fn.Return<Page, StorageUnavailable> {
      const name = nameOf(listing)
      for (let attempt = 0; attempt < attempts; attempt++) {
        const found = matches.get(name) ?? (yield* enumerate(listing))
        matches.set(name, found)
        const start = yield* startOf(listing, found.keys, after)
        const { rows, version } = yield* rowsOf(listing, Array.from(found.keys.subarray(start, start + limit)))
        if (version === undefined) return { version, total: 0, rows: [] }
        if (version === found.version) return { version, total: found.keys.length, rows }
        matches.delete(name)
      }
      const why = `The catalog of ${listing.country} is being published; try again.`
      return yield* new StorageUnavailable({ message: why, cause: `${attempts} versions of the catalog passed` })
    })

    const versionOf = makeBatcher({
      context: yield* Effect.context<never>(),
      late,
      largest: 256,
      weigh: () => 1,
      run: Effect.fnUntraced(function* (countries: ReadonlyArray<string>) {
        const rows = yield* unavailable(
          codeVersionRows(sql`
          SELECT code, catalog_version AS version FROM country
          WHERE enabled AND code = ANY (${Array.from(new Set(countries))}::text[])`)
        )
        const versions = new Map(rows.map(({ code, version }) => [code, version]))
        return countries.map((country) => versions.get(country))
      })
    })

    return CatalogStore.of({
      slice: Effect.fnUntraced(function* (listing, after, limit) {
        const name = JSON.stringify([nameOf(listing), after?.folded, after?.key.toString(), limit])
        const known = pages.get(name)
        if (known !== undefined && known.version === (yield* versionOf(listing.country))) return known
        const isRange =
          listing.text === undefined && listing.only === undefined && (listing.within?.places.length ?? 1) === 1
        const page = yield* (isRange ? ranged : enumerated)(listing, after, limit)
        if (page.version !== undefined && page.rows.length <= longestKept) pages.set(name, page)
        return page
      }),
      regionsNamed: (country, folded) =>
        Effect.map(
          unavailable(
            placeRows(sql`
            SELECT place FROM place_name WHERE country = ${country} AND type = 'region' AND folded = ${folded}`)
          ),
          (rows) => rows.map((row) => row.place)
        ),
      cityOf: (country, city) =>
        Effect.map(
          unavailable(
            regionRows(sql`
            SELECT parent AS region FROM place WHERE key = ${city} AND country = ${country} AND type = 'city'`)
          ),
          ([row]) => (row === undefined ? undefined : { region: row.region ?? undefined })
        ),
      locate: (request) => unavailable(makeLocate(sql)(request)),
      secret: Effect.gen(function* () {
        if (secret === undefined) {
          const [row] = yield* unavailable(secretRows(sql`SELECT secret FROM catalog_secret`))
          secret = row!.secret
        }
        return secret
      })
    })
  })
)

/** A catalog's versions begin with 1, so 0 stands for a country without a catalog. */
const noMatches: Matches = { version: 0, keys: new BigInt64Array(0) }
