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

/** Never taken for a repetition: the city and the state of New York both stand on the line. */
const repeatable = "new york"

/** Without repeated lines, and without repeated parts within a line (`Berlin, Berlin`). */
const withoutRepetition = (text: string, kept: ReadonlySet<string>): string => {
  const lines: Array<string> = []
  for (const line of text.split("\n")) {
    const whole = line.trim()
    if (lines.includes(whole) && !kept.has(whole)) continue
    if (!whole.includes(",")) {
      lines.push(whole)
      continue
    }
    const parts: Array<string> = []
    for (const part of whole.split(",")) {
      const text = part.trim()
      if (!parts.includes(text) || kept.has(text) || text.toLowerCase() === repeatable) parts.push(text)
    }
    lines.push(parts.join(", "))
  }
  return lines.join("\n").trim()
}

const nothing: ReadonlySet<string> = new Set()

/** The rendered text without empty lines, stray separators and repetitions; texts in `kept` may occur twice. */
export const tidy = (rendered: string, kept: ReadonlySet<string> = nothing): string => {
  let text = rendered
  for (const [pattern, by] of steps) text = text.replace(pattern, by)
  return withoutRepetition(text, kept)
}

const separatorsInFront = /^[\s,:;/–-]+/u
const separatorsBehind = /[\s,:;/–-]+$/u

/**
 * A line without the hyphens and slashes that the set puts between a city and a postcode or region, where one of the two
 * is missing. The reference implementation leaves them. A part that itself begins or ends so is left alone.
 */
export const withoutLooseSeparators = (line: string, parts: ReadonlyArray<string>): string => {
  if (!separatorsInFront.test(line) && !separatorsBehind.test(line)) return line
  const front = parts.some((part) => line.startsWith(part)) ? line : line.replace(separatorsInFront, "")
  return parts.some((part) => line.endsWith(part)) ? front : front.replace(separatorsBehind, "")
}

/** Without parts that occurred before in the whole text, lines or not. */
export const withoutRepeatedParts = (text: string, kept: ReadonlySet<string> = nothing): string => {
  if (!text.includes(", ")) return text
  const parts: Array<string> = []
  for (const part of text.split(", ")) {
    const trimmed = part.trimStart()
    if (!parts.includes(trimmed) || kept.has(trimmed) || trimmed.toLowerCase() === repeatable) parts.push(trimmed)
  }
  return parts.join(", ")
}
