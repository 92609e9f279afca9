import { Config, Duration, Effect, Option, Redacted } from "effect"
import { DatabaseUrlError } from "../DatabaseErrors.ts"
import { address, databaseUrl, ifGiven, isPostgresUrl, withPassword } from "../DatabaseUrl.ts"
import { timeSetting, wrong } from "../../settings/Setting.ts"

const refuse = (message: string) => Effect.fail(new DatabaseUrlError({ reason: "Invalid", message }))

const hasPassword = (url: URL): boolean => url.password !== "" || url.searchParams.has("password")

/** Replicas have the users and passwords of their primary: what DATABASE_PASSWORD says holds where a URL has none. */
const withUsualPassword = (url: string, password: Option.Option<Redacted.Redacted>): Redacted.Redacted =>
  Option.isSome(password) && !hasPassword(new URL(url))
    ? withPassword(Redacted.make(url), password.value)
    : Redacted.make(url)

/** `DATABASE_READ_URLS`: servers that published pools are read from, comma-separated; none. */
const readUrls = Effect.gen(function* () {
  const given = yield* ifGiven(Config.option(Config.Redacted("DATABASE_READ_URLS")))
  if (Option.isNone(given)) return []
  const texts = Redacted.value(given.value)
    .split(",")
    .map((text) => text.trim())
  const notOne = texts.findIndex((text) => !isPostgresUrl(text))
  if (notOne >= 0) {
    return yield* refuse(
      `DATABASE_READ_URLS must be PostgreSQL URLs with commas between them, and number ${notOne + 1} is none. ` +
        "They look like postgres://user:password@replica:5432/database"
    )
  }
  const primary = yield* databaseUrl
  if (Option.isNone(primary)) {
    return yield* refuse(
      "DATABASE_READ_URLS is set, and no server that those are replicas of. Set DATABASE_URL as well, or leave it out."
    )
  }
  const password = yield* ifGiven(Config.option(Config.Redacted("DATABASE_PASSWORD")))
  const urls = texts.map((text) => withUsualPassword(text, password))
  const names = urls.map(address)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) {
    return yield* refuse(`DATABASE_READ_URLS names ${twice} twice. Name each replica once.`)
  }
  if (isPostgresUrl(Redacted.value(primary.value)) && names.includes(address(primary.value))) {
    return yield* refuse(
      `DATABASE_READ_URLS names ${address(primary.value)}, which DATABASE_URL names as the primary. Name its replicas.`
    )
  }
  return urls
})

/** `DATABASE_READ_LAG`: how far a replica may be behind and still be read from; 2 seconds. */
const readLag = Effect.gen(function* () {
  const lag = yield* timeSetting("DATABASE_READ_LAG", "2 seconds", '"2 seconds" or "1 minute"')
  if (Duration.toMillis(lag) >= 1_000) return Duration.toMillis(lag)
  // It is looked at twice a second.
  return yield* wrong("DATABASE_READ_LAG", Duration.format(lag), "1 second or more")
})

/** Where published pools are read. */
export const readSettings = Effect.all({ urls: readUrls, lagMillis: readLag })
