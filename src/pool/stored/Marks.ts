/**
 * What stands in a shared text for what each row has of its own. Texts of records hold no control characters, so that
 * these are never part of one.
 */
export const recordMark = "\u0001"
export const referenceMark = "\u0002"
