import { Context, Effect, Layer, Option, Redacted, Schema, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { randomInt } from "node:crypto"
import { PasswordRefused, unavailable } from "./AdminErrors.ts"
import { passwordFault } from "../settings/PasswordRules.ts"
import { settings } from "../settings/Settings.ts"
import { HashCost, hashPassword, verifyPassword } from "./PasswordHash.ts"
import { rowsOf } from "../database/Rows.ts"
import { timestampNow } from "../database/Timestamps.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

const hashRows = rowsOf({ hash: Schema.String })

/** Without letters and digits that are easily confused. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"

/** Twenty of 32 characters: 100 random bits, in groups that can be read aloud. */
const draw = Effect.sync(() => {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(32)]!).join("")
  return Redacted.make(Array.from({ length: 4 }, group).join("-"), { label: "administrator password" })
})

/** The hash of the password; undefined if there is none yet. */
export const storedHash = (sql: SqlClient.SqlClient) =>
  Effect.map(unavailable(hashRows(sql`SELECT password_hash AS hash FROM administrator`)), ([row]) => row?.hash)

const refusalOf = (password: Redacted.Redacted): PasswordRefused | undefined => {
  const fault = passwordFault(Redacted.value(password))
  return fault === undefined
    ? undefined
    : new PasswordRefused({ reason: fault.reason, message: `The administrator password ${fault.sentence}.` })
}

/**
 * The only administrator's password. Its hash is stored in the database, so that all processes ask for the same
 * password.
 *
 * A process that starts with an `ADMIN_PASSWORD` different from the stored one writes it there. Setting a new password
 * ends every session.
 */
export class AdminPassword extends Context.Service<
  AdminPassword,
  {
    /** Makes sure that there is a password, and returns it if it had to be generated. It cannot be read later. */
    readonly ensure: Effect.Effect<Option.Option<Redacted.Redacted>, StorageUnavailable>
    readonly verify: (password: Redacted.Redacted) => Effect.Effect<boolean, StorageUnavailable>
    /** Sets a new password, ends every session, and forgives failed attempts. */
    readonly set: (password: Redacted.Redacted) => Effect.Effect<void, PasswordRefused | StorageUnavailable>
    /** Sets a random password and returns it. */
    readonly renew: Effect.Effect<Redacted.Redacted, StorageUnavailable>
  }
>()("doorstep/AdminPassword") {
  static readonly layer = Layer.effect(
    AdminPassword,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cost = yield* HashCost
      const given = yield* settings.ADMIN_PASSWORD.value
      // Each hash takes memory: a flood of attempts must not exhaust it.
      const hashing = yield* Semaphore.make(2)
      const hash = (password: Redacted.Redacted) => hashing.withPermits(1)(hashPassword(password, cost))
      const check = (password: Redacted.Redacted, kept: string) =>
        hashing.withPermits(1)(verifyPassword(password, kept))

      const kept = storedHash(sql)

      const write = Effect.fnUntraced(function* (password: Redacted.Redacted) {
        const [hashed, now] = [yield* hash(password), yield* timestampNow]
        yield* unavailable(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`
                  INSERT INTO administrator (password_hash, changed_at) VALUES (${hashed}, ${now}::timestamptz)
                  ON CONFLICT (singleton) DO UPDATE SET password_hash = excluded.password_hash, changed_at = excluded.changed_at`
              yield* sql`DELETE FROM admin_session`
              yield* sql`DELETE FROM sign_in`
              yield* sql`UPDATE sign_in_budget SET attempts = 0`
            })
          )
        )
      })

      /** When processes start together, one writes; the others use what it has written. */
      const writeFirst = Effect.fnUntraced(function* (password: Redacted.Redacted) {
        const [hashed, now] = [yield* hash(password), yield* timestampNow]
        const rows = yield* unavailable(sql`
            INSERT INTO administrator (password_hash, changed_at) VALUES (${hashed}, ${now}::timestamptz)
            ON CONFLICT (singleton) DO NOTHING RETURNING singleton`)
        return rows.length > 0
      })

      const ensure = Effect.gen(function* () {
        const current = yield* kept
        if (given !== undefined) {
          if (current === undefined || !(yield* check(given, current))) yield* write(given)
          return Option.none()
        }
        if (current !== undefined) return Option.none()
        const drawn = yield* draw
        return (yield* writeFirst(drawn)) ? Option.some(drawn) : Option.none()
      }).pipe(Effect.withSpan("AdminPassword.ensure"))

      const set = Effect.fn("AdminPassword.set")(function* (password: Redacted.Redacted) {
        const refusal = refusalOf(password)
        if (refusal !== undefined) return yield* refusal
        yield* write(password)
      })

      return AdminPassword.of({
        ensure,
        verify: Effect.fn("AdminPassword.verify")(function* (password) {
          const current = yield* kept
          return current !== undefined && (yield* check(password, current))
        }),
        set,
        renew: Effect.gen(function* () {
          const drawn = yield* draw
          yield* write(drawn)
          return drawn
        }).pipe(Effect.withSpan("AdminPassword.renew"))
      })
    })
  )
}
