import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { countryName, meantCountry } from "../../schemas/CountryAliases.ts"
import { isCountryCode } from "../../schemas/CountryCodes.ts"
import { quoted } from "../../schemas/Quoted.ts"
import { isForHome, StatedKind } from "../../schemas/StatedEvidence.ts"
import { countryLiteral, tableOf } from "../database/AddressTables.ts"
import type { PoolManifest } from "./Format.ts"
import { SnapshotFailed } from "./SnapshotErrors.ts"
import { invocation } from "../shared/Invocation.ts"
import { rowsOf } from "../database/Rows.ts"
import { tableExists } from "../database/TableExists.ts"

const licenseRows = rowsOf({ source: Schema.String, license: Schema.String, attribution: Schema.String })
const countryVersionRows = rowsOf({ country: Schema.String, version: Schema.Number })

/** The manifest of a pool without its tables. */
type PoolFacts = Omit<PoolManifest, "tables">

const poolRows = rowsOf({
  version: Schema.Int,
  publishedAt: Schema.Date,
  total: Schema.Int,
  residential: Schema.Int,
  sources: Schema.Array(Schema.String),
  weakestEvidence: Schema.String,
  identityRules: Schema.Int,
  catalogBasis: Schema.String
})
const homesRows = rowsOf({ kind: Schema.NullOr(StatedKind), homes: Schema.Int })

const noCountry = (text: string) => {
  const meant = meantCountry(text)
  const known = meant === undefined ? ", such as US or DE" : `: ${countryName(meant)} is ${meant}`
  return new SnapshotFailed({
    reason: "NoPool",
    message: `${quoted(text)} is not an ISO 3166-1 alpha-2 country code${known}.`
  })
}

const nothingOf = (country: string) =>
  new SnapshotFailed({
    reason: "NoPool",
    message: `Nothing is published of ${countryName(country)} (${country}). Publish it first: ${invocation(`add ${country}`)}`
  })

/** @param country as given, which need not be one */
const noPool = (country: string) => (isCountryCode(country) ? nothingOf(country) : noCountry(country))

/**
 * Prevents the country's table from being swapped for the rest of the transaction; rows can still change. It must be
 * the transaction's first statement, because the next one fixes what it sees of tables.
 */
export const holdCountry = (sql: SqlClient.SqlClient, country: string) =>
  sql`LOCK TABLE ${sql(tableOf(country))} IN ACCESS SHARE MODE`

/** Whether the country has a table to lock. */
const hasPool = (sql: SqlClient.SqlClient, country: string) => tableExists(sql, tableOf(country))

/** Fails if a country has no pool. */
export const requirePools = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, countries: ReadonlyArray<string>) {
  for (const country of countries) if (!(yield* hasPool(sql, country))) return yield* noPool(country)
})

/** The licences of a country's sources, each with whom to credit. */
export const licensesOf = (sql: SqlClient.SqlClient, country: string) =>
  licenseRows(sql`
    SELECT source, license, attribution FROM origin WHERE country = ${country}
    GROUP BY source, license, attribution
    ORDER BY source COLLATE "C", license COLLATE "C", attribution COLLATE "C"`)

/** Reads the facts of a pool. */
export const factsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const [pool] = yield* poolRows(sql`
    SELECT p.version, p.published_at AS "publishedAt", p.total, p.residential, p.sources,
      coalesce(c.weakest_evidence, 'assumed') AS "weakestEvidence", p.identity_rules AS "identityRules",
      coalesce(c.catalog_basis, '') AS "catalogBasis"
    FROM pool p LEFT JOIN country c ON c.code = p.country WHERE p.country = ${country}`)
  if (pool === undefined) return yield* noPool(country)
  const kinds = yield* homesRows(sql`
    SELECT o.evidence AS kind, count(*)::int AS homes
    FROM address a JOIN origin o ON o.key = a.origin
    WHERE a.country = ${countryLiteral(sql, country)} AND a.is_residential GROUP BY o.evidence`)
  const homes = new Map<string, number>()
  for (const { homes: count, kind } of kinds) {
    // As shown in addresses.
    const shown = kind !== null && isForHome(kind) ? kind : "assumed"
    homes.set(shown, (homes.get(shown) ?? 0) + count)
  }
  const licenses = yield* licensesOf(sql, country)
  const facts: PoolFacts = {
    country,
    ...pool,
    publishedAt: pool.publishedAt.toISOString(),
    evidence: Array.from(homes, ([kind, count]) => ({ kind, homes: count })).toSorted((one, other) =>
      one.kind < other.kind ? -1 : 1
    ),
    licenses
  }
  return facts
})

/** The published countries with their versions: the requested ones, or all. */
export const publishedCountries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  wanted: ReadonlyArray<string>
) {
  const found = yield* countryVersionRows(sql`
    SELECT country, version FROM pool WHERE to_regclass('address_' || lower(country)) IS NOT NULL
    ORDER BY country COLLATE "C"`)
  for (const country of wanted) if (!found.some((one) => one.country === country)) return yield* noPool(country)
  if (found.length === 0) {
    return yield* new SnapshotFailed({
      reason: "NoPool",
      message: `Nothing is published yet. Start the service once, or run: ${invocation("add COUNTRY")}`
    })
  }
  return found.filter(({ country }) => wanted.length === 0 || wanted.includes(country))
})
