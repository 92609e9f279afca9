/** Crockford's base 32 in lower case. It has no i, l, o or u, so an ID survives being read aloud or copied by hand. */
export const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** Two letters for ten bits. */
export const pairs: ReadonlyArray<string> = Array.from(
  { length: 1024 },
  (_, bits) => alphabet[bits >>> 5]! + alphabet[bits & 31]!
)
