import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgClient, PgConnection } from "@effect/sql-pg"
import { Context, Duration, Effect, Layer, Option, Predicate, Redacted, Schedule } from "effect"
import type { FileSystem, Path } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql"
import type { Socket } from "node:net"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { DatabaseUrlError } from "./DatabaseErrors.ts"
import { isPostgresUrl } from "../settings/PostgresUrl.ts"
import type { SettingError } from "../settings/Setting.ts"
import { address, databaseUrl, notAUrl } from "./DatabaseUrl.ts"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
import { causeMessage } from "./ServerSession.ts"
import { holdServiceLock } from "./ServiceLock.ts"
import { watchedSockets } from "./WatchedSocket.ts"
import { postgresTime, timeBudgets } from "../settings/TimeBudgets.ts"

/**
 * A second client of the same database, for long work: synchronization, enumerations, migrations.
 *
 * The serving client pipelines the statements of many requests through one connection, where a slow statement would
 * hold up all those behind it. Here each statement has a connection to itself, and no time limit.
 */
export class SlowDatabase extends Context.Service<SlowDatabase, PgClient.PgClient>()("doorstep/SlowDatabase") {}

/** How to connect to a server from which only published pools are read. */
export interface Reading {
  /** Opens a socket that can be ended by whatever monitors the server; undefined when nothing monitors it. */
  readonly stream?: () => Socket
  /** Upper limits. */
  readonly connections: { readonly fast: number; readonly slow: number }
}

/** The client that serves requests. The server ends statements that take too long. */
const fastConfig = (url: Redacted.Redacted, reading?: Reading): PgClient.PgPoolConfig => ({
  url,
  ...(reading ?? watchedSockets(url)),
  applicationName: "doorstep",
  multiplex: true,
  minConnections: reading === undefined ? 2 : 0,
  maxConnections: reading?.connections.fast ?? 16,
  connectTimeout: timeBudgets.connect.time,
  keepAlive: "30 seconds",
  startupParameters: {
    statement_timeout: postgresTime(timeBudgets.statement),
    idle_in_transaction_session_timeout: postgresTime(timeBudgets.idleTransaction),
    // Planning a draw's statement takes longer than running it, so each statement is planned once per connection.
    plan_cache_mode: "force_generic_plan"
  }
})

const slowConfig = (url: Redacted.Redacted, reading?: Reading): PgClient.PgPoolConfig => ({
  url,
  ...(reading?.stream !== undefined && { stream: reading.stream }),
  applicationName: "doorstep slow",
  minConnections: 0,
  // Each of four concurrent synchronizations holds one connection for its lock, and works on up to three.
  maxConnections: reading?.connections.slow ?? 18,
  connectTimeout: timeBudgets.slowConnect.time,
  keepAlive: "30 seconds"
})

/** How to fix a refusal, by SQLSTATE. */
const mends: Readonly<Record<string, string>> = {
  "28P01": "Correct the user and the password: DATABASE_URL, DATABASE_PASSWORD.",
  "28000": "Correct the user in DATABASE_URL, or let it in (pg_hba.conf).",
  "3D000": "Create that database, or name another in DATABASE_URL.",
  "53300": "Raise the server's max_connections, or close other connections."
}

const codeOf = (cause: unknown): string => (Predicate.hasProperty(cause, "code") ? String(cause.code) : "")

const mendOf = (cause: unknown): string =>
  mends[codeOf(cause)] ?? "Fix that on the server, or name another one in DATABASE_URL."

const urlError = (url: Redacted.Redacted, error: SqlError.SqlError): DatabaseUrlError => {
  const said = causeMessage(error).replace(/^PgConnection: /, "")
  const cause = error.reason.cause
  if (error.reason._tag !== "ConnectionError") {
    return new DatabaseUrlError({
      reason: "Refused",
      message: `DATABASE_URL: the database server at ${address(url)} refuses the connection: ${said}. ${mendOf(cause)}`,
      cause: error
    })
  }
  // A connection error with neither a system code nor an SQLSTATE comes from parsing the URL.
  return Predicate.hasProperty(cause, "code") || error.message.includes("timed out")
    ? new DatabaseUrlError({
        reason: "Unreachable",
        message: `DATABASE_URL: no database server can be reached at ${address(url)} (${said}). Start it, or name another.`,
        cause: error
      })
    : new DatabaseUrlError({
        reason: "Invalid",
        message: `DATABASE_URL cannot be used: ${said}. It looks like postgres://user:password@host:5432/database`,
        cause: error
      })
}

