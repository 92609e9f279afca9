import { hash, randomBytes } from "node:crypto"

/** The form of a token: `dst_`, then 256 random bits in base64url. The last character holds four bits of them. */
const form = /^dst_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Whether a text can be a token at all: what cannot is refused without asking anybody. */
export const isTokenText = (text: string): boolean => form.test(text)

/** A new token of 256 random bits. The prefix lets secret scanners and people recognise it. */
export const drawToken = (): string => `dst_${randomBytes(32).toString("base64url")}`

/** A new public ID: 64 random bits. */
export const drawTokenId = (): string => `tok_${randomBytes(8).toString("hex")}`

/**
 * What is kept of a token: its SHA-256 in hexadecimal. A slow password hash would add nothing, since 256 random bits cannot
 * be guessed. It makes look-ups safe against timing, too: what is compared is the hash, and whoever sends a token cannot
 * choose its hash bit by bit, so the time until the first difference tells nothing about the token.
 */
export const hashToken = (text: string): string => hash("sha256", text, "hex")
