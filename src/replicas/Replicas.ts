import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Metric, Option, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient } from "effect/sql"
import { Database, type Server, type SlowDatabase } from "../database/Database.ts"
import { address } from "../database/DatabaseUrl.ts"
import { probe, probeConnection } from "../database/replicas/Probe.ts"
import { readSettings } from "../database/replicas/ReadSettings.ts"
import { heldSockets } from "../database/WatchedSocket.ts"
import { Catalog } from "../catalog/Catalog.ts"
import { Countries } from "../pool/Countries.ts"
import { Coverage } from "../catalog/Coverage.ts"
import { PoolRepository } from "../draw/PoolRepository.ts"
import { PoolStore } from "../draw/store/PoolStore.ts"
import { AnsweredVersions } from "../shared/AnsweredVersions.ts"
import { type Sample, setGauges } from "../shared/Gauges.ts"
import {
  OneServer,
  PrimaryReads,
  type PublishedReads,
  ReadServerStandings,
  type ServerStanding,
  type ServerAccess
} from "./PublishedReads.ts"
import { makeReadServers } from "./ReadServers.ts"
import * as Routed from "./Routed.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

type Served = PoolRepository | Catalog | Coverage | Countries

type Needed = SqlClient.SqlClient | PgClient.PgClient | SlowDatabase | Database

/** What reads published pools on one server. @param keyBytes cache size for the keys of places */
type Published<E> = (keyBytes?: number) => Layer.Layer<Served | PoolStore, E, Needed>

/** Cache size for the keys of places, in bytes: for all replicas together, and for the primary as a fallback. */
const keyBytes = { replicas: 52 * 1024 * 1024, primary: 8 * 1024 * 1024 }

const readsOf = (context: Context.Context<Served | PoolStore>): PublishedReads => ({
  repository: Context.get(context, PoolRepository),
  catalog: Context.get(context, Catalog),
  coverage: Context.get(context, Coverage),
  countries: Context.get(context, Countries),
  versionOf: (country) => Effect.map(Context.get(context, PoolStore).pool(country), (pool) => pool?.version)
})

type Sockets = ReturnType<typeof heldSockets>

/** A separate connection for querying a server's state, so that nothing slow is queued in front of it. */
const makeProbe = (url: Redacted.Redacted, { stream }: Sockets) =>
  Effect.flatMap(probeConnection(url, "doorstep probe", timeBudgets.replicaAnswer), (config) =>
    PgClient.make({ ...config, stream })
  ).pipe(Effect.map(probe), Effect.provide(Reactivity.layer))

const accessReplica = Effect.fnUntraced(function* <E>(published: Published<E>, server: Server, bytes: number) {
  const scope = yield* Effect.scope
  const { url } = server
  const sockets = heldSockets(url)
  const database = Database.of({
    ...server,
    embedded: Option.none(),
    reading: { stream: sockets.stream, connections: { fast: 16, slow: 6 } }
  })
  const layer = published(bytes).pipe(
    Layer.provide(Database.layerNoDeps),
    Layer.provide(Layer.succeed(Database, database))
  )
  const access: ServerAccess = {
    name: address(url),
    role: "replica",
    probe: yield* makeProbe(url, sockets),
    reads: Effect.map(Layer.buildWithScope(Layer.fresh(layer), scope), readsOf),
    endAll: sockets.endAll
  }
  return access
})

const gauge = (name: string, description: string) => Metric.gauge(`doorstep_read_server_${name}`, { description })
const used = gauge("used", "1 for a server that published pools are read from, 0 for one that is left out.")
const lagSeconds = gauge("lag_seconds", "Seconds that a replica is behind its primary; -1 if unknown.")
const lagBytes = gauge("lag_bytes", "Bytes of write-ahead log that a replica has not replayed; -1 if unknown.")
const underWay = gauge("requests_under_way", "Requests that are being answered from a server.")
const answered = gauge("requests_answered", "Requests that were answered from a server since the process was started.")
const version = gauge("pool_version", "Version of a country's pool on a server.")
const refused = Metric.gauge("doorstep_reads_refused", {
  description:
    "Requests refused since the process was started, because the primary was already answering enough in place of replicas."
})

const samplesOf = (standing: ServerStanding): ReadonlyArray<Sample> => {
  const labels = { server: standing.name, role: standing.role }
  return [
    { gauge: used, labels, value: standing.isUsed ? 1 : 0 },
    { gauge: lagSeconds, labels, value: standing.lagMillis === undefined ? -1 : standing.lagMillis / 1_000 },
    { gauge: lagBytes, labels, value: standing.lagBytes ?? -1 },
    { gauge: underWay, labels, value: standing.underWay },
    { gauge: answered, labels, value: standing.answered },
    ...Array.from(standing.versions, ([country, of]) => ({ gauge: version, labels: { ...labels, country }, value: of }))
  ]
}

/** Updates the metrics from memory. */
const tell = Effect.fnUntraced(function* (standings: ReadServerStandings["Service"]) {
  yield* setGauges((yield* standings.list).flatMap(samplesOf))
  yield* setGauges([{ gauge: refused, labels: {}, value: yield* standings.refused }])
})

const layerReplicas = <E>(published: Published<E>, urls: ReadonlyArray<Redacted.Redacted>, lagMillis: number) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const server = yield* Database
      const { url } = server
      const context = yield* Effect.context<Served | PoolStore>()
      const sockets = heldSockets(url)
      const made = readsOf(context)
      const primary = {
        name: address(url),
        role: "primary" as const,
        made,
        probe: yield* makeProbe(url, sockets),
        reads: Effect.succeed(made),
        endAll: sockets.endAll
      }
      const bytes = Math.floor(keyBytes.replicas / urls.length)
      const replicas = yield* Effect.forEach(urls, (one) => accessReplica(published, { ...server, url: one }, bytes))
      const servers = yield* makeReadServers({ primary, replicas, lagMillis })
      const standings = ReadServerStandings.of({ list: servers.standings, refused: servers.refused })
      yield* tell(standings).pipe(repeatedly("5 seconds"), Effect.forkScoped)
      return Context.make(PoolRepository, Routed.repository(servers, made)).pipe(
        Context.add(Catalog, Routed.catalog(servers)),
        Context.add(Coverage, Routed.coverage(servers)),
        Context.add(Countries, Routed.countries(servers, Context.get(context, Countries))),
        Context.add(PrimaryReads, PrimaryReads.of(context)),
        Context.add(ReadServerStandings, standings),
        Context.add(OneServer, servers.together)
      )
    })
  ).pipe(Layer.provide(published(keyBytes.primary)))

const layerAbreast = Layer.effect(
  PoolRepository,
  Effect.gen(function* () {
    return Routed.abreast(yield* PoolRepository, yield* AnsweredVersions)
  })
)

const layerPrimary = <E>(published: Published<E>) =>
  Layer.mergeAll(
    Layer.effect(PrimaryReads, Effect.context<Served>()),
    Layer.succeed(ReadServerStandings, ReadServerStandings.of({ list: Effect.succeed([]), refused: Effect.succeed(0) }))
  ).pipe(Layer.provideMerge(Layer.provideMerge(layerAbreast, published())))

/** Reads of published pools: from the replicas that `DATABASE_READ_URLS` names, otherwise from the primary alone. */
export const layerNoDeps = <E>(published: Published<E>) =>
  Layer.unwrap(
    Effect.map(readSettings, ({ lagMillis, urls }) =>
      urls.length === 0 ? layerPrimary(published) : layerReplicas(published, urls, lagMillis)
    )
  )
