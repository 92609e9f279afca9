import { Effect, Schedule } from "effect"
import { type SqlClient, SqlError, type Statement } from "effect/sql"
import { isHome } from "../address/EvidenceRank.ts"
import { weakestEvidence } from "../pool/CountryEvidence.ts"
import type { Target } from "./PublicationSql.ts"
import { recordColumns, tablesOf } from "./StagingPostgres.ts"

/**
 * The publication of a country that has nothing yet, when that is most of what the tables will hold: they are written
 * anew beside the old ones, get their indexes when they are full, and take the old ones' place at the end of the
 * transaction. Indexes that are made at once cost a third of those that are filled row by row, and the more rows the less;
 * tables that are made in the transaction need no write-ahead log where the server allows that. Draws read the old tables
 * until the transaction ends, and wait for no longer than the names take to change; other publications wait.
 *
 * With one source only, what is staged is what the addresses are made of. Where several have records of a country the
 * statements of PublicationSql.ts merge them; a property holds both to the same outcome.
 */

/** From how many staged addresses on it is worth it. */
export const bulkFrom = 50_000

/** Whether the target can be published this way. */
export const isFor = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  target: Pick<Target, "country" | "staged">,
  from: number
) {
  if (target.staged < from) return false
  const [found] = yield* sql<{ readonly there: number; readonly fresh: boolean }>`
    SELECT (SELECT coalesce(sum(total), 0)::int FROM pool) AS there,
      NOT EXISTS (SELECT FROM record WHERE country = ${target.country})
        AND NOT EXISTS (SELECT FROM address WHERE country = ${target.country}) AS fresh`
  return found!.fresh && target.staged >= found!.there
})

/**
 * Whether the new tables could not be made because two addresses have one sample key, which happens once in a million
 * publications of this size. The other way settles it, key by key.
 */
export const isCollision = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "UniqueViolation" && error.reason.constraint === "address_by_key"

/**
 * Keeps other publications out until the transaction ends, where this one is such; draws go on. It has to be taken
 * before the transaction reads the tables: who has read them could not make way for the last step of another one.
 */
export const lock = (sql: SqlClient.SqlClient, isBulk: boolean) =>
  isBulk
    ? sql`LOCK TABLE address, record IN SHARE ROW EXCLUSIVE MODE`
    : sql`LOCK TABLE address, record IN ROW EXCLUSIVE MODE`

interface Index {
  readonly name: string
  readonly definition: string
  readonly constraint: string | null
}

/** Everything that a new table has to have of the old one, in the words of SQL. */
const description = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const [row] = yield* sql<{ readonly columns: string; readonly required: string; readonly settings: string | null }>`
    SELECT (
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
      ) AS columns, (
        -- From PostgreSQL 18 on what must not be null is a constraint, with a name.
        SELECT string_agg(coalesce(
          format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(k.oid)),
          format('ALTER COLUMN %I SET NOT NULL', attname)
        ), ', ')
        FROM pg_attribute
        LEFT JOIN pg_constraint k ON k.conrelid = attrelid AND k.contype = 'n' AND k.conkey = ARRAY[attnum]
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attnotnull
      ) AS required, array_to_string(reloptions, ', ') AS settings
    FROM pg_class c WHERE c.oid = ${table}::regclass`
  const indexes = yield* sql<Index>`
    SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition,
      (SELECT conname FROM pg_constraint WHERE conindid = i.indexrelid AND contype = 'p') AS constraint
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = ${table}::regclass ORDER BY c.relname`
  const grants = yield* sql<{ readonly grant: string }>`
    SELECT format('GRANT %s ON %I TO %s%s', a.privilege_type, ${`${table}_next`}::text,
        CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END,
        CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) AS grant
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a
    WHERE c.oid = ${table}::regclass AND a.grantee <> c.relowner`
  return { ...row!, indexes, grants }
})

