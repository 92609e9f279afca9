import { type Context, Effect, Semaphore } from "effect"
import type { SqlClient } from "effect/sql"
import { memoized } from "../../../schemas/Memoized.ts"
import { makeBatcher } from "../../shared/Batcher.ts"
import { type PlaceType, placeTypes } from "../../address/Identity.ts"
import type { PlaceName } from "../../shared/NearNames.ts"
import { edition, late, unavailable } from "./PoolReadsPostgres.ts"
import type { Pool, Selection } from "./PoolStore.ts"

interface AskedName {
  readonly level: PlaceType
  readonly folded: string
}

/** Rows by the number of the question that they answer. */
const grouped = <Row extends { readonly nth: number }>(count: number, rows: ReadonlyArray<Row>) => {
  const groups = Array.from({ length: count }, (): Array<Row> => [])
  for (const row of rows) groups[row.nth - 1]!.push(row)
  return groups
}

const sumOf = (rows: ReadonlyArray<{ readonly residential: number }>): number =>
  rows.reduce((sum, { residential }) => sum + residential, 0)

/** What the batchers of scopes have in common. */
const largest = 256

/** Tens of thousands of scopes are remembered, each with its pool, so equal pools are shared. */
const makeShared = () => {
  const known = new Map<string, Pool>()
  return (country: string, pool: Pool): Pool => {
    const before = known.get(country)
    const isSame =
      before?.edition === pool.edition &&
      before.residential === pool.residential &&
      before.sources.join() === pool.sources.join()
    if (isSame) return before
    known.set(country, pool)
    return pool
  }
}

const makePools = (sql: SqlClient.SqlClient, context: Context.Context<never>) => {
  const shared = makeShared()
  return makeBatcher({
    context,
    late,
    largest,
    weigh: () => 1,
    run: Effect.fnUntraced(function* (countries: ReadonlyArray<string>) {
      const rows = yield* unavailable(sql<Pool & { readonly country: string }>`
        SELECT country, version, residential, sources, ${edition(sql)} FROM served_pool
        WHERE country = ANY (${Array.from(new Set(countries))}::text[])`)
      const pools = new Map(rows.map(({ country, ...pool }): [string, Pool] => [country, shared(country, pool)]))
      return countries.map((country) => pools.get(country))
    })
  })
}

/** Homes in places found by name. Their counts are stored with the names, and most draws need no others. */
type Sizes = WeakMap<ReadonlyArray<bigint>, number>

const makePlacesNamed = (sql: SqlClient.SqlClient, context: Context.Context<never>, sizes: Sizes) =>
  memoized((country: string) =>
    makeBatcher({
      context,
      late,
      largest,
      weigh: () => 1,
      run: Effect.fnUntraced(function* (asked: ReadonlyArray<AskedName>) {
        const rows = yield* unavailable(sql<{
          readonly nth: number
          readonly place: bigint
          readonly residential: number
        }>`
          SELECT asked.nth::int AS nth, n.place, p.residential
          FROM unnest(
            ${asked.map(({ level }) => level)}::text[],
            ${asked.map(({ folded }) => folded)}::text[]
          ) WITH ORDINALITY AS asked (type, folded, nth)
          JOIN place_name n ON n.country = ${country} AND n.type = asked.type AND n.folded = asked.folded
          JOIN place p ON p.key = n.place`)
        return grouped(asked.length, rows).map((own) => {
          const places = own.map(({ place }) => place)
          sizes.set(places, sumOf(own))
          return places
        })
      })
    })
  )

const makeSizes = (sql: SqlClient.SqlClient, context: Context.Context<never>) =>
  memoized((country: string) =>
    makeBatcher({
      context,
      late,
      largest,
      weigh: (places: ReadonlyArray<bigint>) => places.length,
      run: Effect.fnUntraced(function* (asked: ReadonlyArray<ReadonlyArray<bigint>>) {
        const rows = yield* unavailable(sql<{ readonly nth: number; readonly residential: number }>`
          SELECT asked.nth, p.residential
          FROM unnest(
            ${asked.flatMap((places, i) => places.map(() => i + 1))}::int[],
            ${asked.flat()}::bigint[]
          ) AS asked (nth, key)
          JOIN place p ON p.key = asked.key AND p.country = ${country}`)
        return grouped(asked.length, rows).map(sumOf)
      })
    })
  )

/** With an index of trigrams, this leaves only names that share some with the text. */
const namesLike = (sql: SqlClient.SqlClient, country: string, level: PlaceType, folded: string) =>
  unavailable(sql<PlaceName>`
    SELECT name, folded FROM place
    WHERE country = ${country} AND type = ${level} AND residential > 0 AND folded % ${folded}
    ORDER BY similarity(folded, ${folded}) DESC, folded LIMIT 30`)

/** Reads what filters mean: pools, places by name, and sizes. Each statement serves all pending requests. */
export const makeScopes = (sql: SqlClient.SqlClient, context: Context.Context<never>) => {
  const sizes: Sizes = new WeakMap()
  const placesNamed = makePlacesNamed(sql, context, sizes)
  const sizesOf = makeSizes(sql, context)
  // Each takes some ten milliseconds, and shares its connection with the draws of everybody.
  const turns = Semaphore.makeUnsafe(1)

  const sizeOf = Effect.fnUntraced(function* (country: string, selection: Selection) {
    const levels = placeTypes.filter((level) => selection[level] !== undefined)
    if (levels.length === 1) {
      const places = selection[levels[0]!]!
      return sizes.get(places) ?? (yield* sizesOf(country)(places))
    }
    const rows = yield* unavailable(sql<{ readonly size: number }>`
      SELECT coalesce(sum(residential), 0)::int AS size FROM scope_count
      WHERE ${sql.and([
        sql`country = ${country}`,
        ...levels.map((level) => sql`${sql.literal(level)} = ANY (${selection[level]!}::bigint[])`)
      ])}`)
    return rows[0]!.size
  })

  return {
    pool: makePools(sql, context),
    namesLike: (country: string, level: PlaceType, folded: string) =>
      turns.withPermit(namesLike(sql, country, level, folded)),
    placesNamed: (country: string, level: PlaceType, folded: string) => placesNamed(country)({ level, folded }),
    sizeOf
  }
}
