import { Redacted } from "effect"
import type { Headers } from "effect/http"
import { SESSION_COOKIE } from "../../../schemas/admin/Sessions.ts"

/**
 * All values that a request has for a cookie. Another site of the same domain can set cookies of the same name, which
 * browsers may send first, and they do not say which is whose. The server's limit on headers limits their number.
 */
export const cookiesOf = (headers: Headers.Headers, name: string): ReadonlyArray<string> =>
  (headers["cookie"] ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

/** What may be the token of the administrator's session. */
export const sessionTokensOf = (headers: Headers.Headers): ReadonlyArray<Redacted.Redacted> =>
  cookiesOf(headers, SESSION_COOKIE).map((token) => Redacted.make(token, { label: "session token" }))
