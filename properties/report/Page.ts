import { style } from "./PageStyle.ts"
import type { LawReport, LevelReport, Outcome, Report, SubjectReport, TestReport } from "./Report.ts"

/** Escapes text for HTML. */
const text = (value: string | number): string =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const list = (items: ReadonlyArray<string>): string => items.join("\n")

const number = (value: number): string => value.toLocaleString("en")

/** A probability as people read it: 1 in 1,400 if it is small. */
export const rareness = (chance: number): string => {
  if (chance <= 0) return "never"
  if (chance >= 0.1) return `${(100 * chance).toFixed(0)} percent`
  return chance >= 0.001 ? `${(100 * chance).toFixed(1)} percent` : `1 in ${number(Math.round(1 / chance))}`
}

const p = (value: number): string => (value >= 0.001 ? value.toFixed(3) : value.toExponential(1))

const marks: Record<Outcome, string> = {
  kept: "kept",
  fewer: "kept",
  broken: "broken",
  warned: "warned",
  untold: "not tested",
  unread: "not read"
}

const levelCard = ({ broken, kept, level, means, reached, untold }: LevelReport): string => {
  const counts = [
    `${kept} kept`,
    ...(broken > 0 ? [`${broken} broken`] : []),
    ...(untold > 0 ? [`${untold} not tested`] : [])
  ]
  return `<li class="${reached ? "reached" : "missed"}"><strong>${reached ? "✓" : "✗"} ${level}</strong>
${reached ? "reached" : "not reached"}: ${counts.join(", ")}<small>${text(means)}.</small></li>`
}

const testRows = ({ cells, detects, looks, road, scope }: TestReport): string =>
  list(
    looks.map(
      (look, i) => `<tr><td>${i === 0 ? text(scope) : ""}</td><td>${i === 0 ? text(road) : "second look"}</td>
<td class="n">${number(look.draws)}</td><td class="n">${number(cells)}</td><td class="n">${look.statistic.toFixed(1)}</td>
<td class="n">${p(look.p)}</td><td class="n">${i === 0 && detects !== undefined ? rareness(detects) : ""}</td></tr>`
    )
  )

const testTable = (tests: ReadonlyArray<TestReport>): string =>
  tests.length === 0
    ? ""
    : `<div class="scroll"><table><thead><tr><th>Drawn from</th><th>How</th><th class="n">Draws</th><th class="n">Of</th>
<th class="n">Statistic</th><th class="n">p</th><th class="n">Detects a bias of</th></tr></thead><tbody>
${list(tests.map(testRows))}</tbody></table></div>`

/** Evidence with line breaks if it is JSON. */
const laidOut = (evidence: string): string => {
  try {
    return JSON.stringify(JSON.parse(evidence), undefined, 2)
  } catch {
    return evidence
  }
}

const lawBlock = (law: LawReport): string => {
  const { again, answers, because, caveats, cases, evidence, found, outcome, promise, seconds, tests } = law
  const parts = [
    ...(found === undefined ? [] : [`<p>${text(found)}</p>`]),
    ...(evidence === undefined ? [] : [`<pre>${text(laidOut(evidence))}</pre>`]),
    ...(because === undefined ? [] : [`<p>${text(because)}</p>`]),
    ...caveats.map((caveat) => `<p class="soft">${text(caveat)}</p>`),
    ...(cases === undefined ? [] : [`<p>${number(cases.tried)} of ${number(cases.asked)} cases tried.</p>`]),
    ...(answers === undefined
      ? []
      : [
          `<p>${number(answers.looked)} responses checked: a fault as frequent as ${rareness(answers.rate)} would have shown.</p>`
        ]),
    testTable(tests),
    `<p class="soft">${seconds} seconds. Run it again:</p><pre>${text(again)}</pre>`
  ]
  return `<details class="${outcome}"${outcome === "broken" ? " open" : ""}><summary><span class="mark">${marks[outcome]}</span>
${text(promise)}</summary><div>${list(parts)}</div></details>`
}

const subjectSection = ({ country, facts, kind, laws, levels, name, product }: SubjectReport): string => {
  const groups = [...levels.map(({ level }) => level as string | undefined), undefined]
  const sections = groups.flatMap((level) => {
    const ofLevel = laws.filter((law) => law.level === level)
    return ofLevel.length === 0 ? [] : [`<h3>${level ?? "In no level"}</h3>${list(ofLevel.map(lawBlock))}`]
  })
  return `<section><h2>${text(name)}, ${text(country)}</h2>
<dl class="facts"><dt>${kind === "deployment" ? "Product" : "Module"}</dt><dd>${text(product)}</dd>
${list(facts.map((fact) => `<dt>${text(fact.name)}</dt><dd>${text(fact.value)}</dd>`))}</dl>
<ul class="levels">${list(levels.map(levelCard))}</ul>
${list(sections)}</section>`
}

/** The report as one self-contained page. */
export const page = (report: Report): string => {
  const { madeAt, run, statistics, subjects, suite, warnings } = report
  const names = subjects.map(({ country, name }) => `${name}, ${country}`).join("; ")
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Laws of ${text(names)}</title><style>${style}</style></head><body><main>
<h1>Tested against its promises</h1>
<p class="soft">${text(madeAt)}, by the suite of Doorstep ${text(suite.version)}, in ${run.seconds} seconds, with the seed ${run.seed}.</p>
${warnings.length === 0 ? "" : `<h2>What this run could not show</h2><ul class="warnings">${list(warnings.map((one) => `<li>${text(one)}</li>`))}</ul>`}
${list(subjects.map(subjectSection))}
<footer><p>Of a run, at most ${statistics.tests} tests of chance are declared beforehand. Together they reject a correct
sampler in less than ${rareness(statistics.falseAlarms)} runs. What a test or a law would have detected is stated with a confidence of
${(100 * statistics.confidence).toFixed(0)} percent. A level is reached when none of its laws is broken and some are kept.</p></footer>
</main></body></html>
`
}
