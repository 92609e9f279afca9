import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { type ConnectionOptions, createSecureContext } from "node:tls"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { DatabaseUrlError } from "./DatabaseErrors.ts"
import { address } from "./DatabaseUrl.ts"
import { nodeFault } from "../../sources/reading/FileWords.ts"

/** The parameters that name files, as libpq has them, with the option that takes a file's content. */
const files = [
  ["sslrootcert", "ca"],
  ["sslcert", "cert"],
  ["sslkey", "key"]
] as const

/** The authorities that Node.js trusts. */
const usualAuthorities = "system"

const read = (url: Redacted.Redacted, parameter: string, file: string) =>
  Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) =>
      new DatabaseUrlError({
        reason: "Invalid",
        message: `The URL of the database at ${address(url)} has ${parameter}=${file}, which cannot be read: ${nodeFault(cause)}.`,
        cause
      })
  })

const isEncrypted = "the key is encrypted. Decrypt it: openssl pkey -in encrypted.key -out client.key"

/** Why a certificate and its key cannot be used, by the codes of OpenSSL and Node. */
const pairFaults: Readonly<Record<string, string>> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: "the key is not that of the certificate",
  ERR_OSSL_BAD_DECRYPT: isEncrypted,
  ERR_MISSING_PASSPHRASE: isEncrypted,
  ERR_OSSL_PEM_NO_START_LINE: "sslcert names no certificate in PEM",
  ERR_OSSL_UNSUPPORTED: "sslkey names no key in PEM"
}

/**
 * Fails if the client has half of what it needs to identify itself, or files that OpenSSL does not accept. They would be
 * tried when a connection opens, outside of any handler, which would end the process.
 */
const check = Effect.fnUntraced(function* (url: Redacted.Redacted, ssl: ConnectionOptions) {
  const fails = (fault: string, cause?: unknown) =>
    new DatabaseUrlError({
      reason: "Invalid",
      message: `The URL of the database at ${address(url)} has ${fault}.`,
      ...(cause !== undefined && { cause })
    })
  if ((ssl.cert === undefined) !== (ssl.key === undefined)) {
    const [there, missing] = ssl.key === undefined ? ["sslcert", "sslkey"] : ["sslkey", "sslcert"]
    return yield* fails(`${there} without ${missing}. Name both`)
  }
  return yield* Effect.try({
    try: () => createSecureContext(ssl),
    catch: (cause) => {
      const code = errorCode(cause) ?? String(cause)
      return fails(`certificates for TLS that cannot be used: ${pairFaults[code] ?? code}`, cause)
    }
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
  if (Object.keys(ssl).length === 0) return {}
  yield* check(url, ssl)
  return { ssl }
})
