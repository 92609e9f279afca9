/** Registers often use capitals only; mixed case says more. */
const shouts = (name: string): boolean => name === name.toUpperCase()

/**
 * Which spelling of a place's name the catalog shows: mixed case before capitals, then the first by code unit. The
 * result does not depend on the order of spellings.
 */
export const betterName = (a: string, b: string): string => {
  if (shouts(a) !== shouts(b)) return shouts(a) ? b : a
  return a <= b ? a : b
}
