import type { PlatformError } from "effect"
import { errorCode } from "../../schemas/ErrorCode.ts"

const sentences: Readonly<Record<string, string>> = {
  BadArgument: "no file can have this name",
  NotFound: "it does not exist",
  AlreadyExists: "a file of that name already exists",
  PermissionDenied: "this user may not",
  Busy: "another program uses it",
  BadResource: "a part of its path is a file instead of a folder, or the reverse",
  WriteZero: "nothing more can be written",
  UnexpectedEof: "it ends too early",
  TimedOut: "the system did not answer in time"
}

/** Operating system error codes that say more than Effect's error kinds. */
const ofCode: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file instead of a folder",
  ENAMETOOLONG: "its name is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ELOOP: "its links form a loop",
  EIO: "the disk does not answer"
}

/** Why a file could not be read or written, as the end of a sentence: in words, without the name of the system call. */
export const fileFault = ({ reason }: PlatformError.PlatformError): string => {
  const code = errorCode(reason.cause)
  return (
    (code === undefined ? undefined : ofCode[code]) ??
    sentences[reason._tag] ??
    `the system refuses it${code === undefined ? "" : ` (${code})`}`
  )
}
