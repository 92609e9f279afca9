import { quoted } from "../../schemas/Quoted.ts"

/** Whether a text is the URL of a PostgreSQL server. */
export const isPostgresUrl = (url: string): boolean =>
  URL.canParse(url) && ["postgres:", "postgresql:"].includes(new URL(url).protocol)

/** For whoever wrote a URL that is none. */
export const postgresUrlHint =
  "It looks like postgres://user:password@host:5432/database. Percent-encode special characters in the password (%23 for " +
  "#), or put the password into DATABASE_PASSWORD as it is"

/** Parameters that say where and how to connect. */
const parameters =
  "host port dbname user password options application_name connect_timeout sslmode sslrootcert sslcert sslkey".split(
    " "
  )

/**
 * Parameters of PostgreSQL's own clients that make no difference: the connection is kept alive in any case, its encoding is
 * UTF-8, the server must be writable, and TLS is required and checked by `sslmode`.
 */
const withoutEffect: ReadonlySet<string> = new Set(
  (
    "client_encoding fallback_application_name tcp_user_timeout target_session_attrs load_balance_hosts " +
    "keepalives keepalives_idle keepalives_interval keepalives_count " +
    "channel_binding gssencmode gsslib gssdelegation krbsrvname sslcompression sslnegotiation sslsni"
  ).split(" ")
)

const tlsModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]

const severalHosts = /^[^/]*:\/\/(?:[^/?#]*@)?[^/?#]*,/

/**
 * What a URL asks for that the client would silently do otherwise, to follow whatever holds the URL; undefined if nothing.
 * Contains no password. `ssl=true`, which other clients know, would leave the connection without TLS, and `schema=…` the
 * tables in another schema.
 */
export const postgresUrlFault = (url: string): string | undefined => {
  const searchParams = URL.parse(url)?.searchParams ?? new URLSearchParams()
  if (severalHosts.test(url) || searchParams.get("host")?.includes(",")) {
    return "names several hosts, of which one can be connected to. Name the primary server, or what leads to it"
  }
  const mode = searchParams.get("sslmode")
  if (mode !== null && !tlsModes.includes(mode)) return `has an sslmode that is none of ${tlsModes.join(", ")}`
  const unknown = Array.from(searchParams.keys()).find((name) => !parameters.includes(name) && !withoutEffect.has(name))
  if (unknown === undefined) return undefined
  // The end of a password with a question mark may have been read as a parameter.
  if (url.lastIndexOf("@") > url.indexOf("?")) return `must be a PostgreSQL URL. ${postgresUrlHint}`
  return unknown === "ssl"
    ? "has the parameter ssl, which would have no effect. Write sslmode=require, or sslmode=disable"
    : `has the parameter ${quoted(unknown)}, which would have no effect. Leave it out; these have one: ${parameters.join(", ")}`
}

/** A user without a host, which PostgreSQL's own clients accept before a parameter `host`, and the URL standard does not. */
const userAlone = /^(postgres(?:ql)?:\/\/[^/?#]*@)(?=(?::\d*)?(?:[/?#]|$))/i

/** The URL with the default host of PostgreSQL's clients if it names a user and no host, as in `postgres://user@/homes?host=/run/postgresql`. */
export const withHost = (url: string): string => url.replace(userAlone, "$1localhost")
