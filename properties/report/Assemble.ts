import { declaredTests } from "../ChanceSuite.ts"
import { confidence, detectableRate } from "../statistics/Detectable.ts"
import { boundOfTest } from "../statistics/Looks.ts"
import { boundOfSecondLevel } from "../statistics/SecondLevel.ts"
import type { Trial } from "../Bridge.ts"
import type { Finding } from "../Findings.ts"
import { levelsOfDeployments } from "./DeploymentLevels.ts"
import { byPromise, deploymentLevels, type Level, levels, sourceLevels } from "./Levels.ts"
import type { LawReport, LevelReport, Outcome, Report, SubjectReport } from "./Report.ts"
import { levelsOfSources } from "./SourceLevels.ts"

/** The outcome of testing one law. */
export interface Held {
  readonly promise: string
  readonly outcome: Outcome
  readonly seconds: number
  readonly trials: ReadonlyArray<Trial>
  readonly findings: ReadonlyArray<Finding>
  readonly found?: string
  readonly evidence?: string
  readonly because?: string
  /** It was not tested because the run's time was used up. */
  readonly late?: true
  readonly again: string
}

/** An upper bound on how often a whole run on a deployment reports a correct sampler as wrong. */
export const falseAlarms = declaredTests * boundOfTest + boundOfSecondLevel

const total = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, number) => sum + number, 0)

const ofKind = <Tag extends Finding["_tag"]>(findings: ReadonlyArray<Finding>, tag: Tag) =>
  findings.filter((finding): finding is Extract<Finding, { readonly _tag: Tag }> => finding._tag === tag)

const lawOf = (level: Level | undefined, held: Held): LawReport => {
  const { again, because, evidence, findings, found, late, outcome, promise, seconds, trials } = held
  const looked = total(ofKind(findings, "Answers").map(({ answers }) => answers))
  return {
    promise,
    ...(level === undefined ? {} : { level }),
    outcome,
    seconds: Math.round(seconds * 10) / 10,
    ...(trials.length === 0
      ? {}
      : { cases: { tried: total(trials.map(({ tried }) => tried)), asked: total(trials.map(({ asked }) => asked)) } }),
    tests: ofKind(findings, "Test").map(({ cells, detects, looks, road, scope }) => ({
      scope,
      road,
      cells,
      looks,
      ...(detects === undefined ? {} : { detects })
    })),
    ...(looked === 0 ? {} : { answers: { looked, rate: detectableRate(looked) } }),
    ...(found === undefined ? {} : { found }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(because === undefined ? {} : { because }),
    ...(late === undefined ? {} : { late }),
    caveats: ofKind(findings, "Caveat").map(({ text }) => text),
    again
  }
}

const levelOf = (level: Level, laws: ReadonlyArray<LawReport>): LevelReport => {
  const count = (...outcomes: ReadonlyArray<Outcome>) =>
    laws.filter((law) => law.level === level && outcomes.includes(law.outcome)).length
  const [kept, broken] = [count("kept", "fewer"), count("broken", "unread")]
  const isComplete = !laws.some((law) => law.level === level && law.late === true)
  return {
    level,
    means: levels[level],
    reached: broken === 0 && isComplete && kept > 0,
    kept,
    broken,
    untold: count("untold", "warned")
  }
}

/** A subject, and the levels that it has reached. */
export const subjectOf = (about: Omit<SubjectReport, "laws" | "levels">, held: ReadonlyArray<Held>): SubjectReport => {
  const isDeployment = about.kind === "deployment"
  const table = byPromise(isDeployment ? levelsOfDeployments : levelsOfSources)
  const laws = held.map((one) => lawOf(table.get(one.promise), one))
  return {
    ...about,
    levels: (isDeployment ? deploymentLevels : sourceLevels).map((level) => levelOf(level, laws)),
    laws
  }
}

/** With fewer homes known, faults in a few of many addresses may go unseen. */
const fewHomes = 100

const warningsOf = ({ country, kind, laws, levels: reached, name, pools }: SubjectReport): ReadonlyArray<string> => {
  const about = `${name}, ${country}`
  const caveats = laws.flatMap((law) => law.caveats.map((text) => `${about}: ${text}`))
  const untold = laws.filter(({ outcome }) => outcome === "untold")
  const fewer = laws.filter(({ outcome }) => outcome === "fewer")
  const empty = reached.filter(({ broken, kept }) => kept === 0 && broken === 0).map(({ level }) => level)
  return [
    ...new Set(caveats),
    ...untold.map(({ because, promise }) => `${about}: not tested: ${promise}. ${because}`),
    ...(fewer.length === 0 ? [] : [`${about}: ${fewer.length} laws were tested in fewer cases than requested.`]),
    ...(empty.length === 0 ? [] : [`${about}: no law of ${empty.join(", ")} could be tested.`]),
    ...pools
      .filter((pool) => pool.country === country && pool.homes < fewHomes)
      .map(({ homes }) => `${about}: the pool has ${homes} homes. Faults of larger pools do not show in it.`),
    ...(kind === "deployment" && laws.every(({ tests }) => tests.length === 0)
      ? [`${about}: no statistical test was made.`]
      : [])
  ]
}

/** The report of a run. */
export const reportOf = (
  about: Pick<Report, "madeAt" | "run"> & { readonly suiteVersion: string },
  subjects: ReadonlyArray<SubjectReport>
): Report => ({
  format: "doorstep-properties",
  version: 1,
  madeAt: about.madeAt,
  suite: { name: "doorstep", version: about.suiteVersion },
  run: about.run,
  statistics: { tests: declaredTests, falseAlarms, confidence },
  warnings: subjects.flatMap(warningsOf),
  subjects
})
