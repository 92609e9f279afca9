import { placeKeyOf, type PlaceType, placeTypes } from "./Identity.ts"

/** Where a value belongs that is no ID of a place of the type: the ID of another place, or a name. Ends a message. */
export const misplaced = (type: PlaceType, value: string): string => {
  if (placeKeyOf(type, value) !== undefined) return ""
  const kind = placeTypes.find((other) => placeKeyOf(other, value) !== undefined)
  if (kind !== undefined) return ` It is the ID of a ${kind}, which goes into ${kind}Id.`
  const text = type === "postcode" ? "postcodes" : "names"
  return /^[rcdp]-/.test(value) ? "" : ` It is not an ID: ${text} go into ${type}.`
}
