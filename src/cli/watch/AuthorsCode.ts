import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { Predicate } from "effect"
import { authorsLineOf, fileNamed, isAuthors } from "../../../sources/CodeFault.ts"
import { syntaxPlace } from "../../plugins/ImportModule.ts"
import type { CodePlace } from "./Trial.ts"

/** Reports each of the author's files imported from now on, including those that cannot be loaded. */
export const onAuthorsFile = (hear: (file: string) => void): void => {
  registerHooks({
    load: (url, context, next) => {
      if (url.startsWith("file:")) {
        const file = fileURLToPath(url)
        if (isAuthors(file)) hear(file)
      }
      return next(url, context)
    }
  })
}

/** A line of code, with its text. */
export const lineOf = (file: string, line: number): CodePlace => {
  const text = existsSync(file) ? (readFileSync(file, "utf8").split("\n")[line - 1] ?? "") : ""
  return { file, line, text: text.trimEnd() }
}

/** For imported JavaScript with a syntax error, Node says what is wrong but not where. `node --check` says both. */
const checked = (file: string): CodePlace | undefined => {
  try {
    execFileSync(process.execPath, ["--check", file], { stdio: ["ignore", "ignore", "pipe"] })
    return undefined
  } catch (error) {
    const said = Predicate.hasProperty(error, "stderr") ? String(error.stderr) : ""
    const [, at, line] = /^(\S[^\n]*):(\d+)\n/.exec(said) ?? []
    return at === undefined ? undefined : lineOf(fileNamed(at), Number(line))
  }
}

/** The innermost error of those that wrap it. */
const rootOf = (error: unknown): unknown =>
  Predicate.hasProperty(error, "cause") && error.cause instanceof Error ? rootOf(error.cause) : error

/** The line of the author's code that an error comes from. @param files that were imported */
export const placeOf = (error: unknown, files: ReadonlyArray<string>): CodePlace | undefined => {
  const root = rootOf(error)
  const syntax = syntaxPlace(root)
  if (syntax !== undefined && isAuthors(fileNamed(syntax.file))) return lineOf(fileNamed(syntax.file), syntax.line)
  const authors = authorsLineOf(error)
  if (authors !== undefined) return lineOf(authors.file, authors.line)
  if (!(root instanceof SyntaxError)) return undefined
  return files.flatMap((file) => checked(file) ?? [])[0]
}
