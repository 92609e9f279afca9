import type { Report } from "./Report.ts"

/** Levels that every subject of the report has reached. */
const reachedLevels = ({ subjects }: Report): ReadonlyArray<string> => {
  const all = new Set(subjects.flatMap(({ levels }) => levels.map(({ level }) => level)))
  return Array.from(all).filter((level) =>
    subjects.every(({ levels }) => levels.every((one) => one.level !== level || one.reached))
  )
}

const isBroken = ({ subjects }: Report): boolean =>
  subjects.some(({ levels }) => levels.some(({ reached }) => !reached))

/** The approximate width of a text in Verdana at 11 pixels, with its margins; the text is stretched to it. */
const widthOf = (text: string): number => Math.round(text.length * 6.6) + 14

/** An SVG badge with the reached levels, green if none is missing. */
export const badge = (report: Report): string => {
  const words = reachedLevels(report).join(" · ") || "no level reached"
  const [left, right] = [widthOf("doorstep"), widthOf(words)]
  const colour = isBroken(report) ? (words === "no level reached" ? "#b3261e" : "#8a5a00") : "#1b6e3c"
  const title = `doorstep: ${words}, ${report.madeAt.slice(0, 10)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3b3f45"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="${left / 2}" y="14" textLength="${left - 14}">doorstep</text>
<text x="${left + right / 2}" y="14" textLength="${right - 14}">${words}</text>
</g>
</svg>
`
}
