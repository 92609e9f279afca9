/** A part of a pattern: an escape, the start of a group, its end, a bracket expression, a character. */
const piece = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|[^])|\((?:\?(?:<[^>]*>|[a-z]*:|<?[=!]))?|\)|\[(?:\\[^]|[^\]\\])*\]|[^]/gu

/** A letter in its other case, and anything else as it is. */
const turned = (character: string): string => {
  const lower = character.toLowerCase()
  return lower === character ? character.toUpperCase() : lower
}

const inBothCases = (part: string): string => {
  const other = turned(part)
  if (other === part || Array.from(other).length !== 1) return part
  return `[${part}${other}]`
}

/** `[a-z ]` becomes `[a-z A-Z]`. */
const classInBothCases = (part: string): string => {
  const letters = part.replace(/\\[pP]\{[^}]*\}|\\[^]/gu, "").match(/\p{L}(?:-\p{L})?/gu) ?? []
  return `${part.slice(0, -1)}${letters.join("").replace(/[^]/gu, turned)}]`
}

/** The pattern with both cases of each letter in `(?i:…)` written out. */
export const withoutModifiers = (pattern: string): string => {
  const open: Array<boolean> = []
  let isEither = false
  return pattern.replace(piece, (part) => {
    if (part.startsWith("(")) {
      open.push(isEither)
      isEither ||= part === "(?i:"
      return part === "(?i:" ? "(?:" : part
    }
    if (part === ")") isEither = open.pop() ?? false
    if (!isEither || part.startsWith("\\")) return part
    return part.length > 1 && part.startsWith("[") ? classInBothCases(part) : inBothCases(part)
  })
}

/**
 * A mapping's pattern for JavaScript's own engine. Once a process has compiled very many patterns, V8 no longer optimizes
 * them, as with `--no-regexp-optimization`, and then misses what `(?i:…)` should match: `(?i:no|numara)` does not find
 * "No" any more (Node 24.21).
 */
export const regExpOf = (pattern: string): RegExp => new RegExp(withoutModifiers(pattern), "u")
