import { Schema } from "effect"

/** How serious a run's result is: green only for good ones. */
export const Verdict = Schema.Literals(["good", "attention", "failed", "running"]).annotate({
  identifier: "RunVerdict",
  description:
    "good: nothing speaks against the result. attention: something has to be looked at, and the explanations say what. failed: the run broke off. running: it is not over."
})
export type Verdict = typeof Verdict.Type

/** One finding about a run's result, and what to do about it. */
export const Explanation = Schema.Struct({
  severity: Schema.Literals(["attention", "info"]).annotate({
    description: "attention: the result is not as it should be. info: worth knowing."
  }),
  code: Schema.NonEmptyString.annotate({
    description: "What it is about, such as missing-city or no-homes: the same word for the same cause.",
    examples: ["missing-city"]
  }),
  sentence: Schema.NonEmptyString.annotate({
    description: "The cause with its share, in a sentence.",
    examples: ["99 percent of the records have no city."]
  }),
  share: Schema.NullOr(Schema.Finite).annotate({
    description: "Of the records that it is told of, 0 to 1; null where it is of no records."
  }),
  cure: Schema.NullOr(Schema.NonEmptyString).annotate({
    description:
      "The option, source or step that cures it; names of options stand between backticks. Null: nothing to do."
  })
}).annotate({ identifier: "Explanation" })
export type Explanation = typeof Explanation.Type
