import type { LawReport, Report, SubjectReport } from "./Report.ts"

/** Text for XML, without characters that XML cannot contain. */
const escaped = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Cs}/gu, "")
    .replace(/[&<>"'\n\t\r]/g, (character) => `&#${character.codePointAt(0)};`)

const bodyOf = ({ again, because, evidence, found, outcome }: LawReport): string => {
  const command = `The same case again: ${again}`
  const details = escaped([found, evidence, command].filter((text) => text !== undefined).join("\n"))
  if (outcome === "broken") return `<failure message="${escaped(found ?? "")}">${details}</failure>`
  if (outcome === "untold" || outcome === "unread") return `<skipped message="${escaped(because ?? "")}"/>`
  return outcome === "warned" ? `<system-out>${details}</system-out>` : ""
}

const suiteOf = ({ country, laws, name }: SubjectReport, madeAt: string): string => {
  const count = (...outcomes: ReadonlyArray<string>) => laws.filter(({ outcome }) => outcomes.includes(outcome)).length
  const seconds = laws.reduce((sum, law) => sum + law.seconds, 0)
  const cases = laws.map(
    (law) =>
      `    <testcase classname="${escaped(`${name} ${country}.${law.level ?? "Other"}`)}" name="${escaped(law.promise)}" time="${law.seconds}">${bodyOf(law)}</testcase>`
  )
  const head = `name="${escaped(`${name} ${country}`)}" timestamp="${escaped(madeAt)}" time="${seconds.toFixed(1)}" tests="${laws.length}" failures="${count("broken")}" errors="0" skipped="${count("untold", "unread")}"`
  return [`  <testsuite ${head}>`, ...cases, "  </testsuite>"].join("\n")
}

/** The report as JUnit XML: each subject is a suite, each law a test case. */
export const junit = ({ madeAt, subjects }: Report): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="doorstep properties">',
    ...subjects.map((subject) => suiteOf(subject, madeAt)),
    "</testsuites>",
    ""
  ].join("\n")
