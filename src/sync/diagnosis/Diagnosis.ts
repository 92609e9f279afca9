import type { Explanation, Verdict } from "../../../schemas/Explanation.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { homeFindings } from "./Homes.ts"
import { rejectionFindings } from "./Rejections.ts"
import type { Subject } from "./Subject.ts"

const notice = (severity: Explanation["severity"], code: string, sentence: string, cure: string | null) => ({
  severity,
  code,
  sentence,
  share: null,
  cure
})

/** What follows from the outcome itself, apart from the counts. */
const ofOutcome = ({ findings, message, outcome }: Subject): ReadonlyArray<Explanation> => {
  switch (outcome) {
    case "gated":
      return [
        notice(
          "attention",
          "held-back",
          ["What was published before stands, since the source would lose much.", ...findings].join(" "),
          "Look at what would be lost. Where that is right, publish it anyway; where the file was cut off, fetch it again; where the options were changed, change them back."
        )
      ]
    case "dry-run":
      return findings.length === 0
        ? []
        : [
            notice(
              "attention",
              "would-be-held-back",
              ["The gates would hold it back, since the source would lose much.", ...findings].join(" "),
              "Look at what would be lost, and whether the file is whole."
            )
          ]
    case "published":
      return findings.length === 0
        ? []
        : [
            notice(
              "info",
              "published-anyway",
              ["It was published in spite of what the gates found.", ...findings].join(" "),
              null
            )
          ]
    case "failed":
      return [
        notice(
          "attention",
          "failed",
          message ?? "The run broke down; the service's log says more.",
          "What was published before stands. Once the cause is mended, run it again: it goes on with what is missing."
        )
      ]
    case "interrupted":
      return [
        notice(
          "attention",
          "interrupted",
          message ?? "The run was interrupted.",
          "What was published before stands. Run it again: it goes on with what is missing."
        )
      ]
    case "cancelled":
      return [
        notice(
          "attention",
          "cancelled",
          message ?? "Somebody ended the run.",
          "Run it again: it goes on with what is missing."
        )
      ]
    case "running":
    case "unchanged":
      return []
  }
}

/** Runs that have read their source to the end. */
const readToItsEnd: ReadonlySet<RunOutcome> = new Set(["published", "gated", "dry-run"])

/**
 * Explains a run's result, most important first: why it is not good, then what else is worth knowing. The same run
 * always gets the same explanations.
 */
export const diagnose = (subject: Subject): ReadonlyArray<Explanation> => {
  const found = [
    ...ofOutcome(subject),
    ...(readToItsEnd.has(subject.outcome) ? [...rejectionFindings(subject), ...homeFindings(subject)] : [])
  ]
  return [
    ...found.filter(({ severity }) => severity === "attention"),
    ...found.filter(({ severity }) => severity === "info")
  ]
}

/** How good a result is. It is only good if nothing is wrong with it. */
export const verdictOf = (outcome: RunOutcome, explanations: ReadonlyArray<Explanation>): Verdict => {
  if (outcome === "running") return "running"
  if (outcome === "failed" || outcome === "interrupted") return "failed"
  return explanations.some(({ severity }) => severity === "attention") ? "attention" : "good"
}
