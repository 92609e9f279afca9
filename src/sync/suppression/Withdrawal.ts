import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { countryLiteral, hasTable, tableOf } from "../../database/AddressTables.ts"
import { measure } from "../../pool/CatalogRebuild.ts"
import { sampleKey } from "../../address/Identity.ts"
import { fromUuid } from "../../address/AddressUuid.ts"
import { inSchema, type KeptVersion, keptVersions } from "../../snapshot/KeptSchema.ts"
import { columnsOf, mergeRecords } from "../publish/PublicationSql.ts"
import { remakeAffected } from "../publish/RemakeAddresses.ts"
import { findWithheld, lookedColumns } from "./Withholding.ts"
import { rowsOf } from "../../database/Rows.ts"
import { tableIn } from "../../database/Values.ts"
import { timestampNow } from "../../database/Timestamps.ts"

const nameRows = rowsOf({ name: Schema.String })
const sourcesRows = rowsOf({ sources: Schema.Array(Schema.String) })
const idRows = rowsOf({ id: Schema.String })

/**
 * Removes what is withheld from what is published, as if no source had it any more. Everything that counts or caches
 * addresses is updated, and draws need no additional check.
 */

type Sql = SqlClient.SqlClient

/** All records of which the country's pool consists. */
const published = (sql: Sql, country: string): Statement.Fragment => {
  const columns = sql.literal(lookedColumns)
  return sql`
    SELECT ${columns} FROM ${sql(tableOf(country))}
    UNION ALL
    SELECT ${columns} FROM other_record WHERE country = ${countryLiteral(sql, country)}`
}

/**
 * Fills `withheld` with the addresses of the country's pool that must be withheld, and returns how many there are.
 * Requires a transaction.
 */
export const findPublished = Effect.fnUntraced(function* (sql: Sql, country: string, suppression?: string) {
  if (!(yield* hasTable(sql, country))) return 0
  return yield* findWithheld(sql, {
    country,
    rows: published(sql, country),
    streets: sql.literal("street"),
    ...(suppression !== undefined && { suppression })
  })
})

/** Drops tables that work on a pool leaves until the end of its transaction, which is not the end of the work here. */
const dropLeftOvers = Effect.fnUntraced(function* (sql: Sql) {
  const left = yield* nameRows(sql`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = pg_my_temp_schema() AND relkind = 'r' AND relname <> 'withheld'`)
  if (left.length > 0) yield* sql`DROP TABLE ${sql.literal(left.map(({ name }) => `pg_temp."${name}"`).join(", "))}`
})

/** Removes the addresses in `withheld` from the country's pool in the current schema. */
const takeOut = Effect.fnUntraced(function* (sql: Sql, country: string) {
  yield* dropLeftOvers(sql)
  yield* sql`CREATE TEMPORARY TABLE affected ON COMMIT DROP AS SELECT DISTINCT id FROM withheld`
  yield* sql`CREATE UNIQUE INDEX ON affected (id)`
  yield* sql`ANALYZE affected`
  const [pool] = yield* sourcesRows(sql`
    SELECT sources FROM pool WHERE country = ${country}`)
  const now = yield* timestampNow
  const target = { country, sourceOrder: pool?.sources ?? [], now }
  const none = sql`
    SELECT ${columnsOf(sql, "a")}, a.sample_key, ''::text AS source FROM ${sql(tableOf(country))} a WHERE false`
  yield* mergeRecords(sql, target, none)
  const { publication } = yield* remakeAffected(sql, target, { sampleKey })
  yield* dropLeftOvers(sql)
  return publication.poolVersion
})

/** Deletes what else shows addresses of the pool: the map of the console, and examples of what runs have changed. */
const forgetShown = Effect.fnUntraced(function* (sql: Sql, country: string) {
  yield* sql`DELETE FROM pool_view WHERE country = ${country}`
  const rows = yield* idRows(sql`SELECT DISTINCT id FROM withheld`)
  const ids = rows.map(({ id }) => fromUuid(id))
  yield* sql`
    UPDATE run_change c SET changes = jsonb_set(c.changes, '{examples}', (
      SELECT coalesce(jsonb_agg(e ORDER BY nth), '[]') FROM jsonb_array_elements(c.changes -> 'examples')
        WITH ORDINALITY AS x (e, nth)
      WHERE e ->> 'id' <> ALL (${ids}::text[])
    ))
    FROM run r WHERE r.id = c.run AND r.country = ${country}
      AND EXISTS (
        SELECT FROM jsonb_array_elements(c.changes -> 'examples') e WHERE e ->> 'id' = ANY (${ids}::text[])
      )`
})

/** Names that may belong to withheld addresses only: of their buildings, and of their streets. */
const namesOf = Effect.fnUntraced(function* (sql: Sql, country: string) {
  yield* sql`ANALYZE withheld`
  const rows = yield* nameRows(sql`
    SELECT DISTINCT n.name FROM (${published(sql, country)}) a
    JOIN withheld w ON w.id = a.id
    JOIN street s ON s.key = a.street
    CROSS JOIN LATERAL (VALUES (a.building), (s.street_name)) AS n (name)
    WHERE n.name IS NOT NULL`)
  return rows.map(({ name }) => name)
})

/** Translations are stored by name. Those of names that only withheld addresses had are deleted. */
const forgetTranslated = (sql: Sql, names: ReadonlyArray<string>) => sql`
  DELETE FROM translation t
  WHERE t.text = ANY (${names}::text[])
    AND NOT EXISTS (SELECT FROM street s WHERE t.text IN (s.street_name, s.district_name, s.city_name))`

/** A kept version also loses what is withheld, and keeps its version number. */
const withdrawKept = Effect.fnUntraced(function* (sql: Sql, country: string, suppression: string | undefined) {
  const withdrawFrom = Effect.fnUntraced(function* ({ schema, version }: KeptVersion) {
    if ((yield* findPublished(sql, country, suppression)) === 0) return false
    yield* takeOut(sql, country)
    yield* sql`UPDATE ${tableIn(sql, schema, "pool")} SET version = ${version} WHERE country = ${country}`
    return true
  })
  const kept = (yield* keptVersions(sql)).filter((one) => one.country === country)
  const changed = yield* Effect.forEach(kept, (one) => inSchema(sql, one.schema, withdrawFrom(one)))
  // The coverage belongs to the current pool only.
  if (changed.includes(true)) yield* measure(sql, country)
})

interface Withdrawn {
  /** How many addresses were published. */
  readonly addresses: number
  /** The pool's version afterwards; undefined if the pool has lost nothing. */
  readonly poolVersion: number | undefined
}

/**
 * Withdraws from the country's pool what one suppression, or any, withholds. Call it in a transaction that holds the
 * country's lock, because publications do the same for what they add.
 */
export const withdraw = Effect.fn("Withdrawal.withdraw")(function* (sql: Sql, country: string, suppression?: string) {
  yield* withdrawKept(sql, country, suppression)
  return yield* withdrawCurrent(sql, country, suppression)
})

/** The same for the current pool only. */
export const withdrawCurrent = Effect.fnUntraced(function* (sql: Sql, country: string, suppression?: string) {
  const addresses = yield* findPublished(sql, country, suppression)
  if (addresses === 0) return { addresses, poolVersion: undefined } satisfies Withdrawn
  const names = yield* namesOf(sql, country)
  const poolVersion = yield* takeOut(sql, country)
  yield* forgetShown(sql, country)
  yield* forgetTranslated(sql, names)
  return { addresses, poolVersion } satisfies Withdrawn
})
