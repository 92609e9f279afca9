import type { AddressComponents } from "../../schemas/Address.ts"

/** Common suffixes and directions, as USPS Publication 28 abbreviates them (appendices B and C1). */
const abbreviations = new Map(
  `ALLEY ALY,AVENUE AVE,BEND BND,BOULEVARD BLVD,BRANCH BR,BRIDGE BRG,BROOK BRK,CANYON CYN,CAUSEWAY CSWY,CENTER CTR,CIRCLE CIR,
  COURT CT,COVE CV,CREEK CRK,CRESCENT CRES,CROSSING XING,DRIVE DR,ESTATES ESTS,EXPRESSWAY EXPY,FREEWAY FWY,GARDENS GDNS,GLEN GLN,
  GREEN GRN,GROVE GRV,HEIGHTS HTS,HIGHWAY HWY,HILL HL,HILLS HLS,HOLLOW HOLW,ISLAND IS,JUNCTION JCT,KNOLL KNL,LAKE LK,LANDING LNDG,
  LANE LN,MANOR MNR,MEADOW MDW,MEADOWS MDWS,MOUNTAIN MTN,ORCHARD ORCH,PARKWAY PKWY,PLACE PL,PLAZA PLZ,POINT PT,RIDGE RDG,ROAD RD,
  SPRINGS SPGS,SQUARE SQ,STREET ST,SUMMIT SMT,TERRACE TER,TRACE TRCE,TRAIL TRL,TURNPIKE TPKE,VALLEY VLY,VIEW VW,VILLAGE VLG,VISTA VIS`
    .split(/,\s*/)
    .map((pair) => pair.split(" ") as [string, string])
)

const directions = new Map([
  ["NORTH", "N"],
  ["SOUTH", "S"],
  ["EAST", "E"],
  ["WEST", "W"],
  ["NORTHEAST", "NE"],
  ["NORTHWEST", "NW"],
  ["SOUTHEAST", "SE"],
  ["SOUTHWEST", "SW"]
])

/** The street as a post office writes it: in capitals, without dots, with the suffix and the directions abbreviated. */
const postalStreet = (street: string): string => {
  const words = street
    .toUpperCase()
    .replace(/'|(?<=[A-Z])\./g, "")
    .replace(/^SAINT (?=\w)/, "ST ")
    .split(" ")
  if (words.length < 3 && !abbreviations.has(words.at(-1)!)) return words.join(" ")
  const end =
    directions.has(words.at(-1)!) && abbreviations.has(words.at(-2) ?? "") ? words.length - 2 : words.length - 1
  return words
    .map((word, i) => {
      if (i === end && i > 0) return abbreviations.get(word) ?? word
      if (i > end || (i === 0 && end > 1)) return directions.get(word) ?? word
      return word
    })
    .join(" ")
}

export const inPostalStyle = <A extends Partial<AddressComponents>>(home: A): A => ({
  ...home,
  ...(home.street === undefined ? {} : { street: postalStreet(home.street) }),
  ...(home.city === undefined
    ? {}
    : {
        city: home.city
          .toUpperCase()
          .replace(/^SAINT /, "ST ")
          .replace(/^FORT /, "FT ")
      }),
  ...(home.unit === undefined ? {} : { unit: home.unit.toUpperCase().replace(/^(?:APARTMENT|UNIT|#) ?/, "APT ") }),
  ...(home.postcode === undefined ? {} : { postcode: `${home.postcode}-0001` })
})
