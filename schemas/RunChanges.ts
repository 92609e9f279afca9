import { Schema } from "effect"
import { Count } from "./Numbers.ts"

const count = (description: string) => Count.annotate({ description })

/** Numbers of addresses that were added, changed in place and withdrawn. */
const counts = {
  added: count("Addresses that came in."),
  changed: count("Addresses that changed in place."),
  withdrawn: count("Addresses that left.")
}

export const RegionChange = Schema.Struct({
  region: Schema.String.annotate({ description: "Its name; empty for addresses without a region." }),
  ...counts
}).annotate({ identifier: "RegionChange" })
export type RegionChange = typeof RegionChange.Type

export const StreetChange = Schema.Struct({
  street: Schema.String,
  city: Schema.String.annotate({ description: "Empty for addresses without a city." }),
  added: counts.added,
  withdrawn: counts.withdrawn
}).annotate({ identifier: "StreetChange" })
export type StreetChange = typeof StreetChange.Type

export const ChangeKind = Schema.Literals(["added", "changed", "withdrawn"])
export type ChangeKind = typeof ChangeKind.Type

export const ChangeExample = Schema.Struct({
  kind: ChangeKind,
  id: Schema.NonEmptyString.annotate({ description: "The address's ID." }),
  line: Schema.String.annotate({ description: "The address on one line: as it is now, or was when it was removed." }),
  before: Schema.NullOr(Schema.String).annotate({
    description: "As it was before the change; null if that is the same."
  }),
  members: Schema.Array(Schema.String).annotate({ description: "Members of the address that changed." }),
  position: Schema.NullOr(
    Schema.Tuple([Schema.Finite, Schema.Finite]).annotate({ description: "Longitude and latitude (WGS 84)." })
  )
}).annotate({ identifier: "ChangeExample" })
export type ChangeExample = typeof ChangeExample.Type

/** What a run changed, or would change, in a form of bounded size. */
export const RunChanges = Schema.Struct({
  of: Schema.Literals(["pool", "source"]).annotate({
    description:
      "pool: what the publication changed in the country's pool. source: for a run that published nothing, what would have changed among the source's own addresses."
  }),
  ...counts,
  regions: Schema.Array(RegionChange).annotate({
    description: "Those that changed most, at most 60. Together with the others below, they add up to the counts above."
  }),
  otherRegions: Schema.Struct(counts).annotate({ description: "The sum over the regions that are not listed." }),
  streets: Schema.Array(StreetChange).annotate({
    description: "Streets that gained or lost most, at most 20. Empty for a country's first publication."
  }),
  streetsExact: Schema.Boolean.annotate({
    description:
      "Whether streets were counted among all addresses; otherwise among 10,000 of each kind, drawn uniformly."
  }),
  examples: Schema.Array(ChangeExample).annotate({ description: "At most 40 of each kind, drawn uniformly." })
}).annotate({ identifier: "RunChanges" })
export type RunChanges = typeof RunChanges.Type
