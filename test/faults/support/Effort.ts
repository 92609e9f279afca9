/** `npm run faults` tries everything; `npm test` what is quick. */
export const isFull = process.env["FAULTS"] === "full"

export const reason = isFull ? "" : " (skipped: npm run faults tries it)"

/** What a test may take at most, in milliseconds: a limit for what hangs, on a machine that may have much else to do. */
export const patience = 900_000
