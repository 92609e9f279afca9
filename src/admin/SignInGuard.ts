import { Clock, Context, Duration, Effect, Layer, Option, Result, Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { SqlClient } from "effect/sql"
import { unavailable } from "./AdminErrors.ts"
import { rowsOf } from "../database/Rows.ts"
import { Millis, timestamp, timestampNow } from "../database/Timestamps.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

const attemptRows = rowsOf({
  failures: Schema.Number,
  until: Millis,
  last: Millis,
  good: Schema.NullOr(Millis)
})
const attemptsAtRows = rowsOf({ attempts: Schema.Number, at: Millis })

/** The client is locked out for now. */
export class SignInLocked extends Schema.TaggedError<SignInLocked>()("SignInLocked", {
  /** Seconds until another attempt is accepted. */
  retryAfter: Schema.Int,
  message: Schema.String
}) {}

/** An accepted attempt. It counts as failed until it is reported as successful. */
export interface Attempt {
  /** The client's number of failed attempts so far. */
  readonly failures: number
  /** What it was counted for: an address, a network or a browser. */
  readonly client: string
  /** Whether it used one of the attempts that unknown clients share. */
  readonly isStranger: boolean
}

/** Wrong passwords from one client before it is locked out. */
const freeAttempts = 5
const firstLockMillis = 30_000
/** The longest lock-out of one client. */
const longestLockMillis = 15 * 60_000
/** How many attempts unknown clients share, and how long one takes to come back. */
const strangersAttempts = 30
const strangersRefillMillis = 10_000
const dayMillis = 24 * 3_600_000
/** The clocks of machines differ by less. What was written further ahead is from before a clock was set back. */
const skewMillis = 60_000
/** How long a client stays known after a sign-in. */
const knownMillis = 30 * dayMillis

/**
 * The client that an address counts as: an IPv4 address, or an IPv6 network of 64 bits, which is what one subscriber
 * has (RFC 6177).
 */
export const clientOf = (ip: string): string =>
  Result.match(NetAddress.ipFromString(ip), {
    onFailure: () => "unknown",
    onSuccess: (address) =>
      NetAddress.width(address) === 32
        ? ip
        : Result.match(IpNetwork.fromAddress(address, 64), {
            onFailure: () => ip,
            onSuccess: (network) => IpNetwork.format(network)
          })
  })

/**
 * Until when a client is locked out. Below the limit this is 0 rather than now: attempts may be counted in another
 * order than they arrived, and one that arrived a moment earlier would be refused.
 */
const lockedUntil = (failures: number, now: number): number =>
  failures < freeAttempts ? 0 : now + Math.min(longestLockMillis, firstLockMillis * 2 ** (failures - freeAttempts))

/**
 * How long the response to a wrong password is delayed: a quarter of a second, doubled after each, up to one second.
 */
export const delayOf = (failures: number): Duration.Duration =>
  Duration.millis(Math.min(1_000, 250 * 2 ** Math.max(0, failures - 1)))

const locked = (until: number, now: number, who: string) => {
  const retryAfter = Math.max(1, Math.ceil((until - now) / 1000))
  return new SignInLocked({
    retryAfter,
    message: `Too many wrong passwords ${who}. Try again in ${retryAfter} seconds.`
  })
}

const find = (sql: SqlClient.SqlClient, client: string) =>
  Effect.map(
    attemptRows(sql`
      SELECT failures, locked_until AS until, last_at AS last, succeeded_at AS good
      FROM sign_in WHERE client = ${client}`),
    ([row]) => row
  )

/** One at a time across all processes: each locks the budget's row. */
const spend = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, now: number, isStranger: boolean) {
  const [row] = yield* attemptsAtRows(sql`
    SELECT attempts, counted_at AS at FROM sign_in_budget FOR UPDATE`)
  if (!isStranger) return
  const { at, attempts } = row!
  const refilled = at > now + skewMillis ? attempts : Math.max(0, now - at) / strangersRefillMillis
  const level = Math.max(0, attempts - refilled)
  if (level > strangersAttempts - 1) {
    const until = now + (level - strangersAttempts + 1) * strangersRefillMillis
    return yield* locked(until, now, "from many places")
  }
  yield* sql`UPDATE sign_in_budget SET attempts = ${level + 1}::float8, counted_at = ${timestamp(now)}::timestamptz`
})

