import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { unavailable } from "./AdminErrors.ts"
import { rowsOf } from "../database/Rows.ts"

/** A pool, which exists for disabled countries too. */
const PublishedPool = Schema.Struct({
  country: Schema.String,
  version: Schema.Number,
  total: Schema.Number,
  residential: Schema.Number,
  sources: Schema.Array(Schema.String),
  /** Milliseconds since 1970. */
  publishedAt: Schema.Number
})
export type PublishedPool = typeof PublishedPool.Type

const poolRows = rowsOf(PublishedPool.fields)

/** Makes a read of all published pools. */
export const publishedPools = Effect.map(SqlClient.SqlClient, (sql) =>
  unavailable(
    poolRows(sql`
      SELECT country, version, total, residential, sources, extract(epoch FROM published_at)::float8 * 1000 AS "publishedAt"
      FROM pool`)
  )
)
