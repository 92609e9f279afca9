import { PgClient } from "@effect/sql-pg"
import { Effect, type Redacted, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlError } from "effect/sql"
import { SlowDatabase } from "../../database/Database.ts"
import { address } from "../../database/DatabaseUrl.ts"
import { probe, probeConnection, type Probed } from "../../database/replicas/Probe.ts"
import { readSettings } from "../../database/replicas/ReadSettings.ts"
import { causeMessage } from "../../database/ServerSession.ts"
import { bytesText } from "../../shared/Amounts.ts"
import { type Finding, ok, warning } from "./Finding.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"
import { rowsOf } from "../../database/Rows.ts"

const secondsRows = rowsOf({ seconds: Schema.NullOr(Schema.Number) })

const leftOut = (name: string, what: string, mend: string): Finding =>
  warning("replica", `${name} ${what}. It is not read from; the other replicas and the primary are.`, mend)

/**
 * What a replica reports, including how long ago its last transaction was, which keeps growing while nothing is
 * written.
 */
const look = Effect.fnUntraced(
  function* (url: Redacted.Redacted) {
    const sql = yield* PgClient.make(yield* probeConnection(url, "doorstep checks", timeBudgets.doctorConnect))
    const found = yield* probe(sql)
    const [row] = yield* secondsRows(sql`
      SELECT extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS seconds`)
    return { found, seconds: row?.seconds ?? 0 }
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer)
)

const standing = (name: string, primary: Probed, { found, seconds }: Effect.Success<ReturnType<typeof look>>) => {
  if (found.database !== primary.database) {
    return leftOut(name, "has a different database than the primary", "Rebuild it from a base backup of the primary.")
  }
  if (!found.isReplica) {
    return leftOut(name, "is not in recovery: it accepts writes itself", "Rebuild it as a replica of the primary.")
  }
  if (found.isPooled) {
    return leftOut(
      name,
      "does not pass on the settings of a connection: it may be a pooler such as PgBouncer",
      "Name the PostgreSQL server behind it in DATABASE_READ_URLS."
    )
  }
  const older = Array.from(primary.versions)
    .filter(([country, version]) => (found.versions.get(country) ?? 0) < version)
    .map(([country]) => country)
  const bytes = Math.max(0, primary.end - found.reached)
  const lag = bytes === 0 ? "has everything" : `is ${bytesText(bytes)} and ${seconds.toFixed(1)} seconds behind`
  if (older.length === 0) return ok("replica", `${name} ${lag}; its pools are up to date.`)
  return warning(
    "replica",
    `${name} ${lag}; its pools of ${older.join(", ")} are older than the primary's.`,
    "If this persists, check whether it streams (pg_stat_wal_receiver) and replays (pg_is_wal_replay_paused)."
  )
}

const said = (error: unknown): string =>
  SqlError.isSqlError(error) && !Schema.isSchemaError(error.reason.cause)
    ? causeMessage(error)
    : "it does not respond like a Doorstep database"

/** Compares each server of DATABASE_READ_URLS with the primary. Wrong settings are reported elsewhere. */
export const replicaFindings = Effect.gen(function* () {
  const { urls } = yield* Effect.orElseSucceed(readSettings, () => ({ urls: [] }))
  if (urls.length === 0) return []
  const primary = yield* probe(yield* SlowDatabase)
  return yield* Effect.forEach(
    urls,
    (url) =>
      Effect.map(look(url), (seen) => standing(address(url), primary, seen)).pipe(
        Effect.catch((error) =>
          Effect.succeed(
            leftOut(
              address(url),
              `cannot be checked: ${said(error)}`,
              "Start it, or remove it from DATABASE_READ_URLS."
            )
          )
        )
      ),
    { concurrency: 4 }
  )
})
