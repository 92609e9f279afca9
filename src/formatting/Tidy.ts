import type { AddressComponents } from "../../schemas/Address.ts"

/** Horizontal white space, as Perl's `\h`. */
const h = "[ \\t\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]"

/** Leftovers of missing components, in the reference implementation's order (Geo::Address::Formatter, `_clean`). */
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

/** Anything within a line that some step would change. Ends of lines are cut off in any case. */
const untidy = new RegExp(`^[,}]|[,}]$|^-(?: |$)|${h}${h}|${h},|,\\s*,`)

/** Does not count as a repetition, because the city and the state of New York are on the same line. */
const repeatable = "new york"

const isKept = (text: string, kept: ReadonlyArray<string>): boolean =>
  kept.includes(text) || text.toLowerCase() === repeatable

/** A comma between two digits is one of a decimal or a list: `km 4,5`. */
const separating = /,(?!\d)|(?<!\d),/

/** Removes repeated parts (`Berlin, Berlin`). */
const partsOnce = (line: string, kept: ReadonlyArray<string>): string => {
  if (!line.includes(",")) return line
  const comma = line.search(separating)
  if (comma < 0) return line
  if (!line.includes(",", comma + 1)) {
    const first = line.slice(0, comma).trim()
    const second = line.slice(comma + 1).trim()
    return first !== second || isKept(second, kept) ? `${first}, ${second}` : first
  }
  const parts: Array<string> = []
  for (const part of line.split(separating)) {
    const text = part.trim()
    if (!parts.includes(text) || isKept(text, kept)) parts.push(text)
  }
  return parts.join(", ")
}

/** Removes repeated lines, and repeated parts within a line. */
const withoutRepetition = (lines: ReadonlyArray<string>, kept: ReadonlyArray<string>): Array<string> => {
  const once: Array<string> = []
  for (const line of lines) if (!once.includes(line) || kept.includes(line)) once.push(partsOnce(line, kept))
  return once
}

const nothing: ReadonlyArray<string> = []

/** The rendered text without empty lines, stray separators and repetitions. Texts in `kept` may occur twice. */
export const tidy = (rendered: string, kept: ReadonlyArray<string> = nothing): string => {
  let text = rendered
  for (const [pattern, by] of steps) text = text.replace(pattern, by)
  const lines = text.split("\n").map((line) => line.trim())
  return withoutRepetition(lines, kept).join("\n").trim()
}

/**
 * The same, as lines. In nearly all addresses the steps only change ends of lines, which a single test per line
 * detects.
 */
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

const separator = /[\s,،:;/–-]/u
const separatorsInFront = /^[\s,،:;/–-]+/u
const separatorsBehind = /[\s,،:;/–-]+$/u

/** Each separator is one UTF-16 unit. */
const isSeparator = (unit: string): boolean =>
  (unit < "0" || unit > "z" || unit === ":" || unit === ";") && separator.test(unit)

/**
 * A line without the hyphens and slashes that the set puts between a city and a postcode or region when one of them is
 * missing. The reference implementation leaves them in. A part that itself begins or ends with one is unchanged.
 */
export const withoutLooseSeparators = (line: string, components: AddressComponents): string => {
  if (!isSeparator(line.charAt(0)) && !isSeparator(line.charAt(line.length - 1))) return line
  const parts = Object.values(components)
  const front = parts.some((part) => line.startsWith(part)) ? line : line.replace(separatorsInFront, "")
  return parts.some((part) => line.endsWith(part)) ? front : front.replace(separatorsBehind, "")
}

/** Removes parts that occurred earlier in the text, on any line. */
export const withoutRepeatedParts = (text: string): string => {
  if (!text.includes(", ")) return text
  const parts: Array<string> = []
  for (const part of text.split(", ")) {
    const trimmed = part.trimStart()
    if (!parts.includes(trimmed) || isKept(trimmed, nothing)) parts.push(trimmed)
  }
  return parts.join(", ")
}
