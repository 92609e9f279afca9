import { Context, Effect } from "effect"
import type { Look } from "./statistics/Looks.ts"

/** The result of a statistical test, which was declared before any draw. */
export interface TestFinding {
  readonly _tag: "Test"
  /** The selection and the way to draw. */
  readonly scope: string
  readonly road: string
  /** The categories that draws are counted in: addresses, places or others. */
  readonly cells: number
  readonly looks: ReadonlyArray<Look>
  /** Whether its draws are independent of the others, so that its p-value is too. */
  readonly independent: boolean
  /** The smallest share of draws for one address that the test would have detected; for tests over cells. */
  readonly detects?: number
}

/** Responses of the run that could have broken a promise. */
export interface AnswersFinding {
  readonly _tag: "Answers"
  readonly answers: number
}

/** Why keeping the law proves little here. */
export interface Caveat {
  readonly _tag: "Caveat"
  readonly text: string
}

/** What a law reports besides pass or fail. */
export type Finding = TestFinding | AnswersFinding | Caveat

/** Receives the findings of laws. Only a run listens. */
export const onFinding = Context.Reference<(finding: Finding) => Effect.Effect<void>>("doorstep/properties/onFinding", {
  defaultValue: () => () => Effect.void
})

export const tell = (finding: Finding): Effect.Effect<void> =>
  Effect.flatMap(Effect.service(onFinding), (listen) => listen(finding))

export const caveat = (text: string): Effect.Effect<void> => tell({ _tag: "Caveat", text })
