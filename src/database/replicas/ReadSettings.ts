import { Duration, Effect, Option, Redacted } from "effect"
import { SettingError } from "../../settings/Setting.ts"
import { settings } from "../../settings/Settings.ts"
import { address, databaseUrl, withPassword } from "../DatabaseUrl.ts"

const refuse = (message: string) => Effect.fail(new SettingError({ setting: "DATABASE_READ_URLS", message }))

const hasPassword = (url: URL): boolean => url.password !== "" || url.searchParams.has("password")

/** Replicas have the users and passwords of their primary: DATABASE_PASSWORD applies to URLs without a password. */
const withUsualPassword = (url: string, password: Option.Option<Redacted.Redacted>): Redacted.Redacted =>
  Option.isSome(password) && !hasPassword(new URL(url))
    ? withPassword(Redacted.make(url), password.value)
    : Redacted.make(url)

/** `DATABASE_READ_URLS`: the servers that published pools are read from, comma-separated; none by default. */
const readUrls = Effect.gen(function* () {
  const given = yield* settings.DATABASE_READ_URLS.value
  if (given.length === 0) return []
  const primary = yield* databaseUrl
  if (Option.isNone(primary)) {
    return yield* refuse(
      "DATABASE_READ_URLS is set without DATABASE_URL, the primary of those replicas. Set both, or neither."
    )
  }
  const password = yield* settings.DATABASE_PASSWORD.given
  const urls = given.map((text) => withUsualPassword(text, password))
  const names = urls.map(address)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) {
    return yield* refuse(`DATABASE_READ_URLS names ${twice} twice. Name each replica once.`)
  }
  if (names.includes(address(primary.value))) {
    return yield* refuse(
      `DATABASE_READ_URLS names ${address(primary.value)}, which DATABASE_URL names as the primary. Name only its replicas.`
    )
  }
  return urls
})

/** Where published pools are read from. */
export const readSettings = Effect.all({
  urls: readUrls,
  lagMillis: Effect.map(settings.DATABASE_READ_LAG.value, Duration.toMillis)
})
