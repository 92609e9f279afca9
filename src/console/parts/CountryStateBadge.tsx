import { Badge } from "@mantine/core"
import type { CountryState } from "../../../schemas/admin/Directory.ts"
import { strings } from "../strings.ts"
import { countryStateColors } from "./countryStateColors.ts"

/** A country's state. */
export const CountryStateBadge = ({ state }: { readonly state: CountryState }) => (
  <Badge
    variant="default"
    className="nowrap"
    leftSection={<span className="dot" style={{ background: countryStateColors[state] }} />}
  >
    {strings.add.states[state]}
  </Badge>
)
