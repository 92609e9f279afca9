import { hash, randomBytes } from "node:crypto"

/** The form of a token: `dst_`, then 256 random bits in base64url. The last character holds four of them. */
const form = /^dst_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Whether a text can be a token at all. Any other text is refused without a look-up. */
export const isTokenText = (text: string): boolean => form.test(text)

/** A new token of 256 random bits. The prefix lets secret scanners and people recognize it. */
export const drawToken = (): string => `dst_${randomBytes(32).toString("base64url")}`

/** A new public ID: 64 random bits. */
export const drawTokenId = (): string => `tok_${randomBytes(8).toString("hex")}`

/**
 * The stored hash of a token: SHA-256 in hexadecimal. A slow password hash would add nothing, because 256 random bits
 * cannot be guessed. Comparing hashes also makes look-ups safe against timing attacks: a sender cannot choose the hash
 * of a token bit by bit, so the time until the first difference says nothing about the token.
 */
export const hashToken = (text: string): string => hash("sha256", text, "hex")
