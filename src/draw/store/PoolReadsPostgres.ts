import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { decodeNumbers } from "../../database/Values.ts"
import { PoolChanged } from "../../pool/PoolErrors.ts"
import type { Scope } from "./PoolStore.ts"
import type * as Sampler from "../Sampler.ts"
import { outage, StorageUnavailable } from "../../database/Outage.ts"

/** What the statements of the pools in PostgreSQL have in common. */

const message = "The address pool cannot be read: its database does not respond."

export const unavailable = outage(message)

/** The failure of a shared statement without a timely response. */
export const late = () => new StorageUnavailable({ reason: "Timeout", message })

export const decodeKeys = (bytes: Uint8Array | null): Sampler.SampleKeys =>
  new Uint32Array(decodeNumbers(bytes, "swap32"))

/**
 * The edition of a row of `served_pool`: its version and its time. A standby that takes over may lack a publication, and
 * then publishes another one under the same version.
 */
export const edition = (sql: SqlClient.SqlClient) =>
  sql.literal(`version || '/' || extract(epoch FROM published_at) AS edition`)

/** The edition of the country's pool that a statement reads. */
export const editionOf = (sql: SqlClient.SqlClient, country: string) =>
  sql`(SELECT ${edition(sql)} FROM served_pool WHERE country = ${country}) AS edition`

/** The rows, if all of them are from the scope's edition. */
export const unchanged = <Row extends { readonly edition: string | null }>(scope: Scope, rows: ReadonlyArray<Row>) =>
  rows.every((row) => row.edition === scope.pool.edition)
    ? Effect.succeed(rows)
    : Effect.fail(new PoolChanged({ country: scope.country }))
