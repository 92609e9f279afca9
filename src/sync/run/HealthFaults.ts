import { Duration } from "effect"
import type { ConfigurationError } from "../../../schemas/Reports.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import { unitMembers } from "../../gazetteer/OfficialRegions.ts"
import type { CountrySettings } from "../../pool/Countries.ts"
import type { Standing } from "./Run.ts"
import { isUnsuccessful, presentExplanations, withoutHomes } from "./StandingVerdict.ts"
import { numberText } from "../../shared/Amounts.ts"

/** What an operator should fix, in the words of the `data-health` report. */

export const failedRun = ({ country, message, outcome, source }: Standing): ConfigurationError => {
  const why = outcome === "gated" ? "was held back" : outcome === "failed" ? "failed" : `was ${outcome}`
  return {
    code: "SOURCE_RUN_FAILED",
    message: `The last run of ${source} in ${country} ${why}. The published pool is unchanged. ${message ?? ""}`.trim(),
    path: `sources.${source}`
  }
}

const inWords = ({ cure, sentence }: Explanation): string => (cure === null ? sentence : `${sentence} ${cure}`)

/** What is wrong with the last good run of a source, if anything: the first cause, and its remedy. */
export const doubtful = (standing: Standing, homes: number): ReadonlyArray<ConfigurationError> => {
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

export const noHomes = (country: string, addresses: number): ConfigurationError => ({
  code: "POOL_WITHOUT_HOMES",
  message: inWords(withoutHomes(country, addresses)),
  path: `countries.${country}`
})

/** For a country whose sources have not run yet: something to do, not a mistake. */
export const neverRun = (country: string, source: string): ConfigurationError => ({
  code: "COUNTRY_NOT_SYNCHRONIZED",
  message: `No source of ${countryText(country)} has been run yet: run ${source}.`,
  path: `sources.${source}`
})

export const stalePool = (country: string, maxAge: Duration.Duration): ConfigurationError => ({
  code: "POOL_STALE",
  message: `No source of ${country} has been read for ${Duration.format(maxAge)}. Run one, or raise POOL_MAX_AGE.`,
  path: `countries.${country}`
})

export const noSource = (country: string): ConfigurationError => ({
  code: "COUNTRY_WITHOUT_SOURCE",
  message: `${country} is enabled, but no configured source provides it. Add a source, or disable the country.`,
  path: `countries.${country}`
})

/** Regional minimums that add up to more than the total: the country could reach its total and still miss its targets. */
export const contradiction = ({ country, targets }: CountrySettings): ConfigurationError | undefined => {
  const units = Math.max(1, new Set(unitMembers(country).map(({ unit }) => unit)).size)
  const least = units * targets.regionalMinimum
  if (least <= targets.total) return undefined
  return {
    code: "INVALID_TARGETS",
    message:
      `The targets of ${country} contradict each other: ${numberText(targets.regionalMinimum)} homes in each of ${units} ` +
      `official regions make ${numberText(least)}, more than the target total of ${numberText(targets.total)}.`,
    path: `countries.${country}.targets`
  }
}
