import { Clock, Effect, Option, Schema } from "effect"
import { Database, SlowDatabase } from "../../database/Database.ts"
import { migrations } from "../../database/Migrations.ts"
import { aheadOf, describeAhead, mismatchOf } from "../../database/MigrationState.ts"
import { readState } from "../../database/Migrator.ts"
import { isOwn } from "../../database/backup/Tables.ts"
import { lackedByConnection, lackedByServer, makeWritable, serverFacts, ServerFacts } from "../../database/Lacking.ts"
import { causeMessage } from "../../database/ServerSession.ts"
import { isPending, percentOf, progress } from "../../sync/upgrade/former/Moving.ts"
import { type Finding, fault, ok, warning } from "./Finding.ts"
import { machineFindings } from "./ClusterChecks.ts"
import { replicaFindings } from "./ReplicaChecks.ts"
import { spaceFindings } from "./SpaceChecks.ts"
import { invocation } from "../../shared/Invocation.ts"
import { rowsLike, rowsOf } from "../../database/Rows.ts"
import { timestamp } from "../../database/Timestamps.ts"
import { numberText } from "../../shared/Amounts.ts"
import { ownNamespace } from "../../database/Values.ts"

const activeRows = rowsOf({ active: Schema.Number })

/** How many seconds the clocks of service and database may differ. */
const clockSeconds = 5

/** How many connections somebody may open besides those that are open; null if that is not limited. */
const Free = Schema.NullOr(Schema.Int)

const Server = Schema.Struct({
  ...ServerFacts.fields,
  readOnly: Schema.Boolean,
  user: Schema.String,
  database: Schema.String,
  freeOfServer: Schema.Int,
  freeOfUser: Free,
  freeOfDatabase: Free,
  epoch: Schema.Number
})

const serverRows = rowsLike(Server)

const serverFindings = Effect.fnUntraced(function* (sql: SlowDatabase["Service"], now: number) {
  const [found] = yield* serverRows(sql`
    SELECT ${serverFacts(sql)},
      pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly",
      quote_ident(current_user) AS user, quote_ident(current_database()) AS database,
      (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)
        - (SELECT sum(numbackends) FROM pg_stat_database))::int AS "freeOfServer",
      (SELECT nullif(rolconnlimit, -1) - (SELECT count(*)::int FROM pg_stat_activity WHERE usesysid = r.oid)
       FROM pg_roles r WHERE rolname = current_user) AS "freeOfUser",
      (SELECT nullif(datconnlimit, -1) - (SELECT numbackends FROM pg_stat_database s WHERE s.datid = d.oid)
       FROM pg_database d WHERE datname = current_database()) AS "freeOfDatabase",
      extract(epoch FROM clock_timestamp())::float8 AS epoch`)
  return findingsOf(found!, now)
})

const uses = "A service uses up to 40"

/** The limit that leaves the fewest connections. */
const connectionFinding = (found: typeof Server.Type): Finding => {
  const limits = [
    { who: "The server", free: found.freeOfServer, mend: `${uses}: raise max_connections.` },
    {
      who: `The user ${found.user}`,
      free: found.freeOfUser ?? Infinity,
      mend: `${uses}: ALTER ROLE ${found.user} CONNECTION LIMIT -1`
    },
    {
      who: `The database ${found.database}`,
      free: found.freeOfDatabase ?? Infinity,
      mend: `${uses}: ALTER DATABASE ${found.database} CONNECTION LIMIT -1`
    }
  ]
  const { free, mend, who } = limits.reduce((least, limit) => (limit.free < least.free ? limit : least))
  const text = `${who} has ${free} connections left.`
  return free < 20 ? warning("connections", text, mend) : ok("connections", text)
}

const findingsOf = (found: typeof Server.Type, now: number): ReadonlyArray<Finding> => {
  const skew = Math.abs(found.epoch - now / 1_000)
  return [
    ok("database", `PostgreSQL ${found.name} answers.`),
    ...lackedByServer(found).map(({ mend, message }) => fault("database", message, mend)),
    ...(found.readOnly
      ? [
          warning(
            "database",
            "The database is read-only: published homes are served, but nothing can be synchronized or changed.",
            makeWritable
          )
        ]
      : []),
    connectionFinding(found),
    skew > clockSeconds
      ? warning(
          "clock",
          `The clocks of this machine and the database differ by ${Math.round(skew)} seconds.`,
          "Set both with NTP: one decides when tokens expire, the other when request limits reset."
        )
      : ok("clock", "The clocks of this machine and the database agree.")
  ]
}

const migrationFindings = Effect.fnUntraced(function* (sql: SlowDatabase["Service"]) {
  const known = Object.keys(migrations)
  const state = yield* readState(sql)
  const mismatch = mismatchOf(state, known.toSorted())
  if (mismatch !== undefined) return fault("tables", mismatch.message, mismatch.mend)
  const pending = known.filter((name) => !state.done.includes(name))
  if (pending.length > 0) {
    const isNew = state.done.length === 0
    const lacking = yield* lackedByConnection(sql, isNew)
    if (lacking !== undefined) return fault("tables", lacking.message, lacking.mend)
    if (isNew) {
      return warning(
        "tables",
        "The database has no tables of Doorstep's yet.",
        "The first start creates them. If others have been used before, correct DATABASE_URL or DATA_DIR."
      )
    }
    return warning(
      "tables",
      `${pending.length} migrations have not run yet.`,
      "They run at the next start. Make a backup first."
    )
  }
  if (yield* isPending(sql)) {
    const done = Option.match(yield* progress(sql), { onNone: () => 0, onSome: percentOf })
    return warning(
      "tables",
      `${done} percent of the addresses have been moved to the compact tables of this version.`,
      "The rest are moved at the next start of a service or command, before anything is served."
    )
  }
  return ok("tables", `All ${known.length} migrations have run.`)
})

