/** Above this share, "most" records are affected. */
export const most = 0.5

/**
 * Rules of a source leave out what its author or operator wants left out: business premises, plots, rows that are no longer
 * valid. In real registers that is up to nine in ten; beyond this a rule does not fit the file.
 */
export const leftOut = 0.95

/** Reasons are explained from this share on. Rarer ones are not worth a reader's time, and the counts show them. */
export const mentioned = 0.05

/** A clue is named from this share of the rejected records examined: a mistake in a file affects nearly all of it. */
export const clued = 0.8

/** Below this share of homes, a source hardly tells homes at all. */
export const fewHomes = 0.05

/** Above this share of records without it, a component is reported as missing: no column holds it. */
export const lacking = 0.95

/**
 * Most registers hold some garbled text. From this share on the encoding is at fault, since names with accents are no rarer.
 */
export const garbled = 0.02
