import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, Effect, Exit, FileSystem, Layer, Path, Scope } from "effect"
import type { Redacted } from "effect"
import { dataDir } from "../settings/Settings.ts"
import { openCluster } from "./Cluster.ts"
import { sendSignal } from "./HostProcess.ts"
import { hold, machineFor } from "./SharedFolder.ts"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { defaultPlaces } from "./PrivatePlace.ts"
import { rotate } from "./ServerLog.ts"
import type { Lease, LeaseOptions } from "./ServerLease.ts"
import { acquire, release } from "./ServerLease.ts"
import type { Restore } from "./ServerSession.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  /**
   * Needed when clients already know the port. Defaults to the last port used if it is free, otherwise to any free
   * port.
   */
  readonly port?: number
  /** PostgreSQL settings that override Doorstep's. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where data and programs go if the server's user cannot enter DATA_DIR or the checkout. */
  readonly places?: ReadonlyArray<string>
  /** What tells this machine from others that see DATA_DIR; found out if unset. */
  readonly machine?: string
}

/**
 * Doorstep's own PostgreSQL server, with its data in `DATA_DIR/postgres` and its log in `DATA_DIR/postgres.log`.
 *
 * It listens on 127.0.0.1 only, with a random password per cluster. The first process that needs it starts it, and the
 * last one to leave stops it. A server that a killed process left behind is adopted. If it dies while in use, it is
 * restarted on the same port.
 */
export class EmbeddedPostgres extends Context.Service<
  EmbeddedPostgres,
  {
    /** `postgres://user:password@127.0.0.1:port/database`; stays the same for the life of the scope. */
    readonly url: Redacted.Redacted
    /** The server's current process ID. */
    readonly pid: Effect.Effect<number>
    /** Whether the server was already running when this process started using it. */
    readonly adopted: boolean
    /** DATA_DIR as given. */
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
    const { directory, user } = cluster
    const folder = { fs, directory, user, machine: options.machine ?? (yield* machineFor(fs, directory)) }
    const leaseOptions: LeaseOptions = {
      fs,
      cluster,
      folder,
      settings,
      logFile: path.join(absolute, "postgres.log"),
      port: options.port
    }
    let lease: Lease
    let pid: number | undefined
    // Two servers would destroy the data, so this one ends at once, without writing.
    const end = Effect.suspend(() => (pid === undefined ? Effect.void : Effect.asVoid(sendSignal(pid, "SIGQUIT"))))
    yield* hold(folder, end)
    yield* Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(acquire(leaseOptions, restore), (first) => {
        lease = first
        pid = first.server.pid
        // The lease held at that time, which may not be the first one.
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
      yield* Effect.logWarning("The connection to the embedded PostgreSQL was lost: reconnecting")
      yield* Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const next = yield* again(restore)
          if (next.server.port !== lease.server.port) {
            yield* Effect.logError(
              `Another process started PostgreSQL on port ${next.server.port} first, but the clients of this process ` +
                `use port ${lease.server.port}: restart this process`
            )
          }
          yield* Scope.close(lease.scope, Exit.void)
          lease = next
          pid = next.server.pid
        })
      )
      yield* Effect.logInfo(`The embedded PostgreSQL is back (process ${lease.server.pid})`)
    })
    yield* Effect.forkScoped(Effect.forever(keep))
    yield* rotate(fs, leaseOptions.logFile).pipe(repeatedly("1 minute"), Effect.forkScoped)

    return EmbeddedPostgres.of({ url, adopted, dataDir: options.dataDir, pid: Effect.sync(() => lease.server.pid) })
  })

  /** The server with the given options, for tests and tools. */
  static readonly layerOptions = (options: EmbeddedPostgresOptions) =>
    Layer.effect(EmbeddedPostgres, EmbeddedPostgres.make(options))

  /** The server of `DATA_DIR`. */
  static readonly layerNoDeps = Layer.unwrap(
    Effect.map(dataDir, (folder) => EmbeddedPostgres.layerOptions({ dataDir: folder }))
  )

  static readonly layer = EmbeddedPostgres.layerNoDeps.pipe(Layer.provide(NodeServices.layer))
}
