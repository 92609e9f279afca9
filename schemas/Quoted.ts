/** For patterns: ends of lines and changes of direction, with which a name shows what follows it as another text. */
export const misleading = String.raw`\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069`

/** A text for use in a sentence: on one line, and no longer than `longest`. */
export const glance = (text: string, longest = 60): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").toWellFormed()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** A value in quotation marks, shortened. Never for secrets. */
export const quoted = (value: string): string => `"${glance(value)}"`
