import { Schema } from "effect"

export const JudgeName = Schema.Literals(["shopify", "google"]).annotate({
  identifier: "JudgeName",
  description: "Whose rule: Shopify's worldwide, or Google's libaddressinput."
})
export type JudgeName = typeof JudgeName.Type

export const JudgeRule = Schema.Literals([
  "postcode",
  "postcode-missing",
  "postcode-region",
  "region-missing",
  "city-missing",
  "street-missing",
  "number-missing"
]).annotate({
  identifier: "JudgeRule",
  description:
    "What the rule asks: postcode (of the country's form), postcode-region (of the region), or a part that must be there."
})
export type JudgeRule = typeof JudgeRule.Type

/** A rule that an address breaks. */
export interface Objection {
  readonly judge: JudgeName
  readonly rule: JudgeRule
  /** A sentence that names the component at fault. */
  readonly message: string
}
