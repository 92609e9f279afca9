import { Schema } from "effect"
import { Count, Share } from "../../schemas/Numbers.ts"
import { deploymentLevels, sourceLevels } from "./Levels.ts"

/**
 * The result of a run, as in report.json. Within a version, only optional members are added; any other change makes a
 * new version.
 */

export const Outcome = Schema.Literals(["kept", "fewer", "broken", "warned", "untold", "unread"]).annotate({
  description:
    "kept; kept, in fewer cases than requested; broken; a SHOULD that is broken; not tested, because the subject lacks what the law needs; not tested, because another law says that the subject cannot be read."
})
export type Outcome = typeof Outcome.Type

const LevelName = Schema.Literals([...deploymentLevels, ...sourceLevels])

/** One look of a statistical test. */
const LookReport = Schema.Struct({
  draws: Count,
  statistic: Schema.Finite,
  degrees: Count,
  p: Share.annotate({ description: "The probability that a correct sampler produces a spread at least as uneven." }),
  verdict: Schema.Literals(["unsuspicious", "suspicious", "certain"])
})

/** A statistical test: what was drawn from, how, and each look. */
export const TestReport = Schema.Struct({
  scope: Schema.String,
  road: Schema.String,
  cells: Count,
  looks: Schema.Array(LookReport),
  detects: Schema.optionalKey(
    Share.annotate({
      description: "The share of draws that, had they always returned the same address, would have been detected."
    })
  )
})
export type TestReport = typeof TestReport.Type

export const LawReport = Schema.Struct({
  promise: Schema.String,
  level: Schema.optionalKey(LevelName),
  outcome: Outcome,
  seconds: Schema.Finite,
  cases: Schema.optionalKey(Schema.Struct({ tried: Count, asked: Count })),
  tests: Schema.Array(TestReport),
  answers: Schema.optionalKey(
    Schema.Struct({
      looked: Count.annotate({ description: "Responses of the run that could have broken the promise." }),
      rate: Share.annotate({
        description: "A fault this frequent would have been detected, with the run's confidence."
      })
    })
  ),
  found: Schema.optionalKey(Schema.String.annotate({ description: "How the promise is broken, or a warning." })),
  evidence: Schema.optionalKey(Schema.String.annotate({ description: "The counterexample, as JSON." })),
  because: Schema.optionalKey(Schema.String.annotate({ description: "What the law needs and the subject lacks." })),
  late: Schema.optionalKey(
    Schema.Literal(true).annotate({ description: "It was not tested because the run's time was used up." })
  ),
  caveats: Schema.Array(Schema.String),
  again: Schema.String.annotate({ description: "The command that tests this law again, with the same seed." })
})
export type LawReport = typeof LawReport.Type

export const LevelReport = Schema.Struct({
  level: LevelName,
  means: Schema.String,
  reached: Schema.Boolean.annotate({ description: "None of its laws is broken or unread, and some are kept." }),
  kept: Count,
  broken: Count,
  untold: Count
})
export type LevelReport = typeof LevelReport.Type

export const SeedReport = Schema.Struct({
  poolVersion: Schema.Int,
  request: Schema.Struct({
    country: Schema.String,
    filters: Schema.Record(Schema.String, Schema.String),
    seed: Schema.optionalKey(Schema.String),
    strategy: Schema.optionalKey(Schema.Literals(["random", "instant"])),
    count: Schema.optionalKey(Schema.Int),
    unique: Schema.optionalKey(Schema.Boolean),
    excludeAddressIds: Schema.optionalKey(Schema.Array(Schema.String))
  }),
  answer: Schema.String
})
export type SeedReport = typeof SeedReport.Type

export const SubjectReport = Schema.Struct({
  kind: Schema.Literals(["deployment", "source"]),
  name: Schema.String.annotate({ description: "The base URL of a deployment, or the name of a source." }),
  product: Schema.String.annotate({ description: "The deployed product, or the module of a source." }),
  country: Schema.String,
  facts: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })).annotate({
    description: "Pool versions and sizes, licences, and whatever else says what was tested."
  }),
  pools: Schema.Array(
    Schema.Struct({ country: Schema.String, poolVersion: Schema.optionalKey(Schema.Int), homes: Count })
  ),
  levels: Schema.Array(LevelReport),
  laws: Schema.Array(LawReport),
  seeds: Schema.Array(SeedReport).annotate({
    description: "Seeds and their responses, for the next run to request again."
  })
})
export type SubjectReport = typeof SubjectReport.Type

export const Report = Schema.Struct({
  format: Schema.Literal("doorstep-properties"),
  version: Schema.Literal(1),
  madeAt: Schema.String.annotate({ description: "ISO 8601, UTC." }),
  suite: Schema.Struct({ name: Schema.Literal("doorstep"), version: Schema.String }),
  run: Schema.Struct({
    seed: Schema.Int,
    seconds: Schema.Finite,
    budget: Schema.optionalKey(Schema.Struct({ requests: Count, seconds: Count }))
  }),
  statistics: Schema.Struct({
    tests: Count.annotate({ description: "How many statistical tests a run declares." }),
    falseAlarms: Share.annotate({
      description: "An upper bound on how often a whole run reports a correct sampler as wrong."
    }),
    confidence: Share.annotate({
      description: "The confidence of the figures that say what would have been detected."
    })
  }),
  warnings: Schema.Array(Schema.String).annotate({ description: "What this run could not show." }),
  subjects: Schema.Array(SubjectReport)
})
export type Report = typeof Report.Type
