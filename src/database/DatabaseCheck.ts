import { PgConnection } from "@effect/sql-pg"
import { Duration, Effect, Redacted, Schedule } from "effect"
import type { SqlError } from "effect/sql"
import { certificateFaults, errorCode } from "../../schemas/ErrorCode.ts"
import { isPostgresUrl, postgresUrlHint } from "../settings/PostgresUrl.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { DatabaseUrlError } from "./DatabaseErrors.ts"
import { address, notAUrl } from "./DatabaseUrl.ts"
import { allowConnections } from "./Lacking.ts"
import { mark } from "./Mark.ts"
import { causeMessage } from "./ServerSession.ts"

/** How to fix a refusal, by SQLSTATE. */
const mends: Readonly<Record<string, string>> = {
  "28P01": "Correct the user and the password: DATABASE_URL, DATABASE_PASSWORD.",
  "28000": "Correct the user in DATABASE_URL, or let it in (pg_hba.conf).",
  "3D000": "Create that database, or name another in DATABASE_URL.",
  "53300": allowConnections
}

/** How to fix a certificate that is not accepted, by OpenSSL's and Node's codes. */
const certificateMends: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "Renew it.",
  CERT_NOT_YET_VALID: "Check the clocks of both machines.",
  CERT_REVOKED: "Renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Use a name that it has, or sslmode=verify-ca."
}

const nameAuthority = "Name the certificate of its authority: sslmode=verify-full&sslrootcert=/path/to/ca.pem"

/** How a server that wants to know its clients by their certificates refuses one: by itself, or as an alert of TLS. */
const asksForCertificate = (said: string, code: string | undefined): boolean =>
  said.includes("client certificate") || /^ERR_SSL_\w+_ALERT_(?:UNKNOWN_CA|\w*CERTIFICATE\w*)$/.test(code ?? "")

const mendOf = (cause: unknown): string =>
  mends[errorCode(cause) ?? ""] ?? "Fix that on the server, or name another one in DATABASE_URL."

const pooled = (url: Redacted.Redacted, cause?: unknown) =>
  new DatabaseUrlError({
    reason: "Refused",
    message:
      `DATABASE_URL: what answers at ${address(url)} does not pass on the settings of a connection: it may be a pooler such as PgBouncer. ` +
      "Name the PostgreSQL server behind it: a service uses up to 40 connections, whatever its load.",
    ...(cause !== undefined && { cause })
  })

/** A server that stops, and what forwards to one that is not there, such as a published port of a container. */
const isClosed = ({ reason }: SqlError.SqlError): boolean =>
  /closed during startup|Connection closed/.test(reason.message)

/** Whether what answers does not speak PostgreSQL's protocol. */
const isNonsense = ({ reason }: SqlError.SqlError): boolean =>
  /Failed to parse|Invalid SSLRequest|Protocol desync/.test(reason.message)

const urlError = (url: Redacted.Redacted, error: SqlError.SqlError): DatabaseUrlError => {
  const said = causeMessage(error).replace(/^PgConnection: /, "")
  const cause = error.reason.cause
  const fails = (reason: DatabaseUrlError["reason"], message: string) =>
    new DatabaseUrlError({ reason, message, cause: error })
  const code = errorCode(cause)
  if (said.startsWith("unsupported startup parameter")) return pooled(url, error)
  if (asksForCertificate(said, code)) {
    return fails(
      "Refused",
      `DATABASE_URL: the database server at ${address(url)} asks for a certificate of this client that it accepts. ` +
        "Name it: sslcert=/path/to/client.crt&sslkey=/path/to/client.key"
    )
  }
  if (error.reason._tag !== "ConnectionError") {
    return fails(
      "Refused",
      `DATABASE_URL: the database server at ${address(url)} refuses the connection: ${said}. ${mendOf(cause)}`
    )
  }
  if (code !== undefined && certificateFaults.has(code)) {
    return fails(
      "Refused",
      `DATABASE_URL: the certificate of the database server at ${address(url)} is not accepted: ` +
        `${said.replace(/; if the root CA.*/, "")}. ${certificateMends[code] ?? nameAuthority}`
    )
  }
  if (code !== undefined || error.message.includes("timed out") || isClosed(error)) {
    return fails(
      "Unreachable",
      `DATABASE_URL: no database server can be reached at ${address(url)} (${said}). Start it, or name another.`
    )
  }
  if (isNonsense(error)) {
    return fails(
      "Refused",
      `DATABASE_URL: what answers at ${address(url)} is no PostgreSQL server (${said}). Correct the host and the port.`
    )
  }
  if (error.reason.message.includes("refused TLS")) {
    return fails(
      "Refused",
      `DATABASE_URL: the database server at ${address(url)} does not offer TLS. Turn it on there, or name sslmode=disable.`
    )
  }
  // What is left comes from parsing the URL.
  return fails("Invalid", `DATABASE_URL cannot be used: ${said}. ${postgresUrlHint}.`)
}

/**
 * The server will be available soon: it is not listening or not forwarded to yet, is starting up (57P03), or has no free
 * connection now (53300).
 */
const isPassing = (error: SqlError.SqlError): boolean => {
  const code = errorCode(error.reason.cause)
  return isClosed(error) || ["ECONNREFUSED", "ECONNRESET", "57P03", "53300"].some((passing) => passing === code)
}

const startLook = 250

/**
 * Connects once, so that a wrong setting shows at startup. A server that is still starting gets some time.
 *
 * A pooler that drops the settings of a connection is refused: runners would make their tables in another schema, draws
 * of a kept version would read the current one, and statements would have no time limit.
 *
 * @returns the settings for connections to this server that earlier versions of PostgreSQL do not have
 */
export const checkUrl = Effect.fn("Database.checkUrl")(function* (
  url: Redacted.Redacted,
  configOf: (url: Redacted.Redacted) => Effect.Effect<PgConnection.Config, DatabaseUrlError>
) {
  if (!isPostgresUrl(Redacted.value(url))) {
    return yield* notAUrl
  }
  const config = yield* configOf(url)
  const { rows } = yield* Effect.scoped(
    Effect.flatMap(PgConnection.make(config), (connection) =>
      connection.query(
        `SELECT current_setting('${mark.name}', true) AS mark, current_setting('transaction_timeout', true) AS limit`
      )
    )
  ).pipe(
    Effect.retry({
      while: isPassing,
      schedule: Schedule.spaced(startLook),
      times: Math.ceil(Duration.toMillis(timeBudgets.serverStarting.time) / startLook)
    }),
    Effect.mapError((error) => urlError(url, error))
  )
  const [row] = rows
  if (row?.["mark"] !== mark.value) return yield* pooled(url)
  // New in PostgreSQL 17. It would end backups, restores and the publications of large pools.
  return row?.["limit"] == null ? {} : { transaction_timeout: "0" }
})
