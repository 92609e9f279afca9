import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { createIndex, type IndexName, indexNames, replaceIndexes, tableOf } from "../../database/AddressTables.ts"
import { rowsOf } from "../../database/Rows.ts"
import { lockCountry } from "../../pool/CountryLock.ts"
import { ownNamespace } from "../../database/Values.ts"

const outdatedRows = rowsOf({ country: Schema.String, name: Schema.String })

/**
 * Indexes of countries' tables from before their conditions named the country. They serve draws, but each key that is
 * read from them costs a look into the table as well.
 */
const outdated = (sql: SqlClient.SqlClient) =>
  outdatedRows(sql`
    SELECT upper(right(t.relname, 2)) AS country, substr(i.relname, length(t.relname) + 2) AS name
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE t.relname ~ '^address_[a-z]{2}$' AND t.relispartition AND t.relnamespace = ${ownNamespace(sql)}
      AND starts_with(i.relname, t.relname || '_')
      AND x.indpred IS NOT NULL AND pg_get_expr(x.indpred, x.indrelid) NOT LIKE '%country%'
    ORDER BY 1, 2`)

const isKnown = (name: string): name is IndexName => indexNames.some((known) => known === name)

/** Rebuilds the indexes beside the ones in use, then replaces these. Publications of the country wait, draws do not. */
const renewCountry = Effect.fnUntraced(
  function* (sql: SqlClient.SqlClient, country: string) {
    yield* lockCountry(sql, country)
    // A publication that went before may have made the table anew.
    const names = (yield* outdated(sql)).flatMap((one) =>
      one.country === country && isKnown(one.name) ? [one.name] : []
    )
    if (names.length === 0) return
    const table = tableOf(country)
    yield* sql`SET LOCAL maintenance_work_mem = '256MB'`
    for (const name of names) yield* createIndex(sql, country, table, name, `${table}_next_${name}`)
    yield* replaceIndexes(sql, country, names)
    yield* Effect.logInfo(`The indexes of ${country} have been rebuilt: draws read less now.`)
  },
  (renewing, sql) => sql.withTransaction(renewing)
)

/** Brings the indexes of every country up to this version. What fails is left as it was, and the next start tries again. */
export const catchUpIndexes = Effect.fn("IndexUpgrade.catchUp")(
  function* (sql: SqlClient.SqlClient) {
    const countries = new Set((yield* outdated(sql)).map(({ country }) => country))
    yield* Effect.forEach(countries, (country) => renewCountry(sql, country), { discard: true })
  },
  Effect.catch((error) => Effect.logWarning("Indexes of an earlier version could not be rebuilt.", error))
)
