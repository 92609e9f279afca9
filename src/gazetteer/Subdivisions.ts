import { iso31662 } from "iso-3166"

/** A subdivision of ISO 3166-2, and the country or subdivision directly above it. */
export interface Subdivision {
  /** Such as `US-CA`. */
  readonly code: string
  readonly name: string
  readonly parent: string
}

/**
 * Norway's counties since 1 January 2024, by Statistics Norway's standard for counties (Klass 104). The package still has
 * those of 2020. ISO 3166-2 numbers Norway's counties as Norway does.
 */
const counties = {
  "31": "Østfold",
  "32": "Akershus",
  "33": "Buskerud",
  "39": "Vestfold",
  "40": "Telemark",
  "55": "Troms",
  "56": "Finnmark"
}

/** The subdivisions of the package `iso-3166`, and those that have replaced some of them since. */
export const subdivisions: ReadonlyArray<Subdivision> = [
  ...iso31662,
  ...Object.entries(counties).map(([number, name]) => ({ code: `NO-${number}`, name, parent: "NO" }))
]