const ownedRows = rowsOf({ owner: Schema.String, user: Schema.String, tables: Schema.Array(Schema.String) })

/** Tables of other users, as after `pg_restore` by an administrator: only an owner makes and exchanges them. */
const ownerFindings = Effect.fnUntraced(function* (sql: SlowDatabase["Service"]) {
  const found = yield* ownedRows(sql`
    SELECT relowner::regrole::text AS owner, quote_ident(current_user) AS user, array_agg(relname::text) AS tables
    FROM pg_class
    WHERE relnamespace = ${ownNamespace(sql)} AND relkind IN ('r', 'p') AND NOT pg_has_role(relowner, 'USAGE')
    GROUP BY relowner`)
  return found.flatMap(({ owner, tables, user }) => {
    if (!tables.some(isOwn)) return []
    const text = `Tables of Doorstep's belong to ${owner}: ${user} can publish and change nothing.`
    return [warning("tables", text, `As an administrator of that database: GRANT ${owner} TO ${user}`)]
  })
})

/** A newer version that runs beside this one. */
const aheadFindings = Effect.fnUntraced(function* (sql: SlowDatabase["Service"]) {
  const state = yield* readState(sql)
  const ahead = aheadOf(state, Object.keys(migrations))
  return ahead.length === 0
    ? []
    : [warning("tables", describeAhead(state, ahead), "Finish the upgrade, or roll it back.")]
})

const poolRows = rowsOf({ country: Schema.String, residential: Schema.Int, days: Schema.Number })
const daysAgo = (days: number): string => (days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`)

const runRows = rowsOf({
  source: Schema.String,
  country: Schema.String,
  outcome: Schema.String,
  message: Schema.NullOr(Schema.String)
})

const dataFindings = Effect.fnUntraced(function* (sql: SlowDatabase["Service"], now: number) {
  const findings: Array<Finding> = []
  const pools = yield* poolRows(sql`
    SELECT country, residential, extract(epoch FROM clock_timestamp() - published_at)::float8 / 86400 AS days
    FROM pool ORDER BY country`)
  if (pools.length === 0) {
    findings.push(warning("pools", "Nothing is published yet.", `Run: ${invocation("sync")}`))
  }
  for (const { country, days, residential } of pools) {
    const text = `${country} has ${numberText(residential)} homes, published ${daysAgo(Math.floor(days))}.`
    findings.push(
      residential === 0
        ? warning(
            "pools",
            text,
            `Run: ${invocation(`sync --country ${country}`)}; or disable it: ${invocation(`country disable ${country}`)}`
          )
        : ok("pools", text)
    )
  }
  const runs = yield* runRows(sql`
    SELECT DISTINCT ON (source, country) source, country, outcome, message FROM run
    ORDER BY source, country, id DESC`)
  for (const { country, message, outcome, source } of runs) {
    if (["failed", "gated", "interrupted"].includes(outcome)) {
      findings.push(
        warning(
          "sources",
          `The last run of ${source} in ${country} ended as ${outcome}: ${message ?? "no reason was recorded"}`,
          `Fix that, then run: ${invocation(`sync --source ${source}`)}`
        )
      )
    }
  }
  const [tokens] = yield* activeRows(sql`
    SELECT count(*)::int AS active FROM token
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${timestamp(now)}::timestamptz)`)
  findings.push(
    tokens!.active === 0
      ? warning("tokens", "No token is valid.", `Run: ${invocation("token create --name …")}`)
      : ok("tokens", tokens!.active === 1 ? "1 token is valid." : `${tokens!.active} tokens are valid.`)
  )
  return findings
})

/** The database refused a query of the doctor's. */
class DatabaseUnchecked extends Schema.TaggedError<DatabaseUnchecked>()("DatabaseUnchecked", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/** The server, its tables and their contents. Changes nothing. */
export const databaseFindings = Effect.gen(function* () {
  const sql = yield* SlowDatabase
  const { embedded } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const ofServer = yield* serverFindings(sql, now)
  const tables = yield* migrationFindings(sql)
  const findings = [...ofServer, tables]
  if (tables.state === "ok")
    findings.push(
      ...(yield* aheadFindings(sql)),
      ...(yield* ownerFindings(sql)),
      ...(yield* dataFindings(sql, now)),
      ...(yield* machineFindings),
      ...(yield* spaceFindings(sql)),
      ...(yield* replicaFindings)
    )
  return Option.isSome(embedded) ? findings.filter(({ about }) => about !== "clock") : findings
}).pipe(
  Effect.catchTag("SqlError", (error) => {
    const message = `The database says: ${causeMessage(error)}`
    return Effect.fail(new DatabaseUnchecked({ message, cause: error }))
  })
)
