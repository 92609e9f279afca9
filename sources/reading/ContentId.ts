import { createHash } from "node:crypto"

/**
 * An ID for a record without one in its source: its content identifies it. The same record has the same ID in every
 * version of the data.
 */
export const contentId = (parts: ReadonlyArray<string | number | undefined>): string =>
  createHash("sha256")
    .update(parts.map((part) => part ?? "").join("\u001f"))
    .digest("hex")
    .slice(0, 24)
