/** From more than this on, what happens to records is what happens to most of them. */
export const most = 0.5

/**
 * Rules of a source leave out what its author or operator wants left out: business premises, plots, rows that are no longer
 * valid. In real registers that is up to nine in ten; beyond this a rule does not fit the file.
 */
export const leftOut = 0.95

/** A reason is told from here on. What rarer ones cost is not worth a reader's time, and the counts show them. */
export const mentioned = 0.05

/** A clue is named from here on, of the rejected records that were looked at: a mistake in a file is in nearly all of it. */
export const clued = 0.8

/** Below this share of homes among its records a source says of hardly anything that it is a home. */
export const fewHomes = 0.05

/** A component that more than this lack is said to be lacking: then there is no column for it. */
export const lacking = 0.95

/** Garbled text comes a few times in most registers. From here on it is the encoding; names with accents are not rarer. */
export const garbled = 0.02
