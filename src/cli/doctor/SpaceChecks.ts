import { Effect, Schema } from "effect"
import type { SlowDatabase } from "../../database/Database.ts"
import { rowsOf } from "../../database/Rows.ts"
import { bytesOf, keptVersions } from "../../snapshot/KeptSchema.ts"
import { bytesText } from "../../shared/Amounts.ts"
import { type Finding, ok } from "./Finding.ts"
import { invocation } from "../../shared/Invocation.ts"

/** Tables that the addresses of all countries share, and tables derived from them. */
const shared: ReadonlyArray<string> = [
  "street",
  "origin",
  "label",
  "other_record",
  "place",
  "place_name",
  "scope_count",
  "part",
  "catalog_total",
  "city_center"
]

const spaceRows = rowsOf({ country: Schema.NullOr(Schema.String), bytes: Schema.Number })

/** The size of kept versions, in addition to the current ones. */
const keptFindings = Effect.fnUntraced(function* (sql: SlowDatabase["Service"]) {
  const kept = yield* keptVersions(sql)
  return yield* Effect.forEach(kept, (one) =>
    Effect.map(bytesOf(sql, one), (bytes): Finding =>
      ok(
        "space",
        `Version ${one.version} of ${one.country} is kept and takes ${bytesText(bytes)}. ` +
          `To drop it: ${invocation(`snapshot drop ${one.country} ${one.version}`)}`
      )
    )
  )
})

/** The disk space of each country in the database, and of what they share, including indexes. */
export const spaceFindings = Effect.fnUntraced(function* (sql: SlowDatabase["Service"]) {
  const found = yield* spaceRows(sql`
    SELECT upper(right(relid::text, 2)) AS country, pg_total_relation_size(relid)::float8 AS bytes
    FROM pg_partition_tree('address') WHERE isleaf
    UNION ALL
    SELECT NULL, sum(pg_total_relation_size(to_regclass(name)))::float8 FROM unnest(${shared}::text[]) AS name
    ORDER BY country`)
  const kept = yield* keptFindings(sql)
  if (found.length === 1) return kept
  const current = found.map(({ bytes, country }): Finding => {
    const size = bytesText(bytes)
    return country === null
      ? ok("space", `Shared tables take ${size}: streets, sources, house numbers, places and counts.`)
      : ok("space", `The addresses of ${country} take ${size} with their indexes.`)
  })
  return [...current, ...kept]
})
