import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EvidenceKind } from "../../schemas/Address.ts"
import { SlowDatabase } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { measure, rebuild } from "./CatalogRebuild.ts"
import { lockCountry, tryLockCountry } from "./CountryLock.ts"
import { Countries, type CountrySettings, permit } from "./Countries.ts"
import { applyWeakest } from "./CountryEvidence.ts"
import { outage } from "../database/Outage.ts"
import { timestampNow } from "../database/Timestamps.ts"

const unavailable = outage("The countries' settings cannot be read: their database does not respond.")

const Row = Schema.Struct({
  country: Schema.String,
  enabled: Schema.Boolean,
  evidence: EvidenceKind,
  total: Schema.Number,
  coverage: Schema.Number,
  regionalMinimum: Schema.Number
})
type Row = typeof Row.Type

const countryRows = rowsOf(Row.fields)
const changedRows = rowsOf({ ...Row.fields, version: Schema.Number })

const toSettings = ({ coverage, regionalMinimum, total, ...settings }: Row): CountrySettings => ({
  ...settings,
  targets: { total, coverage, regionalMinimum }
})

/** The settings in PostgreSQL. */
export const layerNoDeps = Layer.effect(
  Countries,
  Effect.gen(function* () {
    const serving = yield* SqlClient.SqlClient
    // A change of settings may have to wait for a publication to end.
    const sql = yield* SlowDatabase
    const columns = sql.literal(
      `code AS country, enabled, weakest_evidence AS evidence, target_total AS total, target_coverage AS coverage,
       regional_minimum AS "regionalMinimum"`
    )

    const change = Effect.fnUntraced(
      function* (country: string, { coverage, enabled, regionalMinimum, total }: Partial<Row>) {
        yield* sql`INSERT INTO country (code) VALUES (${country}) ON CONFLICT DO NOTHING`
        const [row] = yield* changedRows(sql`
          UPDATE country SET
            enabled = coalesce(${enabled ?? null}::boolean, enabled),
            target_total = coalesce(${total ?? null}::integer, target_total),
            target_coverage = coalesce(${coverage ?? null}::float8, target_coverage),
            regional_minimum = coalesce(${regionalMinimum ?? null}::integer, regional_minimum)
          WHERE code = ${country}
          RETURNING ${columns}, catalog_version AS version`)
        const { version, ...settings } = row!
        // A publication in progress makes the catalog of a new country itself.
        const fresh = version === 0 && (yield* tryLockCountry(sql, country))
        yield* fresh ? rebuild(sql, country) : measure(sql, country)
        return toSettings(settings)
      },
      sql.withTransaction,
      unavailable
    )

    /** The pool gets a new version, so that no draw returns an address that has just left it. */
    const judgeAnew = Effect.fnUntraced(
      function* (country: string, weakest: EvidenceKind) {
        // The lock comes first: a publication that holds it writes the row of a new country, too.
        yield* lockCountry(sql, country)
        yield* sql`INSERT INTO country (code) VALUES (${country}) ON CONFLICT DO NOTHING`
        const [row] = yield* changedRows(sql`
          UPDATE country SET weakest_evidence = ${weakest} WHERE code = ${country}
          RETURNING ${columns}, catalog_version AS version`)
        const { version, ...settings } = row!
        const isChanged = (yield* applyWeakest(sql, country, weakest)) > 0
        if (isChanged || version === 0) yield* rebuild(sql, country)
        if (isChanged) {
          const now = yield* timestampNow
          yield* sql`
            UPDATE pool SET version = version + 1, published_at = ${now}::timestamptz, residential =
              (SELECT coalesce(sum(residential), 0)::int FROM scope_count WHERE country = ${country})
            WHERE country = ${country}`
        }
        return toSettings(settings)
      },
      sql.withTransaction,
      unavailable
    )

    const list = Effect.map(
      unavailable(countryRows(serving`SELECT ${columns} FROM country ORDER BY code COLLATE "C"`)),
      (rows) => rows.map(toSettings)
    )

    return Countries.of({
      list,
      published: list,
      setTargets: Effect.fn("Countries.setTargets")(function* (country, targets) {
        yield* permit(country, targets)
        return yield* change(country, targets)
      }),
      setEnabled: Effect.fn("Countries.setEnabled")(function* (country, enabled) {
        yield* permit(country)
        return yield* change(country, { enabled })
      }),
      setEvidence: Effect.fn("Countries.setEvidence")(function* (country, weakest) {
        yield* permit(country)
        return yield* judgeAnew(country, weakest)
      })
    })
  })
)
