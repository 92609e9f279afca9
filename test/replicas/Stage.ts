import { ConfigProvider, Context, Effect, Layer, Option, Redacted, References } from "effect"
import { inject } from "vitest"
import * as App from "../../src/App.ts"
import { Database } from "../../src/database/Database.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { Migrator } from "../../src/database/Migrator.ts"
import { Catalog } from "../../src/catalog/Catalog.ts"
import { Coverage } from "../../src/catalog/Coverage.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { ReadServerStandings, type ServerStanding } from "../../src/replicas/PublishedReads.ts"
import type { DrawRequest } from "../../src/pool/PoolRequests.ts"
import { RateLimit } from "../../src/tokens/RateLimit.ts"
import * as RateLimitSettings from "../../src/tokens/RateLimitSettings.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { postgres, worldsOn } from "../properties/Houses.ts"
import { village } from "../properties/Village.ts"
import { eventually } from "../support/Eventually.ts"
import { counting, replication, type TestPostgres } from "../support/Replication.ts"

export const databaseOn = ({ url }: Pick<TestPostgres, "url">) =>
  Layer.fresh(Database.layerNoDeps).pipe(
    Layer.provideMerge(Layer.succeed(Database, Database.of({ url, embedded: Option.none() })))
  )

export const migrated = (server: TestPostgres) =>
  Effect.scoped(Layer.build(Migrator.layer(migrations).pipe(Layer.provide(databaseOn(server)))))

export const readsOf = (primary: Pick<TestPostgres, "url">, urls: ReadonlyArray<string>) =>
  Layer.build(
    Layer.fresh(Layer.merge(App.layerReads, TokenStore.layer)).pipe(
      Layer.provide(databaseOn(primary)),
      Layer.provide(
        ConfigProvider.layer(
          ConfigProvider.fromUnknown({ DATABASE_URL: Redacted.value(primary.url), DATABASE_READ_URLS: urls.join(",") })
        )
      )
    )
  )

/** One of several processes, which share their request counts. */
export const processOf = Effect.fnUntraced(function* (primary: TestPostgres, urls: ReadonlyArray<string>) {
  const settings = {
    DATABASE_URL: Redacted.value(primary.url),
    DATABASE_READ_URLS: urls.join(","),
    RATE_LIMIT_STORE: "database"
  }
  const context = yield* Layer.build(
    Layer.fresh(
      Layer.merge(App.layerReads, RateLimitSettings.layerNoDeps).pipe(Layer.provide(App.answeredVersions))
    ).pipe(
      Layer.provide(databaseOn(primary)),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
    )
  )
  const [limits, pool] = [Context.get(context, RateLimit), Context.get(context, PoolRepository)]
  return {
    pool,
    /** Draws as for a request, which is counted first. */
    draw: (request: DrawRequest) =>
      Effect.flatMap(limits.consume("client", 1_000_000), () =>
        Effect.map(pool.draw(request), ({ poolVersion }) => poolVersion)
      )
  }
})

export const urlOf = ({ url }: TestPostgres): string => Redacted.value(url)

/** A primary with a published village, its two replicas, and the services that read them. */
export class Stage extends Context.Service<Stage, Effect.Success<typeof makeStage>>()("test/Stage") {
  static readonly layer = Layer.effect(
    Stage,
    Effect.suspend(() => makeStage)
  ).pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")))
}

const makeStage = Effect.gen(function* () {
  const { primary, replicas } = yield* replication({
    data: `${inject("preparedDataDir")}/postgres`,
    replicas: 2,
    fill: migrated,
    settings: counting
  })
  const writing = yield* Layer.build(databaseOn(primary))
  const world = yield* worldsOn(postgres)("US").pipe(Effect.provideContext(writing))
  let homes = village
  yield* world.synchronize("alpha", { records: homes })
  const context = yield* readsOf(primary, replicas.map(urlOf))
  const pool = Context.get(context, PoolRepository)
  const standings = Context.get(context, ReadServerStandings)

  const standing = (server: TestPostgres): Effect.Effect<ServerStanding> =>
    Effect.map(standings.list, (all) => all.find(({ name }) => name === new URL(urlOf(server)).host + "/postgres")!)
  const servers: readonly [TestPostgres, TestPostgres] = [replicas[0]!, replicas[1]!]
  const published = Effect.map(
    primary.query("SELECT version::int FROM pool WHERE country = 'US'"),
    (rows) => rows as unknown as readonly [{ readonly version: number }]
  )
  const allWell = Effect.gen(function* () {
    for (const server of [primary, ...servers]) {
      yield* eventually("The use of all servers", standing(server), ({ isUsed }) => isUsed)
    }
    // A replica might not know yet that there is a newer version.
    const [{ version }] = yield* published
    for (const server of servers) {
      yield* eventually("The last version", standing(server), ({ versions }) => versions.get("US") === version)
    }
    return version
  })
  return {
    primary,
    servers,
    pool,
    catalog: Context.get(context, Catalog),
    coverage: Context.get(context, Coverage),
    tokens: Context.get(context, TokenStore),
    standing,
    refused: standings.refused,
    allWell,
    withdraw: Effect.suspend(() => {
      homes = homes.slice(0, -4)
      return world.synchronize("alpha", { records: homes, anyway: true })
    })
  }
})
