import { type Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { countryLiteral } from "../../database/AddressTables.ts"
import { makeBatcher } from "../Batcher.ts"
import { placeTypes } from "../Identity.ts"
import { PoolChanged } from "../PoolErrors.ts"
import { decodeKeys, late, likePattern, memoized, unavailable, unchanged, versionOf } from "../PoolReadsPostgres.ts"
import type { Scope } from "../PoolStore.ts"
import type * as Sampler from "../Sampler.ts"
import { hasText } from "./TextCondition.ts"

/** Streets with matches, three words each: those of the street's key, ascending, and how many. */
export type StreetCounts = Uint32Array

interface CountsRow {
  readonly version: number | null
  /** Streets with the text in their own names. */
  readonly streets: number
  /** Homes of the others. */
  readonly homes: number
  readonly counts: Uint8Array | null
}

/** Matches of a text in streets. */
interface AskedStreets {
  readonly q: string
  readonly streets: ReadonlyArray<bigint>
}

interface KeysRow {
  readonly version: number | null
  readonly keys: Uint8Array | null
}

interface FoundKeys {
  readonly version: number | null | undefined
  readonly keys: ReadonlyArray<Sampler.SampleKeys>
}

/** What a statement beside the draws' connection reads at least, in streets and in homes. */
const dear = { streets: 256, homes: 16_384 }

/** The statements that look for a text; each fails with `PoolChanged` when the scope's version is passed. */
export const makeTextStatements = (
  sql: SqlClient.SqlClient,
  /** For what takes long, which would hold up every draw that shares a pipelined connection with it. */
  slow: SqlClient.SqlClient,
  context: Context.Context<never>
) => {
  /** The conditions of a selection, on rows of addresses or of streets. */
  const selected = (row: "a" | "s", { country, selection }: Scope) =>
    sql.and([
      sql`${sql.literal(row)}.country = ${countryLiteral(sql, country)}`,
      ...placeTypes
        .filter((level) => selection[level] !== undefined)
        .map((level) => sql`${sql.literal(`${row}.${level}`)} = ANY (${selection[level]!}::bigint[])`)
    ])

  /** Texts of house numbers, units and buildings that have this one in them. */
  const labels = (country: string, q: string) => sql`
    SELECT l.text FROM label l WHERE l.country = ${countryLiteral(sql, country)} AND l.folded LIKE ${likePattern(q)}`

  const countsOfRows = sql.literal(
    `string_agg(int8send(street) || int4send(homes), ''::bytea ORDER BY street) AS counts`
  )

  const counted = (scope: Scope, rows: ReadonlyArray<CountsRow>) =>
    Effect.map(unchanged(scope, rows), ([row]) => ({
      streets: row!.streets,
      homes: row!.homes,
      counts: decodeKeys(row!.counts)
    }))

  const keysWith = Effect.fnUntraced(function* (
    client: SqlClient.SqlClient,
    country: string,
    asked: ReadonlyArray<AskedStreets>
  ) {
    const rows = yield* unavailable(client<KeysRow>`
      SELECT ${versionOf(sql, country)}, found.keys
      FROM unnest(
        ${asked.flatMap(({ streets }) => streets)}::bigint[],
        ${asked.flatMap(({ q, streets }) => streets.map(() => q))}::text[]
      ) WITH ORDINALITY AS asked (street, q, nth)
      CROSS JOIN LATERAL (
        SELECT string_agg(int8send(a.sample_key), ''::bytea ORDER BY a.sample_key) AS keys
        FROM address a JOIN street s ON s.key = a.street
        WHERE a.country = ${countryLiteral(sql, country)} AND a.street = asked.street AND a.is_residential
          AND ${hasText(sql, country, sql.literal("asked.q"))}
      ) found
      ORDER BY asked.nth`)
    let from = 0
    return asked.map(({ streets }): FoundKeys => {
      const own = rows.slice(from, (from += streets.length))
      return { version: own[0]?.version, keys: own.map(({ keys }) => decodeKeys(keys)) }
    })
  })

  const keyReader = memoized((country) =>
    makeBatcher({
      run: (asked: ReadonlyArray<AskedStreets>) => keysWith(sql, country, asked),
      context,
      late,
      largest: dear.streets,
      weigh: ({ streets }) => streets.length
    })
  )

  return {
    /** Streets of the scope that have the text in their own names; no more than one more than `most`. */
    named: Effect.fnUntraced(function* (scope: Scope, q: string, most: number) {
      const rows = yield* unavailable(slow<CountsRow>`
        SELECT ${versionOf(sql, scope.country)}, found.* FROM (
          SELECT count(*)::int AS streets, 0 AS homes, ${countsOfRows}
          FROM (
            SELECT s.key AS street, s.homes FROM street s
            WHERE ${selected("s", scope)} AND s.homes > 0 AND s.search LIKE ${likePattern(q)}
            LIMIT ${most + 1}
          ) one
        ) found`)
      return yield* counted(scope, rows)
    }),

    /**
     * Streets of the scope that have not, but homes with the text in house number, unit or building. Where there are more
     * than `most` of these homes, some of them.
     */
    labelled: Effect.fnUntraced(function* (scope: Scope, q: string, most: number) {
      // A home that has it in two of its texts is met twice. That most streets are without the text is what the planner
      // believes of NOT LIKE, and not of strpos: it would begin with all streets of the country.
      const by = (column: string) => sql`(
        SELECT a.sample_key, a.street
        FROM wanted w JOIN address a ON a.${sql.literal(column)} = w.text JOIN street s ON s.key = a.street
        WHERE ${selected("a", scope)} AND a.is_residential AND s.search NOT LIKE ${likePattern(q)}
        LIMIT ${most + 1}
      )`
      const rows = yield* unavailable(slow<CountsRow>`
        WITH wanted AS MATERIALIZED (${labels(scope.country, q)})
        SELECT ${versionOf(sql, scope.country)}, found.* FROM (
          SELECT 0 AS streets, coalesce(sum(homes), 0)::int AS homes, ${countsOfRows}
          FROM (
            SELECT street, count(*)::int AS homes
            FROM (${by("house_number")} UNION ${by("unit")} UNION ${by("building")}) home
            GROUP BY street
          ) one
        ) found`)
      return yield* counted(scope, rows)
    }),

    /** Both of a selection that is small enough to be looked through. */
    within: Effect.fnUntraced(function* (scope: Scope, q: string) {
      const isLabel = (column: string) => sql`a.${sql.literal(column)} IN (SELECT text FROM wanted)`
      const rows = yield* unavailable(slow<CountsRow>`
        WITH wanted AS MATERIALIZED (${labels(scope.country, q)})
        SELECT ${versionOf(sql, scope.country)}, found.* FROM (
          SELECT count(*) FILTER (WHERE is_named)::int AS streets,
            coalesce(sum(homes) FILTER (WHERE NOT is_named), 0)::int AS homes, ${countsOfRows}
          FROM (
            SELECT s.key AS street, strpos(s.search, ${q}) > 0 AS is_named, count(*)::int AS homes
            FROM address a JOIN street s ON s.key = a.street
            WHERE ${selected("a", scope)} AND a.is_residential AND (
              strpos(s.search, ${q}) > 0 OR ${isLabel("house_number")} OR ${isLabel("unit")} OR ${isLabel("building")}
            )
            GROUP BY s.key
          ) one
        ) found`)
      return yield* counted(scope, rows)
    }),

    /** Keys of the matches in each street, ascending. `homes`: how many they are, about. */
    keysInStreets: Effect.fnUntraced(function* (
      { country, pool }: Scope,
      q: string,
      streets: ReadonlyArray<bigint>,
      homes: number
    ) {
      const asked = { q, streets }
      const found =
        streets.length > dear.streets || homes > dear.homes
          ? (yield* keysWith(slow, country, [asked]))[0]!
          : yield* keyReader(country)(asked)
      if (found.version !== pool.version) return yield* new PoolChanged({ country })
      return found.keys
    })
  }
}

export type TextStatements = ReturnType<typeof makeTextStatements>
