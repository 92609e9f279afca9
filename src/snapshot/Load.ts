import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { createHash } from "node:crypto"
import { identityRules } from "../address/identity/OneForm.ts"
import { attach, createIndexes, createTable } from "../database/AddressTables.ts"
import { ofStreet, withHashes } from "../database/backup/CountryTables.ts"
import { columnsOf, rowsGiven } from "../database/backup/RestoreRows.ts"
import { transposed } from "../database/backup/RowGroup.ts"
import { SlowDatabase } from "../database/Database.ts"
import { causeMessage } from "../database/ServerSession.ts"
import { catalogBasis, measure } from "../pool/CatalogRebuild.ts"
import type { PoolManifest } from "./Format.ts"
import { mark, servedSnapshots } from "./Mark.ts"
import { poolTables, tableFor } from "./PoolRows.ts"
import type { SnapshotFile } from "./SnapshotFile.ts"
import { SnapshotFailed } from "./SnapshotErrors.ts"
import { attempt, requireTables } from "./Verify.ts"
import { rowsOf } from "../database/Rows.ts"

const totalResidentialRows = rowsOf({ total: Schema.Number, residential: Schema.Number })

type Sql = SlowDatabase["Service"]

/** Writes a table of a country, chunk by chunk. */
const writeTable = Effect.fnUntraced(function* (
  sql: Sql,
  file: SnapshotFile,
  country: string,
  { columns, name }: (typeof poolTables)[number]
) {
  const into = tableFor(country, name)
  const isAddress = name === "address"
  const known = yield* columnsOf(sql, into)
  const types = columns.map((column) => known.find((one) => one.name === column)?.type ?? "text")
  const all = [...columns, "country", ...(isAddress ? ofStreet : [])]
  const values = [
    ...types.map((type, i) => `g.c${i}::${type}`),
    `'${country}'`,
    ...(isAddress ? ofStreet.map((column) => `NULLIF(s.${column}, 0)`) : [])
  ]
  const street = `JOIN street s ON s.key = g.c${columns.indexOf("street")}::bigint`
  const restored = isAddress ? withHashes(columns) : undefined
  for (let nth = 0; nth < file.chunkCount(country, name); nth++) {
    const chunk = yield* attempt(() => {
      const read = file.chunk(country, name, nth)
      return restored === undefined ? read : transposed(transposed(read).map(restored))
    })
    yield* sql`
      INSERT INTO ${sql(into)} (${sql.literal(all.join(", "))})
      SELECT ${sql.literal(values.join(", "))}
      FROM ${rowsGiven(sql, chunk)} ${sql.literal(isAddress ? street : "")}`
  }
})

/**
 * Writes a pool into empty tables. IDs and catalog stay as they were made, even if this Doorstep version would make
 * others: they are recorded as made by its own rules, so that nothing tries to update them.
 */
const writePool = Effect.fnUntraced(function* (sql: Sql, file: SnapshotFile, pool: PoolManifest) {
  const { country, publishedAt, residential, sources, total, version, weakestEvidence } = pool
  yield* sql`
    INSERT INTO pool (country, version, total, residential, sources, published_at, identity_rules)
    VALUES (${country}, ${version}, ${total}, ${residential}, ${sources}::text[], ${publishedAt}::timestamptz,
      ${identityRules})`
  yield* sql`
    INSERT INTO country (code, catalog_version, catalog_basis, weakest_evidence)
    VALUES (${country}, 1, ${catalogBasis(country)}, ${weakestEvidence})`
  yield* createTable(sql, tableFor(country, "address"))
  for (const table of poolTables) yield* writeTable(sql, file, country, table)
  yield* createIndexes(sql, country, tableFor(country, "address"))
  yield* attach(sql, country, tableFor(country, "address"))
  yield* measure(sql, country)
  const [counted] = yield* totalResidentialRows(sql`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE is_residential))::int AS residential
    FROM ${sql(tableFor(country, "address"))}`)
  if (counted!.total !== total || counted!.residential !== residential) {
    return yield* file.damaged(`${country} has other addresses than its manifest says`)
  }
})

const failed = (cause: SqlError.SqlError) =>
  new SnapshotFailed({
    reason: "Database",
    message: `The snapshot cannot be written into the database: ${causeMessage(cause)}. The database is as it was.`,
    cause
  })

/** Cursors are the same wherever the same snapshots are served. */
const secretOf = (ids: ReadonlyArray<string>): string =>
  createHash("sha256").update(`doorstep-snapshot-cursors ${ids.join()}`).digest("hex")

const isEmpty = Effect.fnUntraced(function* (sql: Sql) {
  for (const table of ["pool", "source_setting", "token"]) {
    if ((yield* sql`SELECT FROM ${sql(table)} LIMIT 1`).length > 0) return false
  }
  return true
})

/**
 * Fills an empty, migrated database with these snapshots, in one transaction. False if it already has them. Processes
 * that start at the same time wait for the first.
 */
export const load = Effect.fn("Snapshot.load")(function* (files: ReadonlyArray<SnapshotFile>) {
  const sql = yield* SlowDatabase
  const ids = files.map(({ id }) => id).toSorted()
  const work = Effect.gen(function* () {
    yield* sql`SELECT pg_advisory_xact_lock(hashtextextended('snapshot/load', 0))`
    const served = yield* servedSnapshots(sql)
    if (served.join() === ids.join()) return false
    if (served.length > 0 || !(yield* isEmpty(sql))) {
      return yield* new SnapshotFailed({
        reason: "NotEmpty",
        message:
          "The database holds something else already. Name a data folder of its own with --data-dir, or an empty " +
          "database in DATABASE_URL."
      })
    }
    for (const file of files) yield* requireTables(file)
    yield* sql`SET LOCAL maintenance_work_mem = '256MB'`
    for (const file of files) for (const pool of file.manifest.pools) yield* writePool(sql, file, pool)
    yield* sql`UPDATE catalog_secret SET secret = decode(${secretOf(ids)}, 'hex')`
    yield* mark(sql, ids)
    return true
  })
  const isNew = yield* sql
    .withTransaction(work)
    .pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(failed(cause))))
  if (isNew) yield* Effect.ignore(sql`VACUUM (ANALYZE)`)
  return isNew
})
