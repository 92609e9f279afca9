import { Effect, Option } from "effect"
import { Reader } from "../../sources/SourceFiles.ts"
import type { Experience } from "./AddEstimate.ts"
import { addressesOf, type AddPlan, sized } from "./AddPlan.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"

/**
 * The plan with the size that the server states, if the directory knows none and the data is one file: one HEAD
 * request. If the server cannot be reached, the size stays unknown; the download will report what is wrong.
 */
export const withSize = Effect.fnUntraced(function* (plan: AddPlan, experience: Experience) {
  const [address, ...more] = addressesOf(plan.entry)
  if (plan.downloadBytes !== null || address === undefined || more.length > 0) return plan
  const { size } = yield* Reader
  const bytes = Option.getOrUndefined(yield* Effect.timeoutOption(size(address), timeBudgets.fileSize.time))
  return bytes === undefined ? plan : sized(plan, bytes, experience)
})
