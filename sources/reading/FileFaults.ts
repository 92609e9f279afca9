import type { PlatformError } from "effect"
import type { SourceError } from "../DataSource.ts"
import { misconfigured, type Origin, transient, unreadable } from "./Origin.ts"

/** The code of the operating system at the bottom of a failure: `ENOSPC` and the like. */
const codeOf = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code
    if ("reason" in cause && cause.reason instanceof Error) return codeOf(cause.reason)
  }
  return undefined
}

/** What it means that a file cannot be read. */
export const fault =
  (origin: Origin) =>
  (error: PlatformError.PlatformError): SourceError => {
    switch (error.reason._tag) {
      case "NotFound":
        return misconfigured(origin, "there is no such file or folder. Check the path.", error)
      case "PermissionDenied":
        return misconfigured(origin, "it may not be read by the user that the service runs as.", error)
      default:
        return codeOf(error) === "ELOOP"
          ? misconfigured(origin, "its links lead in a circle. Name the file itself.", error)
          : unreadable(origin, `it cannot be read (${error.message}).`, error)
    }
  }

/** What it means that a temporary file cannot be written. */
export const noRoom =
  (origin: Origin) =>
  (error: PlatformError.PlatformError): SourceError => {
    const code = codeOf(error)
    if (code === "ENOSPC" || code === "EDQUOT") {
      return transient(
        origin,
        "the disk with the folder for temporary files is full. Make room there, or name another folder in TMPDIR.",
        error
      )
    }
    return transient(
      origin,
      `it cannot be put into a temporary file (${error.message}). Name another folder in TMPDIR.`,
      error
    )
  }
