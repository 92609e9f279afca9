import { Clock, Effect, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { fold } from "../../schemas/Fold.ts"
import { SlowDatabase } from "../../src/database/Database.ts"
import { derivedTables, rebuild } from "../../src/pool/CatalogRebuild.ts"
import type { KeptRecord, PlaceRef } from "../../src/sync/KeptRecord.ts"
import { merge } from "../../src/sync/Merge.ts"
import { normalize } from "../../src/sync/Normalize.ts"
import { country, manifest, postcodeCount, rareNumbers, rareStreet, recordIn, streets } from "./GeneratedCountry.ts"

/** Stand in a postcode's record for what differs between its homes, until each home puts its own there. */
const standIn = { recordId: "#record#", houseNumber: "#1#", street: "#Street#" }

/** What is hashed of an address up to its postcode, as `addressId` does: each part after its length. */
const identifyingPrefix = ({ components, countryCode }: KeptRecord): string =>
  [countryCode, ...[components.regionCode, components.city, "", components.postcode].map((part) => fold(part ?? ""))]
    .map((part) => `\0${part.length}\0${part}`)
    .reduce((text, part) => text + part, "address")

const models = Array.from({ length: postcodeCount }, (_, postcode) =>
  Result.getOrThrow(normalize(manifest, country, recordIn(postcode, standIn)))
)

const keyOf = ({ places }: KeptRecord, type: PlaceRef["type"]): bigint =>
  places.find((place) => place.type === type)!.key

/** The document of an address but for the time of its change. */
const contentOf = (model: KeptRecord): string => {
  const { address } = merge([{ source: manifest.name, record: model }], [manifest.name])
  // In the order in which a publication writes its members.
  const { coordinates, residential, sources, ...words } = address
  return JSON.stringify({ ...words, coordinates, residential, sources }).slice(0, -1)
}

/** One row a postcode, whose document and search text are patterns for all of its homes; and one row a street. */
const writeModels = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`
    CREATE TEMPORARY TABLE model (
      place integer PRIMARY KEY, id text, prefix bytea, region bigint, city bigint, postcode bigint, search text, content text
    ) ON COMMIT DROP`
  yield* sql`
    INSERT INTO model
    SELECT m.nth - 1, m.id, decode(m.prefix, 'hex'), m.region, m.city, m.postcode, m.search, m.content
    FROM unnest(
      ${models.map(({ addressId }) => addressId)}::text[],
      ${models.map((model) => Buffer.from(identifyingPrefix(model)).toString("hex"))}::text[],
      ${models.map((model) => keyOf(model, "region"))}::bigint[],
      ${models.map((model) => keyOf(model, "city"))}::bigint[],
      ${models.map((model) => keyOf(model, "postcode"))}::bigint[],
      ${models.map(({ search }) => search)}::text[],
      ${models.map(contentOf)}::text[]
    ) WITH ORDINALITY AS m (id, prefix, region, city, postcode, search, content, nth)`
  yield* sql`CREATE TEMPORARY TABLE street (street integer PRIMARY KEY, name text, folded text, hashed bytea) ON COMMIT DROP`
  yield* sql`
    INSERT INTO street
    SELECT s.place - 1, s.name, s.folded, pg_temp.hashed(s.folded)
    FROM unnest(${[...streets, rareStreet]}::text[], ${[...streets, rareStreet].map((name) => fold(name))}::text[])
      WITH ORDINALITY AS s (name, folded, place)`
  yield* sql`ANALYZE model, street`
})

const writePlaces = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const places = Array.from(
    new Map(models.flatMap((model) => model.places.map((place) => [place.key, place]))).values()
  )
  yield* sql`
    INSERT INTO place (key, country, type, parent, name, folded)
    SELECT p.key, ${country}, p.type, NULLIF(p.parent, 0), p.name, p.folded
    FROM unnest(
      ${places.map(({ key }) => key)}::bigint[],
      ${places.map(({ type }) => type)}::text[],
      ${places.map(({ parent }) => parent ?? 0n)}::bigint[],
      ${places.map(({ name }) => name)}::text[],
      ${places.map(({ names }) => names[0]!)}::text[]
    ) AS p (key, type, parent, name, folded)`
  const named = places.flatMap(({ key, names, type }) =>
    names.map((folded, i) => ({ key, type, folded, alias: i > 0 }))
  )
  yield* sql`
    INSERT INTO place_name (country, type, folded, place, alias)
    SELECT ${country}, n.type, n.folded, n.key, n.alias
    FROM unnest(
      ${named.map(({ key }) => key)}::bigint[],
      ${named.map(({ type }) => type)}::text[],
      ${named.map(({ folded }) => folded)}::text[],
      ${named.map(({ alias }) => alias)}::boolean[]
    ) AS n (key, type, folded, alias)
    ON CONFLICT DO NOTHING`
})

