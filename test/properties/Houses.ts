import { Context, Effect, Layer, References, Stream } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import { type Feed, type FreshWorld, type Pool, SubjectFailure } from "../../properties/Subject.ts"
import { NoCoverage, UnknownAddress } from "../../schemas/Errors.ts"
import * as DataSource from "../../sources/DataSource.ts"
import type { SlowDatabase } from "../../src/database/Database.ts"
import { MemoryPools } from "../../src/pool/MemoryPools.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { PoolStore } from "../../src/draw/store/PoolStore.ts"
import * as PoolStoreMemory from "../../src/draw/store/PoolStoreMemory.ts"
import * as PoolStorePostgres from "../../src/draw/store/PoolStorePostgres.ts"
import { Publisher } from "../../src/sync/publish/Publisher.ts"
import * as PublisherMemory from "../../src/sync/publish/PublisherMemory.ts"
import * as PublisherPostgres from "../../src/sync/publish/PublisherPostgres.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** Where pools are stored: the ground that a house stands on. */
export type Storage<R> = Layer.Layer<PoolStore | Publisher, never, R | DataSource.SourceRegistry>

export const memory: Storage<never> = Layer.mergeAll(PoolStoreMemory.layer, PublisherMemory.layerNoDeps).pipe(
  Layer.provide(MemoryPools.layer)
)

export const postgres: Storage<SqlClient.SqlClient | SlowDatabase> = Layer.mergeAll(
  PoolStorePostgres.layerNoDeps,
  PublisherPostgres.layerNoDeps()
)

/** A migrated database of its own. */
export const database = TestDatabase.layerMigrated.pipe(
  Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn"))
)

/**
 * Drops the tables of countries, and empties every other table except those whose contents do not depend on
 * synchronizations. The tables have few rows, so deleting takes a tenth of the time of TRUNCATE, which creates new
 * files for each of their indexes.
 */
const emptyTables = `DO $$
  DECLARE
    one record;
  BEGIN
    -- What refers to what is of no matter where all of it goes.
    SET LOCAL session_replication_role = replica;
    FOR one IN
      SELECT quote_ident(relname) AS name, relispartition AS of_country, starts_with(relname, 'staged_') AS of_run
      FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'address'
        AND relname <> ALL ('{doorstep_migrations, catalog_secret, suppression_revision}'::text[])
    LOOP
      IF one.of_country OR one.of_run THEN
        -- A table goes with the one that it is a part of. What a run has staged would outlive the run.
        EXECUTE 'DROP TABLE IF EXISTS ' || one.name;
      ELSE
        EXECUTE 'DELETE FROM ' || one.name;
      END IF;
    END LOOP;
  END $$`

/** Empties the database, which is much faster than creating one. */
export const emptied = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(emptyTables))

/** A source with scripted records, which can be replaced. Its fingerprint changes each time. */
export const scripted = (name: string, countries: readonly [string, ...Array<string>], first?: Feed) => {
  let feed: Feed = first ?? { records: [] }
  let version = 0
  const source = DataSource.make({
    manifest: {
      name,
      countries: [...countries],
      license: "CC0-1.0",
      attribution: `Made up by ${name}`,
      homepage: `https://example.com/${name}`,
      evidence: "Declared: made up for tests."
    },
    fingerprint: Effect.sync(() => `${version}`),
    records: () => {
      const { failsAfter, records } = feed
      const broken = Stream.fail(
        new DataSource.SourceError({ source: name, reason: "unreadable", message: "It broke off." })
      )
      return failsAfter === undefined
        ? Stream.fromIterable(records)
        : Stream.concat(Stream.fromIterable(records.slice(0, failsAfter)), broken)
    }
  })
  return {
    source,
    tell: (next: Feed) => {
      feed = next
      version++
    }
  }
}

/** Registers sources in this order, and provides the registry. */
const registered = (sources: ReadonlyArray<DataSource.DataSource>) =>
  Layer.effectDiscard(
    Effect.flatMap(DataSource.SourceRegistry, (registry) =>
      Effect.forEach(sources, (source) => Effect.orDie(registry.register(source)))
    )
  ).pipe(Layer.provideMerge(DataSource.SourceRegistry.layer))

