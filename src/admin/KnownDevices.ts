import { Clock, Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { storedHash } from "./AdminPassword.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** How long a browser stays known after a sign-in. */
const lasts = Duration.days(180)

const macLength = 43
const form = new RegExp(`^([0-9a-f]{32})\\.(\\d{1,13})\\.([\\w-]{${macLength}})$`)

interface Issued {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly until: number
  readonly mac: string
}

const read = (cookie: string): ReadonlyArray<Issued> => {
  const [, id, until, mac] = form.exec(cookie) ?? []
  return id === undefined || until === undefined || mac === undefined ? [] : [{ id, until: Number(until), mac }]
}

/** The key could sign cookies for any device. It is the salted hash of the password, and changes with it. */
const sign = (key: string, id: string, until: number): string =>
  createHmac("sha256", key).update(`doorstep device ${id} ${until}`).digest("base64url")

const isSigned = (key: string, { id, mac, until }: Issued): boolean =>
  timingSafeEqual(Buffer.from(sign(key, id, until)), Buffer.from(mac))

/**
 * Browsers in which somebody has signed in. Each holds a signed cookie, so nothing is stored here, and a new password
 * invalidates all of them. The cookie does not sign anyone in; it only gives its browser a separate count of attempts
 * (see `SignInGuard`).
 */
export class KnownDevices extends Context.Service<
  KnownDevices,
  {
    /**
     * A cookie for a browser in which somebody has signed in, and when it expires. `id`: the browser was already known.
     */
    readonly issue: (
      id: Option.Option<string>
    ) => Effect.Effect<{ readonly cookie: Redacted.Redacted; readonly until: Date }, StorageUnavailable>
    /**
     * The device that one of the cookies was issued to; none if all have expired, are forged, or were signed with another
     * password.
     */
    readonly identify: (cookies: ReadonlyArray<string>) => Effect.Effect<Option.Option<string>, StorageUnavailable>
  }
>()("doorstep/KnownDevices") {
  static readonly layer = Layer.effect(
    KnownDevices,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const key = storedHash(sql)
      return KnownDevices.of({
        issue: Effect.fn("KnownDevices.issue")(function* (known) {
          const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(lasts)
          const id = Option.getOrElse(known, () => randomBytes(16).toString("hex"))
          const mac = sign((yield* key) ?? randomBytes(32).toString("hex"), id, until)
          const cookie = Redacted.make(`${id}.${until}.${mac}`, { label: "device cookie" })
          return { cookie, until: new Date(until) }
        }),
        identify: Effect.fn("KnownDevices.identify")(function* (cookies) {
          const now = yield* Clock.currentTimeMillis
          const issued = cookies.flatMap(read).filter(({ until }) => until > now)
          if (issued.length === 0) return Option.none()
          const secret = yield* key
          const known = secret === undefined ? undefined : issued.find((one) => isSigned(secret, one))
          return known === undefined ? Option.none() : Option.some(known.id)
        })
      })
    })
  )
}
