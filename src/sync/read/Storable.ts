/**
 * A text in the form in which PostgreSQL stores it, as such and within JSON: what no database takes, NUL and halves of
 * surrogate pairs, becomes a replacement character.
 */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd")
