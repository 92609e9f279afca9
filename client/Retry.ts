/** Waits in milliseconds if no header gives one: the first, and the longest. */
const first = 250
const longest = 8_000

/** The longest random extra wait, in milliseconds, on top of what a header says. */
const mostJitter = 1_000

/** A header with a whole number of seconds; undefined for anything else. */
const secondsOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined

/** `Retry-After` is in seconds or a date (RFC 9110, 10.2.3). */
const retryAfterOf = (text: string | null, now: number): number | undefined => {
  const seconds = secondsOf(text)
  if (seconds !== undefined || text === null) return seconds
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

/**
 * The number of seconds after which a response says that a retry makes sense. For a 429, `Retry-After` is a whole
 * minute and `RateLimit-Reset` the rest of the token's minute: the shorter one counts.
 */
export const askedToWait = (status: number, headers: Pick<Headers, "get">, now = Date.now()): number | undefined => {
  const waits = [
    retryAfterOf(headers.get("retry-after"), now),
    status === 429 ? secondsOf(headers.get("ratelimit-reset")) : undefined
  ].filter((seconds) => seconds !== undefined)
  return waits.length === 0 ? undefined : Math.min(...waits)
}

/** Whether the service did nothing for the request, and asks for a retry. */
export const isWorthRepeating = (status: number): boolean => status === 429 || status === 503

/**
 * Milliseconds to wait before the next request: at least what the service asks for, plus a random part, so that clients
 * refused at the same moment do not all return at the same moment.
 *
 * @param repeated how many times the request has been retried already
 */
export const delayOf = (seconds: number | undefined, repeated: number, random = Math.random()): number => {
  if (seconds !== undefined) return seconds * 1000 + random * Math.min(mostJitter, Math.max(100, seconds * 250))
  const wait = Math.min(longest, first * 2 ** repeated)
  return wait / 2 + (random * wait) / 2
}
