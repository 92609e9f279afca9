import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { ConfigurationError } from "../../../schemas/Reports.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { settings as known } from "../../settings/Settings.ts"
import { unitMembers } from "../../gazetteer/OfficialRegions.ts"
import { Countries, type CountrySettings } from "../../pool/Countries.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { Publisher } from "../publish/Publisher.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import type { Standing } from "./Run.ts"
import { isUnsuccessful, presentExplanations, withoutHomes } from "./StandingVerdict.ts"
import { StorageUnavailable } from "../../database/Outage.ts"

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

const number = new Intl.NumberFormat("en")

const failedRun = ({ country, message, outcome, source }: Standing): ConfigurationError => {
  const why = outcome === "gated" ? "was held back" : outcome === "failed" ? "failed" : `was ${outcome}`
  return {
    code: "SOURCE_RUN_FAILED",
    message: `The last run of ${source} in ${country} ${why}. The published pool is unchanged. ${message ?? ""}`.trim(),
    path: `sources.${source}`
  }
}

const inWords = ({ cure, sentence }: Explanation): string => (cure === null ? sentence : `${sentence} ${cure}`)

/** What is wrong with the last good run of a source, if anything: the first cause, and its remedy. */
const doubtful = (standing: Standing, homes: number): ReadonlyArray<ConfigurationError> => {
  if (isUnsuccessful(standing)) return []
  const first = presentExplanations(standing, homes).find(({ severity }) => severity === "attention")
  return first === undefined
    ? []
    : [
        {
          code: "SOURCE_RESULT_DOUBTFUL",
          message: `The result of ${standing.source} in ${standing.country} needs attention. ${inWords(first)}`,
          path: `sources.${standing.source}`
        }
      ]
}

const noHomes = (country: string, addresses: number): ConfigurationError => ({
  code: "POOL_WITHOUT_HOMES",
  message: inWords(withoutHomes(country, addresses)),
  path: `countries.${country}`
})

/** For a country whose sources have not run yet: something to do, not a mistake. */
const neverRun = (country: string, source: string): ConfigurationError => ({
  code: "COUNTRY_NOT_SYNCHRONIZED",
  message: `No source of ${countryText(country)} has been run yet: run ${source}.`,
  path: `sources.${source}`
})

const stalePool = (country: string, maxAge: Duration.Duration): ConfigurationError => ({
  code: "POOL_STALE",
  message: `No source of ${country} has been read for ${Duration.format(maxAge)}. Run one, or raise POOL_MAX_AGE.`,
  path: `countries.${country}`
})

const noSource = (country: string): ConfigurationError => ({
  code: "COUNTRY_WITHOUT_SOURCE",
  message: `${country} is enabled, but no configured source provides it. Add a source, or disable the country.`,
  path: `countries.${country}`
})

/** Regional minimums that add up to more than the total: the country could reach its total and still miss its targets. */
const contradiction = ({ country, targets }: CountrySettings): ConfigurationError | undefined => {
  const units = Math.max(1, new Set(unitMembers(country).map(({ unit }) => unit)).size)
  const least = units * targets.regionalMinimum
  if (least <= targets.total) return undefined
  return {
    code: "INVALID_TARGETS",
    message:
      `The targets of ${country} contradict each other: ${number.format(targets.regionalMinimum)} homes in each of ${units} ` +
      `official regions make ${number.format(least)}, more than the target total of ${number.format(targets.total)}.`,
    path: `countries.${country}.targets`
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
        const isEnabled = (country: string) => settings.get(country)?.enabled !== false
        const pools = yield* repository.counts
        const counts = new Map(pools.map(({ country, residential }) => [country, residential]))
        const pairs = (yield* registry.all)
          .flatMap(({ manifest }) => manifest.countries.map((country) => ({ source: manifest.name, country })))
          .filter(({ country }) => isEnabled(country))
        const standings = yield* Effect.mapError(
          publisher.standings(pairs),
          ({ cause, message }) => new StorageUnavailable({ message, cause })
        )
        const sourced = new Set(pairs.map(({ country }) => country))
        const codes = Array.from(new Set([...sourced, ...counts.keys(), ...settings.keys()]))
          .filter(isEnabled)
          .sort()
        const now = yield* Clock.currentTimeMillis
        const isStale = (country: string): boolean => {
          const good = standings.flatMap((of) => (of.country === country && of.goodAt !== undefined ? [of.goodAt] : []))
          return good.length > 0 && now - Math.max(...good) > Duration.toMillis(maxAge)
        }
        const stale = codes.filter((code) => (counts.get(code) ?? 0) > 0 && isStale(code))
        const unlucky = standings.filter(isUnsuccessful)
        const ofRuns = unlucky.map(failedRun)
        const ofResults = standings.map((of) => ({ of, errors: doubtful(of, counts.get(of.country) ?? 0) }))
        const withoutHome = pools
          .filter(({ country, residential, total }) => isEnabled(country) && residential === 0 && total > 0)
          .filter(({ country }) => !ofResults.some(({ errors, of }) => of.country === country && errors.length > 0))
          .map(({ country, total }) => ({ country, error: noHomes(country, total) }))

        /** Why a country is not ready: the first known reason, most certain first. */
        const why = (country: string): ConfigurationError => {
          const of = standings.filter((one) => one.country === country)
          const [first] = pairs.filter((pair) => pair.country === country)
          if (first === undefined) return noSource(country)
          const failed = of.find(isUnsuccessful)
          const doubted = ofResults.find((one) => one.of.country === country && one.errors.length > 0)
          if (stale.includes(country)) return stalePool(country, maxAge)
          if (failed !== undefined) return failedRun(failed)
          if (doubted !== undefined) return doubted.errors[0]!
          const homeless = withoutHome.find((one) => one.country === country)
          if (homeless !== undefined) return homeless.error
          return of.every(({ outcome }) => outcome === undefined)
            ? neverRun(country, first.source)
            : noHomes(country, 0)
        }
        const isReady = (code: string): boolean => (counts.get(code) ?? 0) > 0 && !stale.includes(code)
        const health: Health = {
          notReady: codes.filter((code) => !isReady(code)).map((country) => ({ country, error: why(country) })),
          countries: codes.map((code) => {
            return { code, count: counts.get(code) ?? 0, ready: isReady(code) }
          }),
          configurationErrors: [
            ...ofRuns,
            ...ofResults.flatMap(({ errors }) => errors),
            ...withoutHome.map(({ error }) => error),
            ...stale.map((code) => stalePool(code, maxAge)),
            ...codes.filter((code) => !sourced.has(code)).map(noSource),
            ...codes.flatMap((code) => {
              const of = settings.get(code)
              return (of === undefined ? undefined : contradiction(of)) ?? []
            })
          ]
        }
        return health
      }).pipe(Effect.withSpan("PoolHealth.report"))

      return PoolHealth.of({ report })
    })
  )
}
