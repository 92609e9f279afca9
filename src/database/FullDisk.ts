import type { PlatformError } from "effect"
import { writeFault } from "../shared/FileFault.ts"
import { existing, isThere } from "../shared/NewFile.ts"

/**
 * Error codes of the operating system and of PostgreSQL (appendix A of its manual) for a full disk or an exceeded
 * quota.
 */
const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"])

/** PostgreSQL has the same code for the memory that its processes share, because the system keeps that like files. */
const ofSharedMemory = /shared memory segment/

/** The error of the system or of PostgreSQL that says that something is full. */
const fullness = (error: unknown): Error | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.has(cause.code)) return cause
    const found = "reason" in cause ? fullness(cause.reason) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a failure was caused by a full disk, on this machine or on the database's. */
export const isDiskFull = (error: unknown): boolean => {
  const found = fullness(error)
  return found !== undefined && !ofSharedMemory.test(found.message)
}

/** Whether the processes of the database's server have too little memory to share. */
export const isSharedMemoryFull = (error: unknown): boolean => ofSharedMemory.test(fullness(error)?.message ?? "")

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