/** Half an ID: ten letters of 50 bits, two at a time, out of the list of all pairs of letters. */
const lettersOf = (sql: SqlClient.SqlClient, bits: string) =>
  sql.literal(
    Array.from({ length: 5 }, (_, i) => `substr(pairs, 1 + 2 * ((${bits} >> ${10 * (4 - i)}) & 1023)::int, 2)`).join(
      " || "
    )
  )

/**
 * Writes the addresses. Their IDs and sample keys are hashed by PostgreSQL in the way that Identity.ts does it; a test holds
 * the result to what a synchronization of the same records publishes.
 */
const writeAddresses = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, total: number, now: string) {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
  // As bytes, of which a part is found without counting characters.
  const pairs = Buffer.from(
    Array.from(alphabet)
      .flatMap((first) => Array.from(alphabet).map((second) => first + second))
      .join("")
  )
  yield* sql`
    INSERT INTO address
      (id, country, sample_key, region, city, district, postcode, is_residential, search, names, document, updated_at)
    SELECT h.id, ${country}, ((substr(sha256(
        decode('73616d706c652d6b657900323300', 'hex') || h.id::bytea || decode('00310030', 'hex')
      ), 1, 8))::bigint >> 1) & 9223372036854775807,
      h.region, h.city, NULL, h.postcode, true,
      replace(replace(h.search, '#street#', h.folded), '#1#', h.number), NULL,
      replace(replace(replace(replace(h.content, '#Street#', h.name), '#1#', h.number), h.model, h.id),
        '#record#', h.i::text) || ',"updatedAt":' || to_json(${now}::text) || '}',
      ${now}::timestamptz
    FROM (
      SELECT d.*, 'us-' || convert_from(${lettersOf(sql, "d.upper")} || ${lettersOf(sql, "d.lower")}, 'UTF8') AS id
      FROM (
        SELECT g.*, ((substr(g.digest, 1, 8))::bigint >> 14) & 1125899906842623 AS upper,
          ((substr(g.digest, 9, 8))::bigint >> 14) & 1125899906842623 AS lower, ${pairs}::bytea AS pairs
        FROM (
          SELECT n.i, n.number, s.name, s.folded, m.id AS model, m.region, m.city, m.postcode, m.search, m.content,
            sha256(m.prefix || s.hashed || pg_temp.hashed(n.number)
              || decode('003000003000', 'hex')) AS digest
          FROM (
            SELECT i, i % ${postcodeCount} AS postcode, (101 + 4 * (i / ${postcodeCount} / 100))::text AS number,
              CASE WHEN i = ANY (${rareNumbers(total)}::int[]) THEN 100
                ELSE (i % ${postcodeCount} + i / ${postcodeCount}) % 100 END AS street
            FROM generate_series(0, ${total}::int - 1) i
          ) n
          JOIN street s ON s.street = n.street
          JOIN model m ON m.place = n.postcode
        ) g
      ) d
    ) h`
})

interface Index {
  readonly name: string
  readonly definition: string
  readonly primary: boolean
}

/** Fills the table without its indexes, and makes them after it: that takes a fifth of the time. */
const withoutIndexes = <E, R>(sql: SqlClient.SqlClient, fill: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const indexes = yield* sql<Index>`
      SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, i.indisprimary AS primary
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = 'address'::regclass`
    for (const { name, primary } of indexes) {
      yield* primary ? sql`ALTER TABLE address DROP CONSTRAINT ${sql(name)}` : sql`DROP INDEX ${sql(name)}`
    }
    yield* fill
    for (const { definition, name, primary } of indexes) {
      yield* sql`${sql.literal(definition)}`
      if (primary) yield* sql`ALTER TABLE address ADD PRIMARY KEY USING INDEX ${sql(name)}`
    }
  })

/**
 * Fills an empty database with `total` generated addresses: what the publication of them would leave, but for the
 * sources' own records and the centers of cities, which only synchronizations and GeoIP look-ups read. In a database
 * that is made for it, since it takes the whole table.
 */
export const fill = Effect.fn("Dataset.fill")(function* (total: number) {
  const sql = yield* SlowDatabase
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL maintenance_work_mem = '1GB'`
      yield* sql`SET LOCAL work_mem = '256MB'`
      yield* sql`
        CREATE FUNCTION pg_temp.hashed(part text) RETURNS bytea IMMUTABLE LANGUAGE sql RETURN
          '\\x00'::bytea || length(part)::text::bytea || '\\x00'::bytea || part::bytea`
      yield* writeModels(sql)
      // Emptied in the same transaction, the table need not be logged while it is filled.
      yield* sql`TRUNCATE address`
      yield* withoutIndexes(sql, writeAddresses(sql, total, now))
      yield* writePlaces(sql)
      yield* rebuild(sql, country)
      yield* sql`
        INSERT INTO pool (country, version, total, residential, sources, published_at)
        VALUES (${country}, 1, ${total}, ${total}, ${[manifest.name]}::text[], ${now}::timestamptz)`
    })
  )
  yield* sql`VACUUM (ANALYZE) address, ${sql.literal(derivedTables)}`
  yield* sql`CHECKPOINT`
})
