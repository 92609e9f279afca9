import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import type { Area, SuppressionTarget } from "../../../schemas/admin/Suppressions.ts"
import { sameId, tableOf } from "../../database/AddressTables.ts"
import { toUuid } from "../../address/AddressUuid.ts"
import { type Described, tagOf, tokensOf } from "./Tokens.ts"
import { hashOf, keysOf, pointText } from "./Withholding.ts"
import { rowsLike, rowsOf } from "../../database/Rows.ts"
import { Millis } from "../../database/Timestamps.ts"

const countryRows = rowsOf({ country: Schema.NullOr(Schema.String) })
const suppressionRows = rowsOf({ suppression: Schema.String })

const poolRows = rowsOf({ country: Schema.String })

/** The rows of suppressions: the statements only, without their effects. */

type Sql = SqlClient.SqlClient

const newId = (prefix: string) => Effect.sync(() => `${prefix}_${randomBytes(8).toString("hex")}`)

/** The key of new hashes; created with the first ones. */
const keyForNew = Effect.fnUntraced(function* (sql: Sql) {
  const [known] = yield* keysOf(sql)
  if (known !== undefined) return known
  const [id, secret] = [yield* newId("key"), yield* Effect.sync(() => randomBytes(32))]
  yield* sql`
    INSERT INTO suppression_key (id, secret) VALUES (${id}, decode(${secret.toString("hex")}, 'hex'))`
  return { id, secret }
})

const described = Schema.NullOr(Schema.String)

const describedRows = rowsOf({
  houseNumber: described,
  unit: described,
  building: described,
  street: described,
  district: described,
  city: described,
  postcode: described,
  latitude: Schema.NullOr(Schema.Number),
  longitude: Schema.NullOr(Schema.Number)
})

/** The records of a published address, the main one first; none if there is no such address. */
export const recordsOf = Effect.fnUntraced(function* (sql: Sql, country: string, id: string) {
  const columns = (table: string) =>
    sql.literal(`${table}.house_number AS "houseNumber", ${table}.unit, ${table}.building, s.street_name AS street,
      s.district_name AS district, s.city_name AS city, s.postcode_text AS postcode, ${table}.latitude, ${table}.longitude`)
  const given = sql`(SELECT ${toUuid(id)}::uuid AS id) g`
  const rows = yield* describedRows(sql`
    SELECT ${columns("a")} FROM ${sql(tableOf(country))} a JOIN ${given} ON ${sameId(sql, "a", "g")}
    JOIN street s ON s.key = a.street
    UNION ALL
    SELECT ${columns("r")} FROM other_record r JOIN ${given} ON r.id = g.id JOIN street s ON s.key = r.street
    WHERE r.country = ${country}`)
  return rows.map((row): Described => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
})

const tenth = (degrees: number | undefined): number | null => (degrees === undefined ? null : Math.floor(degrees * 10))

/** Stores the hashes by which a home is recognized. */
const insertHome = Effect.fnUntraced(function* (
  sql: Sql,
  suppression: string,
  country: string,
  { kind, record }: { readonly kind: "address" | "building"; readonly record: Described }
) {
  const { id: key, secret } = yield* keyForNew(sql)
  const home = yield* newId("home")
  const tokens = Array.from(tokensOf(secret, country, record, kind === "building"))
  yield* sql`
    INSERT INTO suppressed_home (id, suppression, key, country, tag, latitude, longitude)
    VALUES (${home}, ${suppression}, ${key}, ${country}, ${tagOf(secret, country, record)}::int,
      ${tenth(record.latitude)}::smallint, ${tenth(record.longitude)}::smallint)`
  yield* sql`INSERT INTO suppressed_token (token, home) SELECT unnest(${tokens}::uuid[]), ${home}`
  const { latitude, longitude } = record
  if (kind === "address" || latitude === undefined || longitude === undefined) return
  // A source that rounds differently is one step off.
  const text = pointText(sql, "latitude + north * 0.00001", "longitude + east * 0.00001")
  yield* sql`
    INSERT INTO suppressed_hash (country, kind, hash, suppression, key)
    SELECT ${country}, 'point', ${hashOf(secret, sql, text)}, ${suppression}, ${key}
    FROM (SELECT ${latitude}::float8 AS latitude, ${longitude}::float8 AS longitude) p,
      generate_series(-1, 1) AS n (north), generate_series(-1, 1) AS e (east)
    ON CONFLICT DO NOTHING`
})

export interface NewSuppression {
  readonly target: SuppressionTarget
  readonly country: string | undefined
  /** The records of the address, if it is an address or a building. */
  readonly records: ReadonlyArray<Described>
  readonly reason: string
  /** ISO 8601 in UTC. */
  readonly now: string
}

/** Records a decision, and returns its ID. */
export const insert = Effect.fnUntraced(function* (
  sql: Sql,
  { country, now, reason, records, target }: NewSuppression
) {
  const id = yield* newId("sup")
  const area: Area | undefined = target.kind === "area" ? target.area : undefined
  yield* sql`
    INSERT INTO suppression (id, kind, country, reason, created_at, area)
    VALUES (${id}, ${target.kind}, ${country ?? null}::text, ${reason}, ${now}::timestamptz,
      ${area === undefined ? null : JSON.stringify(area)}::text::jsonb)`
  yield* keyForNew(sql)
  if (target.kind !== "area" && country !== undefined) {
    const { kind } = target
    for (const record of records) yield* insertHome(sql, id, country, { kind, record })
  }
  yield* sql`UPDATE suppression_revision SET revision = revision + 1`
  return id
})

/** Has the sources of a country, or all, read again by their next run, even if they have not changed. */
export const readAgain = (sql: Sql, country: string | null) => sql`
  UPDATE run SET fingerprint = fingerprint || '/lifted'
  WHERE outcome IN ('published', 'unchanged') AND (${country}::text IS NULL OR country = ${country}::text)
    AND id IN (SELECT max(id) FROM run WHERE outcome IN ('published', 'unchanged') GROUP BY source, country)`

/** Lifts a suppression, and deletes whom it was about. Returns its country; undefined if there is nothing to lift. */
export const lift = Effect.fnUntraced(function* (sql: Sql, id: string, now: string) {
  const [lifted] = yield* countryRows(sql`
    UPDATE suppression SET lifted_at = ${now}::timestamptz, area = NULL WHERE id = ${id} AND lifted_at IS NULL
    RETURNING country`)
  if (lifted === undefined) return undefined
  yield* sql`DELETE FROM suppressed_home WHERE suppression = ${id}`
  yield* sql`DELETE FROM suppressed_hash WHERE suppression = ${id}`
  yield* sql`UPDATE suppression_revision SET revision = revision + 1`
  yield* readAgain(sql, lifted.country)
  return lifted
})

const Row = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["address", "building", "area"]),
  country: Schema.NullOr(Schema.String),
  reason: Schema.String,
  createdAt: Millis,
  liftedAt: Schema.NullOr(Millis),
  latitude: Schema.NullOr(Schema.Finite),
  longitude: Schema.NullOr(Schema.Finite),
  withheld: Schema.Int
})
export type SuppressionRow = typeof Row.Type

