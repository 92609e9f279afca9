import { Schema } from "effect"

/**
 * A backup was not written.
 *
 * Reasons:
 * - `File`: the file already exists or cannot be written
 * - `Database`: the database cannot be read
 */
export class BackupFailed extends Schema.TaggedError<BackupFailed>()("BackupFailed", {
  reason: Schema.Literals(["File", "Database"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/**
 * A backup was not restored. The database is unchanged.
 *
 * Reasons:
 * - `File`: the file cannot be read
 * - `NoBackup`: the file is not a backup
 * - `Newer`: a newer Doorstep wrote the file
 * - `Damaged`: the file is truncated or altered
 * - `NotEmpty`: the database contains data, and replacing it was not requested
 * - `Database`: the database cannot be written
 */
export class RestoreFailed extends Schema.TaggedError<RestoreFailed>()("RestoreFailed", {
  reason: Schema.Literals(["File", "NoBackup", "Newer", "Damaged", "NotEmpty", "Database"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}
