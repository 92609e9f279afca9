import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { EvidenceKind } from "../../schemas/Address.ts"
import { isCountryCode } from "../../schemas/CountryCodes.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** What an operator wants of a country's pool. */
export interface CountryTargets {
  /** Published residential addresses. */
  readonly total: number
  /** Share of the official units that have one, 0 to 1. */
  readonly coverage: number
  /** How many addresses each official unit should have. */
  readonly regionalMinimum: number
}

export interface CountrySettings {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** A disabled country serves nothing, and is in no report; synchronizations keep its pool up to date. */
  readonly enabled: boolean
  readonly targets: CountryTargets
  /** The weakest evidence that makes a home. What has weaker evidence is counted, and never drawn. */
  readonly evidence: EvidenceKind
}

/** Targets of a country for which none were set. */
export const defaultTargets: CountryTargets = { total: 10_000, coverage: 0.9, regionalMinimum: 10 }

/**
 * Settings that were not changed.
 *
 * Reasons:
 * - `UnknownCountry`: no ISO 3166-1 alpha-2 code
 * - `InvalidTarget`: a target that no pool could have
 */
export class CountryRefused extends Schema.TaggedError<CountryRefused>()("CountryRefused", {
  reason: Schema.Literals(["UnknownCountry", "InvalidTarget"]),
  message: Schema.String
}) {}

/** The countries' settings. A country has some from when it first has a pool, or from when they are first set. */
export class Countries extends Context.Service<
  Countries,
  {
    /** By code. */
    readonly list: Effect.Effect<ReadonlyArray<CountrySettings>, StorageUnavailable>
    /** The same, read where published pools are read, which may be a moment behind. */
    readonly published: Effect.Effect<ReadonlyArray<CountrySettings>, StorageUnavailable>
    /** Sets the targets that are given, and measures the country against them at once. */
    readonly setTargets: (
      country: string,
      targets: Partial<CountryTargets>
    ) => Effect.Effect<CountrySettings, CountryRefused | StorageUnavailable>
    /** Takes effect within a second, in every process; with replicas, as soon as they are as far. */
    readonly setEnabled: (
      country: string,
      enabled: boolean
    ) => Effect.Effect<CountrySettings, CountryRefused | StorageUnavailable>
    /**
     * Publishes the country anew by evidence that is at least as strong: homes whose evidence is weaker leave the pool, and
     * others come back. It waits for a publication of the country to end.
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

/** What is wrong with a change of settings; undefined when nothing is. */
export const refusalOf = (country: string, targets: Partial<CountryTargets>): CountryRefused | undefined => {
  const refuse = (reason: CountryRefused["reason"], message: string) => new CountryRefused({ reason, message })
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
  return undefined
}
