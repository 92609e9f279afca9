import { Config, Effect, Option, Redacted } from "effect"
import { DatabaseUrlError } from "./DatabaseErrors.ts"

/** An empty value is an unset one: that is how compose files leave a setting out. */
export const ifGiven = Config.map(Option.filter((value: Redacted.Redacted) => Redacted.value(value).trim() !== ""))

const passwordAlone = new DatabaseUrlError({
  reason: "Invalid",
  message: "DATABASE_PASSWORD is set, and no server that it is for. Set DATABASE_URL as well, or leave both out."
})

/** `DATABASE_URL`, with `DATABASE_PASSWORD` in the place of its own where that is set. */
export const databaseUrl = Effect.gen(function* () {
  const url = yield* ifGiven(Config.option(Config.Redacted("DATABASE_URL")))
  const password = yield* ifGiven(Config.option(Config.Redacted("DATABASE_PASSWORD")))
  if (Option.isNone(password)) return url
  if (Option.isNone(url)) return yield* passwordAlone
  return Option.map(url, (found) => withPassword(found, password.value))
})

/** What is no URL stays as it is, and is refused as such. */
export const withPassword = (url: Redacted.Redacted, password: Redacted.Redacted): Redacted.Redacted => {
  if (!isPostgresUrl(Redacted.value(url))) return url
  const parsed = new URL(Redacted.value(url))
  // What stands there goes before what stands at the user, and needs no host in the URL.
  parsed.searchParams.set("password", Redacted.value(password))
  return Redacted.make(parsed.href)
}

export const notAUrl = new DatabaseUrlError({
  reason: "Invalid",
  message: "DATABASE_URL is not a PostgreSQL URL. It looks like postgres://user:password@host:5432/database"
})

export const isPostgresUrl = (url: string): boolean =>
  URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol)

/** Whether `DATABASE_URL` can be understood; nothing is connected to. */
export const checkedDatabaseUrl = Effect.flatMap(databaseUrl, (url) =>
  Option.isNone(url) || isPostgresUrl(Redacted.value(url.value)) ? Effect.void : Effect.fail(notAUrl)
)

/** Where the URL points to, without user and password. */
export const address = (url: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return `${host}${pathname}`
}
