import type { AddressComponents } from "../../schemas/Address.ts"

/** Horizontal white space, as Perl's `\h`. */
const h = "[ \\t\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]"

/** What missing components leave behind, in the reference implementation's order (Geo::Address::Formatter, `_clean`). */
const steps: ReadonlyArray<readonly [pattern: RegExp, by: string]> = [
  [/[},\s]+$/, ""],
  [/^[,\s]+/, ""],
  [/^- /, ""],
  [/,\s*,/g, ", "],
  [new RegExp(`${h}+,${h}+`, "g"), ", "],
  [new RegExp(`${h}${h}+`, "g"), " "],
  [new RegExp(`${h}\\n`, "g"), "\n"],
  [/\n,/g, "\n"],
  [/,,+/g, ","],
  [/,\n/g, "\n"],
  [new RegExp(`\\n${h}+`, "g"), "\n"],
  [/\n\n+/g, "\n"]
]

/** What some step would change within a line. Ends of lines need no step: they are cut off anyway. */
const untidy = new RegExp(`^[,}]|[,}]$|^-(?: |$)|${h}${h}|${h},|,\\s*,`)

/** Never taken for a repetition: the city and the state of New York both stand on the line. */
const repeatable = "new york"

const isKept = (text: string, kept: ReadonlyArray<string>): boolean =>
  kept.includes(text) || text.toLowerCase() === repeatable

/** Without repeated parts (`Berlin, Berlin`). */
const partsOnce = (line: string, kept: ReadonlyArray<string>): string => {
  const comma = line.indexOf(",")
  if (comma < 0) return line
  if (!line.includes(",", comma + 1)) {
    const first = line.slice(0, comma).trim()
    const second = line.slice(comma + 1).trim()
    return first !== second || isKept(second, kept) ? `${first}, ${second}` : first
  }
  const parts: Array<string> = []
  for (const part of line.split(",")) {
    const text = part.trim()
    if (!parts.includes(text) || isKept(text, kept)) parts.push(text)
  }
  return parts.join(", ")
}

/** Without repeated lines, and without repeated parts within a line. */
const withoutRepetition = (lines: ReadonlyArray<string>, kept: ReadonlyArray<string>): Array<string> => {
  const once: Array<string> = []
  for (const line of lines) if (!once.includes(line) || kept.includes(line)) once.push(partsOnce(line, kept))
  return once
}

const nothing: ReadonlyArray<string> = []

/** The rendered text without empty lines, stray separators and repetitions; texts in `kept` may occur twice. */
export const tidy = (rendered: string, kept: ReadonlyArray<string> = nothing): string => {
  let text = rendered
  for (const [pattern, by] of steps) text = text.replace(pattern, by)
  const lines = text.split("\n").map((line) => line.trim())
  return withoutRepetition(lines, kept).join("\n").trim()
}

/** The lines of the same. Of nearly all addresses no step changes more than ends of lines, which is told by one test of each. */
export const tidyLines = (rendered: string, kept: ReadonlyArray<string> = nothing): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const part of rendered.split("\n")) {
    const line = part.trim()
    if (line === "") continue
    if (untidy.test(line)) return tidy(rendered, kept).split("\n")
    lines.push(line)
  }
  return withoutRepetition(lines, kept)
}

const separator = /[\s,:;/–-]/u
const separatorsInFront = /^[\s,:;/–-]+/u
const separatorsBehind = /[\s,:;/–-]+$/u

/** The separators are of one UTF-16 unit each. */
const isSeparator = (unit: string): boolean =>
  (unit < "0" || unit > "z" || unit === ":" || unit === ";") && separator.test(unit)

/**
 * A line without the hyphens and slashes that the set puts between a city and a postcode or region, where one of the two
 * is missing. The reference implementation leaves them. A part that itself begins or ends so is left alone.
 */
export const withoutLooseSeparators = (line: string, components: AddressComponents): string => {
  if (!isSeparator(line.charAt(0)) && !isSeparator(line.charAt(line.length - 1))) return line
  const parts = Object.values(components)
  const front = parts.some((part) => line.startsWith(part)) ? line : line.replace(separatorsInFront, "")
  return parts.some((part) => line.endsWith(part)) ? front : front.replace(separatorsBehind, "")
}

/** Without parts that occurred before in the whole text, lines or not. */
export const withoutRepeatedParts = (text: string): string => {
  if (!text.includes(", ")) return text
  const parts: Array<string> = []
  for (const part of text.split(", ")) {
    const trimmed = part.trimStart()
    if (!parts.includes(trimmed) || isKept(trimmed, nothing)) parts.push(trimmed)
  }
  return parts.join(", ")
}
