import { Cache, Clock, Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { TokenScope } from "../../schemas/Authorization.ts"
import { isLonger, MAX_RATE_LIMIT, MAX_TOKEN_NAME } from "../../schemas/Fields.ts"
import type { TokenRecord } from "../../schemas/Token.ts"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import { TokenNotFound, TokenRefused, TokenRejected } from "./TokenErrors.ts"
import { TokenTable } from "./TokenTable.ts"
import { drawToken, drawTokenId, hashToken, isTokenText } from "./TokenText.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { StorageUnavailable } from "../database/Outage.ts"

export interface NewToken {
  /** 1 to 100 characters. */
  readonly name: string
  readonly scope: TokenScope
  /** Requests per minute, from 1 to `MAX_RATE_LIMIT`. */
  readonly rateLimit: number
  /** Absent: the token does not expire. */
  readonly expiresAt?: DateTime.Utc | undefined
}

export interface IssuedToken {
  /** The only time that anybody sees the token: the store keeps a hash. */
  readonly token: Redacted.Redacted
  readonly record: TokenRecord
}

/**
 * API tokens: issued, listed, revoked and authenticated.
 *
 * Each process remembers a look-up for 3 seconds, counted from its start. So requests need no database, and a token
 * revoked anywhere is refused everywhere within 5 seconds, and at once where it was revoked. Expiry is checked on each
 * use. Unknown tokens are remembered separately from issued ones: each of a flood of them costs one look-up, but they
 * neither fill the memory nor displace a valid token.
 */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    readonly create: (request: NewToken) => Effect.Effect<IssuedToken, TokenRefused | StorageUnavailable>
    /** All tokens, including revoked and expired ones, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<TokenRecord>, StorageUnavailable>
    /** By ID, otherwise by name. A revoked token stays revoked. */
    readonly revoke: (idOrName: string) => Effect.Effect<TokenRecord, TokenNotFound | StorageUnavailable>
    /** @param admit runs before a token is looked up, unless this process already knows it as an issued one */
    readonly authenticate: <E = never>(
      token: Redacted.Redacted,
      admit?: Effect.Effect<void, E>
    ) => Effect.Effect<TokenRecord, TokenRejected | StorageUnavailable | E>
  }
>()("doorstep/TokenStore") {
  static readonly layerNoDeps = Layer.effect(
    TokenStore,
    Effect.gen(function* () {
      const table = yield* TokenTable
      const memory = new Memory()

      // Nothing stays in this cache, which only lets concurrent requests share one look-up.
      const lookUps = yield* Cache.makeWith(
        Effect.fnUntraced(function* (hash: string) {
          const startedAt = yield* Clock.currentTimeMillis
          const revocations = memory.revocations
          const found = yield* table
            .find(hash)
            .pipe(
              Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(tooSlow()) }),
              Effect.map(Option.getOrNull)
            )
          // If this process has revoked a token meanwhile, the record may be from before that.
          if (memory.revocations === revocations) memory.remember(hash, found, startedAt)
          return found
        }),
        { capacity: Number.POSITIVE_INFINITY, timeToLive: () => Duration.zero }
      )

      const create = Effect.fn("TokenStore.create")(function* (request: NewToken) {
        const createdAt = yield* DateTime.now
        const refusal = refusalOf(request, createdAt)
        if (refusal !== undefined) return yield* refusal
        const { expiresAt, name, rateLimit, scope } = request
        const token = yield* Effect.sync(drawToken)
        const id = yield* Effect.sync(drawTokenId)
        const record: TokenRecord = { id, name, scope, rateLimit, createdAt, ...(expiresAt && { expiresAt }) }
        if (!(yield* table.insert(hashToken(token), record))) {
          return yield* new TokenRefused({
            reason: "NameTaken",
            message: `There is already a token named "${name}". Choose another name, or revoke that one first.`
          })
        }
        return { token: Redacted.make(token, { label: "API token" }), record }
      })

      const revoke = Effect.fn("TokenStore.revoke")(function* (idOrName: string) {
        const now = yield* DateTime.now
        const revoked = isName(idOrName) ? yield* table.revoke(idOrName, now) : Option.none()
        if (Option.isNone(revoked)) {
          const message = `No active or expired token has the ID or name "${idOrName}".`
          return yield* new TokenNotFound({ idOrName, message })
        }
        memory.forget(revoked.value.id)
        // New requests must not join a look-up that began before the revocation.
        yield* Cache.invalidateAll(lookUps)
        return revoked.value
      })

      const authenticate = <E = never>(token: Redacted.Redacted, admit: Effect.Effect<void, E> = Effect.void) =>
        Effect.clockWith((clock): Effect.Effect<TokenRecord, TokenRejected | StorageUnavailable | E> => {
          const text = Redacted.value(token)
          if (!isTokenText(text)) return Effect.andThen(admit, unknown())
          const hash = hashToken(text)
          const now = clock.currentTimeMillisUnsafe()
          const remembered = memory.recall(hash, now)
          if (remembered !== undefined && remembered !== null) return judge(remembered, now)
          const found = Effect.flatMap(
            remembered === null ? Effect.succeed(remembered) : Effect.suspend(() => Cache.get(lookUps, hash)),
            (found) => judge(found, clock.currentTimeMillisUnsafe())
          )
          return memory.hasMet(hash) ? found : Effect.andThen(admit, found)
        })

      return TokenStore.of({ create, list: table.list, revoke, authenticate })
    })
  )

  /** In PostgreSQL. */
  static readonly layer = TokenStore.layerNoDeps.pipe(Layer.provide(TokenTable.layer))

  /** In this process, for tests and demonstrations. */
  static readonly layerMemory = TokenStore.layerNoDeps.pipe(Layer.provide(TokenTable.layerMemory))
}

