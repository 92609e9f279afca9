import type { CountryState } from "../../../schemas/admin/Directory.ts"
import { strings } from "../strings.ts"
import { countryStateColors } from "./countryStateColors.ts"
import { DotBadge } from "./DotBadge.tsx"

/** A country's state. */
export const CountryStateBadge = ({ state }: { readonly state: CountryState }) => (
  <DotBadge className="nowrap" color={countryStateColors[state]} text={strings.add.states[state]} />
)
