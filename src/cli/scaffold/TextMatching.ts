/**
 * A text that a pattern of `postcodePatterns` matches. Supports what those patterns consist of: letters, `\d`, classes,
 * groups, alternatives and counts. It takes the first alternative and the lowest count.
 */
export const textMatching = (pattern: string): string => {
  let at = 0

  const once = (): string => {
    const char = pattern[at++]!
    if (char === "(") {
      if (pattern.startsWith("?:", at)) at += 2
      const inner = alternatives()
      at++
      return inner
    }
    if (char === "[") {
      const end = pattern.indexOf("]", at)
      const first = pattern.startsWith("\\d", at) ? "1" : pattern[at] === "\\" ? pattern[at + 1]! : pattern[at]!
      at = end + 1
      return first
    }
    if (char !== "\\") return char
    const escaped = pattern[at++]!
    return escaped === "d" ? "1" : escaped === "s" ? " " : escaped
  }

  const repeated = (): string => {
    const text = once()
    const count = /^\{(\d+)(,\d*)?\}/.exec(pattern.slice(at))
    if (count !== null) {
      at += count[0].length
      return text.repeat(Number(count[1]))
    }
    if (pattern[at] !== "?" && pattern[at] !== "*") return text
    at++
    return ""
  }

  const alternatives = (): string => {
    let first: string | undefined
    let text = ""
    while (at < pattern.length && pattern[at] !== ")") {
      if (pattern[at] === "|") {
        at++
        first ??= text
        text = ""
      } else text += repeated()
    }
    return first ?? text
  }

  return alternatives()
}
