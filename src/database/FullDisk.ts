/**
 * Error codes of the operating system and of PostgreSQL (appendix A of its manual) for a full disk or an exceeded
 * quota.
 */
const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"])

/** Whether a failure was caused by a full disk, on this machine or on the database's. */
export const isDiskFull = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.has(cause.code)) return true
    if ("reason" in cause && isDiskFull(cause.reason)) return true
  }
  return false
}
