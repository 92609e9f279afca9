import { Context } from "effect"
import type { Effect } from "effect"
import type { CountryTargets } from "../pool/Countries.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Shares between 0 and 1, and whether `actual` reaches `target`. */
interface ShareRule {
  readonly actual: number
  readonly target: number
  readonly met: boolean
}

export interface CountryCoverage {
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  /** All three rules are met. */
  readonly complete: boolean
  /** Share of homes with derived parts, by method, once the pool has been sampled. */
  readonly derived?: Readonly<Record<string, number>>
  readonly rules: {
    /** Published residential addresses. */
    readonly total: { readonly current: number; readonly target: number; readonly met: boolean }
    /** Share of the official units with at least one of them. */
    readonly administrativeCoverage: ShareRule
    /** Share of the official regions that reach the regional minimum; all of them should. */
    readonly regionalMinimums: ShareRule
  }
}

/** What a publication measures in a country. */
export interface Measured {
  /** Published residential addresses. */
  readonly residential: number
  /** Official units; at least one. */
  readonly units: number
  /** Units with at least one published residential address. */
  readonly covered: number
  /** Units that reach the regional minimum. */
  readonly reaching: number
}

export interface CoverageRequest {
  /** ISO 3166-1 alpha-2, upper case; absent: every enabled country. */
  readonly country?: string | undefined
  /** Whether to include countries that meet all rules. */
  readonly includeComplete: boolean
}

/**
 * How close the pools of enabled countries are to their operator's targets.
 *
 * The official units are the first-level subdivisions of ISO 3166-2, the deepest level with a known official list,
 * without those that have a country code of their own and therefore their own pool. An address counts for the unit of
 * its region, or the unit that contains it if a source names lower subdivisions; one whose region is not in ISO 3166-2
 * counts for none. If ISO 3166-2 lists nothing, the country itself is the only unit.
 */
export class Coverage extends Context.Service<
  Coverage,
  {
    /** By code. Units were counted when the pool was published or its targets were set. */
    readonly report: (request: CoverageRequest) => Effect.Effect<ReadonlyArray<CountryCoverage>, StorageUnavailable>
  }
>()("doorstep/Coverage") {}

const share = (part: number, units: number, target: number): ShareRule => {
  const actual = part / units
  return { actual, target, met: actual >= target }
}

/** Compares the measurements with the targets. */
export const judge = (
  countryCode: string,
  targets: CountryTargets,
  measured: Measured,
  derived?: Readonly<Record<string, number>>
): CountryCoverage => {
  const { covered, reaching, residential, units } = measured
  const rules = {
    total: { current: residential, target: targets.total, met: residential >= targets.total },
    administrativeCoverage: share(covered, units, targets.coverage),
    regionalMinimums: share(reaching, units, 1)
  }
  const complete = rules.total.met && rules.administrativeCoverage.met && rules.regionalMinimums.met
  return { countryCode, complete, ...(derived === undefined ? {} : { derived }), rules }
}

export const select = (
  found: ReadonlyArray<CountryCoverage>,
  { country, includeComplete }: CoverageRequest
): ReadonlyArray<CountryCoverage> =>
  found.filter(
    ({ complete, countryCode }) => (country ?? countryCode) === countryCode && (includeComplete || !complete)
  )
