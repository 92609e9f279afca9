import { Context, Effect, Schema } from "effect"
import type { EvidenceKind } from "../../schemas/Address.ts"
import { isCountryCode } from "../../schemas/CountryCodes.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** An operator's targets for a country's pool. */
export interface CountryTargets {
  /** Number of published residential addresses. */
  readonly total: number
  /** Share of official units with at least one, 0 to 1. */
  readonly coverage: number
  /** How many homes each official region should have. */
  readonly regionalMinimum: number
}

export interface CountrySettings {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** A disabled country is not served and appears in no report. Synchronizations keep its pool up to date. */
  readonly enabled: boolean
  readonly targets: CountryTargets
  /** The weakest evidence accepted for a home. Addresses with weaker evidence are counted but never drawn. */
  readonly evidence: EvidenceKind
}

/** The targets of a country for which none were set. */
export const defaultTargets: CountryTargets = { total: 10_000, coverage: 0.9, regionalMinimum: 10 }

/**
 * A change of settings was refused.
 *
 * Reasons:
 * - `UnknownCountry`: not an ISO 3166-1 alpha-2 code
 * - `InvalidTarget`: a target that no pool can reach
 */
export class CountryRefused extends Schema.TaggedError<CountryRefused>()("CountryRefused", {
  reason: Schema.Literals(["UnknownCountry", "InvalidTarget"]),
  message: Schema.String
}) {}

/** The countries' settings. A country has settings from its first pool on, or from when they are first set. */
export class Countries extends Context.Service<
  Countries,
  {
    /** Sorted by code. */
    readonly list: Effect.Effect<ReadonlyArray<CountrySettings>, StorageUnavailable>
    /** The same, read where published pools are read, which may lag a moment behind. */
    readonly published: Effect.Effect<ReadonlyArray<CountrySettings>, StorageUnavailable>
    /** Sets the given targets, and immediately measures the country against them. */
    readonly setTargets: (
      country: string,
      targets: Partial<CountryTargets>
    ) => Effect.Effect<CountrySettings, CountryRefused | StorageUnavailable>
    /** Takes effect within a second in every process, with replicas as soon as they have caught up. */
    readonly setEnabled: (
      country: string,
      enabled: boolean
    ) => Effect.Effect<CountrySettings, CountryRefused | StorageUnavailable>
    /**
     * Publishes the country again with the given evidence as the minimum: homes with weaker evidence leave the pool,
     * and others come back. Waits for a publication of the country to end.
     */
    readonly setEvidence: (
      country: string,
      weakest: EvidenceKind
    ) => Effect.Effect<CountrySettings, CountryRefused | StorageUnavailable>
  }
>()("doorstep/Countries") {}

const greatest = 2_147_483_647

const isCount = (value: number | undefined): boolean =>
  value === undefined || (Number.isInteger(value) && value >= 0 && value <= greatest)

const refuse = (reason: CountryRefused["reason"], message: string) =>
  Effect.fail(new CountryRefused({ reason, message }))

/** Refuses a change of settings of what is no country, and to targets that no pool can reach. */
export const permit = (country: string, targets: Partial<CountryTargets> = {}): Effect.Effect<void, CountryRefused> => {
  if (!isCountryCode(country)) {
    const message = `"${country}" is not an ISO 3166-1 alpha-2 country code. Use two capital letters, such as US or DE.`
    return refuse("UnknownCountry", message)
  }
  const { coverage, regionalMinimum, total } = targets
  if (!isCount(total))
    return refuse("InvalidTarget", "The target total must be a whole number of addresses, 0 or more.")
  if (coverage !== undefined && !(coverage >= 0 && coverage <= 1)) {
    return refuse("InvalidTarget", "The target coverage must be a share between 0 and 1, such as 0.95.")
  }
  if (!isCount(regionalMinimum)) {
    return refuse("InvalidTarget", "The regional minimum must be a whole number of addresses, 0 or more.")
  }
  return Effect.void
}
