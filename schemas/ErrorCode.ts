import { Predicate } from "effect"

/** The code of an error of Node, of the operating system or of PostgreSQL, such as `ENOENT`; undefined if it has none. */
export const errorCode = (error: unknown): string | undefined =>
  Predicate.hasProperty(error, "code") ? String(error.code) : undefined
