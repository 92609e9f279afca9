import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto"
import { signedText } from "./Format.ts"

/**
 * Ed25519 (RFC 8032), with Node.js's own cryptography. Public keys and signatures are written in hexadecimal digits.
 */

/** The 32 bytes of a public key, or of the public part of a private key, in hexadecimal digits. */
export const publicKeyOf = (key: KeyObject): string => {
  // Node.js does not accept a public key for `createPublicKey`.
  const { x = "" } = (key.type === "private" ? createPublicKey(key) : key).export({ format: "jwk" })
  return Buffer.from(x, "base64url").toString("hex")
}

const keyObject = (publicKey: string): KeyObject =>
  createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey, "hex").toString("base64url") },
    format: "jwk"
  })

/** What people compare: `sha256:` and the SHA-256 of the key's bytes. */
export const fingerprintOf = (publicKey: string): string =>
  `sha256:${createHash("sha256").update(publicKey, "hex").digest("hex")}`

export const signatureOf = (key: KeyObject, id: string, writtenBy: string): string =>
  sign(null, Buffer.from(signedText(id, writtenBy)), key).toString("hex")

export const isSignedBy = (publicKey: string, id: string, writtenBy: string, signature: string): boolean =>
  verify(null, Buffer.from(signedText(id, writtenBy)), keyObject(publicKey), Buffer.from(signature, "hex"))
