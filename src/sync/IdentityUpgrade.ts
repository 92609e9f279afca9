import { Clock, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { identityRules } from "../address/identity/OneForm.ts"
import { AddressComponents } from "../../schemas/Address.ts"
import { lockCountry } from "../pool/CatalogRebuild.ts"
import { addressId } from "../pool/Identity.ts"
import { remakeAffected, type SampleKeys } from "./RemakeAddresses.ts"
import { recordColumns } from "./StagingPostgres.ts"

/**
 * Moves pools to this version's rules of identity: what is published under IDs by earlier rules gets its new ones without
 * a synchronization, and records that turn out to be of one address become one. A country at a time, each in one
 * transaction: readers see the old IDs or the new ones, and what is broken off goes on with the next country.
 */

/** Records that are looked at in one go. */
const atOnce = 5_000

const Body = Schema.fromJsonString(Schema.Struct({ components: AddressComponents }))
const decodeBody = Schema.decodeUnknownEffect(Body)

interface Row {
  readonly address_id: string
  readonly source: string
  readonly body: string
}

/** Fills `moved` with the records whose ID is another one now. Gives how many there are. */
const findMoved = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, sampleKey: SampleKeys) {
  yield* sql`
    CREATE TEMPORARY TABLE moved (source text NOT NULL, old_id text NOT NULL, new_id text NOT NULL, new_key bigint NOT NULL)
    ON COMMIT DROP`
  let count = 0
  for (let after = { address_id: "", source: "" }; ;) {
    const rows = yield* sql<Row>`
      SELECT address_id, source, body FROM record
      WHERE country = ${country} AND (address_id, source) > (${after.address_id}, ${after.source})
      ORDER BY address_id, source LIMIT ${atOnce}`
    const moved: Array<{ readonly row: Row; readonly id: string }> = []
    for (const row of rows) {
      const { components } = yield* decodeBody(`{${row.body}}`)
      const id = addressId(country, components)
      if (id !== row.address_id) moved.push({ row, id })
    }
    count += moved.length
    if (moved.length > 0) {
      yield* sql`
        INSERT INTO moved
        SELECT * FROM unnest(
          ${moved.map(({ row }) => row.source)}::text[],
          ${moved.map(({ row }) => row.address_id)}::text[],
          ${moved.map(({ id }) => id)}::text[],
          ${moved.map(({ id }) => sampleKey(id, 0))}::bigint[]
        )`
    }
    if (rows.length < atOnce) return count
    after = rows.at(-1)!
  }
})

/** Gives records their new IDs; of a source's records that now have one, the preferred one stays. */
const moveRecords = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const columns = sql.literal(recordColumns)
  yield* sql`
    CREATE TEMPORARY TABLE affected ON COMMIT DROP AS
    SELECT old_id AS id FROM moved UNION SELECT new_id FROM moved`
  yield* sql`ANALYZE moved, affected`
  // Those that keep their ID take part: one of them may be the same address as one that moves.
  yield* sql`
    CREATE TEMPORARY TABLE renamed ON COMMIT DROP AS
    SELECT r.* FROM record r JOIN affected a ON a.id = r.address_id WHERE r.country = ${country}`
  yield* sql`
    UPDATE renamed r
    SET address_id = m.new_id, sample_key = m.new_key,
      body = replace(r.body, format('"id":"%s"', m.old_id), format('"id":"%s"', m.new_id))
    FROM moved m WHERE m.old_id = r.address_id AND m.source = r.source`
  yield* sql`DELETE FROM record r USING affected a WHERE r.country = ${country} AND r.address_id = a.id`
  yield* sql`
    INSERT INTO record (source, ${columns})
    SELECT DISTINCT ON (address_id, source) source, ${columns} FROM renamed
    ORDER BY address_id, source, evidence_rank, record_id COLLATE "C", digest`
})

const upgradeCountry = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, sampleKey: SampleKeys) {
  yield* lockCountry(sql, country)
  const [pool] = yield* sql<{ readonly rules: number; readonly sources: ReadonlyArray<string> }>`
    SELECT identity_rules AS rules, sources FROM pool WHERE country = ${country}`
  if (pool === undefined || pool.rules === identityRules) return 0
  const moved = yield* findMoved(sql, country, sampleKey)
  if (moved > 0) {
    yield* moveRecords(sql, country)
    const now = new Date(yield* Clock.currentTimeMillis).toISOString()
    yield* remakeAffected(sql, { country, sourceOrder: pool.sources, now }, sampleKey)
  }
  yield* sql`UPDATE pool SET identity_rules = ${identityRules} WHERE country = ${country}`
  return moved
})

/** A pool that cannot be moved now keeps its IDs, and the next start tries again. */
export const catchUpIdentities = Effect.fn("IdentityUpgrade.catchUp")(
  function* (sql: SqlClient.SqlClient, sampleKey: SampleKeys) {
    const pools = yield* sql<{ readonly country: string }>`
      SELECT country FROM pool WHERE identity_rules <> ${identityRules} ORDER BY country`
    for (const { country } of pools) {
      const moved = yield* sql.withTransaction(upgradeCountry(sql, country, sampleKey))
      if (moved === 0) continue
      yield* Effect.logInfo(
        `${moved} records of ${country} have new address IDs, by the rules of identity of this version.`
      )
      yield* sql`VACUUM (ANALYZE) record, address`
    }
  },
  Effect.catch((error) => Effect.logWarning("A pool could not be moved to this version's address IDs.", error))
)
