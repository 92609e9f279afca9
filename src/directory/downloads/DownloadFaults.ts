import type { PlatformError } from "effect"
import { misconfigured, type Origin, type SourceError, unreadable } from "../../../sources/reading/Downloads.ts"
import { isDiskFull } from "../../database/FullDisk.ts"
import { bytesText, doneOf } from "../../shared/Amounts.ts"
import { writeFault } from "../../shared/FileFault.ts"
import { invocation } from "../../shared/Invocation.ts"

/** There is not enough space for the rest of the download, beside what stays free in any case. */
export const tooLittleRoom = (origin: Origin, needed: number, room: number, reserve: number): SourceError =>
  misconfigured(
    origin,
    `${bytesText(needed)} are still to be downloaded, but there is room for only ${bytesText(room)} where DATA_DIR is, as ${bytesText(reserve)} stay free. Free some space there, or clear downloads that are no longer needed: ${invocation("downloads")}.`
  )

/** Room ran out during a download: its server had announced no length, or something else was written meanwhile. */
export const roomUsedUp = (origin: Origin, done: number, total: number | null): SourceError =>
  misconfigured(
    origin,
    `no space is left for it where DATA_DIR is, after ${doneOf(done, total)}${total === null ? "; its server does not say how large it is" : ""}. Free some space there, or clear downloads that are no longer needed: ${invocation("downloads")}.`
  )

/** A download cannot be written. */
export const cannotWrite =
  (origin: Origin, done: number, total: number | null) =>
  (error: PlatformError.PlatformError): SourceError => {
    if (isDiskFull(error)) {
      return misconfigured(
        origin,
        `the disk with DATA_DIR is full. ${doneOf(done, total)} have been downloaded and are kept. Free some space there, then run it again to continue.`,
        error
      )
    }
    return misconfigured(
      origin,
      `it cannot be put into the folder downloads of DATA_DIR: ${writeFault(error)}. Let the user that the service runs as write there.`,
      error
    )
  }

/** The bytes received have another checksum than the publisher states. */
export const wrongChecksum = (origin: Origin, algorithm: string): SourceError =>
  unreadable(
    origin,
    `it was downloaded completely, but is not what its publisher states: the ${algorithm} checksum differs. The download was deleted; run it again, and if that does not help, wait for the publisher's next version.`
  )

export const wrongLength = (origin: Origin, bytes: number, expected: number): SourceError =>
  unreadable(
    origin,
    `it has ${bytes} bytes, but ${expected} are expected. The download was deleted; run it again later.`
  )
