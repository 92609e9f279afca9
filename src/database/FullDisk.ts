import type { PlatformError } from "effect"
import { writeFault } from "../shared/FileFault.ts"
import { existing, isThere } from "../shared/NewFile.ts"

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

/** Why a new file was not written, and what to do. `what` it would have been, such as a backup. */
export const unwritten = (what: string, file: string, cause: PlatformError.PlatformError): string => {
  if (isThere(cause)) return existing(file)
  return isDiskFull(cause)
    ? `The disk was full before ${file} was complete. Free some space, or name a file on another disk.`
    : notWritten(what, file, writeFault(cause))
}

/** The same for another reason. */
export const notWritten = (what: string, file: string, why: string): string =>
  `The ${what} cannot be written to ${file}: ${why}. Name a file in a folder that this user may write to.`
