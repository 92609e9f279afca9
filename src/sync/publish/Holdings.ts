import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { isHome } from "../../address/EvidenceRank.ts"
import { rowsOf } from "../../database/Rows.ts"

const holdingRows = rowsOf({
  source: Schema.String,
  country: Schema.String,
  region: Schema.String,
  records: Schema.Number,
  residential: Schema.Number
})

/** What each source has in the pools, by region. */
export const holdings = (sql: SqlClient.SqlClient) =>
  holdingRows(sql`
  SELECT o.source, o.country, coalesce(p.name, '') AS region, sum(r.records)::int AS records,
    sum(r.residential)::int AS residential
  FROM (
    SELECT origin, coalesce(region, 0) AS region, count(*) AS records, count(*) FILTER (WHERE ${isHome(sql)}) AS residential
    FROM address GROUP BY 1, 2
    UNION ALL
    SELECT r.origin, s.region, count(*), count(*) FILTER (WHERE ${isHome(sql)})
    FROM other_record r JOIN street s ON s.key = r.street GROUP BY 1, 2
  ) r
  JOIN origin o ON o.key = r.origin
  LEFT JOIN place p ON p.key = r.region
  GROUP BY o.source, o.country, p.name
  ORDER BY o.source, o.country, p.name COLLATE "C" NULLS LAST`)
