import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { unavailable } from "./AdminErrors.ts"
import { rowsOf } from "../database/Rows.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

const hashRows = rowsOf({ hash: Schema.String })

/** How long a browser is known after somebody signed in with it. */
const lasts = Duration.days(180)

const macLength = 43
const form = new RegExp(`^([0-9a-f]{32})\\.(\\d{1,13})\\.([\\w-]{${macLength}})$`)

/** Who has the key could make cookies of any device; it is the salted hash of the password, and changes with it. */
const sign = (key: string, id: string, until: number): string =>
  createHmac("sha256", key).update(`doorstep device ${id} ${until}`).digest("base64url")

/**
 * Browsers in which somebody has signed in. Each holds a cookie that is signed, so that nothing is kept here, and that a
 * new password makes worthless. It lets nobody in: it only gives its browser attempts of its own (see `SignInGuard`).
 */
export class KnownDevices extends Context.Service<
  KnownDevices,
  {
    /** A cookie for a browser in which somebody has signed in, and when it ends; `id`: it was known before. */
    readonly issue: (
      id: Option.Option<string>
    ) => Effect.Effect<{ readonly cookie: Redacted.Redacted; readonly until: Date }, StorageUnavailable>
    /** The device that a cookie was given to; none for one that is over, forged, or of another password. */
    readonly identify: (cookie: string | undefined) => Effect.Effect<Option.Option<string>, StorageUnavailable>
  }
>()("doorstep/KnownDevices") {
  static readonly layer = Layer.effect(
    KnownDevices,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const key = Effect.map(
        unavailable(hashRows(sql`SELECT password_hash AS hash FROM administrator`)),
        ([row]) => row?.hash
      )
      return KnownDevices.of({
        issue: Effect.fn("KnownDevices.issue")(function* (known) {
          const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(lasts)
          const id = Option.getOrElse(known, () => randomBytes(16).toString("hex"))
          const mac = sign((yield* key) ?? randomBytes(32).toString("hex"), id, until)
          const cookie = Redacted.make(`${id}.${until}.${mac}`, { label: "device cookie" })
          return { cookie, until: new Date(until) }
        }),
        identify: Effect.fn("KnownDevices.identify")(function* (cookie = "") {
          const [, id, until, mac] = form.exec(cookie) ?? []
          if (id === undefined || until === undefined || mac === undefined) return Option.none()
          if (Number(until) <= (yield* Clock.currentTimeMillis)) return Option.none()
          const secret = yield* key
          if (secret === undefined) return Option.none()
          const expected = Buffer.from(sign(secret, id, Number(until)))
          return timingSafeEqual(expected, Buffer.from(mac)) ? Option.some(id) : Option.none()
        })
      })
    })
  )
}
