import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { ConfigurationError } from "../../../schemas/Reports.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { settings as known } from "../../settings/Settings.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"
import { Countries, type CountrySettings } from "../../pool/Countries.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { Publisher } from "../publish/Publisher.ts"
import { contradiction, doubtful, failedRun, neverRun, noHomes, noSource, stalePool } from "./HealthFaults.ts"
import type { Standing } from "./Run.ts"
import { isUnsuccessful } from "./StandingVerdict.ts"
import { jobsOf, type SyncJob } from "./SyncJob.ts"

interface CountryHealth {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  /** It has a published residential address, and is not stale. */
  readonly ready: boolean
  /** Published residential addresses. */
  readonly count: number
}

/** An enabled country that is not ready, with the reason. */
interface NotReady {
  readonly country: string
  readonly error: ConfigurationError
}

export interface Health {
  /** By code. Problems of a country may also be among the configuration errors. */
  readonly notReady: ReadonlyArray<NotReady>
  /** By code: countries of registered sources, with a pool, or with settings, except disabled ones. */
  readonly countries: ReadonlyArray<CountryHealth>
  readonly configurationErrors: ReadonlyArray<ConfigurationError>
}

/** What is known of pools and sources at one moment. Disabled countries are left out everywhere but in the settings. */
interface Situation {
  /** By country. */
  readonly settings: ReadonlyMap<string, CountrySettings>
  readonly pools: ReadonlyArray<{ readonly country: string; readonly residential: number; readonly total: number }>
  /** The registered sources, one for each of their countries. */
  readonly jobs: ReadonlyArray<SyncJob>
  readonly standings: ReadonlyArray<Standing>
  /** Milliseconds since 1970. */
  readonly now: number
  readonly maxAge: Duration.Duration
}

/** How one country stands: what is published of it, and what its sources have done. */
interface CountryFacts {
  readonly code: string
  readonly count: number
  readonly isStale: boolean
  readonly sources: ReadonlyArray<string>
  readonly standings: ReadonlyArray<Standing>
  /** What is wrong with the results of its sources. */
  readonly doubts: ReadonlyArray<ConfigurationError>
  /** It has addresses, none of them a home, and no source tells why. */
  readonly homeless: ConfigurationError | undefined
}

const factsOf = (code: string, { jobs, maxAge, now, pools, standings }: Situation): CountryFacts => {
  const pool = pools.find(({ country }) => country === code)
  const count = pool?.residential ?? 0
  const own = standings.filter(({ country }) => country === code)
  const readAt = own.flatMap(({ goodAt }) => goodAt ?? [])
  const doubts = own.flatMap((standing) => doubtful(standing, count))
  const lacksHomes = pool !== undefined && count === 0 && pool.total > 0
  return {
    code,
    count,
    isStale: count > 0 && readAt.length > 0 && now - Math.max(...readAt) > Duration.toMillis(maxAge),
    sources: jobs.flatMap(({ country, source }) => (country === code ? [source] : [])),
    standings: own,
    doubts,
    homeless: lacksHomes && doubts.length === 0 ? noHomes(code, pool.total) : undefined
  }
}

/** Why a country is not ready: the first known reason, most certain first. */
const why = (
  { code, doubts, homeless, isStale, sources, standings }: CountryFacts,
  maxAge: Duration.Duration
): ConfigurationError => {
  const [source] = sources
  if (source === undefined) return noSource(code)
  if (isStale) return stalePool(code, maxAge)
  const failed = standings.find(isUnsuccessful)
  if (failed !== undefined) return failedRun(failed)
  return (
    doubts[0] ??
    homeless ??
    (standings.every(({ outcome }) => outcome === undefined) ? neverRun(code, source) : noHomes(code, 0))
  )
}

const healthOf = (situation: Situation): Health => {
  const { jobs, maxAge, pools, settings, standings } = situation
  const isEnabled = (country: string) => settings.get(country)?.enabled !== false
  const named = [...jobs, ...pools].map(({ country }) => country)
  const codes = Array.from(new Set([...named, ...settings.keys()]))
    .filter(isEnabled)
    .sort()
  const facts = codes.map((code) => factsOf(code, situation))
  const isReady = ({ count, isStale }: CountryFacts) => count > 0 && !isStale
  return {
    notReady: facts.filter((of) => !isReady(of)).map((of) => ({ country: of.code, error: why(of, maxAge) })),
    countries: facts.map((of) => ({ code: of.code, count: of.count, ready: isReady(of) })),
    configurationErrors: [
      ...standings.filter(isUnsuccessful).map(failedRun),
      ...facts.flatMap(({ doubts }) => doubts),
      ...facts.flatMap(({ homeless }) => homeless ?? []),
      ...facts.filter(({ isStale }) => isStale).map(({ code }) => stalePool(code, maxAge)),
      ...facts.filter(({ sources }) => sources.length === 0).map(({ code }) => noSource(code)),
      ...codes.flatMap((code) => {
        const of = settings.get(code)
        return (of === undefined ? undefined : contradiction(of)) ?? []
      })
    ]
  }
}

/** Whether the pools can serve, and what an operator should fix in sources and targets. */
export class PoolHealth extends Context.Service<
  PoolHealth,
  { readonly report: Effect.Effect<Health, StorageUnavailable> }
>()("doorstep/PoolHealth") {
  /** A pool is stale if none of its sources was read for `POOL_MAX_AGE`. */
  static readonly layerNoDeps = Layer.effect(
    PoolHealth,
    Effect.gen(function* () {
      const countries = yield* Countries
      const publisher = yield* Publisher
      const registry = yield* SourceRegistry
      const repository = yield* PoolRepository
      const maxAge = yield* known.POOL_MAX_AGE.value

      const report = Effect.gen(function* () {
        const settings = new Map((yield* countries.list).map((of) => [of.country, of]))
        const pools = yield* repository.counts
        const jobs = jobsOf(yield* registry.all).filter(({ country }) => settings.get(country)?.enabled !== false)
        const standings = yield* publisher.standings(jobs)
        return healthOf({ settings, pools, jobs, standings, now: yield* Clock.currentTimeMillis, maxAge })
      }).pipe(Effect.withSpan("PoolHealth.report"))

      return PoolHealth.of({ report })
    })
  )
}