/** How many milliseconds a look-up is trusted for, counted from its start. */
const rememberedMillis = Duration.toMillis(timeBudgets.tokenBelieved.time)

const patience = timeBudgets.tokenLookup.time

/** How many tokens are remembered at most, issued and unknown ones each. */
const capacity = 10_000

interface Remembered<A> {
  readonly found: A
  /** When its look-up began. */
  readonly from: number
}

/** What this process knows about tokens, by their hashes; null: never issued. */
class Memory {
  readonly #issued = new LeastRecentlyUsed<Remembered<TokenRecord>>(capacity)
  readonly #unknown = new LeastRecentlyUsed<Remembered<null>>(capacity)
  /** How many tokens this process has revoked. */
  revocations = 0

  recall(hash: string, now: number): TokenRecord | null | undefined {
    const remembered = this.#issued.get(hash) ?? this.#unknown.get(hash)
    // A look-up from the future is not trusted: the clock was set back, nobody knows how far.
    return remembered !== undefined && remembered.from <= now && now < remembered.from + rememberedMillis
      ? remembered.found
      : undefined
  }

  /** Whether it was once found to be issued, even if it was revoked since, and not found to be deleted. */
  hasMet(hash: string): boolean {
    return this.#issued.get(hash) !== undefined
  }

  remember(hash: string, found: TokenRecord | null, from: number): void {
    if (found === null) {
      // A token of the console is deleted some time after its end.
      this.#issued.delete(hash)
      this.#unknown.set(hash, { found, from })
    } else this.#issued.set(hash, { found, from })
  }

  forget(id: string): void {
    this.revocations++
    for (const [hash, { found }] of this.#issued.entries()) if (found.id === id) this.#issued.delete(hash)
  }
}

const judge = (found: TokenRecord | null, now: number): Effect.Effect<TokenRecord, TokenRejected> => {
  if (found === null) return unknown()
  if (found.revokedAt !== undefined) {
    return Effect.fail(new TokenRejected({ reason: "revoked", message: "The token is revoked. Ask for a new one." }))
  }
  if (found.expiresAt !== undefined && DateTime.toEpochMillis(found.expiresAt) <= now) {
    const message = `The token expired at ${DateTime.formatIso(found.expiresAt)}. Ask for a new one.`
    return Effect.fail(new TokenRejected({ reason: "expired", message }))
  }
  return Effect.succeed(found)
}

const unknown = () =>
  Effect.fail(
    new TokenRejected({
      reason: "unknown",
      message: "The token is unknown. Check that it was copied in full: dst_ and 43 characters."
    })
  )

const tooSlow = () =>
  new StorageUnavailable({
    reason: "Timeout",
    message: "The database that holds the tokens did not respond in time."
  })

const isName = (text: string): boolean =>
  text !== "" && !isLonger(text, MAX_TOKEN_NAME) && text === text.trim() && text.isWellFormed() && !/\p{Cc}/u.test(text)

const refusalOf = ({ expiresAt, name, rateLimit }: NewToken, now: DateTime.Utc): TokenRefused | undefined => {
  if (!isName(name)) {
    const message =
      "A token's name must have 1 to 100 characters, without control characters and without spaces at its start or end."
    return new TokenRefused({ reason: "Name", message })
  }
  if (!Number.isInteger(rateLimit) || rateLimit < 1 || rateLimit > MAX_RATE_LIMIT) {
    return new TokenRefused({
      reason: "RateLimit",
      message: `A token's rate limit must be a whole number of requests per minute, from 1 to ${MAX_RATE_LIMIT.toLocaleString("en")}.`
    })
  }
  if (expiresAt !== undefined && DateTime.isLessThanOrEqualTo(expiresAt, now)) {
    return new TokenRefused({ reason: "Expiry", message: "A token's expiry must be in the future." })
  }
  return undefined
}
