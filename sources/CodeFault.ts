import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import { inspect } from "node:util"
import { Cause, Predicate, SchemaIssue } from "effect"
import { glance } from "../schemas/Quoted.ts"
import { schemaFaults } from "../schemas/SchemaFaults.ts"

/** A line of a file with code. */
export interface CodeLine {
  readonly file: string
  readonly line: number
}

const doorstep = Path.resolve(import.meta.dirname, "..")
/** Of a checkout, of the package, and of the image, whose code is in `bundle` and has its originals in `ts`. */
const rooms = ["src", "sources", "schemas", "properties", "ts", "bundle"].map(
  (room) => Path.join(doorstep, room) + Path.sep
)

const isOutsidePackages = (file: string): boolean =>
  Path.isAbsolute(file) && !file.includes(`${Path.sep}node_modules${Path.sep}`)

/** Whether a file is the author's own, rather than Doorstep's or a package's. */
export const isAuthors = (file: string): boolean =>
  isOutsidePackages(file) && !rooms.some((room) => file.startsWith(room))

/** A file as stacks name it: by its path or its URL, with a query if it was imported anew. */
export const fileNamed = (place: string): string => (place.startsWith("file:") ? fileURLToPath(place) : place)

const frame = /(?:\(|\bat (?:async )?)((?:file:\/\/)?\/[^()\n]*?|[A-Z]:\\[^()\n]*?):(\d+):\d+\)?$/gm

const linesOf = (error: Error): ReadonlyArray<CodeLine> =>
  Array.from((error.stack ?? "").matchAll(frame), ([, file, line]) => ({ file: fileNamed(file!), line: Number(line) }))

/** An error and those that it wraps, the innermost first. A cause may lead back to its error. */
const chainOf = (error: unknown, seen: ReadonlyArray<Error> = []): ReadonlyArray<Error> =>
  error instanceof Error && !seen.includes(error) ? chainOf(error.cause, [error, ...seen]) : seen

/** The line of the author's code that an error comes from. */
export const authorsLineOf = (error: unknown): CodeLine | undefined =>
  chainOf(error)
    .flatMap(linesOf)
    .find(({ file }) => isAuthors(file))

/** The same, or the line of Doorstep's code if its own sources are at fault. */
export const codeLineOf = (error: unknown): CodeLine | undefined =>
  authorsLineOf(error) ??
  chainOf(error)
    .flatMap(linesOf)
    .find(({ file }) => isOutsidePackages(file))

/** The line of code that is not Doorstep's, nor of Node, that has called a function of Node, from the stack within. */
export const callerOf = (called: string, stack: string): CodeLine | undefined => {
  const lines = stack.split("\n")
  const caller = lines[lines.findIndex((line) => line.includes(`at ${called} (`)) + 1] ?? ""
  const [, file, line] = Array.from(caller.matchAll(frame)).at(0) ?? []
  if (file === undefined || rooms.some((room) => fileNamed(file).startsWith(room))) return undefined
  return { file: fileNamed(file), line: Number(line) }
}

/** A place for the end of a sentence. Files below the working directory are named as the author names them. */
export const placeText = (place: CodeLine | undefined): string => {
  if (place === undefined) return ""
  const relative = Path.relative("", place.file)
  return ` (${relative.startsWith("..") ? place.file : relative}, line ${place.line})`
}

/** What a value that was thrown or failed with says, if anything. Plug-ins may use any. */
export const saidBy = (error: unknown): string | undefined => {
  if (error === undefined || error === null || error === "") return undefined
  if (typeof error === "string") return error
  // Its own message only names the function that caught the error.
  if (Cause.isUnknownError(error)) return saidBy(error.cause) ?? error.message
  // What a class of a schema says of a wrong member is in its cause.
  if (Predicate.hasProperty(error, "cause") && SchemaIssue.isIssue(error.cause)) {
    return schemaFaults(error.cause).join("; ")
  }
  const message = Predicate.hasProperty(error, "message") ? error.message : undefined
  if (typeof message !== "string") return glance(inspect(error, { breakLength: Infinity }), 200)
  if (message === "") return error instanceof Error ? (saidBy(error.cause) ?? error.name) : undefined
  return message
}

/** Whether an error is the port's own, which says what to change. A module may have its own copy of the class. */
export const isPortError = (error: unknown): boolean =>
  Predicate.isTagged(error, "SourceError") &&
  Predicate.hasProperty(error, "reason") &&
  ["transient", "unreadable", "misconfigured"].includes(String(error.reason)) &&
  Predicate.hasProperty(error, "message") &&
  String(error.message).trim() !== ""

/** What an error says, and where in the author's code it comes from. The port's own errors need no place. */
export const saidAndPlaced = (error: unknown): string | undefined => {
  const said = saidBy(error)
  if (said === undefined || isPortError(error)) return said
  const place = placeText(authorsLineOf(error))
  return place === "" ? said : `${said.replace(/\.$/, "")}${place}`
}
