import { fold } from "../schemas/Fold.ts"
import type { RawRecord } from "../sources/DataSource.ts"
import { absentText, emailAddress } from "./SourceLaw.ts"

// What a wrong encoding, a wrong column or a wrong cell makes of the texts of records.

export const texts = ["houseNumber", "street", "unit", "building", "district", "city", "region", "postcode"] as const

type Field = (typeof texts)[number]

/** Texts that no publisher means. */
export const damages: ReadonlyArray<{
  readonly is: RegExp
  readonly what: string
  readonly cure: string
  /** All fields, unless only these. */
  readonly of?: ReadonlyArray<Field>
}> = [
  {
    is: /\uFFFD/,
    what: "have characters that could not be decoded",
    cure: "Read the file in its own encoding: `encoding` of the format."
  },
  {
    // UTF-8 that was read as Windows-1252. No-break spaces are left out, which follow a capital Â or Ã in ordinary texts.
    is: /Ã[\u0080-\u009f\u00a1-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u0080-\u009f\u00a1-\u00bf]/,
    what: "are UTF-8 that was read as something else",
    cure: 'Read the file as UTF-8: `encoding: "utf-8"`.'
  },
  {
    // UTF-8 that was read in the code pages of Cyrillic, of Greek, of central Europe and of old Macs.
    is: /(?:[РС][°±µ¶·»\u00a0«®¬©¦§¤\u0402\u0403\u0405-\u040f\u0452-\u045f\u0490\u0491\u2010-\u203a€№™]){3}|(?:[ΞΟ][\u0080-\u00bf\u0384-\u0390\u2010-\u203a€™]){3}|[ĂĹÄ][\u0080-\u009f¤§¨©«¬®°±´¶·¸»€‚„…†‡‰‹‘’“”•–—™›ˇ˘˛˝ľźżĽŚśšťž]|√[\u00a0-\u00ff†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»]/,
    what: "are UTF-8 that was read as something else",
    cure: 'Read the file as UTF-8: `encoding: "utf-8"`.'
  },
  {
    is: /[\u0080-\u009f]|\p{L}[¹³¶¼¾¿£¥]\p{L}/u,
    what: "have letters of another code page",
    cure: "Read the file in its own encoding: `encoding` of the format."
  },
  {
    is: /\p{L}\\['"]\p{L}|\p{L}''\p{L}/u,
    what: "have quotation marks with the escapes of SQL",
    cure: "Take the text from the database, or undo them: d''Alsace is d'Alsace."
  },
  {
    is: /^(?:null|NULL|\\N|<null>|\(null\)|#(?:REF!|N\/A|VALUE!|NAME\?|NULL!|DIV\/0!))$/,
    what: "have what a database or a spreadsheet writes for a value that is not there",
    cure: "Leave out what the data do not have."
  },
  {
    // Towns are called None and Nan, but no house.
    is: /^(?:None|nan)$/,
    of: ["houseNumber", "street", "unit", "building", "postcode"],
    what: "have what Python writes for a value that is not there",
    cure: "Leave out what the data do not have."
  },
  {
    is: new RegExp(`${emailAddress.source}|^\\+\\d[\\d ()/-]{6,}$|^https?://`, "i"),
    what: "are email addresses, telephone numbers or URLs",
    cure: "Whoever lives there has not published an address for that. Is it another column?"
  },
  {
    is: /&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,5});/i,
    what: "have entities of HTML",
    cure: "Decode them: &eacute; is é."
  },
  { is: /<\/?[a-z][^<>]*>/i, what: "have tags of HTML", cure: "Take the text out of them." },
  {
    is: absentText,
    what: "have what JavaScript writes for a value that is not there",
    cure: "Leave out what the data do not have."
  },
  { is: /^\s*[[{].*[\]}]\s*$/s, what: "are JSON", cure: "Take the text out of it." },
  { is: /\\u[\da-f]{4}/i, what: "have escapes of JSON", cure: "Parse them as JSON: \\u00fc is ü." },
  { is: /%20|%[c-e][\da-f]%[89ab][\da-f]/i, what: "are encoded for URLs", cure: "Decode them: %C3%BC is ü." },
  {
    is: /\p{L}\?\p{L}/u,
    what: "have question marks in place of letters",
    cure: "What wrote the file could not encode them: get it as UTF-8."
  },
  { is: /\p{Cs}/u, what: "have half of a character", cure: "Do not cut texts between the two units of a character." },
  {
    is: /^\d{1,4}[-. /]{1,2}(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*\.?$|^\d{4}-\d\d-\d\d/iu,
    of: ["houseNumber"],
    what: "are dates",
    cure: "A spreadsheet has made them of numbers such as 1-2: read the file as text, before a spreadsheet has saved it."
  }
]

/** Habits of a whole file, which a single record may have by chance. */
export const habits: ReadonlyArray<{
  readonly is: (record: RawRecord) => boolean
  readonly field: Field
  readonly what: string
  readonly cure: string
}> = [
  {
    is: ({ houseNumber }) => /^\d+\.0+$/.test(houseNumber ?? ""),
    field: "houseNumber",
    what: "are numbers with a decimal point",
    cure: "A spreadsheet has made them of whole ones: remove what follows the point."
  },
  {
    is: ({ houseNumber, street }) => hasAtItsEnds(street, houseNumber),
    field: "street",
    what: "contain the house number",
    cure: "It would be written twice: take it off the street."
  },
  {
    is: ({ houseNumber, unit }) => unit !== undefined && unit !== "" && isSame(unit, houseNumber),
    field: "unit",
    what: "are the house number again",
    cure: "A house without flats has no unit: leave it out."
  },
  {
    is: ({ building, houseNumber, street }) => isSame(building, street) || isSame(building, houseNumber),
    field: "building",
    what: "are the street or the house number again",
    cure: "A house without a name has no building: leave it out."
  },
  {
    is: ({ district, street }) => isSame(district, street),
    field: "district",
    what: "are the street again",
    cure: "Is the district in another column? Leave it out if there is none."
  },
  {
    is: ({ postcode, region }) => isSame(region, postcode),
    field: "region",
    what: "are the postcode",
    cure: "Is the region in another column?"
  },
  {
    is: ({ city = "", region = "" }) => region !== "" && fold(city).endsWith(`, ${fold(region)}`),
    field: "city",
    what: "end with the region",
    cure: "It would be written twice: take it off the city."
  },
  {
    is: ({ postcode = "", street = "" }) => postcode.length > 2 && fold(street).includes(`, ${fold(postcode)}`),
    field: "street",
    what: "contain the postcode",
    cure: "They are whole addresses: give each part in its own field."
  },
  {
    is: ({ city, postcode }) => isSame(city, postcode),
    field: "city",
    what: "are the postcode",
    cure: "Is the city in another column?"
  },
  {
    is: ({ city, postcode = "" }) => postcode.length > 2 && hasAtItsEnds(city, postcode),
    field: "city",
    what: "contain the postcode",
    cure: "It would be written twice: take it off the city."
  },
  {
    is: ({ city = "", street = "" }) => city !== "" && fold(street).endsWith(`, ${fold(city)}`),
    field: "street",
    what: "end with the city",
    cure: "It would be written twice: take it off the street."
  },
  {
    is: ({ street = "" }) => /^(["'])(?=.*\p{L}).*\1$/su.test(street),
    field: "street",
    what: "are in quotation marks",
    cure: "Are they those of a CSV that was split by hand? Take them off."
  }
]

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  typeof one === "string" && typeof other === "string" && fold(one) !== "" && fold(one) === fold(other)

/** Whether a street begins or ends with the house number, as a word of its own. */
const hasAtItsEnds = (street: string | undefined, number: string | undefined): boolean => {
  if (typeof street !== "string" || typeof number !== "string" || fold(number) === "") return false
  const [whole, part] = [fold(street), fold(number)]
  return whole.endsWith(` ${part}`) || whole.startsWith(`${part} `)
}