/**
 * A table that is written anew, with what the old one has and what is selected, which names the columns as the old one
 * does. Gives what puts it in the old one's place.
 *
 * It is made of a query, since PostgreSQL writes the rows of an INSERT to their places one by one: that takes half as long
 * again, and looking through them once for what must not be null takes a fraction of that.
 */
const renewed = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  table: "record" | "address",
  selected: Statement.Fragment
) {
  const [old, next] = [sql(table), sql(`${table}_next`)]
  const { columns, grants, indexes, required, settings } = yield* description(sql, table)
  const all = sql.literal(columns)
  yield* sql`
    CREATE TABLE ${next} ${settings === null ? sql.literal("") : sql.literal(`WITH (${settings})`)} AS
    SELECT ${all} FROM ${old} UNION ALL SELECT ${all} FROM (${selected}) fresh`
  yield* sql`ALTER TABLE ${next} ${sql.literal(required)}`
  for (const { constraint, definition, name } of indexes) {
    yield* sql`ALTER INDEX ${sql(name)} RENAME TO ${sql(`${name}_old`)}`
    yield* sql`${sql.literal(definition.replace(/ ON (\S+\.)?\S+ USING /, ` ON ${table}_next USING `))}`
    if (constraint !== null) {
      yield* sql`ALTER TABLE ${next} ADD CONSTRAINT ${sql(name)} PRIMARY KEY USING INDEX ${sql(name)}`
    }
  }
  yield* Effect.forEach(grants, ({ grant }) => sql`${sql.literal(grant)}`)
  yield* sql`ANALYZE ${next}`
  return Effect.gen(function* () {
    yield* sql`DROP TABLE ${old}`
    yield* sql`ALTER TABLE ${next} RENAME TO ${old}`
  })
})

/**
 * The last step has to be alone with the tables. Somebody who reads for long must not make all draws wait behind it: it
 * gives up after half a second and tries again. That is sooner than the server looks for deadlocks, so that who reads the
 * tables the other way round, as a dump does, is never ended for it; a rebuild of a catalog reads them in this order.
 */
const alone = (sql: SqlClient.SqlClient) =>
  sql
    .withTransaction(
      Effect.andThen(sql`SET LOCAL lock_timeout = '500ms'`, sql`LOCK TABLE address, record IN ACCESS EXCLUSIVE MODE`)
    )
    .pipe(Effect.retry({ schedule: Schedule.spaced("1 second"), times: 120 }))

/** Writes the new tables. Gives what puts them in place, to be done last. */
export const write = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, target: Target) {
  const { country, now, source, staging } = target
  const weakest = yield* weakestEvidence(sql, country)
  const staged = tablesOf(sql, staging).records
  const suffix = `,"updatedAt":${JSON.stringify(now)}}`
  yield* sql`SET LOCAL maintenance_work_mem = '256MB'`
  // Half of the processors of a small machine sorts faster than all of them with as much coordination.
  yield* sql`SET LOCAL max_parallel_maintenance_workers = 1`
  // A second one reads and puts together what the first one writes; the planner would think of handing over as dear.
  yield* sql`SET LOCAL max_parallel_workers_per_gather = 1`
  yield* sql`SET LOCAL parallel_tuple_cost = 0`
  const placeRecords = yield* renewed(
    sql,
    "record",
    sql`SELECT ${source}::text AS source, ${sql.literal(recordColumns)} FROM ${staged}`
  )
  const placeAddresses = yield* renewed(
    sql,
    "address",
    sql`
      SELECT address_id AS id, ${country}::text AS country, sample_key, region, city, district, postcode,
        ${isHome(sql, weakest)} AS is_residential, search, names,
        '{' || body
          || coalesce(',"coordinates":' || coordinates, '')
          || CASE WHEN ${isHome(sql)} THEN ',"residential":' || residential ELSE '' END
          || ',"sources":[' || source_member || ']' || ${suffix}::text AS document, ${now}::timestamptz AS updated_at
      FROM ${staged}`
  )
  return Effect.gen(function* () {
    yield* alone(sql)
    yield* placeRecords
    yield* placeAddresses
  })
})
