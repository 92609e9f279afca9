import type { PlatformError } from "effect"
import { fileFault } from "../../sources/reading/FileWords.ts"

/** Why a new file could not be written, as the end of a sentence. What does not exist then is its folder. */
export const writeFault = (error: PlatformError.PlatformError): string =>
  error.reason._tag === "NotFound" ? "its folder does not exist" : fileFault(error)
