import { Result } from "effect"
import type { Manifest, SourceRecord } from "../../../sources/DataSource.ts"
import { lineOf } from "./KeptRecord.ts"
import { normalize as normalizeRecord } from "./Normalize.ts"

/** A record as published, with its address on one line, or why it is rejected: for the suites of sources. */
export const normalize = (manifest: Manifest, country: string, raw: SourceRecord) =>
  Result.map(normalizeRecord(manifest, country, raw), (kept) => ({ ...kept, formattedAddress: lineOf(kept) }))
