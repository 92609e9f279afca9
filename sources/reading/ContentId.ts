import { createHash } from "node:crypto"

/**
 * An ID for a record that its source does not number: what the record says identifies it. The same record has it in
 * every version of the data.
 */
export const contentId = (parts: ReadonlyArray<string | number | undefined>): string =>
  createHash("sha256")
    .update(parts.map((part) => part ?? "").join("\u001f"))
    .digest("hex")
    .slice(0, 24)
