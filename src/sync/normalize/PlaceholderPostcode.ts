/** Words and signs that stand for nothing. */
const nothing = /^(?:[\s\-–—._*?/\\]+|n\.?[\s/]?a\.?|nil|none|null|nan|undefined|unknown|x+(?:[\s-]x+)*)$/i

/** Finland has a real 99999: the post office of Santa Claus. */
const hasNines = new Set(["FI"])

/**
 * Whether a source wrote a placeholder because it had no postcode: signs, words for nothing, only zeros (`00-000`,
 * because no country has such a postcode), or only nines (`99999`, `99999-9999`).
 */
export const isPlaceholderPostcode = (country: string, postcode: string): boolean => {
  if (nothing.test(postcode)) return true
  const digits = postcode.replace(/[\s-]/g, "")
  return /^0+$/.test(digits) || (/^9{5,}$/.test(digits) && !hasNines.has(country))
}
