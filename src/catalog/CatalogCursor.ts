import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto"
import { memoized } from "../../schemas/Memoized.ts"
import type { Position } from "./CatalogStore.ts"

/** Bytes of the HMAC-SHA-256 in a cursor; 128 bits cannot be guessed. */
const macLength = 16

/** Deriving the key takes longer than signing with it. */
const keyOf = memoized((secret: Uint8Array) => createSecretKey(secret), new WeakMap<Uint8Array, KeyObject>())

const sign = (secret: Uint8Array, query: string, payload: Uint8Array): Buffer =>
  createHmac("sha256", keyOf(secret))
    .update(`${Buffer.byteLength(query)}\0${query}`)
    .update(payload)
    .digest()
    .subarray(0, macLength)

/**
 * The cursor for a position in a query's list: base64url of a signature over both, followed by the position. The query
 * is signed but not included, so the cursor is worthless with another query.
 */
export const encodeCursor = (secret: Uint8Array, query: string, { folded, key }: Position): string => {
  const name = Buffer.from(folded, "utf8")
  const payload = Buffer.alloc(8 + name.length)
  payload.writeBigInt64BE(key)
  name.copy(payload, 8)
  return Buffer.concat([sign(secret, query, payload), payload]).toString("base64url")
}

/** The position of a cursor that was issued for this query; undefined for anything else. */
export const decodeCursor = (secret: Uint8Array, query: string, cursor: string): Position | undefined => {
  const bytes = Buffer.from(cursor, "base64url")
  // Decoding ignores foreign characters and the unused bits of the last letter, so the text itself must match what was
  // issued.
  if (bytes.length < macLength + 8 || bytes.toString("base64url") !== cursor) return undefined
  const payload = bytes.subarray(macLength)
  if (!timingSafeEqual(bytes.subarray(0, macLength), sign(secret, query, payload))) return undefined
  return { key: payload.readBigInt64BE(0), folded: payload.subarray(8).toString("utf8") }
}