/**
 * The server will be available soon: it is not listening yet, is starting up (57P03), or has no free connection now
 * (53300).
 */
const isPassing = (error: SqlError.SqlError): boolean => {
  const cause = error.reason.cause
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  return ["ECONNREFUSED", "ECONNRESET", "57P03", "53300"].some((passing) => passing === code)
}

const startLook = 250

/** Connects once, so that a wrong setting shows at startup. A server that is still starting gets some time. */
const checkUrl = Effect.fn("Database.checkUrl")(function* (url: Redacted.Redacted) {
  if (!isPostgresUrl(Redacted.value(url))) {
    return yield* notAUrl
  }
  yield* Effect.scoped(PgConnection.make(fastConfig(url))).pipe(
    Effect.retry({
      while: isPassing,
      schedule: Schedule.spaced(startLook),
      times: Math.ceil(Duration.toMillis(timeBudgets.serverStarting.time) / startLook)
    }),
    Effect.mapError((error) => urlError(url, error))
  )
})

type DatabaseLayer = Layer.Layer<
  Database,
  DatabaseUrlError | EmbeddedPostgresError | SettingError,
  FileSystem.FileSystem | Path.Path
>

/**
 * The PostgreSQL server that holds all of the service's data: the one that DATABASE_URL names, otherwise the embedded
 * one of DATA_DIR. If the server goes away later, statements fail with a connection error until it is back.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly url: Redacted.Redacted
    /** The embedded server; none when DATABASE_URL is set. */
    readonly embedded: Option.Option<EmbeddedPostgres["Service"]>
    /** Set when only published pools are read from this server. */
    readonly reading?: Reading
  }
>()("doorstep/Database") {
  /** A server given by its URL. Connects once while it is built. */
  static readonly layerUrl = (url: Redacted.Redacted) =>
    Layer.effect(Database, Effect.as(checkUrl(url), Database.of({ url, embedded: Option.none() })))

  /** The embedded server from the context. */
  static readonly layerEmbedded = Layer.effect(
    Database,
    Effect.map(EmbeddedPostgres, (embedded) => Database.of({ url: embedded.url, embedded: Option.some(embedded) }))
  )

  /** The server that the settings name. */
  static readonly layerServer = Layer.unwrap(
    Effect.map(
      databaseUrl,
      Option.match({
        onSome: (url): DatabaseLayer => Database.layerUrl(url),
        onNone: (): DatabaseLayer => Layer.provide(Database.layerEmbedded, EmbeddedPostgres.layerNoDeps)
      })
    )
  )

  /** Makes this process the only service on its DATA_DIR. With DATABASE_URL, several services may share a database. */
  static readonly layerLock = Layer.effectDiscard(
    Effect.flatMap(Database, ({ embedded }) =>
      Option.match(embedded, { onNone: () => Effect.void, onSome: holdServiceLock })
    )
  )

  /** Both clients: `SqlClient` and `PgClient` for serving, `SlowDatabase` for long work. */
  static readonly layerNoDeps = Layer.unwrap(
    Effect.map(Database, ({ reading, url }) =>
      Layer.mergeAll(
        PgClient.layer(fastConfig(url, reading)),
        Layer.effect(SlowDatabase, PgClient.make(slowConfig(url, reading))).pipe(Layer.provide(Reactivity.layer))
      )
    )
  )

  /** Both clients with another search path. They have few connections, opened on demand. */
  static readonly layerSchema = (path: string) =>
    Layer.unwrap(
      Effect.map(Database, ({ reading, url }) => {
        const fast = fastConfig(url, reading)
        const schema = { search_path: path }
        return Layer.mergeAll(
          PgClient.layer({
            ...fast,
            minConnections: 0,
            maxConnections: 2,
            startupParameters: { ...fast.startupParameters, ...schema }
          }),
          Layer.effect(
            SlowDatabase,
            PgClient.make({ ...slowConfig(url, reading), maxConnections: 1, startupParameters: schema })
          ).pipe(Layer.provide(Reactivity.layer))
        )
      })
    )

  /** For the command line: works with or without a running service. */
  static readonly layer = Database.layerNoDeps.pipe(
    Layer.provideMerge(Database.layerServer),
    Layer.provide(NodeServices.layer)
  )

  /** For the service: like `layer`, but refuses a second service on the same DATA_DIR. */
  static readonly layerService = Database.layerNoDeps.pipe(
    Layer.provide(Database.layerLock),
    Layer.provideMerge(Database.layerServer),
    Layer.provide(NodeServices.layer)
  )
}
