import { Context, Effect, Redacted } from "effect"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

/**
 * The cost of one hash.
 *
 * scrypt (RFC 7914) with N = 2^15, r = 8 and p = 3 takes 32 MiB and a quarter of a second. It is one of the equivalent
 * choices in OWASP's Password Storage Cheat Sheet. This one needs the least memory at a time, which matters because a
 * process may compute several hashes at once.
 */
export interface Cost {
  /** Logarithm to base 2 of the number of blocks. */
  readonly logN: number
  readonly r: number
  readonly p: number
}

const defaultCost: Cost = { logN: 15, r: 8, p: 3 }

/** The cost of new hashes. A stored hash includes its own cost. */
export const HashCost = Context.Reference<Cost>("doorstep/HashCost", { defaultValue: () => defaultCost })

const keyBytes = 32

const derive = (password: Redacted.Redacted, salt: Uint8Array, { logN, p, r }: Cost) =>
  Effect.callback<Buffer>((resume) => {
    const N = 2 ** logN
    // The same password typed on two keyboards may be encoded differently.
    const text = Redacted.value(password).normalize("NFKC")
    scrypt(text, salt, keyBytes, { N, r, p, maxmem: 2 ** 20 + 256 * N * r }, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    )
  })

/** A password's hash with everything needed to verify it: `scrypt$15$8$3$<salt>$<key>`, in base64url. */
export const hashPassword = Effect.fnUntraced(function* (password: Redacted.Redacted, cost: Cost) {
  const salt = yield* Effect.sync(() => randomBytes(16))
  const key = yield* derive(password, salt, cost)
  return ["scrypt", cost.logN, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$")
})

/** Whether the password has this hash. Takes equally long whether or not it does. */
export const verifyPassword = Effect.fnUntraced(function* (password: Redacted.Redacted, hash: string) {
  const [scheme, logN, r, p, salt = "", kept = ""] = hash.split("$")
  if (scheme !== "scrypt") return false
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const key = yield* derive(password, Buffer.from(salt, "base64url"), cost)
  const expected = Buffer.from(kept, "base64url")
  return expected.length === key.length && timingSafeEqual(expected, key)
})
