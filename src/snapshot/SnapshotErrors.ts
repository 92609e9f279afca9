import { Schema } from "effect"

/**
 * A snapshot that was not made, kept or loaded. Nothing half-made is left behind.
 *
 * Reasons:
 * - `NoPool`: the country has no pool, or not of that version
 * - `File`: a file is there already, or cannot be written
 * - `Key`: the key that signs cannot be read or made
 * - `Database`: the database cannot be read or written
 * - `NotEmpty`: the database holds something else
 */
export class SnapshotFailed extends Schema.TaggedError<SnapshotFailed>()("SnapshotFailed", {
  reason: Schema.Literals(["NoPool", "File", "Key", "Database", "NotEmpty"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/**
 * A file that is not taken for a snapshot.
 *
 * Reasons:
 * - `File`: it cannot be read
 * - `NoSnapshot`: it is something else
 * - `Newer`: this Doorstep does not know its format, or draws by other rules
 * - `Damaged`: it is cut off, or its contents are not those that were written
 * - `Signature`: somebody else has signed it, or nobody
 */
export class SnapshotRefused extends Schema.TaggedError<SnapshotRefused>()("SnapshotRefused", {
  reason: Schema.Literals(["File", "NoSnapshot", "Newer", "Damaged", "Signature"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}
