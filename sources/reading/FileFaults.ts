import type { PlatformError } from "effect"
import type { SourceError } from "../DataSource.ts"
import { fileFault } from "./FileWords.ts"
import { misconfigured, type Origin, transient, unreadable } from "./Origin.ts"

/** The operating system's error code at the root of a failure: `ENOSPC` and the like. */
const fileFaultCode = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code
    if ("reason" in cause && cause.reason instanceof Error) return fileFaultCode(cause.reason)
  }
  return undefined
}

/** Explains why a file cannot be read. */
export const fault =
  (origin: Origin) =>
  (error: PlatformError.PlatformError): SourceError => {
    switch (error.reason._tag) {
      case "NotFound":
        return misconfigured(origin, "there is no such file or folder. Check the path.", error)
      case "BadArgument":
        return misconfigured(origin, "no file can have this name. Check the path.", error)
      case "PermissionDenied":
        return misconfigured(origin, "the user running the service may not read it.", error)
      default:
        return fileFaultCode(error) === "ELOOP"
          ? misconfigured(origin, "its links form a loop. Name the file itself.", error)
          : unreadable(origin, `it cannot be read: ${fileFault(error)}.`, error)
    }
  }

/** Too many files are open in this process or on this machine, which ends by itself. */
const passing: ReadonlySet<string | undefined> = new Set(["EMFILE", "ENFILE"])

/**
 * The failure to keep something on this machine's disk. A full disk, or a folder that does not permit it, is not retried:
 * everything would be downloaded and read again, and end alike.
 */
export const notKept = (origin: Origin, message: string, error: unknown): SourceError =>
  (passing.has(fileFaultCode(error)) ? transient : misconfigured)(origin, message, error)

/** Explains why a temporary file cannot be written. */
export const noRoom =
  (origin: Origin) =>
  (error: PlatformError.PlatformError): SourceError => {
    const code = fileFaultCode(error)
    return notKept(
      origin,
      code === "ENOSPC" || code === "EDQUOT"
        ? "the disk with the folder for temporary files is full. Free some space there, or set TMPDIR to another folder."
        : `it cannot be written to a temporary file: ${fileFault(error)}. Set TMPDIR to another folder.`,
      error
    )
  }
