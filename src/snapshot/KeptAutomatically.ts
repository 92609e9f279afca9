import { Config, Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { wrong } from "../settings/Setting.ts"
import { copyCurrent, drop, keptVersions } from "./KeptSchema.ts"

/** Most versions that are kept by themselves: each takes as much as the pool. */
const most = 100

/** `KEEP_POOL_VERSIONS`: how many versions of each country are kept when the next one is published. */
export const keptVersionsSetting = Effect.gen(function* () {
  const text = (yield* Config.withDefault(Config.String("KEEP_POOL_VERSIONS"), "0")).trim() || "0"
  const versions = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  return versions <= most ? versions : yield* wrong("KEEP_POOL_VERSIONS", text, `a number from 0 to ${most}`)
})

/** How many versions a publication leaves behind. */
export const KeptAutomatically = Context.Reference<number>("doorstep/KeptAutomatically", { defaultValue: () => 0 })

const mark = "kept automatically"

/**
 * Within the transaction of a publication, which has the country's lock, before it changes anything: keeps the version that
 * it takes the place of, and drops the oldest of those that were kept so. What somebody has kept stays.
 */
export const keepBefore = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, versions: number) {
  if (versions === 0) return
  const kept = yield* copyCurrent(sql, country)
  if (kept?.isNew === true) yield* sql`COMMENT ON SCHEMA ${sql(kept.schema)} IS ${sql.literal(`'${mark}'`)}`
  const automatic = yield* sql<{ readonly schema: string }>`
    SELECT nspname AS schema FROM pg_namespace WHERE obj_description(oid, 'pg_namespace') = ${mark}`
  const own = (yield* keptVersions(sql)).filter(
    (one) => one.country === country && automatic.some(({ schema }) => schema === one.schema)
  )
  for (const oldest of own.slice(0, Math.max(0, own.length - versions))) yield* drop(sql, oldest)
})
