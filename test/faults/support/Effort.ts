/** `npm run faults` tries everything; `npm test` only what is quick. */
export const isFull = process.env["FAULTS"] === "full"

export const reason = isFull ? "" : " (skipped: npm run faults tries it)"

/** A test's time limit in milliseconds: it catches hangs, even on a machine that is busy with other work. */
export const patience = 900_000
