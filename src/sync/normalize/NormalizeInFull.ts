import { Result } from "effect"
import type { Manifest, SourceRecord } from "../../../sources/DataSource.ts"
import { lineOf } from "./KeptRecord.ts"
import { normalize as normalizeRecord } from "./Normalize.ts"

/** A record as it is published, with its address on one line, or the reason why it is not: for the suites of sources. */
export const normalize = (manifest: Manifest, country: string, raw: SourceRecord) =>
  Result.map(normalizeRecord(manifest, country, raw), (kept) => ({ ...kept, formattedAddress: lineOf(kept) }))
