import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import type { ConfigurationError } from "../../schemas/Reports.ts"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { textSetting, wrong } from "../Setting.ts"
import { unitMembers } from "../pool/CatalogRegions.ts"
import { Countries, type CountrySettings } from "../pool/Countries.ts"
import { PoolUnavailable } from "../pool/PoolErrors.ts"
import { PoolRepository } from "../pool/PoolRepository.ts"
import { Publisher } from "./Publisher.ts"
import type { Standing } from "./Run.ts"

interface CountryHealth {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  /** It has a published residential address, and is not stale. */
  readonly ready: boolean
  /** Published residential addresses. */
  readonly count: number
}

export interface Health {
  /** By code: countries of registered sources, with a pool, or with settings; but for disabled ones. */
  readonly countries: ReadonlyArray<CountryHealth>
  readonly configurationErrors: ReadonlyArray<ConfigurationError>
}

const number = new Intl.NumberFormat("en")

const unsuccessful: ReadonlySet<string> = new Set(["failed", "gated", "interrupted"])

const failedRun = ({ country, message, outcome, source }: Standing): ConfigurationError => {
  const why = outcome === "gated" ? "was held back" : outcome === "failed" ? "failed" : `was ${outcome}`
  return {
    code: "SOURCE_RUN_FAILED",
    message: `The last run of ${source} in ${country} ${why}. The published pool is unchanged. ${message ?? ""}`.trim(),
    path: `sources.${source}`
  }
}

const stalePool = (country: string, maxAge: Duration.Duration): ConfigurationError => ({
  code: "POOL_STALE",
  message: `No source of ${country} has been read for ${Duration.format(maxAge)}. Run one, or raise POOL_MAX_AGE.`,
  path: `countries.${country}`
})

const noSource = (country: string): ConfigurationError => ({
  code: "COUNTRY_WITHOUT_SOURCE",
  message: `${country} is enabled, but no source has records of it. Add a source, or disable the country.`,
  path: `countries.${country}`
})

/** Minimums that add up to more than the whole: the country cannot be at its targets with the total that is asked for. */
const contradiction = ({ country, targets }: CountrySettings): ConfigurationError | undefined => {
  const units = Math.max(1, new Set(unitMembers(country).map(({ unit }) => unit)).size)
  const least = units * targets.regionalMinimum
  if (least <= targets.total) return undefined
  return {
    code: "INVALID_TARGETS",
    message:
      `The targets of ${country} contradict each other: ${number.format(targets.regionalMinimum)} homes in each of ${units} ` +
      `official units make ${number.format(least)}, more than the target total of ${number.format(targets.total)}.`,
    path: `countries.${country}.targets`
  }
}

/** `POOL_MAX_AGE`: a number and a unit of time, 90 days when it is unset. */
export const poolMaxAge = Effect.flatMap(textSetting("POOL_MAX_AGE", "90 days"), (text) => {
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,9})?) +((?:second|minute|hour|day|week)s?)$/.exec(text) ?? []
  const found = Option.flatMap(count === undefined ? Option.none() : Option.some(`${count} ${unit}`), (duration) =>
    Duration.fromInput(duration as Duration.Input)
  )
  return Option.match(found, {
    onNone: () => Effect.fail(wrong("POOL_MAX_AGE", text, 'a time such as "90 days", "36 hours" or "2 weeks"')),
    onSome: Effect.succeed
  })
})

/** Whether the pools serve, and what an operator should mend of sources and targets. */
export class PoolHealth extends Context.Service<
  PoolHealth,
  { readonly report: Effect.Effect<Health, PoolUnavailable> }
>()("doorstep/PoolHealth") {
  /** A pool is stale when none of its sources was read for `POOL_MAX_AGE` (default 90 days). */
  static readonly layerNoDeps = Layer.effect(
    PoolHealth,
    Effect.gen(function* () {
      const countries = yield* Countries
      const publisher = yield* Publisher
      const registry = yield* SourceRegistry
      const repository = yield* PoolRepository
      const maxAge = yield* poolMaxAge

      const report = Effect.gen(function* () {
        const settings = new Map((yield* countries.list).map((of) => [of.country, of]))
        const isEnabled = (country: string) => settings.get(country)?.enabled !== false
        const counts = new Map((yield* repository.counts).map(({ country, residential }) => [country, residential]))
        const pairs = (yield* registry.all)
          .flatMap(({ manifest }) => manifest.countries.map((country) => ({ source: manifest.name, country })))
          .filter(({ country }) => isEnabled(country))
        const standings = yield* Effect.mapError(
          publisher.standings(pairs),
          ({ cause, message }) => new PoolUnavailable({ message, cause })
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
        const health: Health = {
          countries: codes.map((code) => {
            const count = counts.get(code) ?? 0
            return { code, count, ready: count > 0 && !stale.includes(code) }
          }),
          configurationErrors: [
            ...standings.filter(({ outcome }) => outcome !== undefined && unsuccessful.has(outcome)).map(failedRun),
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
