import { onFirstUse } from "../../../schemas/Memoized.ts"
import type { AddPlan } from "../../directory/AddPlan.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import { firstFew } from "../../../schemas/FirstFew.ts"
import type { PoolSummary } from "./PoolSummary.ts"
import { invocation } from "../../shared/Invocation.ts"
import { numberText } from "../../shared/Amounts.ts"
import { renewal, row } from "./SayPlan.ts"

const percent = onFirstUse(() => new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 }))

/** How many regions are named. */
const named = 4

const evidence = ({ evidence }: PoolSummary): string =>
  evidence
    .map(({ kind, share }) => `${share > 0 && share < 0.01 ? "under 1%" : percent().format(share)} ${kind}`)
    .join(", ")

const regions = ({ emptyRegions, regions }: PoolSummary): string => {
  if (regions.length === 0) return "not known"
  const first = firstFew(
    regions.map(({ homes, name }) => `${name} ${numberText(homes)}`),
    named
  )
  const empty = emptyRegions > 0 ? `; ${emptyRegions} have none` : ""
  return `${regions.length} with homes: ${first}${empty}`
}

/** What a country has now as plain lines, with one of its homes. */
export const sayResult = (plan: AddPlan, summary: PoolSummary): string => {
  const { country, entry, licenseTerms, sourceName } = plan
  if (summary.home === null) {
    return [
      `${countryText(country)} has no homes yet: none of the records is a home, or none could be used.`,
      `The lines above say why. Another source may do better: ${invocation(`directory ${country}`)}`
    ].join("\n")
  }
  return [
    `${countryText(country)} has ${numberText(summary.homes)} homes. One of them:`,
    "",
    ...summary.home.lines.map((line) => `    ${line}`),
    "",
    ...row("evidence", evidence(summary)),
    ...row("regions", regions(summary)),
    ...row("licence", licenseTerms),
    ...row("source", `${sourceName}: ${entry.title}`),
    ...renewal(plan)
  ].join("\n")
}
