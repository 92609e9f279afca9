import { isForHome, StatedKind } from "../../../schemas/StatedEvidence.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { isHomeBy } from "../../address/EvidenceRank.ts"
import { numberText } from "../../shared/Amounts.ts"
import { shareSentence } from "./Shares.ts"
import { countryText } from "../../../schemas/CountryAliases.ts"
import { kindOf, type SourceKind, type Subject } from "./Subject.ts"
import { fewHomes, garbled, lacking, most } from "./Thresholds.ts"
import { invocation } from "../../shared/Invocation.ts"

/** How a source of each type can learn which of its addresses are homes. */
const evidenceCures: Readonly<Record<SourceKind, string>> = {
  openstreetmap:
    "Use an extract that also has the buildings and residential areas, such as that of the whole state or country, or a register of the country.",
  overture:
    "Set `buildings`, the release's theme of buildings; or `evidence`, if you know that these addresses are homes.",
  openaddresses: "Set `evidence`, if you know that these addresses are homes; or use a source that has evidence.",
  register:
    "Set `declaredHomes`, if you know that the data contain only homes; or use the register's file with the use of buildings.",
  file: "State in `mapping.evidence` which column identifies homes; or declare them there, if the file contains only homes.",
  code: `A source of your own can give \`evidence\` with its records; \`${invocation("add")}\` finds sources that have it.`
}

const againstCures: Readonly<Record<SourceKind, string>> = {
  openstreetmap: "Use an extract with residential buildings.",
  overture: "Check the area: there may be no homes in `bbox`.",
  openaddresses: "Use a file of residential addresses.",
  register: "Use the register's file of dwellings.",
  file: "Check `mapping.evidence` and its order, because the first that applies counts; or use a file with homes.",
  code: "Use a source with homes."
}

const finding = (
  severity: Explanation["severity"],
  code: string,
  sentence: string,
  share: number | null,
  cure: string | null
): Explanation => ({ severity, code, sentence, share, cure })

const weakestCure = ({ configured }: Subject): string | undefined => {
  const weakest = configured?.options["weakestEvidence"]
  return typeof weakest === "string"
    ? `\`weakestEvidence\` of the source is \`${weakest}\`: weaken it, or use a source with that evidence.`
    : undefined
}

/** What the source says about homes. */
const ofSource = (subject: Subject): ReadonlyArray<Explanation> => {
  const { facts, kept } = subject.totals
  const counts = facts?.evidence ?? {}
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (kept === 0 || total === 0) return []
  const sumOf = (wanted: (kind: StatedKind) => boolean) =>
    StatedKind.literals.filter(wanted).reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
  const homes = sumOf(isForHome)
  const against = sumOf((kind) => !isForHome(kind))
  const kind = kindOf(subject)
  const cure = weakestCure(subject) ?? evidenceCures[kind]
  if (homes === 0 && against > most * total) {
    const says = {
      has: "is known to be a shop, an office or another use, not a home",
      have: "are known to be shops, offices or other uses, not homes"
    }
    return [
      finding(
        "attention",
        "no-homes",
        shareSentence(against, total, says, "kept record"),
        against / total,
        againstCures[kind]
      )
    ]
  }
  if (homes === 0) {
    const says = { has: "has no evidence of being a home", have: "have no evidence of being a home" }
    const sentence = shareSentence(total - against, total, says, "kept record").replace(
      /\.$/,
      ": nothing from the source can be drawn."
    )
    return [finding("attention", "no-homes", sentence, (total - against) / total, cure)]
  }
  const assumed = counts["assumed"] ?? 0
  return [
    ...(homes < fewHomes * total
      ? [
          finding(
            "info",
            "few-homes",
            shareSentence(
              total - homes,
              total,
              { has: "is not a home", have: "are not homes, by their evidence" },
              "kept record"
            ),
            (total - homes) / total,
            cure
          )
        ]
      : []),
    ...(assumed === homes
      ? [
          finding(
            "info",
            "assumed-homes",
            `Nothing says which addresses are homes: ${homes === total ? "all of them" : `${numberText(homes)} of ${numberText(total)} records`} are assumed to be.`,
            homes / total,
            evidenceCures[kind]
          )
        ]
      : [])
  ]
}

