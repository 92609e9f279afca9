import { Schema } from "effect"

/**
 * A snapshot was not created, kept or loaded. Nothing incomplete is left behind.
 *
 * Reasons:
 * - `NoPool`: the country has no pool, or not in that version
 * - `File`: a file exists already, or cannot be written
 * - `Key`: the signing key cannot be read or created
 * - `Database`: the database cannot be read or written
 * - `NotEmpty`: the database contains something else
 */
export class SnapshotFailed extends Schema.TaggedError<SnapshotFailed>()("SnapshotFailed", {
  reason: Schema.Literals(["NoPool", "File", "Key", "Database", "NotEmpty"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/**
 * A file was not accepted as a snapshot.
 *
 * Reasons:
 * - `File`: it cannot be read
 * - `NoSnapshot`: it is something else
 * - `Newer`: this Doorstep version does not know its format, or draws by other rules
 * - `Damaged`: it is truncated, or its contents are not what was written
 * - `Signature`: it is unsigned, or signed by somebody else
 */
export class SnapshotRefused extends Schema.TaggedError<SnapshotRefused>()("SnapshotRefused", {
  reason: Schema.Literals(["File", "NoSnapshot", "Newer", "Damaged", "Signature"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}
