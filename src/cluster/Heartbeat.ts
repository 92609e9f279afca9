import { Clock, Effect, type Option, Schema } from "effect"
import { cpuUsage, memoryUsage } from "node:process"
import packageJson from "../../package.json" with { type: "json" }
import { SlowDatabase } from "../database/Database.ts"
import { migrations } from "../database/Migrations.ts"
import { schemaOf } from "../database/MigrationState.ts"
import { giveSign, type ProcessSign, takeLeave } from "../database/Processes.ts"
import { ProcessName } from "../shared/ProcessName.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

/** A server from which a process reads published pools, from the view of that process. */
const ServerReport = Schema.Struct({
  name: Schema.String,
  role: Schema.Literals(["primary", "replica"]),
  used: Schema.Boolean,
  why: Schema.NullOr(Schema.String),
  lagSeconds: Schema.NullOr(Schema.Finite)
})

/** What a process is doing. Another version may leave out some of this, or report more. */
export const ProcessReport = Schema.Struct({
  /** How many processor cores it uses. */
  cores: Schema.Finite,
  memoryBytes: Schema.Finite,
  /** The address at which it serves. */
  listens: Schema.optionalKey(Schema.String),
  requestsPerSecond: Schema.optionalKey(Schema.Finite),
  drawsPerSecond: Schema.optionalKey(Schema.Finite),
  /** Parts that it has read for other processes' runs. */
  partsRead: Schema.optionalKey(Schema.Int),
  readServers: Schema.optionalKey(Schema.Array(ServerReport))
})
export type ProcessReport = typeof ProcessReport.Type

/** What only the process itself knows. Requests and draws are counted since its start. */
export type OwnReport = Pick<ProcessReport, "listens" | "partsRead" | "readServers"> & {
  readonly requests?: number
  readonly draws?: number
}

/** How often a heartbeat is sent. */
const signEvery = "5 seconds"

/** How long a stopping process tries to remove its entry. Otherwise others see it as silent. */
const farewell = "1 second"

interface Counted {
  readonly at: number
  readonly cpu: number
  readonly requests: number
  readonly draws: number
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Counts as rates since the previous heartbeat. */
const ratesOf = (before: Counted, now: Counted, own: OwnReport) => {
  const seconds = Math.max(1e-3, (now.at - before.at) / 1_000)
  return {
    cores: rounded((now.cpu - before.cpu) / 1e6 / seconds),
    memoryBytes: memoryUsage.rss(),
    ...(own.requests !== undefined && { requestsPerSecond: rounded((now.requests - before.requests) / seconds) }),
    ...(own.draws !== undefined && { drawsPerSecond: rounded((now.draws - before.draws) / seconds) })
  }
}

const count = (own: OwnReport) =>
  Effect.map(Clock.currentTimeMillis, (at): Counted => {
    const { system, user } = cpuUsage()
    return { at, cpu: system + user, requests: own.requests ?? 0, draws: own.draws ?? 0 }
  })

/**
 * Writes into the database that this process is running, and what it does, until the scope closes. Outages of the
 * database are reported elsewhere.
 */
export const keepGivingSigns = Effect.fnUntraced(function* (role: ProcessSign["role"], own: Effect.Effect<OwnReport>) {
  const sql = yield* SlowDatabase
  const name = yield* ProcessName
  const startedAt = yield* Clock.currentTimeMillis
  let before = yield* Effect.flatMap(own, count)
  const schema = schemaOf(Object.keys(migrations))

  const sign = Effect.gen(function* () {
    const said = yield* own
    const now = yield* count(said)
    const { draws: _, requests: __, ...rest } = said
    const report: ProcessReport = { ...ratesOf(before, now, said), ...rest }
    before = now
    yield* giveSign(sql, { name, role, version: packageJson.version, schema, startedAt, report })
  })
  yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(takeLeave(sql, name), farewell)))
  yield* sign.pipe(
    repeatedly(signEvery, (message) => Effect.logDebug(`The heartbeat cannot be written: ${message}`)),
    Effect.forkScoped
  )
})

/** A process's report; none if this version cannot read it. */
export const reportOf = (report: unknown): Option.Option<ProcessReport> =>
  Schema.decodeUnknownOption(ProcessReport)(report)
