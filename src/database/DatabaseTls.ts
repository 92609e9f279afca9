import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { DatabaseUrlError } from "./DatabaseErrors.ts"
import { address } from "./DatabaseUrl.ts"

/** The parameters that name files, as libpq has them, with the option that takes a file's content. */
const files = [
  ["sslrootcert", "ca"],
  ["sslcert", "cert"],
  ["sslkey", "key"]
] as const

/** The authorities that Node.js trusts. */
const usualAuthorities = "system"

const faults: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder"
}

const reasonOf = (cause: unknown): string => {
  const code = errorCode(cause) ?? String(cause)
  return faults[code] ?? code
}

const read = (url: Redacted.Redacted, parameter: string, file: string) =>
  Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) =>
      new DatabaseUrlError({
        reason: "Invalid",
        message: `The URL of the database at ${address(url)} has ${parameter}=${file}, which cannot be read: ${reasonOf(cause)}.`,
        cause
      })
  })

/**
 * The parameters of a PostgreSQL URL that the client leaves out: certificates, which are files, and
 * `sslmode=verify-ca`, with which the certificate may be for another name. Unless it is `disable`, TLS is required as
 * soon as the URL names a certificate.
 */
export const tlsOf = Effect.fnUntraced(function* (
  url: Redacted.Redacted
): Effect.fn.Return<{ readonly ssl?: ConnectionOptions }, DatabaseUrlError> {
  const { searchParams } = new URL(Redacted.value(url))
  const mode = searchParams.get("sslmode")
  if (mode === "disable") return {}
  const ssl: ConnectionOptions = mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {}
  for (const [parameter, option] of files) {
    const file = searchParams.get(parameter)
    if (file !== null && file !== usualAuthorities) ssl[option] = yield* read(url, parameter, file)
  }
  return Object.keys(ssl).length === 0 ? {} : { ssl }
})
