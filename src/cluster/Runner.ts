import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer } from "effect"
import * as Runners from "effect/cluster/Runners"
import * as Sharding from "effect/cluster/Sharding"
import * as Singleton from "effect/cluster/Singleton"
import * as SqlMessageStorage from "effect/cluster/SqlMessageStorage"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import { makeScheduler } from "../sync/run/Scheduler.ts"
import { SyncJobs } from "../sync/run/SyncJobs.ts"
import { makeWorker } from "../sync/run/Worker.ts"
import * as ClusterDatabase from "./ClusterDatabase.ts"
import { prefix } from "./ClusterTables.ts"
import * as Config from "./Config.ts"
import { Synchronization } from "./Entities.ts"
import { makeHelp } from "./Help.ts"
import * as PartReaders from "./PartReaders.ts"
import * as PatientLocks from "./PatientLocks.ts"
import { ReadingHelp } from "../sync/read/ReadingHelp.ts"
import * as Health from "./Health.ts"
import * as OutageLog from "./OutageLog.ts"
import * as Redelivery from "./Redelivery.ts"
import * as Tidying from "./Tidying.ts"
import * as Queue from "./Queue.ts"

/**
 * Effect's cluster on the database alone: runners listen on no port and contact nobody, however many there are. They
 * communicate through messages in a table, which is checked every second.
 */
const sharding = (runs: boolean) =>
  Layer.merge(Sharding.layer, runs ? Health.layerSweep : Layer.empty).pipe(
    Layer.provideMerge(Runners.layerNoop),
    Layer.provide(SqlMessageStorage.layerWith({ prefix })),
    Layer.provideMerge(Layer.provide(PatientLocks.layer, SqlRunnerStorage.layerWith({ prefix }))),
    Layer.provide(Health.layer),
    Layer.provide(Config.layer(runs)),
    Layer.provide(NodeCrypto.layerDigest),
    Layer.provide(OutageLog.layer)
  )

/** Runs what was ordered for a source in a country. */
export const synchronizations = Synchronization.toLayer(
  Effect.gen(function* () {
    const work = yield* makeWorker
    const help = yield* ReadingHelp
    return Synchronization.of({ Run: ({ payload }) => Effect.provideService(work(payload), ReadingHelp, help) })
  })
)

/** The same, with help from other runners. */
const helped = Layer.unwrap(
  Effect.map(makeHelp, (help) => Layer.provide(synchronizations, Layer.succeed(ReadingHelp, help)))
)

/** Only one process checks the schedules: the one that holds this. */
export const schedules = Layer.unwrap(
  Effect.map(makeScheduler, ({ keepLooking }) => Singleton.make("doorstep/Schedules", keepLooking))
)

const work = Layer.mergeAll(helped, PartReaders.layer, schedules, Tidying.layer, Redelivery.layer).pipe(
  Layer.provide(SyncJobs.layerNoDeps)
)

const none: typeof work = Layer.empty

/** Orders work, and does it if `runs`. */
export const layer = (runs: boolean) =>
  (runs ? work : none).pipe(
    Layer.provideMerge(Queue.layer),
    Layer.provide(sharding(runs)),
    Layer.provide(ClusterDatabase.layer)
  )
