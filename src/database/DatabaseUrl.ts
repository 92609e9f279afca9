import { Effect, Option, Redacted } from "effect"
import { isPostgresUrl, postgresUrlHint } from "../settings/PostgresUrl.ts"
import { SettingError } from "../settings/Setting.ts"
import { settings } from "../settings/Settings.ts"
import { DatabaseUrlError } from "./DatabaseErrors.ts"

const passwordAlone = new SettingError({
  setting: "DATABASE_PASSWORD",
  message: "DATABASE_PASSWORD is set without DATABASE_URL. Set both, or neither."
})

/** `DATABASE_URL`, with its password replaced by `DATABASE_PASSWORD` if that is set. */
export const databaseUrl = Effect.gen(function* () {
  const url = yield* settings.DATABASE_URL.given
  const password = yield* settings.DATABASE_PASSWORD.given
  if (Option.isNone(password)) return url
  if (Option.isNone(url)) return yield* passwordAlone
  return Option.map(url, (found) => withPassword(found, password.value))
})

/** Text that is not a URL is returned unchanged, and refused later as an invalid URL. */
export const withPassword = (url: Redacted.Redacted, password: Redacted.Redacted): Redacted.Redacted => {
  if (!isPostgresUrl(Redacted.value(url))) return url
  const parsed = new URL(Redacted.value(url))
  // The parameter takes precedence over the password before the host, and works in URLs without a host.
  parsed.searchParams.set("password", Redacted.value(password))
  return Redacted.make(parsed.href)
}

export const notAUrl = new DatabaseUrlError({
  reason: "Invalid",
  message: `DATABASE_URL is not a PostgreSQL URL. ${postgresUrlHint}.`
})

/** The server that the URL points to, without user and password. Parameters take precedence, as for the client. */
export const address = (url: Redacted.Redacted): string => {
  const { hostname, pathname, port, searchParams } = new URL(Redacted.value(url))
  const host = searchParams.get("host") ?? decodeURIComponent(hostname)
  const usedPort = searchParams.get("port") ?? port
  const database = searchParams.get("dbname") ?? pathname.slice(1)
  return `${host}${usedPort === "" ? "" : `:${usedPort}`}/${database}`
}
