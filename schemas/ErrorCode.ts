import { Predicate } from "effect"

/** The code of an error of Node, of the operating system or of PostgreSQL, such as `ENOENT`; undefined if it has none. */
export const errorCode = (error: unknown): string | undefined =>
  Predicate.hasProperty(error, "code") ? String(error.code) : undefined

/** Node's and OpenSSL's codes of certificates that are not accepted. */
export const certificateFaults: ReadonlySet<string> = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
])
