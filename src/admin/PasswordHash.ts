import { Context, Effect, Redacted } from "effect"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

/**
 * What one hash costs.
 *
 * scrypt (RFC 7914) with 2^15 blocks, 8 and 3 takes 32 MiB and a quarter of a second: one of the equivalent choices of
 * OWASP's Password Storage Cheat Sheet, the one that asks for the least memory at once of those that one process may
 * need several times.
 */
export interface Cost {
  /** Logarithm to base 2 of the number of blocks. */
  readonly logN: number
  readonly r: number
  readonly p: number
}

const defaultCost: Cost = { logN: 15, r: 8, p: 3 }

/** What new hashes cost; a kept one says what it cost itself. */
export const HashCost = Context.Reference<Cost>("doorstep/HashCost", { defaultValue: () => defaultCost })

const keyBytes = 32

const derive = (password: Redacted.Redacted, salt: Uint8Array, { logN, p, r }: Cost) =>
  Effect.callback<Buffer>((resume) => {
    const N = 2 ** logN
    // The same password typed on two keyboards may be composed differently.
    const text = Redacted.value(password).normalize("NFKC")
    scrypt(text, salt, keyBytes, { N, r, p, maxmem: 2 ** 20 + 256 * N * r }, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    )
  })

/** A password's hash with all that is needed to check against it: `scrypt$15$8$3$<salt>$<key>`, in base64url. */
export const hashPassword = Effect.fnUntraced(function* (password: Redacted.Redacted, cost: Cost) {
  const salt = yield* Effect.sync(() => randomBytes(16))
  const key = yield* derive(password, salt, cost)
  return ["scrypt", cost.logN, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$")
})

/** Whether the password has this hash. Takes as long for a wrong one as for the right one. */
export const verifyPassword = Effect.fnUntraced(function* (password: Redacted.Redacted, hash: string) {
  const [scheme, logN, r, p, salt = "", kept = ""] = hash.split("$")
  if (scheme !== "scrypt") return false
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const key = yield* derive(password, Buffer.from(salt, "base64url"), cost)
  const expected = Buffer.from(kept, "base64url")
  return expected.length === key.length && timingSafeEqual(expected, key)
})
