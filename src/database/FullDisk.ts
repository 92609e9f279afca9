/** What the operating system and PostgreSQL (appendix A of its manual) call a disk, or a quota, that is full. */
const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"])

/** Whether a failure comes of a disk that is full, on this machine or on the database's. */
export const isDiskFull = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.has(cause.code)) return true
    if ("reason" in cause && isDiskFull(cause.reason)) return true
  }
  return false
}
