/** What the time of a response on its way, and the whole seconds of its date, can explain. */
const TOLERANCE_MILLISECONDS = 60_000

/** By how much the service's clock is ahead of the browser's, if one of them is wrong. */
let ahead = 0

/** @param date of a response, just received */
export const noteDate = (date: string | undefined): void => {
  const difference = Date.parse(date ?? "") - Date.now()
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < TOLERANCE_MILLISECONDS ? 0 : difference
}

/** The present by the service's clock, which all times that it sends are by, in milliseconds. */
export const serviceNow = (): number => Date.now() + ahead