const listedRows = rowsLike(Row)

/** Suppressions, newest first; or a single one. */
export const list = (sql: Sql, id?: string) =>
  listedRows(sql`
    SELECT s.id, s.kind, s.country, s.reason, s.created_at AS "createdAt", s.lifted_at AS "liftedAt",
      h.latitude::float8 / 10 AS latitude, h.longitude::float8 / 10 AS longitude,
      (SELECT count(*)::int FROM suppressed_hash i WHERE i.suppression = s.id AND i.kind = 'id') AS withheld
    FROM suppression s
    LEFT JOIN LATERAL (
      SELECT latitude, longitude FROM suppressed_home WHERE suppression = s.id ORDER BY latitude NULLS LAST, id LIMIT 1
    ) h ON true
    WHERE ${id ?? null}::text IS NULL OR s.id = ${id ?? null}::text
    ORDER BY s.created_at DESC, s.id`)

/** The countries that have a pool, always in the same order. */
export const countriesWithPools = (sql: Sql) =>
  Effect.map(poolRows(sql`SELECT country FROM pool ORDER BY country COLLATE "C"`), (rows) =>
    rows.map(({ country }) => country)
  )

/** The suppression that withholds an address with that ID, if one is known to. */
export const byAddress = Effect.fnUntraced(function* (sql: Sql, country: string, id: string) {
  for (const { id: key, secret } of yield* keysOf(sql)) {
    const hash = hashOf(secret, sql, sql`uuid_send(${toUuid(id)}::uuid)`)
    const [found] = yield* suppressionRows(sql`
      SELECT suppression FROM suppressed_hash
      WHERE country = ${country} AND kind = 'id' AND key = ${key} AND hash = ${hash} LIMIT 1`)
    if (found !== undefined) return found.suppression
  }
  return undefined
})
