import { Schema } from "effect"

/** How serious a run's result is: green only for good ones. */
export const Verdict = Schema.Literals(["good", "attention", "failed", "running"]).annotate({
  identifier: "RunVerdict",
  description:
    "good: nothing is wrong with the result. attention: the explanations say what needs attention. failed: the run broke off. running: it has not ended."
})
export type Verdict = typeof Verdict.Type

/** One finding about a run's result, and what to do about it. */
export const Explanation = Schema.Struct({
  severity: Schema.Literals(["attention", "info"]).annotate({
    description: "attention: something is wrong with the result. info: worth knowing."
  }),
  code: Schema.NonEmptyString.annotate({
    description: "The cause as a code, such as missing-city or no-homes.",
    examples: ["missing-city"]
  }),
  sentence: Schema.NonEmptyString.annotate({
    description: "The cause with its share, in a sentence.",
    examples: ["99 percent of the records have no city."]
  }),
  share: Schema.NullOr(Schema.Finite).annotate({
    description: "Share of the records concerned, 0 to 1; null if it does not concern records."
  }),
  cure: Schema.NullOr(Schema.NonEmptyString).annotate({
    description:
      "The option, source or step that fixes it, with names of options in backticks; null if there is nothing to do."
  })
}).annotate({ identifier: "Explanation" })
export type Explanation = typeof Explanation.Type
