import type { Explanation, Verdict } from "../../../schemas/Explanation.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { diagnose, verdictOf } from "../diagnosis/Diagnosis.ts"
import { numberText } from "../../shared/Amounts.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import type { Standing } from "./Run.ts"
import { noTotals } from "../read/Tally.ts"
import { invocation } from "../../shared/Invocation.ts"

/** Outcomes after which the published pool is unchanged, and something needs fixing. */
const unsuccessful: ReadonlySet<RunOutcome> = new Set(["failed", "gated", "interrupted"])

export const isUnsuccessful = ({ outcome }: Standing): boolean => outcome !== undefined && unsuccessful.has(outcome)

/** The problems of a source in a country: why its last run failed, and those of the published data. */
export const explanationsOf = (standing: Standing): ReadonlyArray<Explanation> => {
  const { country, explanations, message, outcome } = standing
  if (outcome === undefined || !unsuccessful.has(outcome)) return explanations
  const findings = message === undefined ? [] : [message]
  const [first] = diagnose({ country, outcome, totals: noTotals, findings, message })
  return first === undefined ? explanations : [first, ...explanations]
}

export const verdictOfStanding = (standing: Standing): Verdict =>
  verdictOf(standing.outcome ?? "unchanged", explanationsOf(standing))

/** The same without what was said about a pool that has homes by now. */
export const presentExplanations = (standing: Standing, homes: number): ReadonlyArray<Explanation> =>
  explanationsOf(standing).filter(({ code }) => code !== "pool-without-homes" || homes === 0)

/** For a pool that has addresses but no homes, if no source says why. */
export const withoutHomes = (country: string, addresses: number): Explanation => ({
  severity: "attention",
  code: "pool-without-homes",
  sentence:
    addresses === 0
      ? `The pool of ${countryText(country)} is empty.`
      : `The pool of ${countryText(country)} has no homes: none of its ${numberText(addresses)} addresses counts as one.`,
  share: null,
  cure:
    addresses === 0
      ? "Run a source of the country, or add one."
      : `Weaken what makes a home on the country's page, or with \`${invocation("country")}\`; or add a source that knows which addresses are homes.`
})
