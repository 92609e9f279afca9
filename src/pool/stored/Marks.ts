/**
 * Placeholders in shared texts for what differs per row. Texts of records contain no control characters, so these never
 * occur in one.
 */
export const recordMark = "\u0001"
export const referenceMark = "\u0002"
