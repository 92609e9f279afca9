import { Schema } from "effect"

/**
 * A backup that was not written.
 *
 * Reasons:
 * - `File`: the file is there already, or cannot be written
 * - `Database`: the database cannot be read
 */
export class BackupFailed extends Schema.TaggedError<BackupFailed>()("BackupFailed", {
  reason: Schema.Literals(["File", "Database"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/**
 * A backup that was not restored. The database is as it was.
 *
 * Reasons:
 * - `File`: the file cannot be read
 * - `NoBackup`: it is something else
 * - `Newer`: a newer Doorstep has written it
 * - `Damaged`: it is cut off, or its contents are not those that were written
 * - `NotEmpty`: the database has data, and was not to be replaced
 * - `Database`: the database cannot be written
 */
export class RestoreFailed extends Schema.TaggedError<RestoreFailed>()("RestoreFailed", {
  reason: Schema.Literals(["File", "NoBackup", "Newer", "Damaged", "NotEmpty", "Database"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}
