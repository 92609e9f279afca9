import { Effect, Schedule } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
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
export const isFor = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, target: Target, from: number) {
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
    ? sql`LOCK TABLE record, address IN SHARE ROW EXCLUSIVE MODE`
    : sql`LOCK TABLE record, address IN ROW EXCLUSIVE MODE`

type Identifier = ReturnType<typeof tablesOf>["records"]

interface Index {
  readonly name: string
  readonly definition: string
  readonly constraint: string | null
}

/** Everything that a new table has to have of the old one, in the words of SQL. */
const description = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string) {
  const [row] = yield* sql<{ readonly columns: string; readonly settings: string | null }>`
    SELECT (
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      ) AS columns, array_to_string(reloptions, ', ') AS settings
    FROM pg_class c WHERE c.oid = ${table}::regclass`
  const indexes = yield* sql<Index>`
    SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition,
      (SELECT conname FROM pg_constraint WHERE conindid = i.indexrelid AND contype = 'p') AS constraint
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = ${table}::regclass ORDER BY c.relname`
  return { ...row!, indexes }
})

/** A table that is written anew. Gives what puts it in the old one's place. */
const renewed = Effect.fnUntraced(function* <E, R>(
  sql: SqlClient.SqlClient,
  table: "record" | "address",
  fill: (next: Identifier) => Effect.Effect<unknown, E, R>
) {
  const [old, next] = [sql(table), sql(`${table}_next`)]
  const { columns, indexes, settings } = yield* description(sql, table)
  yield* sql`CREATE TABLE ${next} (LIKE ${old} INCLUDING ALL EXCLUDING INDEXES)`
  if (settings !== null) yield* sql`ALTER TABLE ${next} SET (${sql.literal(settings)})`
  yield* sql`INSERT INTO ${next} (${sql.literal(columns)}) SELECT ${sql.literal(columns)} FROM ${old}`
  yield* fill(next)
  for (const { constraint, definition, name } of indexes) {
    yield* sql`ALTER INDEX ${sql(name)} RENAME TO ${sql(`${name}_old`)}`
    yield* sql`${sql.literal(definition.replace(/ ON (\S+\.)?\S+ USING /, ` ON ${table}_next USING `))}`
    if (constraint !== null) {
      yield* sql`ALTER TABLE ${next} ADD CONSTRAINT ${sql(name)} PRIMARY KEY USING INDEX ${sql(name)}`
    }
  }
  yield* sql`ANALYZE ${next}`
  return Effect.gen(function* () {
    yield* sql`DROP TABLE ${old}`
    yield* sql`ALTER TABLE ${next} RENAME TO ${old}`
  })
})

/**
 * The last step has to be alone with the tables. Somebody who reads for long must not make all draws wait behind it: it
 * gives up after two seconds and tries again.
 */
const alone = (sql: SqlClient.SqlClient) =>
  sql
    .withTransaction(
      Effect.andThen(sql`SET LOCAL lock_timeout = '2s'`, sql`LOCK TABLE record, address IN ACCESS EXCLUSIVE MODE`)
    )
    .pipe(Effect.retry({ schedule: Schedule.spaced("1 second"), times: 60 }))

const addressColumns =
  "id, country, sample_key, region, city, district, postcode, is_residential, search, names, document, updated_at"

/** Writes the new tables. Gives what puts them in place, to be done last. */
export const write = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, target: Target) {
  const { country, now, source, staging } = target
  const staged = tablesOf(sql, staging).records
  const columns = sql.literal(recordColumns)
  const suffix = `,"updatedAt":${JSON.stringify(now)}}`
  yield* sql`SET LOCAL maintenance_work_mem = '256MB'`
  // Half of the processors of a small machine sorts faster than all of them with as much coordination.
  yield* sql`SET LOCAL max_parallel_maintenance_workers = 1`
  const placeRecords = yield* renewed(
    sql,
    "record",
    (next) => sql`INSERT INTO ${next} (source, ${columns}) SELECT ${source}, ${columns} FROM ${staged}`
  )
  const placeAddresses = yield* renewed(
    sql,
    "address",
    (next) => sql`
      INSERT INTO ${next} (${sql.literal(addressColumns)})
      SELECT address_id, ${country}, sample_key, region, city, district, postcode, evidence_rank < 9, search, names,
        '{' || body
          || coalesce(',"coordinates":' || coordinates, '')
          || coalesce(',"residential":' || residential, '')
          || ',"sources":[' || source_member || ']' || ${suffix}::text, ${now}::timestamptz
      FROM ${staged}`
  )
  return Effect.gen(function* () {
    yield* alone(sql)
    yield* placeRecords
    yield* placeAddresses
  })
})
