/** The place of a unit among the parts of an address. */
export interface PlacedUnit {
  /** The house number, with the unit if the country writes them together. */
  readonly houseNumber: string | undefined
  readonly street: string | undefined
  /** The rest, which needs a place of its own. */
  readonly unit: string | undefined
}

type Place = (unit: string, houseNumber: string | undefined, street: string | undefined) => PlacedUnit

/** A unit without its designator: digits, possibly with a second number or a letter after them, or a single letter. */
const isBare = (unit: string) => /^\p{Nd}+(-\p{Nd}+)?\p{L}?$|^\p{L}$/u.test(unit)

/** A word for a dwelling: one, or one that depends on the script of the street. */
type Designator = string | ((street: string | undefined) => string)

const designated = (unit: string, designator: Designator, street: string | undefined) => {
  if (!isBare(unit)) return unit
  return (typeof designator === "string" ? designator : designator(street)) + unit
}

/** квартира, also in addresses that are written in Latin letters. */
const kvartira: Designator = (street = "") => (/\p{Script=Latin}/u.test(street) ? "kv. " : "кв. ")

/** ბინა, or the usual word in the Latin letters of the street. */
const bina: Designator = (street = "") => (/\p{Script=Latin}/u.test(street) ? "apt. " : "ბინა ")

/** شقة, or the word for it in the Latin letters of the street. */
const shaqqa: Designator = (street = "") => (/\p{Script=Arabic}/u.test(street) ? "شقة " : "Apt. ")
const appartement: Designator = (street = "") => (/\p{Script=Arabic}/u.test(street) ? "شقة " : "Appartement ")

/** After the street on its line, if the number comes before the street. */
const behindStreet =
  (designator: Designator): Place =>
  (unit, houseNumber, street) =>
    street === undefined
      ? { houseNumber, street, unit: designated(unit, designator, street) }
      : { houseNumber, street: `${street} ${designated(unit, designator, street)}`, unit: undefined }

/**
 * After the house number: `12/4`, `5, 3º B`.
 *
 * @param worded what is between them where the unit has a word, as in `12 m. 4`; or that it then has a place of its own
 */
const behindNumber =
  (separator: string, designator: Designator = "", worded: string | "own place" = separator): Place =>
  (unit, houseNumber, street) => {
    const between = isBare(unit) ? separator : worded
    return houseNumber === undefined || between === "own place"
      ? { houseNumber, street, unit: designated(unit, designator, street) }
      : { houseNumber: `${houseNumber}${between}${designated(unit, designator, street)}`, street, unit: undefined }
  }

/** Without a space between the number and a unit with its word: 12號3樓之2. */
const behindHan: Place = (unit, houseNumber, street) =>
  houseNumber === undefined || !/\p{Script=Han}/u.test(unit)
    ? { houseNumber, street, unit }
    : { houseNumber: `${houseNumber}${unit}`, street, unit: undefined }

/** Before the house number: `4/12` is unit 4 of number 12. */
const beforeNumber: Place = (unit, houseNumber, street) =>
  houseNumber === undefined || !isBare(unit)
    ? { houseNumber, street, unit: designated(unit, "Unit ", street) }
    : { houseNumber: `${unit}/${houseNumber}`, street, unit: undefined }

const ownPlace =
  (designator: Designator = ""): Place =>
  (unit, houseNumber, street) => ({ houseNumber, street, unit: designated(unit, designator, street) })

/** `12 bte 3`, `12 bus 3`, `12/3`. */
const box: Place = (unit, houseNumber, street) =>
  houseNumber === undefined
    ? { houseNumber, street, unit }
    : { houseNumber: `${houseNumber}${isBare(unit) ? "/" : " "}${unit}`, street, unit: undefined }

const elsewhere = ownPlace()

const table: ReadonlyArray<readonly [countries: string, place: Place]> = [
  // USPS Publication 28, 213.5: after the street, with a pound sign if the designator is unknown.
  ["US AS GU MP PR UM VI FM MH PW CA", behindStreet("#")],
  // AS/NZS 4819: unit, slash, number.
  ["AU CC CX HM NF NZ TK", beforeNumber],
  // Royal Mail and An Post: the flat on a line above the number.
  ["GB IM JE GG IE FK GI", ownPlace("Flat ")],
  // DIN 5008: two slashes before the apartment.
  ["DE", behindNumber(" // ")],
  // ÖNORM A 2063 and usage in Austria; Poland, Croatia and their neighbours: number, slash, door.
  ["AT", behindNumber("/", "", "own place")],
  ["HR RS BA ME SI MK BG IL", behindNumber("/", "", ", ")],
  ["PL", behindNumber("/", "", " ")],
  // bpost: the box after the number. Without its word, bus or boîte, a slash sets it off.
  ["BE", box],
  // Omniva, Latvijas Pasts, Lietuvos paštas.
  ["EE LT LV", behindNumber("-", "", ", ")],
  ["DK FO GL NO SJ ES PT AO CV MZ BR KR_Hang", behindNumber(", ")],
  ["FI AX", behindNumber(" ")],
  ["SE", behindNumber(" ", "lgh ")],
  ["NL BQ", behindNumber("-", "", " ")],
  ["RU UA BY KZ KG", behindNumber(", ", kvartira)],
  ["IT SM VA", behindNumber(", ", "int. ")],
  ["AL RO MD XK", behindNumber(", ", "ap. ")],
  ["CZ SK", behindNumber(", ", "byt ")],
  ["IS", behindNumber(", ", "íbúð ")],
  ["AM_Armn", behindNumber(", ", "բն. ")],
  ["AM", ownPlace("Apt. ")],
  ["GE", behindNumber(", ", bina)],
  ["AZ", behindNumber(", ", "mən. ")],
  ["MX", behindNumber(" ", "Int. ")],
  ["AR BO CL EC PE PY", behindNumber(", ", "Dpto. ")],
  ["CO CR CU DO GT HN NI PA SV UY VE", behindNumber(", ", "Apto. ")],
  // La Poste, and those of its kind: a line of its own above the number.
  ["FR BL GF GP MF MQ NC PF PM RE WF YT MC LU DZ MA TN", ownPlace(appartement)],
  ["AE BH EG IQ JO KW LB OM QA SA SY", ownPlace(shaqqa)],
  ["IR_Arab", ownPlace("واحد ")],
  ["IR", ownPlace("Unit ")],
  ["BD GH HK IN KE LK MT NG PK UG", ownPlace("Flat ")],
  ["MY PH TT ZA", ownPlace("Unit ")],
  ["TR", ownPlace("D: ")],
  ["SG", behindStreet("#")],
  ["MO_Hani TW_Hani", behindHan]
]

const places: ReadonlyMap<string, Place> = new Map(
  table.flatMap(([countries, place]) => countries.split(" ").map((country) => [country, place] as const))
)

/**
 * Puts a unit where the country writes it. `key` is the country, with the script (`KR_Hang`) if that matters. Neither
 * the unit nor the house number changes, but a designator may be added.
 */
export const placeUnit = (
  key: string,
  unit: string | undefined,
  houseNumber: string | undefined,
  street: string | undefined
): PlacedUnit =>
  unit === undefined ? { houseNumber, street, unit } : (places.get(key) ?? elsewhere)(unit, houseNumber, street)
