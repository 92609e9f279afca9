/** Waits in milliseconds where no header says for how long: the first, and the longest. */
const first = 250
const longest = 8_000

/** More than this is not waited beyond what a header says, in milliseconds. */
const mostJitter = 1_000

/** A header of whole seconds. Anything else is none. */
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
 * Seconds after which an answer says that it is worth asking again. `Retry-After` of 429 is the whole of a token's minute,
 * and `RateLimit-Reset` what is left of it: the shorter of them holds.
 */
export const askedToWait = (status: number, headers: Headers, now = Date.now()): number | undefined => {
  const waits = [
    retryAfterOf(headers.get("retry-after"), now),
    status === 429 ? secondsOf(headers.get("ratelimit-reset")) : undefined
  ].filter((seconds) => seconds !== undefined)
  return waits.length === 0 ? undefined : Math.min(...waits)
}

/** Whether the service has done nothing for the request, and asks to be asked again. */
export const isWorthRepeating = (status: number): boolean => status === 429 || status === 503

/**
 * Milliseconds to wait before the next request. Never less than the service asks for, and a random part more, since
 * everyone who was refused at the same moment would otherwise be back at the same moment.
 *
 * @param repeated how often the request was repeated already
 */
export const delayOf = (seconds: number | undefined, repeated: number, random = Math.random()): number => {
  if (seconds !== undefined) return seconds * 1000 + random * Math.min(mostJitter, Math.max(100, seconds * 250))
  const wait = Math.min(longest, first * 2 ** repeated)
  return wait / 2 + (random * wait) / 2
}
