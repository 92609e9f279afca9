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
          ["Nothing was published, because the source would lose much.", ...findings].join(" "),
          "Check what would be lost. If that is right, publish it anyway. If the file was truncated, download it again. If the options were changed, change them back."
        )
      ]
    case "dry-run":
      return findings.length === 0
        ? []
        : [
            notice(
              "attention",
              "would-be-held-back",
              ["The gates would hold it back, because the source would lose much.", ...findings].join(" "),
              "Check what would be lost, and whether the file is complete."
            )
          ]
    case "published":
      return findings.length === 0
        ? []
        : [
            notice(
              "info",
              "published-anyway",
              ["It was published despite what the gates found.", ...findings].join(" "),
              null
            )
          ]
    case "failed":
      return [
        notice(
          "attention",
          "failed",
          message ?? "The run failed; the service's log says more.",
          "Published data are unchanged. Once the cause is fixed, run it again: it continues where it stopped."
        )
      ]
    case "interrupted":
      return [
        notice(
          "attention",
          "interrupted",
          message ?? "The run was interrupted.",
          "Published data are unchanged. Run it again: it continues where it stopped."
        )
      ]
    case "cancelled":
      return [
        notice(
          "attention",
          "cancelled",
          message ?? "The run was cancelled.",
          "Run it again: it continues where it stopped."
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
