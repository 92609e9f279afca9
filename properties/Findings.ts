import { Context, Effect } from "effect"
import type { Look } from "./statistics/Looks.ts"

/** A statistical test and its outcome. It is declared before any draw is made. */
export interface TestFinding {
  readonly _tag: "Test"
  /** What was drawn from, and how. */
  readonly scope: string
  readonly road: string
  /** Addresses, places or whatever else each draw falls to one of. */
  readonly cells: number
  readonly looks: ReadonlyArray<Look>
  /** Whether its draws are its own, so that its p-value says something beside the others. */
  readonly independent: boolean
  /** The smallest share of draws that it would have found, had they always been the same address; of looks at cells. */
  readonly detects?: number
}

/** Answers of the run that could have broken a promise. */
export interface AnswersFinding {
  readonly _tag: "Answers"
  readonly answers: number
}

/** Why it means little that the law was kept here. */
export interface Caveat {
  readonly _tag: "Caveat"
  readonly text: string
}

/** What a law reports beside whether it holds. */
export type Finding = TestFinding | AnswersFinding | Caveat

/** Hears of what laws find on their way. Nobody listens unless a run provides a listener. */
export const onFinding = Context.Reference<(finding: Finding) => Effect.Effect<void>>("doorstep/properties/onFinding", {
  defaultValue: () => () => Effect.void
})

export const tell = (finding: Finding): Effect.Effect<void> =>
  Effect.flatMap(Effect.service(onFinding), (listen) => listen(finding))

export const caveat = (text: string): Effect.Effect<void> => tell({ _tag: "Caveat", text })
