import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Coverage, judge, select } from "./Coverage.ts"
import { rowsOf } from "../database/Rows.ts"
import { outage } from "../database/Outage.ts"

const unavailable = outage("The coverage cannot be read: its database does not respond.")

/** From the sample of the pool: homes with derived parts by method, and all homes. */
const sample = {
  derived: Schema.NullOr(Schema.Record(Schema.String, Schema.Number)),
  sampled: Schema.NullOr(Schema.Number)
}

const coverageRows = rowsOf({
  country: Schema.String,
  total: Schema.Number,
  coverage: Schema.Number,
  regionalMinimum: Schema.Number,
  residential: Schema.Number,
  units: Schema.Number,
  covered: Schema.Number,
  reaching: Schema.Number,
  ...sample
})

const sharesOf = ({
  derived,
  sampled
}: Schema.Struct.Type<typeof sample>): Readonly<Record<string, number>> | undefined => {
  if (derived === null || sampled === null || sampled === 0) return undefined
  return Object.fromEntries(Object.entries(derived).map(([method, count]) => [method, count / sampled]))
}

/** The coverage that publications have stored in PostgreSQL. */
export const layerNoDeps = Layer.effect(
  Coverage,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return Coverage.of({
      report: Effect.fn("Coverage.report")(function* (request) {
        const only = request.country === undefined ? sql`` : sql`AND c.code = ${request.country}`
        const rows = yield* unavailable(
          coverageRows(sql`
          SELECT c.code AS country, c.target_total AS total, c.target_coverage AS coverage,
            c.regional_minimum AS "regionalMinimum", coalesce(p.residential, 0) AS residential,
            m.units, m.covered, m.reaching, v.derived, v.sampled
          FROM country c JOIN coverage m ON m.country = c.code LEFT JOIN pool p ON p.country = c.code
            LEFT JOIN pool_view v ON v.country = c.code
          WHERE c.enabled ${only}
          ORDER BY c.code COLLATE "C"`)
        )
        return select(
          rows.map((row) => judge(row.country, row, row, sharesOf(row))),
          request
        )
      })
    })
  })
)
