import type { Address } from "../../../schemas/Address.ts"
import { placeId, placeTypes } from "../../address/Identity.ts"
import type { StoredStreet } from "./StoredAddress.ts"

/** A street with the public IDs of the places that it lies in. */
export interface PlacedStreet extends Pick<StoredStreet, "country" | "components" | "names"> {
  readonly locationIds: Address["locationIds"]
}

/** A street as far as it is shown, as it is stored or as it is read for an answer. */
export type ShownStreet = Omit<StoredStreet, "key" | "search"> | PlacedStreet

/** IDs of the places that a street lies in. */
export const locationIdsOf = (street: ShownStreet): Address["locationIds"] => {
  if ("locationIds" in street) return street.locationIds
  const ids: Record<string, string> = {}
  for (const type of placeTypes) if (street[type] !== 0n) ids[`${type}Id`] = placeId(type, street[type])
  return ids
}
