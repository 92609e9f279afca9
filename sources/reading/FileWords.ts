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

/** What codes of the operating system mean. Most say more than Effect's kinds of errors. */
const ofCode: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "this user may not",
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

const refused = (code: string | undefined): string => `the system refuses it${code === undefined ? "" : ` (${code})`}`

/** Why a file could not be read or written, as the end of a sentence: in words, without the name of the system call. */
export const fileFault = ({ reason }: PlatformError.PlatformError): string => {
  const code = errorCode(reason.cause)
  return ofCode[code ?? ""] ?? sentences[reason._tag] ?? refused(code)
}

/** The same for an error of Node.js. */
export const nodeFault = (cause: unknown): string => {
  const code = errorCode(cause)
  return ofCode[code ?? ""] ?? refused(code)
}
