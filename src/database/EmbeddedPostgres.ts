import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, Effect, Exit, FileSystem, Layer, Path, Schedule, Scope } from "effect"
import type { Redacted } from "effect"
import { dataDir } from "../settings/Settings.ts"
import { openCluster } from "./Cluster.ts"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { defaultPlaces } from "./PrivatePlace.ts"
import { rotate } from "./ServerLog.ts"
import type { Lease, LeaseOptions } from "./ServerLease.ts"
import { acquire, release } from "./ServerLease.ts"
import type { Restore } from "./ServerSession.ts"

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  /** Needed where clients know the port already. By default the port of the last time if it is free, else any. */
  readonly port?: number
  /** PostgreSQL settings, over Doorstep's own. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where data and programs go when the server's user cannot enter DATA_DIR or the checkout. */
  readonly places?: ReadonlyArray<string>
}

/**
 * A PostgreSQL server of Doorstep's own, with its data in `DATA_DIR/postgres` and its log in `DATA_DIR/postgres.log`.
 *
 * It listens on 127.0.0.1 only, under a password drawn for the cluster. It is started when nobody has started it, and
 * stopped by whoever of the processes that use it leaves last. A server that a killed process left behind is taken
 * over. If it dies while it is in use, it is started again on the same port.
 */
export class EmbeddedPostgres extends Context.Service<
  EmbeddedPostgres,
  {
    /** `postgres://user:password@127.0.0.1:port/database`; stays the same for the life of the scope. */
    readonly url: Redacted.Redacted
    /** The server's process at the moment. */
    readonly pid: Effect.Effect<number>
    /** Whether the server was running already when this process came. */
    readonly adopted: boolean
    /** DATA_DIR, as it was given. */
    readonly dataDir: string
  }
>()("doorstep/EmbeddedPostgres") {
  static readonly make = Effect.fn("EmbeddedPostgres.make")(function* (
    options: EmbeddedPostgresOptions
  ): Effect.fn.Return<
    EmbeddedPostgres["Service"],
    EmbeddedPostgresError,
    Scope.Scope | FileSystem.FileSystem | Path.Path
  > {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const absolute = path.resolve(options.dataDir)
    const settings = options.settings ?? {}
    const cluster = yield* openCluster(fs, path, {
      dataDir: absolute,
      places: options.places ?? defaultPlaces(path),
      durable: settings["fsync"] !== "off"
    })
    const leaseOptions: LeaseOptions = {
      fs,
      cluster,
      settings,
      logFile: path.join(absolute, "postgres.log"),
      port: options.port
    }
    let lease: Lease
    yield* Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(acquire(leaseOptions, restore), (first) => {
        lease = first
        // The lease that there is by then.
        return Effect.addFinalizer(() => release(leaseOptions, lease))
      })
    )
    const { adopted, url } = lease!

    const again = (restore: Restore): Effect.Effect<Lease> =>
      acquire({ ...leaseOptions, port: lease.server.port }, restore).pipe(
        Effect.catch((error) =>
          Effect.andThen(Effect.logError(error.message), restore(Effect.sleep("2 seconds"))).pipe(
            Effect.andThen(Effect.suspend(() => again(restore)))
          )
        )
      )
    const keep = Effect.gen(function* () {
      yield* lease.session.lost
      yield* Effect.logWarning("The connection to the embedded PostgreSQL was lost: looking after it")
      yield* Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const next = yield* again(restore)
          if (next.server.port !== lease.server.port) {
            yield* Effect.logError(
              `Another process started PostgreSQL on port ${next.server.port} first, and the clients of this process ` +
                `know port ${lease.server.port}: start this process again`
            )
          }
          yield* Scope.close(lease.scope, Exit.void)
          lease = next
        })
      )
      yield* Effect.logInfo(`The embedded PostgreSQL is back (process ${lease.server.pid})`)
    })
    yield* Effect.forkScoped(Effect.forever(keep))
    yield* rotate(fs, leaseOptions.logFile).pipe(Effect.repeat(Schedule.spaced("1 minute")), Effect.forkScoped)

    return EmbeddedPostgres.of({ url, adopted, dataDir: options.dataDir, pid: Effect.sync(() => lease.server.pid) })
  })

  /** The server of given options, for tests and tools. */
  static readonly layerOptions = (options: EmbeddedPostgresOptions) =>
    Layer.effect(EmbeddedPostgres, EmbeddedPostgres.make(options))

  /** The server of `DATA_DIR`. */
  static readonly layerNoDeps = Layer.unwrap(
    Effect.map(dataDir, (folder) => EmbeddedPostgres.layerOptions({ dataDir: folder }))
  )

  static readonly layer = EmbeddedPostgres.layerNoDeps.pipe(Layer.provide(NodeServices.layer))
}
