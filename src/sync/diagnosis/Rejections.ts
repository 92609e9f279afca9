import type { Explanation } from "../../../schemas/Explanation.ts"
import { type RejectReason, rejectReasons } from "../normalize/KeptRecord.ts"
import { clueWords } from "./ClueWords.ts"
import { words } from "./Reasons.ts"
import { percentWithin, shareSentence } from "./Shares.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import { kindOf, type Subject } from "./Subject.ts"
import { clued, leftOut, mentioned, most } from "./Thresholds.ts"

interface Rejection {
  readonly reason: RejectReason
  readonly count: number
}

const isReason = (reason: string): reason is RejectReason => rejectReasons.some((known) => known === reason)

/** Most frequent first; among equals, by name. A reason made up by a plug-in counts as a malformed record. */
const rejections = ({ totals }: Subject): ReadonlyArray<Rejection> => {
  const counts = new Map<RejectReason, number>()
  for (const [name, count] of Object.entries(totals.rejected)) {
    const reason = isReason(name) ? name : "malformed-record"
    if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return Array.from(counts, ([reason, count]) => ({ reason, count })).sort(
    (a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)
  )
}

/** What nearly all records rejected for a reason have in common. */
const clueOf = (reason: RejectReason, { totals }: Subject): string | undefined => {
  const counts = Object.entries(totals.facts?.clues[reason] ?? {})
  const looked = counts.reduce((sum, [, count]) => sum + count, 0)
  return counts.find(([clue, count]) => clue !== "none" && count >= clued * looked)?.[0]
}

const cureOf = (reason: RejectReason, subject: Subject): string => {
  const cure = words[reason].cures[kindOf(subject)]
  return typeof cure === "string" ? cure : cure(subject)
}

const explain = ({ count, reason }: Rejection, subject: Subject, severity: Explanation["severity"]): Explanation => {
  const { read } = subject.totals
  const sentence = shareSentence(count, read, words[reason].says(subject.country))
  const clue = clueOf(reason, subject)
  const known = clue === undefined ? undefined : clueWords(clue, subject)
  return {
    severity,
    code: reason,
    sentence: known === undefined ? sentence : `${sentence.replace(/\.$/, "")}: ${known.cause}.`,
    share: count / read,
    cure: known?.cure ?? cureOf(reason, subject)
  }
}

/** If no single reason explains most rejections: their sum. */
const together = (lost: ReadonlyArray<Rejection>, subject: Subject): Explanation => {
  const { read } = subject.totals
  const count = lost.reduce((sum, one) => sum + one.count, 0)
  const reasons = lost
    .filter((one) => one.count >= mentioned * read)
    .map((one) => `${percentWithin(one.count, read)} ${words[one.reason].says(subject.country).have}`)
  const sentence = shareSentence(count, read, { has: "was rejected", have: "were rejected" })
  return {
    severity: "attention",
    code: "mostly-rejected",
    sentence:
      reasons.length < 2 ? sentence : `${sentence.replace(/\.$/, "")}, for several reasons: ${reasons.join("; ")}.`,
    share: count / read,
    cure: cureOf(lost[0]!.reason, subject)
  }
}

const nothingRead = (subject: Subject): Explanation => {
  const country = countryText(subject.country)
  const cures = {
    openstreetmap:
      "Check that `location` names an extract with addresses of the country, and that `countries` is right.",
    overture:
      "Check that `location` and `bbox` include the country, and that Overture has addresses of it: it covers some 40 countries.",
    openaddresses: "Check that `location` and `files` select files that are not empty.",
    register: "Check that `location` names the register's file, and that it is not empty.",
    file: "Check that `location` and `mapping.files` select your file, and that `mapping.format` fits it: its `type`, `path`, `records` or `skipLines`.",
    code: "The source's code gave none: check that it reads the right file."
  }
  return {
    severity: "attention",
    code: "nothing-read",
    sentence: `The source has no records of ${country}.`,
    share: null,
    cure: cures[kindOf(subject)]
  }
}

/**
 * Whether nothing is lost by it: records that rules leave out, and in data that by their nature give an address several
 * times (on a building and on what is in it, or once for each dataset) those that repeat it.
 */
const losesNothing = (reason: RejectReason, subject: Subject): boolean =>
  reason === "filtered" ||
  (reason === "duplicate" && subject.totals.kept > 0 && ["openstreetmap", "overture"].includes(kindOf(subject)))

/** What was rejected and why, the most frequent cause first. */
export const rejectionFindings = (subject: Subject): ReadonlyArray<Explanation> => {
  const { kept, read } = subject.totals
  if (read === 0) return [nothingRead(subject)]
  const all = rejections(subject)
  const filtered = all.find(({ reason }) => reason === "filtered")
  const lost = all.filter(({ reason }) => !losesNothing(reason, subject))
  const sumOf = (some: ReadonlyArray<Rejection>) => some.reduce((sum, { count }) => sum + count, 0)
  const rejected = sumOf(lost)
  // What is no loss must not hide one.
  const considered = Math.max(1, read - (sumOf(all) - rejected))
  const isMostly = rejected > most * considered
  const main = isMostly ? lost.find(({ count }) => count > most * considered) : undefined
  const tooMuch = filtered !== undefined && (filtered.count > leftOut * read || (kept === 0 && !isMostly))
  return [
    ...(main === undefined ? [] : [explain(main, subject, "attention")]),
    ...(isMostly && main === undefined ? [together(lost, subject)] : []),
    ...(tooMuch ? [explain(filtered, subject, "attention")] : []),
    ...all
      .filter((one) => one !== main && !(one === filtered && tooMuch))
      .filter(({ count }) => count >= mentioned * read)
      .map((one) => explain(one, subject, "info"))
  ]
}