const refuseLocked = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, client: string, now: number) {
  const row = yield* find(sql, client)
  if (row !== undefined && row.until > now && row.last <= now + skewMillis)
    return yield* locked(row.until, now, "from this address")
  return row
})

const attemptOf = Effect.fn("SignInGuard.attempt")(function* (
  sql: SqlClient.SqlClient,
  client: string,
  isDevice: boolean
) {
  const now = yield* Clock.currentTimeMillis
  // Checked before anything is locked, so that each attempt of a flood from one client costs one look-up.
  yield* refuseLocked(sql, client, now)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const before = yield* find(sql, client)
      const isStranger = !isDevice && (before?.good == null || now - before.good >= knownMillis)
      yield* spend(sql, now, isStranger)
      const row = yield* refuseLocked(sql, client, now)
      const failures = (row === undefined || now - row.last > dayMillis ? 0 : row.failures) + 1
      yield* sql`
        INSERT INTO sign_in (client, failures, locked_until, last_at)
        VALUES (${client}, ${failures}, ${timestamp(lockedUntil(failures, now))}::timestamptz, ${timestamp(now)}::timestamptz)
        ON CONFLICT (client) DO UPDATE SET failures = excluded.failures, locked_until = excluded.locked_until,
          last_at = excluded.last_at`
      const counted: Attempt = { failures, client, isStranger }
      return counted
    })
  )
})

/**
 * Who may try a password, and how often.
 *
 * - A client that has sent five wrong passwords is locked out for 30 seconds, twice as long after each further one, and
 *   for 15 minutes at most. Attempts during a lock-out are ignored, and do not extend it.
 * - All clients without a sign-in in the last 30 days share 30 attempts, and get one more every 10 seconds, so that
 *   having many addresses does not mean many guesses: 8,640 a day at most.
 * - A browser in which somebody has signed in is a client of its own, wherever it is and whatever else its address
 *   sends. It has five attempts and is locked out like an address, so a stolen cookie gains no more than these. While
 *   locked out, it is treated as a stranger at its address.
 *
 * So an attacker can lock the administrator out only in browsers and places where the administrator has never signed
 * in, and only while the attack lasts. Open sessions are not affected, and whoever can run commands on the machine
 * always gets in: a new password resets everything. An attempt is counted before the password is checked, so that
 * sending many at once gains nothing.
 */
export class SignInGuard extends Context.Service<
  SignInGuard,
  {
    /**
     * Counts an attempt as failed.
     *
     * @param device the browser that it comes from, if known
     */
    readonly attempt: (
      ip: string,
      device?: Option.Option<string>
    ) => Effect.Effect<Attempt, SignInLocked | StorageUnavailable>
    /** The attempt succeeded: the client's earlier failures are forgiven, and the shared attempt is returned. */
    readonly succeeded: (attempt: Attempt) => Effect.Effect<void, StorageUnavailable>
    /** Deletes clients that have been inactive for long. */
    readonly sweep: Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/SignInGuard") {
  static readonly layer = Layer.effect(
    SignInGuard,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const attempt = (ip: string, device: Option.Option<string>) => {
        const ofAddress = attemptOf(sql, clientOf(ip), false)
        return Option.match(device, {
          onNone: () => ofAddress,
          onSome: (id) => Effect.catchTag(attemptOf(sql, `device ${id}`, true), "SignInLocked", () => ofAddress)
        })
      }

      return SignInGuard.of({
        attempt: (ip, device = Option.none()) =>
          Effect.catchTag(attempt(ip, device), "SqlError", (error) => unavailable(Effect.fail(error))),
        succeeded: Effect.fn("SignInGuard.succeeded")(function* ({ client, isStranger }) {
          const now = yield* timestampNow
          yield* unavailable(sql`
            UPDATE sign_in SET failures = 0, locked_until = 'epoch', succeeded_at = ${now}::timestamptz
            WHERE client = ${client}`)
          if (isStranger) yield* unavailable(sql`UPDATE sign_in_budget SET attempts = greatest(0, attempts - 1)`)
        }),
        sweep: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          yield* unavailable(sql`
            DELETE FROM sign_in WHERE last_at < ${timestamp(now - 2 * dayMillis)}::timestamptz
              AND (succeeded_at IS NULL OR succeeded_at < ${timestamp(now - knownMillis)}::timestamptz)`)
        })
      })
    })
  )
}