/** What became of the country's homes. */
const ofPool = (subject: Subject): ReadonlyArray<Explanation> => {
  const { country, pool, totals, weakest } = subject
  if (pool === undefined) return []
  const { homes, homesBefore } = pool
  const found: Array<Explanation> = []
  const given = Object.entries(totals.facts?.evidence ?? {})
  const strong = given.filter(([kind]) =>
    StatedKind.literals.some((one) => one === kind && isHomeBy(one, weakest ?? "assumed"))
  )
  const any = given.some(([kind]) => StatedKind.literals.some((one) => one === kind && isForHome(one)))
  if (homes === 0 && any && strong.length === 0 && weakest !== undefined) {
    found.push(
      finding(
        "attention",
        "pool-without-homes",
        `The pool of ${countryText(country)} has no homes: it requires \`${weakest}\` evidence or stronger, and the source's is weaker.`,
        null,
        `Set the weakest accepted evidence on the country's page, or with \`${invocation("country")}\`; or add a source with stronger evidence.`
      )
    )
  } else if (homes === 0) {
    found.push(
      finding(
        "attention",
        "pool-without-homes",
        `The pool of ${countryText(country)} has no homes.`,
        null,
        "Fix the problems of its sources, or add another one."
      )
    )
  }
  if (homesBefore !== undefined && homesBefore > 0 && homes > 0 && homes < homesBefore * (1 - most)) {
    found.push(
      finding(
        // Someone who publishes despite the gates has seen the finding and accepted it.
        subject.findings.length > 0 ? "info" : "attention",
        "pool-lost-homes",
        `The pool of ${countryText(country)} lost most of its homes: ${numberText(homes)} are left of ${numberText(homesBefore)}.`,
        (homesBefore - homes) / homesBefore,
        "See below what was removed. If that is wrong, restore the source's previous options and run it again."
      )
    )
  }
  return found
}

const positionCures: Readonly<Record<SourceKind, string>> = {
  openstreetmap: "Use a complete extract: the nodes of its buildings may be missing.",
  overture: "Use a complete release: its geometries may be missing.",
  openaddresses: "Use a file with coordinates.",
  register: "Use the register's file with coordinates.",
  file: "Set `mapping.position` to the columns with the coordinates.",
  code: "The source's code must give `coordinates`, if it knows them."
}

/** What is wrong with the kept records. */
const ofKept = (subject: Subject): ReadonlyArray<Explanation> => {
  const { facts, kept } = subject.totals
  if (facts === undefined || kept === 0) return []
  const total = Object.values(facts.evidence).reduce((sum, count) => sum + count, 0)
  const kind = kindOf(subject)
  const without = facts.lacking["position"] ?? 0
  return [
    ...(facts.garbled > garbled * total
      ? [
          finding(
            "attention",
            "garbled-text",
            shareSentence(
              facts.garbled,
              total,
              {
                has: "has garbled letters: its file was read with the wrong encoding",
                have: "have garbled letters: their file was read with the wrong encoding"
              },
              "kept record"
            ),
            facts.garbled / total,
            kind === "file"
              ? "Set `mapping.format.encoding` to the file's encoding, such as `utf-8` or `windows-1252`."
              : "The file was already damaged: get it from its publisher."
          )
        ]
      : []),
    ...(without > lacking * total
      ? [
          finding(
            "info",
            "no-positions",
            shareSentence(without, total, { has: "has no position", have: "have no position" }, "kept record"),
            without / total,
            positionCures[kind]
          )
        ]
      : [])
  ]
}

/** Explains the kept records: whether they are homes, and what became of the pool. */
export const homeFindings = (subject: Subject): ReadonlyArray<Explanation> => {
  const pool = ofPool(subject)
  const source = ofSource(subject)
  // A source without homes says why its pool has none.
  const needless = source.some(({ code }) => code === "no-homes")
  return [...source, ...pool.filter(({ code }) => !(needless && code === "pool-without-homes")), ...ofKept(subject)]
}
