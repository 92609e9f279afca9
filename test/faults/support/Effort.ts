/** `npm run faults` tries everything; `npm test` what is quick. */
export const isFull = process.env["FAULTS"] === "full"

export const reason = isFull ? "" : " (skipped: npm run faults tries it)"

/** What a test may take at most, in milliseconds. */
export const patience = isFull ? 600_000 : 180_000
