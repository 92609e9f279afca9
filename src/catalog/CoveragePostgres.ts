import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { CountryTargets } from "../pool/Countries.ts"
import { Coverage, judge, type Measured, select } from "./Coverage.ts"
import { PoolUnavailable } from "../pool/PoolErrors.ts"

const unavailable = Effect.mapError(
  (cause: SqlError.SqlError) =>
    new PoolUnavailable({ message: "The coverage cannot be read: its database does not respond.", cause })
)

interface Row extends Measured, CountryTargets {
  readonly country: string
  /** Of the sample of the pool: homes with derived parts by method, and homes in all. */
  readonly derived: Readonly<Record<string, number>> | null
  readonly sampled: number | null
}

const sharesOf = ({ derived, sampled }: Row): Readonly<Record<string, number>> | undefined => {
  if (derived === null || sampled === null || sampled === 0) return undefined
  return Object.fromEntries(Object.entries(derived).map(([method, count]) => [method, count / sampled]))
}

/** The coverage that publications have left in PostgreSQL. */
export const layerNoDeps = Layer.effect(
  Coverage,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return Coverage.of({
      report: Effect.fn("Coverage.report")(function* (request) {
        const only = request.country === undefined ? sql`` : sql`AND c.code = ${request.country}`
        const rows = yield* unavailable(sql<Row>`
          SELECT c.code AS country, c.target_total AS total, c.target_coverage AS coverage,
            c.regional_minimum AS "regionalMinimum", coalesce(p.residential, 0) AS residential,
            m.units, m.covered, m.reaching, v.derived, v.sampled
          FROM country c JOIN coverage m ON m.country = c.code LEFT JOIN pool p ON p.country = c.code
            LEFT JOIN pool_view v ON v.country = c.code
          WHERE c.enabled ${only}
          ORDER BY c.code COLLATE "C"`)
        return select(
          rows.map((row) => judge(row.country, row, row, sharesOf(row))),
          request
        )
      })
    })
  })
)