/** Synchronizer, PoolRepository and what they need, on a storage, with these sources. */
export const house = <R>(storage: Storage<R>, sources: ReadonlyArray<DataSource.DataSource>) =>
  Layer.mergeAll(Synchronizer.layerNoDeps, PoolRepository.layerNoDeps).pipe(
    Layer.provideMerge(storage),
    Layer.provideMerge(registered(sources))
  )

/** A house in memory, where these homes of one source in the United States are published. */
export const housesOf = (records: Feed["records"]) =>
  Layer.effectDiscard(Synchronizer.use((synchronizer) => synchronizer.run({}))).pipe(
    Layer.provideMerge(house(memory, [scripted("alpha", ["US"], { records }).source]))
  )

/** A house in memory, ready to synchronize. */
export const opened = (...sources: ReadonlyArray<DataSource.DataSource>) =>
  Effect.map(Layer.build(house(memory, sources)), (context) => ({
    pool: Context.get(context, PoolRepository),
    publisher: Context.get(context, Publisher),
    synchronizer: Context.get(context, Synchronizer)
  }))

const outOfOrder = (error: { readonly message: string }) => new SubjectFailure({ message: error.message, cause: error })

/** The repository as a subject of the laws. */
export const poolOf = (repository: PoolRepository["Service"]): Pool => {
  const drawFailure = Effect.mapError((error: { readonly _tag: string; readonly message: string }) =>
    error._tag === "NoPoolCoverage" ? new NoCoverage({ message: error.message }) : outOfOrder(error)
  )
  return {
    draw: ({ strategy = "random", ...request }) => drawFailure(repository.draw({ ...request, strategy })),
    drawMany: ({ excludeAddressIds = [], strategy = "random", unique = true, ...request }) =>
      drawFailure(repository.drawMany({ ...request, excludeAddressIds, strategy, unique })).pipe(
        Effect.map((batch) => ({ ...batch, exhausted: batch.addresses.length < request.count }))
      ),
    findById: (id) =>
      Effect.mapError(repository.findById(id), (error) =>
        error._tag === "AddressNotFound" ? new UnknownAddress({ message: error.message }) : outOfOrder(error)
      ),
    counts: Effect.mapError(repository.counts, outOfOrder)
  }
}

const sourceNames = ["alpha", "beta"] as const

/** Worlds with two scripted sources on a storage. `reset` empties it if worlds share one. */
export const worldsOn =
  <R>(storage: Storage<R>, reset: Effect.Effect<void, unknown, R> = Effect.void): FreshWorld<R> =>
  (country) =>
    Effect.gen(function* () {
      yield* Effect.mapError(reset, (cause) => new SubjectFailure({ message: "The storage cannot be emptied.", cause }))
      const scripts = new Map(sourceNames.map((name) => [name as string, scripted(name, [country])]))
      const sources = Array.from(scripts.values(), ({ source }) => source)
      const context = yield* Layer.build(Layer.fresh(house(storage, sources)))
      const synchronizer = Context.get(context, Synchronizer)
      return {
        ...poolOf(Context.get(context, PoolRepository)),
        country,
        sources: sourceNames,
        synchronize: Effect.fnUntraced(function* (source, feed) {
          scripts.get(source)!.tell(feed)
          const [report] = yield* Effect.orDie(synchronizer.run({ source, country, anyway: feed.anyway === true }))
          const { message, outcome, publication } = report!
          if (
            outcome === "cancelled" ||
            outcome === "dry-run" ||
            (outcome === "failed" && feed.failsAfter === undefined)
          ) {
            return yield* new SubjectFailure({ message: message ?? "It failed." })
          }
          const { added, changed, withdrawn } = publication ?? { added: 0, changed: 0, withdrawn: 0 }
          return { outcome, added, changed, withdrawn }
        }),
        reopened: Effect.map(
          Layer.build(Layer.fresh(PoolRepository.layerNoDeps)).pipe(
            Effect.provideService(PoolStore, Context.get(context, PoolStore))
          ),
          (again) => poolOf(Context.get(again, PoolRepository))
        )
      }
    })

export const memoryWorlds: FreshWorld<Scope.Scope> = worldsOn(memory)
export const postgresWorlds = worldsOn(postgres, emptied)
