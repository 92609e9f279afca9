import { Schema } from "effect"

/** What a publication would change in one source's records of one country. */
export interface Change {
  /** The source's kept records, before and after. */
  readonly before: number
  readonly after: number
  /** Cities with at least one of the source's residential records, before and after. */
  readonly citiesBefore: number
  readonly citiesAfter: number
}

/** The largest share of its records, and of its cities, that a source may lose in one publication. */
export const defaultLimits = { records: 0.2, cities: 0.2 }
export type Limits = typeof defaultLimits

/** A publication that looks like a broken source. The published pool is unchanged. */
export class GateTripped extends Schema.TaggedError<GateTripped>()("GateTripped", {
  source: Schema.String,
  country: Schema.String,
  findings: Schema.Array(Schema.String),
  message: Schema.String
}) {}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

/** What is wrong with a publication, in sentences; empty if nothing is. */
export const findings = (change: Change, limits: Limits): ReadonlyArray<string> => {
  const found: Array<string> = []
  if (change.after === 0) found.push("No record of the source could be kept.")
  const lost = (before: number, after: number) => (before === 0 ? 0 : (before - after) / before)
  const records = lost(change.before, change.after)
  if (change.after > 0 && records > limits.records) {
    found.push(
      `Its records fall from ${change.before} to ${change.after}, by ${percent(records)}; at most ${percent(limits.records)} is allowed.`
    )
  }
  const cities = lost(change.citiesBefore, change.citiesAfter)
  if (change.after > 0 && cities > limits.cities) {
    found.push(
      `Its cities with homes fall from ${change.citiesBefore} to ${change.citiesAfter}, by ${percent(cities)}; at most ${percent(limits.cities)} is allowed.`
    )
  }
  return found
}
