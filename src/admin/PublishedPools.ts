import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { unavailable } from "./AdminErrors.ts"
import { rowsOf } from "../database/Rows.ts"
import { Millis } from "../database/Timestamps.ts"

/** A pool, which exists for disabled countries too. */
const PublishedPool = Schema.Struct({
  country: Schema.String,
  version: Schema.Number,
  total: Schema.Number,
  residential: Schema.Number,
  sources: Schema.Array(Schema.String),
  publishedAt: Millis
})
export type PublishedPool = typeof PublishedPool.Type

const poolRows = rowsOf(PublishedPool.fields)

/** Makes a read of all published pools. */
export const publishedPools = Effect.map(SqlClient.SqlClient, (sql) =>
  unavailable(
    poolRows(sql`
      SELECT country, version, total, residential, sources, published_at AS "publishedAt"
      FROM pool`)
  )
)
