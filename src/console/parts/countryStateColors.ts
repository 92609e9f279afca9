import type { CountryState } from "../../../schemas/admin/Directory.ts"

/** The same in lists and on the map, light or dark. */
export const countryStateColors: Readonly<Record<CountryState, string>> = {
  none: "#a9b8b3",
  adding: "#1c7ed6",
  ready: "#2f8069",
  attention: "#e67700"
}
