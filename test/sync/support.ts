import { Context, Deferred, Effect, Layer, Stream } from "effect"
import { MessageStorage, RunnerHealth, Runners, RunnerStorage, Sharding, ShardingConfig } from "effect/cluster"
import { SqlClient } from "effect/sql"
import type { RawRecord } from "../../sources/DataSource.ts"
import * as DataSource from "../../sources/DataSource.ts"
import { jobOf, Synchronization } from "../../src/cluster/Entities.ts"
import { makeQueue } from "../../src/cluster/Queue.ts"
import { synchronizations } from "../../src/cluster/Runner.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { Publisher } from "../../src/sync/publish/Publisher.ts"
import { SyncJobs } from "../../src/sync/run/SyncJobs.ts"
import { WorkQueue } from "../../src/sync/run/WorkQueue.ts"
import { SyncRuns } from "../../src/sync/run/SyncRuns.ts"
import { SyncConcurrency, Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import * as Eventually from "../support/Eventually.ts"
import { emptied, house, memory, postgres, type Storage } from "../properties/Houses.ts"

export const homes = (count: number, from = 1, street = "Oak Avenue"): ReadonlyArray<RawRecord> =>
  Array.from({ length: count }, (_, i) => ({
    recordId: `${street}/${from + i}`,
    houseNumber: String(from + i),
    street,
    city: "Savannah",
    region: "GA",
    postcode: "31401",
    evidence: { kind: "declared" as const, detail: "Made up for tests." }
  }))

export const sourceOf = (
  name: string,
  records: (country: string) => Stream.Stream<DataSource.SourceRecord, DataSource.SourceError>,
  more: Partial<DataSource.DataSource> = {},
  countries: readonly [string, ...Array<string>] = ["US"]
) =>
  DataSource.make({
    manifest: {
      name,
      countries: [...countries],
      license: "CC0-1.0",
      attribution: `Made up by ${name}`,
      homepage: `https://example.com/${name}`,
      evidence: "Declared: made up for tests."
    },
    fingerprint: Effect.succeed("1"),
    records,
    ...more
  })

/** A source that yields its records and then waits for `go`. `reached` completes once all have been taken. */
export const waiting = Effect.fnUntraced(function* (
  name: string,
  records: ReadonlyArray<RawRecord>,
  countries?: readonly [string, ...Array<string>]
) {
  const reached = yield* Deferred.make<void>()
  const go = yield* Deferred.make<void>()
  const wait = Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(go))
  const stream = () => Stream.concat(Stream.fromIterable(records), Stream.fromEffectDrain(wait))
  return { source: sourceOf(name, stream, {}, countries), reached, go }
})

/** A work queue on a cluster of one runner that keeps its messages in memory. */
export const layerQueueWith = (config: Parameters<typeof ShardingConfig.layer>[0]) =>
  Layer.effect(
    WorkQueue,
    Effect.flatMap(MessageStorage.MemoryDriver, ({ unprocessed }) =>
      makeQueue({
        pending: Effect.sync(() =>
          Array.from(unprocessed)
            .filter(({ _tag, address }) => _tag === "Request" && address.entityType === Synchronization.type)
            .map(({ address }) => jobOf(address.entityId))
        ),
        inTurn: (decision) => decision
      })
    )
  ).pipe(
    Layer.provideMerge(Sharding.layer),
    Layer.provideMerge(Runners.layerNoop),
    Layer.provideMerge(MessageStorage.layerMemory),
    Layer.provide([RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
    Layer.provide(ShardingConfig.layer(config))
  )

const layerQueue = layerQueueWith({})

/** Everything needed to synchronize, on a given storage. */
export const opened = <R>(storage: Storage<R>, sources: ReadonlyArray<DataSource.DataSource>, concurrency = 2) =>
  Effect.map(
    Layer.build(
      Layer.fresh(
        Layer.merge(SyncJobs.layerNoDeps, synchronizations).pipe(
          Layer.provide(layerQueue),
          Layer.provideMerge(SyncRuns.layerNoDeps),
          Layer.provideMerge(house(storage, sources)),
          Layer.provide(Layer.succeed(SyncConcurrency, concurrency))
        )
      )
    ),
    (context) => ({
      jobs: Context.get(context, SyncJobs),
      runs: Context.get(context, SyncRuns),
      synchronizer: Context.get(context, Synchronizer),
      publisher: Context.get(context, Publisher),
      pool: Context.get(context, PoolRepository),
      registry: Context.get(context, DataSource.SourceRegistry)
    })
  )

/** Both storages, starting empty. */
export const storages = {
  memory: (sources: ReadonlyArray<DataSource.DataSource>, concurrency?: number) => opened(memory, sources, concurrency),
  postgres: (sources: ReadonlyArray<DataSource.DataSource>, concurrency?: number) =>
    Effect.andThen(emptied, opened(postgres, sources, concurrency))
}

/** Asks until the answer is right, while the test clock stands still. */
export const eventually = <A, E, R>(ask: Effect.Effect<A, E, R>, isRight: (answer: A) => boolean) =>
  Eventually.eventually("The answer", ask, isRight)

/** The manifest of a source made by `sourceOf`. */
export const manifestOf = (name: string) => sourceOf(name, () => Stream.empty).manifest

/** The tables whose names match this pattern. */
export const tables = (like: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly name: string }>`SELECT tablename AS name FROM pg_tables WHERE tablename LIKE ${like}`
  )
