import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { evidenceRank, kindOfRank } from "../../src/address/EvidenceRank.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const mine = Object.keys(migrations).findIndex((name) => name.endsWith("_evidence"))

/** The former ranks of the kinds of evidence. */
const before = [
  [1, "register"],
  [2, "building"],
  [3, "landuse"],
  [4, "declared"],
  [5, "assumed"],
  [9, undefined]
] as const

layer(TestDatabase.layer)("the migration that makes room between ranks of evidence", (it) => {
  it.effect("MUST keep the kind of evidence of each record, published or staged, and require nothing stronger", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrate(Object.fromEntries(Object.entries(migrations).slice(0, mine)))
      yield* sql`INSERT INTO country (code) VALUES ('US')`
      yield* sql`CREATE UNLOGGED TABLE staged_record_7 (address_id text NOT NULL, evidence_rank smallint NOT NULL)`
      // Must not be touched, since its name does not match.
      yield* sql`CREATE TABLE staged_record_note (evidence_rank smallint NOT NULL)`
      yield* sql`INSERT INTO staged_record_note VALUES (2)`
      for (const [rank] of before) {
        const id = `us-${rank}`
        yield* sql`
          INSERT INTO record (source, country, address_id, record_id, sample_key, evidence_rank, digest, body, source_member, search)
          VALUES ('old', 'US', ${id}, ${id}, ${rank}::bigint, ${rank}::smallint, 0, '', '', '')`
        yield* sql`INSERT INTO staged_record_7 VALUES (${id}, ${rank}::smallint)`
      }
      yield* migrate(Object.fromEntries(Object.entries(migrations).slice(0, mine + 1)))
      for (const table of ["record", "staged_record_7"]) {
        const rows = yield* sql<{ readonly rank: number }>`
          SELECT evidence_rank AS rank FROM ${sql(table)} ORDER BY evidence_rank`
        assert.deepStrictEqual(
          rows.map(({ rank }) => rank),
          before.map(([, kind]) => evidenceRank(kind)),
          table
        )
        assert.deepStrictEqual(
          rows.map(({ rank }) => kindOfRank(rank)),
          before.map(([, kind]) => kind),
          table
        )
      }
      assert.deepStrictEqual(yield* sql`SELECT evidence_rank FROM staged_record_note`, [{ evidence_rank: 2 }])
      assert.deepStrictEqual(yield* sql`SELECT code, weakest_evidence FROM country`, [
        { code: "US", weakest_evidence: "assumed" }
      ])
    })
  )
})
