import { Effect, Option, Redacted } from "effect"
import { isPostgresUrl } from "../settings/PostgresUrl.ts"
import { SettingError } from "../settings/Setting.ts"
import { settings } from "../settings/Settings.ts"
import { DatabaseUrlError } from "./DatabaseErrors.ts"

const passwordAlone = new SettingError({
  setting: "DATABASE_PASSWORD",
  message: "DATABASE_PASSWORD is set, and no server that it is for. Set DATABASE_URL as well, or leave both out."
})

/** `DATABASE_URL`, with `DATABASE_PASSWORD` in the place of its own where that is set. */
export const databaseUrl = Effect.gen(function* () {
  const url = yield* settings.DATABASE_URL.given
  const password = yield* settings.DATABASE_PASSWORD.given
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

/** Where the URL points to, without user and password. */
export const address = (url: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return `${host}${pathname}`
}
