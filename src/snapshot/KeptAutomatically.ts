import { Context, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { settings } from "../settings/Settings.ts"
import { copyCurrent, drop, keptVersions } from "./KeptSchema.ts"
import { rowsOf } from "../database/Rows.ts"
import { schemaName } from "../database/Values.ts"

const schemaRows = rowsOf({ schema: Schema.String })

/** How many earlier versions are kept automatically. */
export const KeptAutomatically = Context.Reference<number>("doorstep/KeptAutomatically", {
  defaultValue: () => Number(settings.KEEP_POOL_VERSIONS.default)
})

const mark = "kept automatically"

/**
 * Runs within the transaction of a publication, which has the country's lock, before anything is changed: keeps the
 * version that is being replaced, and drops the oldest of those kept automatically. What an operator has kept stays.
 */
export const keepBefore = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, versions: number) {
  if (versions === 0) return
  const kept = yield* copyCurrent(sql, country)
  if (kept?.isNew === true) yield* sql`COMMENT ON SCHEMA ${schemaName(sql, kept.schema)} IS ${sql.literal(`'${mark}'`)}`
  const automatic = yield* schemaRows(sql`
    SELECT nspname AS schema FROM pg_namespace WHERE obj_description(oid, 'pg_namespace') = ${mark}`)
  const own = (yield* keptVersions(sql)).filter(
    (one) => one.country === country && automatic.some(({ schema }) => schema === one.schema)
  )
  for (const oldest of own.slice(0, Math.max(0, own.length - versions))) yield* drop(sql, oldest)
})
