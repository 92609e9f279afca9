import type { AddPlan } from "../../directory/AddPlan.ts"
import type { Carried } from "./Carry.ts"
import type { PoolSummary } from "./PoolSummary.ts"

const text = (value: unknown): string => JSON.stringify(value, null, 2)

const idsOf = ({ others, ...plan }: AddPlan) => ({ ...plan, others: others.map(({ id }) => id) })

/** The plan. */
export const planJson = (plans: ReadonlyArray<AddPlan>): string => text({ plans: plans.map(idsOf) })

/** The results. */
export const resultJson = (
  carried: ReadonlyArray<Carried>,
  outcomes: ReadonlyArray<Carried & { readonly summary: PoolSummary }>
): string =>
  text({
    results: carried.map(({ message, outcome, plan }) => ({
      country: plan.country,
      entry: plan.entry.id,
      source: plan.sourceName,
      outcome,
      message: message ?? null,
      pool: outcomes.find((one) => one.plan === plan)?.summary ?? null
    }))
  })
