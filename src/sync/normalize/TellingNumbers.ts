import type { AddressComponents, EvidenceKind } from "../../../schemas/Address.ts"
import { fold } from "../../../schemas/Fold.ts"
import { isNoDwelling, isSuite } from "./TellingUnits.ts"

/** Numbers that say of a house that it is probably none, in countries that number homes and other buildings apart. */

/**
 * строение and сооружение number the structures of an estate, most of them workshops, garages and substations: `12 с1`,
 * `12 стр. 3`.
 */
const structure = /\d\p{L}?[\s,]*(?:с|c|стр|строение|соор|сооружение)\.?\s*№?\s*\d/iu

/**
 * číslo evidenční numbers cottages for recreation and temporary buildings, where homes have a číslo popisné (§ 31 of Act
 * 128/2000 on municipalities): `ev.9`, `č. ev. 12`, `E15`.
 */
const evidenceNumber = /^(?:č(?:íslo)?\.?\s*e(?:v\p{L}*)?\.?|ev(?:id)?\p{L}*\.?(?:\s*č\.?)?|e)\s*\d/iu

/**
 * numeri rossi, which number doors other than those of dwellings, mostly of shops and garages, from 1 on, beside the black
 * numbers of dwellings: `12r`, `12/A r`, `12 rosso`.
 */
const redNumber = /\d[\s/-]*(?:\p{L}[\s/-]*)?r(?:osso)?\.?$/iu
const citiesWithRedNumbers = new Set(["firenze", "florence", "genoa", "genova", "savona"])

/** The weakest kind of evidence that makes a home at this number and unit; undefined if any does. */
export const evidenceNeeded = (
  country: string,
  { city = "", houseNumber = "", unit = "" }: AddressComponents
): EvidenceKind | undefined => {
  if (isNoDwelling(country, unit)) return "register"
  if (isSuite(country, unit)) return "building"
  switch (country) {
    case "BY":
    case "KZ":
    case "RU":
      return structure.test(`${houseNumber} ${unit}`) ? "building" : undefined
    case "CZ":
      return evidenceNumber.test(houseNumber) ? "building" : undefined
    case "IT":
      return redNumber.test(houseNumber) && citiesWithRedNumbers.has(fold(city)) ? "register" : undefined
    default:
      return undefined
  }
}
