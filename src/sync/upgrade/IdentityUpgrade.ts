import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { identityRules } from "../../address/identity/OneForm.ts"
import { AddressComponents } from "../../../schemas/Address.ts"
import { hasTable, sameId, tableOf } from "../../database/AddressTables.ts"
import { lockCountry } from "../../pool/CountryLock.ts"
import { addressId } from "../../address/Identity.ts"
import { toUuid } from "../../address/AddressUuid.ts"
import { columnsOf, mergeRecords, type Pool } from "../publish/PublicationSql.ts"
import { remakeAffected } from "../publish/RemakeAddresses.ts"
import type { SampleKeys } from "../stage/StagedColumns.ts"
import { rowsOf } from "../../database/Rows.ts"
import { timestampNow } from "../../database/Timestamps.ts"

const rulesSourcesRows = rowsOf({ rules: Schema.Number, sources: Schema.Array(Schema.String) })
const countryRows = rowsOf({ country: Schema.String })

/**
 * Moves pools to this version's identity rules: published addresses with IDs by earlier rules get their new IDs without
 * a synchronization, and records that turn out to have the same address are merged. One country at a time, each in one
 * transaction: readers see either the old IDs or the new ones, and an interrupted upgrade continues with the next
 * country.
 */

/** How many records are checked at a time. */
const usuallyAtOnce = 5_000

const { country: _country, ...ownComponents } = AddressComponents.fields

const Row = Schema.Struct({
  id: Schema.String,
  nth: Schema.Number,
  origin: Schema.BigInt,
  components: Schema.Struct(ownComponents)
})
type Row = typeof Row.Type

const recordRows = rowsOf(Row.fields)

/** What the ID of a record `r` in its street `s` is made from. */
const identifying = `json_strip_nulls(json_build_object('houseNumber', r.house_number, 'unit', r.unit, 'building',
  r.building, 'street', s.street_name, 'district', s.district_name, 'city', s.city_name, 'region', s.region_name,
  'regionCode', s.region_code, 'postcode', s.postcode_text)) AS components`

/** Fills `moved` with the records whose ID has changed. Returns how many there are. */
const findMoved = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  sampleKey: SampleKeys,
  atOnce: number
) {
  yield* sql`
    CREATE TEMPORARY TABLE moved (old_id uuid NOT NULL, origin bigint NOT NULL, new_id uuid NOT NULL, new_key bigint NOT NULL)
    ON COMMIT DROP`
  const components = sql.literal(identifying)
  const pages = [
    (id: string) =>
      recordRows(sql`
      SELECT r.id, 0 AS nth, r.origin, ${components} FROM ${sql(tableOf(country))} r JOIN street s ON s.key = r.street
      WHERE r.id > ${id}::uuid ORDER BY r.id LIMIT ${atOnce}`),
    (id: string, nth: number) =>
      recordRows(sql`
      SELECT r.id, r.nth::int AS nth, r.origin, ${components} FROM other_record r JOIN street s ON s.key = r.street
      WHERE r.country = ${country} AND (r.id, r.nth) > (${id}::uuid, ${nth}::int) ORDER BY r.id, r.nth LIMIT ${atOnce}`)
  ]
  let count = 0
  for (const page of pages) {
    for (let last: Pick<Row, "id" | "nth"> | undefined = noRow; last !== undefined;) {
      const rows: ReadonlyArray<Row> = yield* page(last.id, last.nth)
      const moved = rows
        .map((row) => ({ row, id: addressId(country, row.components) }))
        .filter(({ id, row }) => toUuid(id) !== row.id)
      count += moved.length
      if (moved.length > 0) {
        yield* sql`
          INSERT INTO moved
          SELECT * FROM unnest(
            ${moved.map(({ row }) => row.id)}::uuid[],
            ${moved.map(({ row }) => row.origin)}::bigint[],
            ${moved.map(({ id }) => toUuid(id))}::uuid[],
            ${moved.map(({ id }) => sampleKey(id, 0))}::bigint[]
          )`
      }
      last = rows.length < atOnce ? undefined : rows.at(-1)
    }
  }
  return count
})

/** Sorts before every row. */
const noRow = { id: "00000000-0000-0000-0000-000000000000", nth: -1 }

/** Gives records their new IDs. Among a source's records that now share an ID, the preferred one is kept. */
const moveRecords = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pool: Pool) {
  const { country } = pool
  yield* sql`
    CREATE TEMPORARY TABLE affected ON COMMIT DROP AS
    SELECT old_id AS id FROM moved UNION SELECT new_id FROM moved`
  yield* sql`ANALYZE moved, affected`
  // Records that keep their ID are included, because one of them may have the same address as one that moves.
  yield* sql`
    CREATE TEMPORARY TABLE renamed ON COMMIT DROP AS
    SELECT r.*, o.source
    FROM (
      SELECT ${columnsOf(sql, "a")}, a.sample_key FROM ${sql(tableOf(country))} a JOIN affected f ON ${sameId(sql, "a", "f")}
      UNION ALL
      SELECT ${columnsOf(sql, "t")}, NULL FROM other_record t JOIN affected USING (id) WHERE t.country = ${country}
    ) r JOIN origin o ON o.key = r.origin`
  yield* sql`
    UPDATE renamed r SET id = m.new_id, sample_key = m.new_key
    FROM moved m WHERE m.old_id = r.id AND m.origin = r.origin`
  yield* mergeRecords(
    sql,
    pool,
    sql`SELECT DISTINCT ON (id, source) * FROM renamed ORDER BY id, source, evidence_rank, record_id COLLATE "C", street, origin`
  )
})

const upgradeCountry = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  sampleKey: SampleKeys,
  atOnce: number
) {
  yield* lockCountry(sql, country)
  const [pool] = yield* rulesSourcesRows(sql`
    SELECT identity_rules AS rules, sources FROM pool WHERE country = ${country}`)
  if (pool === undefined || pool.rules === identityRules) return 0
  const moved = (yield* hasTable(sql, country)) ? yield* findMoved(sql, country, sampleKey, atOnce) : 0
  if (moved > 0) {
    const now = yield* timestampNow
    const target = { country, sourceOrder: pool.sources, now }
    yield* moveRecords(sql, target)
    yield* remakeAffected(sql, target, { sampleKey })
  }
  yield* sql`UPDATE pool SET identity_rules = ${identityRules} WHERE country = ${country}`
  return moved
})

/** A pool that cannot be moved now keeps its IDs until the next start tries again. */
export const catchUpIdentities = Effect.fn("IdentityUpgrade.catchUp")(
  function* (sql: SqlClient.SqlClient, sampleKey: SampleKeys, atOnce = usuallyAtOnce) {
    const pools = yield* countryRows(sql`
      SELECT country FROM pool WHERE identity_rules <> ${identityRules} ORDER BY country`)
    for (const { country } of pools) {
      const moved = yield* sql.withTransaction(upgradeCountry(sql, country, sampleKey, atOnce))
      if (moved === 0) continue
      yield* Effect.logInfo(
        `${moved} records of ${country} have new address IDs, by the rules of identity of this version.`
      )
      yield* sql`VACUUM (ANALYZE) other_record, ${sql(tableOf(country))}`
    }
  },
  Effect.catch((error) => Effect.logWarning("A pool could not be moved to this version's address IDs.", error))
)
