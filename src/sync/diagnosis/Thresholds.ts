/** Above this share, "most" records are affected. */
export const most = 0.5

/**
 * A source's rules leave out what its author or operator wants to leave out: business premises, plots, expired rows. In
 * real registers that is up to nine in ten. Beyond this share, a rule does not fit the file.
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
 * Most registers contain some garbled text. From this share on, the encoding is wrong, because names with accents are
 * no rarer.
 */
export const garbled = 0.02
