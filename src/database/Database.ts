import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option } from "effect"
import type { FileSystem, Path, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import type { Socket } from "node:net"
import { makeClient } from "./Client.ts"
import { checkUrl } from "./DatabaseCheck.ts"
import type { DatabaseUrlError, EmbeddedPostgresError } from "./DatabaseErrors.ts"
import type { SettingError } from "../settings/Setting.ts"
import { databaseUrl } from "./DatabaseUrl.ts"
import { tlsOf } from "./DatabaseTls.ts"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
import { mark } from "./Mark.ts"
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
interface Reading {
  /** Opens a socket that can be ended by whatever monitors the server; undefined when nothing monitors it. */
  readonly stream?: () => Socket
  /** Upper limits. */
  readonly connections: { readonly fast: number; readonly slow: number }
}

/** A server, and how to connect to it. */
export interface Server {
  readonly url: Redacted.Redacted
  /** Settings of connections that servers of other versions do not know, and would refuse. */
  readonly newerSettings?: Readonly<Record<string, string>>
  /** Set when only published pools are read from this server. */
  readonly reading?: Reading
}

/** Settings that may be others for the user or the database, where people set what suits their own queries. */
const ownSettings: Readonly<Record<string, string>> = {
  // Off, nulls in arrays arrive as the text NULL.
  array_nulls: "on",
  // The text of a value, also within JSON and between two statements, is the same everywhere and loses nothing.
  bytea_output: "hex",
  DateStyle: "ISO, YMD",
  extra_float_digits: "1",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  default_transaction_isolation: "read committed",
  // A search by text would find some of what matches, others each time.
  gin_fuzzy_search_limit: "0",
  // Connections are kept, and one may be ended while a request takes it up.
  idle_session_timeout: "0",
  lock_timeout: "0"
}

/** How lasting connections are made, with what is special to a client. */
export const connectionsTo = (
  { newerSettings, url }: Server,
  { startupParameters, ...special }: Omit<PgClient.PgPoolConfig, "url" | "ssl" | "keepAlive">
): Effect.Effect<PgClient.PgPoolConfig, DatabaseUrlError> =>
  Effect.map(tlsOf(url), (tls) => ({
    url,
    ...tls,
    ...special,
    keepAlive: "30 seconds",
    startupParameters: { ...ownSettings, ...newerSettings, ...startupParameters, [mark.name]: mark.value }
  }))

/** The client that serves requests. The server ends statements that take too long. */
const fastConfig = (server: Server) => {
  const { reading, url } = server
  return connectionsTo(server, {
    ...(reading ?? watchedSockets(url)),
    applicationName: "doorstep",
    multiplex: true,
    minConnections: reading === undefined ? 2 : 0,
    maxConnections: reading?.connections.fast ?? 16,
    connectTimeout: timeBudgets.connect.time,
    startupParameters: {
      statement_timeout: postgresTime(timeBudgets.statement),
      idle_in_transaction_session_timeout: postgresTime(timeBudgets.idleTransaction),
      // Planning a draw's statement takes longer than running it, so each statement is planned once per connection.
      plan_cache_mode: "force_generic_plan"
    }
  })
}

const slowConfig = (server: Server) => {
  const { reading } = server
  return connectionsTo(server, {
    ...(reading?.stream !== undefined && { stream: reading.stream }),
    applicationName: "doorstep slow",
    minConnections: 0,
    // Each of four concurrent synchronizations holds one connection for its lock, and works on up to three.
    maxConnections: reading?.connections.slow ?? 18,
    connectTimeout: timeBudgets.slowConnect.time,
    startupParameters: { statement_timeout: "0", idle_in_transaction_session_timeout: "0" }
  })
}

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
  Server & {
    /** The embedded server; none when DATABASE_URL is set. */
    readonly embedded: Option.Option<EmbeddedPostgres["Service"]>
  }
>()("doorstep/Database") {
  /** A server given by its URL. Connects once while it is built. */
  static readonly layerUrl = (url: Redacted.Redacted) =>
    Layer.effect(
      Database,
      Effect.map(
        checkUrl(url, (checked) => fastConfig({ url: checked })),
        (newerSettings) => Database.of({ url, newerSettings, embedded: Option.none() })
      )
    )

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
    Effect.gen(function* () {
      const server = yield* Database
      const slow = yield* slowConfig(server)
      return Layer.mergeAll(
        PgClient.layerFrom(makeClient(yield* fastConfig(server))),
        Layer.effect(SlowDatabase, makeClient(slow)).pipe(Layer.provide(Reactivity.layer))
      )
    })
  )

  /** Both clients with another search path. They have few connections, opened on demand. */
  static readonly layerSchema = (path: string) =>
    Layer.unwrap(
      Effect.gen(function* () {
        const server = yield* Database
        const fast = yield* fastConfig(server)
        const slow = yield* slowConfig(server)
        const schema = { search_path: path }
        return Layer.mergeAll(
          PgClient.layerFrom(
            makeClient({
              ...fast,
              minConnections: 0,
              maxConnections: 2,
              startupParameters: { ...fast.startupParameters, ...schema }
            })
          ),
          Layer.effect(
            SlowDatabase,
            makeClient({ ...slow, maxConnections: 1, startupParameters: { ...slow.startupParameters, ...schema } })
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
