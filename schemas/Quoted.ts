/** A text as a sentence can hold it: on one line, and no longer than `longest`. */
export const glance = (text: string, longest = 60): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").toWellFormed()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** A value in quotation marks, at a glance. Never for secrets. */
export const quoted = (value: string): string => `"${glance(value)}"`
