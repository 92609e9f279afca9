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
 * A second client of the same database, for work that takes long: synchronization, enumerations, migrations.
 *
 * The serving client sends the statements of many requests down one connection without waiting in between; a slow one
 * would hold up all behind it. Here each statement has its connection to itself, and no time limit.
 */
export class SlowDatabase extends Context.Service<SlowDatabase, PgClient.PgClient>()("doorstep/SlowDatabase") {}

/** How a server is reached of which only published pools are read. */
export interface Reading {
  /** Opens a socket that whoever watches the server can end; none for one that is watched by nobody. */
  readonly stream?: () => Socket
  /** At most. */
  readonly connections: { readonly fast: number; readonly slow: number }
}

/** The client that serves requests. A statement that takes too long is ended by the server. */
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
    // Planning takes longer than any statement of a draw: each is planned once for a connection.
    plan_cache_mode: "force_generic_plan"
  }
})

const slowConfig = (url: Redacted.Redacted, reading?: Reading): PgClient.PgPoolConfig => ({
  url,
  ...(reading?.stream !== undefined && { stream: reading.stream }),
  applicationName: "doorstep slow",
  minConnections: 0,
  // Each of four synchronizations side by side holds one for its lock, and works on up to three.
  maxConnections: reading?.connections.slow ?? 18,
  connectTimeout: timeBudgets.slowConnect.time,
  keepAlive: "30 seconds"
})

/** What to do about a refusal, by its SQLSTATE. */
const mends: Readonly<Record<string, string>> = {
  "28P01": "Mend user and password: DATABASE_URL, DATABASE_PASSWORD.",
  "28000": "Mend the user in DATABASE_URL, or let it in (pg_hba.conf).",
  "3D000": "Create that database, or name another in DATABASE_URL.",
  "53300": "Raise max_connections of the server, or end other connections."
}

const codeOf = (cause: unknown): string => (Predicate.hasProperty(cause, "code") ? String(cause.code) : "")

const mendOf = (cause: unknown): string =>
  mends[codeOf(cause)] ?? "Mend that on the server, or name another in DATABASE_URL."

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
  // A connection error without a code of the system's or the server's comes from reading the URL.
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

/** The server is on its way: not listening yet, starting up (57P03), or for now without a free connection (53300). */
const isPassing = (error: SqlError.SqlError): boolean => {
  const cause = error.reason.cause
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  return ["ECONNREFUSED", "ECONNRESET", "57P03", "53300"].some((passing) => passing === code)
}

const startLook = 250

/** Connects once, so that a wrong setting shows at the start; a server that is just starting gets some time. */
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
 * The PostgreSQL server that the service keeps everything in: the one that DATABASE_URL names, else the embedded one
 * of DATA_DIR. A server that goes away later is reconnected to: statements fail with a connection error until it is
 * back.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly url: Redacted.Redacted
    /** The embedded server; none with DATABASE_URL. */
    readonly embedded: Option.Option<EmbeddedPostgres["Service"]>
    /** Where only published pools are read of it. */
    readonly reading?: Reading
  }
>()("doorstep/Database") {
  /** A server by its URL, which is connected to once. */
  static readonly layerUrl = (url: Redacted.Redacted) =>
    Layer.effect(Database, Effect.as(checkUrl(url), Database.of({ url, embedded: Option.none() })))

  /** The embedded server that is in the context. */
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

  /** Makes this process the one service of its DATA_DIR. With DATABASE_URL several services may share a database. */
  static readonly layerLock = Layer.effectDiscard(
    Effect.flatMap(Database, ({ embedded }) =>
      Option.match(embedded, { onNone: () => Effect.void, onSome: holdServiceLock })
    )
  )

  /** The two clients: `SqlClient` and `PgClient` for serving, `SlowDatabase` for what takes long. */
  static readonly layerNoDeps = Layer.unwrap(
    Effect.map(Database, ({ reading, url }) =>
      Layer.mergeAll(
        PgClient.layer(fastConfig(url, reading)),
        Layer.effect(SlowDatabase, PgClient.make(slowConfig(url, reading))).pipe(Layer.provide(Reactivity.layer))
      )
    )
  )

  /**
   * The two clients, for tables that are found by another search path: of few connections, which are made when they are
   * needed.
   */
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

  /** For the command line: works beside a running service, and without one. */
  static readonly layer = Database.layerNoDeps.pipe(
    Layer.provideMerge(Database.layerServer),
    Layer.provide(NodeServices.layer)
  )

  /** For the service: as `layer`, and no second one on the same DATA_DIR. */
  static readonly layerService = Database.layerNoDeps.pipe(
    Layer.provide(Database.layerLock),
    Layer.provideMerge(Database.layerServer),
    Layer.provide(NodeServices.layer)
  )
}
