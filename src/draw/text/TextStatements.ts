import { type Context, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { memoized } from "../../../schemas/Memoized.ts"
import { countryLiteral, labelColumns } from "../../database/AddressTables.ts"
import { rowsOf } from "../../database/Rows.ts"
import { likePattern } from "../../database/Values.ts"
import { makeBatcher } from "../../shared/Batcher.ts"
import { placeTypes } from "../../address/Identity.ts"
import { PoolChanged } from "../../pool/PoolErrors.ts"
import { decodeKeys, late, unavailable, unchanged, editionOf } from "../store/PoolReadsPostgres.ts"
import type { Scope } from "../store/PoolStore.ts"
import { bigintsOf, joined, keyCount } from "../Sampler.ts"
import type * as Sampler from "../Sampler.ts"
import { hasText, hasTextByKeys } from "./TextCondition.ts"

/**
 * Streets with matches, in three words each: two for the street's key, ascending, and one for the number of matches.
 */
export type StreetCounts = Uint32Array

export interface CountsRow {
  readonly edition: string | null
  /** Streets with the text in their own names. */
  readonly streets: number
  /** Homes with the text in house number, unit or building, whatever their street is called. */
  readonly homes: number
  readonly counts: Uint8Array | null
  /** Keys of the matches by street, ascending within each; null if only streets were read. */
  readonly keys: Uint8Array | null
}

/** Matches of a text in streets. */
interface AskedStreets {
  readonly q: string
  readonly streets: ReadonlyArray<bigint>
}

interface KeysRow {
  readonly edition: string | null
  readonly keys: Uint8Array | null
}

interface FoundKeys {
  readonly edition: string | null | undefined
  readonly keys: ReadonlyArray<Sampler.SampleKeys>
}

/**
 * The numbers of streets and homes from which a statement does not use the connection of draws, and the number of keys
 * that one statement looks up for all pending requests.
 */
const dear = { streets: 256, homes: 16_384, keys: 512 }

/** Keys of a selection, and a text. */
interface AskedKeys {
  readonly q: string
  readonly keys: Sampler.SampleKeys
}

/** The conditions of a selection, on rows of addresses or of streets. */
const selected = (sql: SqlClient.SqlClient, row: "a" | "s", { country, selection }: Scope) =>
  sql.and([
    sql`${sql.literal(row)}.country = ${countryLiteral(sql, country)}`,
    ...placeTypes
      .filter((level) => selection[level] !== undefined)
      .map((level) => sql`${sql.literal(`${row}.${level}`)} = ANY (${selection[level]!}::bigint[])`)
  ])

/** Texts of house numbers, units and buildings that contain this one. */
const labels = (sql: SqlClient.SqlClient, country: string, q: string) => sql`
  SELECT l.text FROM label l WHERE l.country = ${countryLiteral(sql, country)} AND l.folded LIKE ${likePattern(q)}`

const countsOfRows = (sql: SqlClient.SqlClient) =>
  sql.literal(`string_agg(int8send(street) || int4send(homes), ''::bytea ORDER BY street) AS counts`)

const keysOfStreet = (sql: SqlClient.SqlClient) =>
  sql.literal(`string_agg(int8send(sample_key), ''::bytea ORDER BY sample_key) AS keys`)

const keysOfRows = (sql: SqlClient.SqlClient) => sql.literal(`string_agg(keys, ''::bytea ORDER BY street) AS keys`)

const counted = (scope: Scope, rows: ReadonlyArray<CountsRow>) =>
  Effect.map(unchanged(scope, rows), ([row]) => ({
    streets: row!.streets,
    homes: row!.homes,
    counts: decodeKeys(row!.counts),
    keys: decodeKeys(row!.keys)
  }))

/** Streets of the scope that have the text in their own names. */
const readNamed = Effect.fnUntraced(function* (slow: SqlClient.SqlClient, scope: Scope, q: string, most: number) {
  const rows = yield* unavailable(slow<CountsRow>`
    SELECT ${editionOf(slow, scope.country)}, found.* FROM (
      SELECT count(*)::int AS streets, 0 AS homes, ${countsOfRows(slow)}, NULL::bytea AS keys
      FROM (
        SELECT s.key AS street, s.homes FROM street s
        WHERE ${selected(slow, "s", scope)} AND s.homes > 0 AND s.search LIKE ${likePattern(q)}
        LIMIT ${most + 1}
      ) one
    ) found`)
  return yield* counted(scope, rows)
})

const manyRows = rowsOf({ edition: Schema.NullOr(Schema.String), isMany: Schema.Boolean })

/**
 * Homes of the country with a wanted text in this column, looked up text by text. The planner cannot know how many texts
 * are wanted, and would sometimes read the whole table instead; `OFFSET 0` keeps it from doing so.
 */
const withLabel = (sql: SqlClient.SqlClient, country: string, column: string) => sql`
  wanted w CROSS JOIN LATERAL (
    SELECT a.* FROM address a
    WHERE a.country = ${countryLiteral(sql, country)} AND a.is_residential AND a.${sql.literal(column)} = w.text
      AND a.${sql.literal(column)} IS NOT NULL
    OFFSET 0
  ) a`

/**
 * Whether more than `most` homes of the country have the text in one of house number, unit and building. Read from an
 * index alone: looking up that many homes, only to find that they are too many, takes seconds from a cold file cache.
 *
 * For a part of the country, texts that contain this one count like homes with them: with so many of them, it costs less
 * to read the homes of the selection.
 */
const readMany = Effect.fnUntraced(function* (slow: SqlClient.SqlClient, scope: Scope, q: string, most: number) {
  const beyond = (column: string) => slow`(
    SELECT count(*) FROM (
      SELECT FROM ${withLabel(slow, scope.country, column)}
      LIMIT ${most + 1}
    ) met
  ) > ${most}`
  const rows = yield* unavailable(
    manyRows(slow`
      WITH wanted AS MATERIALIZED (${labels(slow, scope.country, q)})
      SELECT ${editionOf(slow, scope.country)},
        ${slow.or([
          ...(scope.narrowest === undefined ? [] : [slow`(SELECT count(*) FROM wanted) > ${most}`]),
          ...labelColumns.map(beyond)
        ])} AS "isMany"`)
  )
  const [row] = yield* unchanged(scope, rows)
  return row!.isMany
})

/**
 * Where homes with a text in house number, unit or building are looked for: by the texts that contain it, in the whole
 * country, or among the homes of the selection.
 */
type LookedUpBy = "labels" | "selection"

/**
 * Streets with homes that have the text in house number, unit or building. The names of some of these streets may
 * contain it as well: looking up each of them to leave it out would cost more than reading its homes.
 */
const readLabelled = Effect.fnUntraced(function* (
  slow: SqlClient.SqlClient,
  scope: Scope,
  q: string,
  most: number,
  lookedUpBy: LookedUpBy
) {
  // UNION, because a home with the text in two places would be counted twice.
  const by = (column: string) => slow`(
    SELECT a.sample_key, a.street
    FROM ${
      lookedUpBy === "labels"
        ? withLabel(slow, scope.country, column)
        : slow`wanted w JOIN address a ON a.${slow.literal(column)} = w.text`
    }
    WHERE ${selected(slow, "a", scope)} AND a.is_residential
    LIMIT ${most + 1}
  )`
  const rows = yield* unavailable(slow<CountsRow>`
    WITH wanted AS MATERIALIZED (${labels(slow, scope.country, q)})
    SELECT ${editionOf(slow, scope.country)}, found.* FROM (
      SELECT 0 AS streets, coalesce(sum(homes), 0)::int AS homes, ${countsOfRows(slow)}, ${keysOfRows(slow)}
      FROM (
        SELECT street, count(*)::int AS homes, ${keysOfStreet(slow)}
        FROM (${by("house_number")} UNION ${by("unit")} UNION ${by("building")}) home
        GROUP BY street
      ) one
    ) found`)
  return yield* counted(scope, rows)
})

/** Both, for a selection that is scanned home by home. */
const readWithin = Effect.fnUntraced(function* (slow: SqlClient.SqlClient, scope: Scope, q: string) {
  const has = (column: string) => slow`coalesce(a.${slow.literal(column)} IN (SELECT text FROM wanted), false)`
  const rows = yield* unavailable(slow<CountsRow>`
    WITH wanted AS MATERIALIZED (${labels(slow, scope.country, q)})
    SELECT ${editionOf(slow, scope.country)}, found.* FROM (
      SELECT count(*) FILTER (WHERE is_named)::int AS streets, coalesce(sum(labelled), 0)::int AS homes,
        ${countsOfRows(slow)}, ${keysOfRows(slow)}
      FROM (
        SELECT street, is_named, count(*)::int AS homes, count(*) FILTER (WHERE is_labelled) AS labelled,
          ${keysOfStreet(slow)}
        FROM (
          SELECT a.sample_key, a.street, strpos(s.search, ${q}) > 0 AS is_named,
            ${has("house_number")} OR ${has("unit")} OR ${has("building")} AS is_labelled
          FROM address a JOIN street s ON s.key = a.street
          WHERE ${selected(slow, "a", scope)} AND a.is_residential
        ) home
        WHERE is_named OR is_labelled
        GROUP BY street, is_named
      ) one
    ) found`)
  return yield* counted(scope, rows)
})

/** Keys of the matches in each requested street. */
const readInStreets = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  asked: ReadonlyArray<AskedStreets>
) {
  const rows = yield* unavailable(sql<KeysRow>`
    SELECT ${editionOf(sql, country)}, found.keys
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
    return { edition: own[0]?.edition, keys: own.map(({ keys }) => decodeKeys(keys)) }
  })
})

/** Those of the requested keys whose homes have the text. Each home is looked up by its key. */
const readMatching = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  asked: ReadonlyArray<AskedKeys>
) {
  const rows = yield* unavailable(sql<KeysRow>`
    SELECT ${editionOf(sql, country)}, found.keys
    FROM (
      SELECT string_agg(int4send(asked.nth::int - 1), ''::bytea ORDER BY asked.nth) AS keys
      FROM unnest(
        ${asked.flatMap(({ keys }) => bigintsOf(keys))}::bigint[],
        ${asked.flatMap(({ keys, q }) => bigintsOf(keys).map(() => q))}::text[]
      ) WITH ORDINALITY AS asked (key, q, nth)
      JOIN address a ON a.country = ${countryLiteral(sql, country)} AND a.sample_key = asked.key AND a.is_residential
      WHERE ${hasTextByKeys(sql, country, sql.literal("asked.q"))}
    ) found`)
  const places = decodeKeys(rows[0]!.keys)
  let [from, next] = [0, 0]
  return asked.map(({ keys }): FoundKeys => {
    const end = from + keyCount(keys)
    const own: Array<Sampler.SampleKeys> = []
    for (; next < places.length && places[next]! < end; next++) {
      const at = (places[next]! - from) * 2
      own.push(keys.subarray(at, at + 2))
    }
    from = end
    return { edition: rows[0]!.edition, keys: own }
  })
})

const ofEdition = ({ country, pool }: Scope, { edition, keys }: FoundKeys) =>
  edition === pool.edition ? Effect.succeed(keys) : Effect.fail(new PoolChanged({ country }))

/** The statements that search for a text. Each fails with `PoolChanged` if the scope's edition is superseded. */
export const makeTextStatements = (
  sql: SqlClient.SqlClient,
  /** For long reads, which would hold up every draw on the same pipelined connection. */
  slow: SqlClient.SqlClient,
  context: Context.Context<never>
) => {
  const inStreets = memoized((country: string) =>
    makeBatcher({
      run: (asked: ReadonlyArray<AskedStreets>) => readInStreets(sql, country, asked),
      context,
      late,
      largest: dear.streets,
      weigh: ({ streets }) => streets.length
    })
  )
  const amongKeys = memoized((country: string) =>
    makeBatcher({
      run: (asked: ReadonlyArray<AskedKeys>) => readMatching(sql, country, asked),
      context,
      late,
      largest: dear.keys,
      weigh: ({ keys }) => keyCount(keys)
    })
  )

  return {
    /** Streets with the text in their own names, at most one more than `most`. */
    named: (scope: Scope, q: string, most: number) => readNamed(slow, scope, q, most),

    /**
     * Whether more than `most` homes of the country have the text in house number, unit or building; for a part of the
     * country, also if more texts than that contain it.
     */
    hasMany: (scope: Scope, q: string, most: number) => readMany(slow, scope, q, most),

    /**
     * Streets with homes that have the text themselves. If there are more than `most` of these homes, only some of the
     * streets.
     */
    labelled: (scope: Scope, q: string, most: number, lookedUpBy: LookedUpBy) =>
      readLabelled(slow, scope, q, most, lookedUpBy),

    /** Both, for a selection that is small enough to be scanned. */
    within: (scope: Scope, q: string) => readWithin(slow, scope, q),

    /** Keys of the matches in each street, ascending. `homes`: approximately how many there are. */
    keysInStreets: Effect.fnUntraced(function* (
      scope: Scope,
      q: string,
      streets: ReadonlyArray<bigint>,
      homes: number
    ) {
      const { country } = scope
      const asked = { q, streets }
      const found =
        streets.length > dear.streets || homes > dear.homes
          ? (yield* readInStreets(slow, country, [asked]))[0]!
          : yield* inStreets(country)(asked)
      return yield* ofEdition(scope, found)
    }),

    /** Those of the keys whose homes have the scope's text, in the same order. */
    matching: Effect.fnUntraced(function* (scope: Scope, keys: Sampler.SampleKeys) {
      if (keys.length === 0) return keys
      const found = yield* amongKeys(scope.country)({ q: scope.q ?? "", keys })
      return joined(yield* ofEdition(scope, found))
    })
  }
}

export type TextStatements = ReturnType<typeof makeTextStatements>
