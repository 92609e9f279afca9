import type { Address } from "../../../schemas/Address.ts"
import { placeId, placeTypes } from "../../address/Identity.ts"
import type { StoredStreet } from "./StoredAddress.ts"

/** A street with the public IDs of its places. */
export interface PlacedStreet extends Pick<StoredStreet, "country" | "components" | "names"> {
  readonly locationIds: Address["locationIds"]
}

/** The part of a street that is shown, either as stored or as read for a response. */
export type ShownStreet = Omit<StoredStreet, "key" | "search"> | PlacedStreet

/** IDs of a street's places. */
export const locationIdsOf = (street: ShownStreet): Address["locationIds"] => {
  if ("locationIds" in street) return street.locationIds
  const ids: Record<string, string> = {}
  for (const type of placeTypes) if (street[type] !== 0n) ids[`${type}Id`] = placeId(type, street[type])
  return ids
}
