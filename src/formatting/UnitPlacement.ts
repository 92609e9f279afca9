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

/** A word for a dwelling before it, or what the dwelling is called in the script of the street. */
type Designator = string | ((unit: string, street: string) => string)

const designated = (unit: string, designator: Designator, street: string | undefined) => {
  if (!isBare(unit)) return unit
  return typeof designator === "string" ? designator + unit : designator(unit, street ?? "")
}

/** The word of the country's language and script, or another one in streets of other letters. */
const inScript =
  (letters: RegExp, own: string, other: string): Designator =>
  (unit, street) =>
    (letters.test(street) ? own : other) + unit

const latin = /\p{Script=Latin}/u
const arabic = /\p{Script=Arabic}/u

const kvartira = inScript(latin, "kv. ", "кв. ")
const bina = inScript(latin, "apt. ", "ბინა ")
const diamerisma = (other: string) => inScript(latin, other, "διαμ. ")
const shaqqa = inScript(arabic, "شقة ", "Apt. ")
const appartement = inScript(arabic, "شقة ", "Appartement ")
const apartman = inScript(arabic, "اپارتمان ", "Apt. ")

/** Languages that count dwellings: 5-xonadon, 5. ajtó. */
const counted =
  (word: string): Designator =>
  (unit) =>
    /\p{Nd}$/u.test(unit) ? unit + word : unit
const toot: Designator = (unit, street) => (latin.test(street) ? `Apt. ${unit}` : `${unit} тоот`)

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

/** Without a space between the number and a unit with its word: 12號3樓之2, 12号5室. */
const behindHan: Place = (unit, houseNumber, street) => {
  const named = designated(unit, counted("室"), street)
  return houseNumber === undefined || !/\p{Script=Han}/u.test(named)
    ? { houseNumber, street, unit: named }
    : { houseNumber: `${houseNumber}${named}`, street, unit: undefined }
}

/** The Finnish word for a dwelling stands where no staircase does: 12 A 5, but 12 as. 5. */
const behindStaircase =
  (word: string): Place =>
  (unit, houseNumber = "", street) =>
    behindNumber(" ", /\p{L}$/u.test(houseNumber) || !/^\p{Nd}/u.test(unit) ? "" : word)(
      unit,
      houseNumber === "" ? undefined : houseNumber,
      street
    )

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

/** A bare 5 above the street would be read as the house's. */
const elsewhere = ownPlace("Apt. ")

const table: ReadonlyArray<readonly [countries: string, place: Place]> = [
  // USPS Publication 28, 213.5: after the street, with a pound sign if the designator is unknown.
  ["US AS GU MP PR UM VI FM MH PW CA", behindStreet("#")],
  // AS/NZS 4819: unit, slash, number.
  ["AU CC CX HM NF NZ TK", beforeNumber],
  // Royal Mail: the flat on a line above the number.
  ["GB IM JE GG FK GI GS IO PN SH", ownPlace("Flat ")],
  ["IE", ownPlace("Apartment ")],
  // DIN 5008: two slashes before the apartment.
  ["DE", behindNumber(" // ")],
  // An abbreviation of all three languages.
  ["CH LI", ownPlace("App. ")],
  // ÖNORM A 1080: staircase, floor and door after the number, each with a slash.
  ["AT", behindNumber("/")],
  // Usage in Poland, Croatia and their neighbours: number, slash, door.
  ["HR RS BA ME SI MK BG IL", behindNumber("/", "", ", ")],
  ["PL", behindNumber("/", "", " ")],
  // bpost: the box after the number. Without its word, bus or boîte, a slash sets it off.
  ["BE", box],
  // Omniva, Latvijas Pasts, Lietuvos paštas.
  ["EE LT LV", behindNumber("-", "", ", ")],
  ["AD DK FO GL NO SJ ES PT", behindNumber(", ")],
  ["KR_Hang", behindNumber(", ", counted("호"))],
  ["BR", behindNumber(", ", "Apto ")],
  ["AO CV GW MZ ST TL", behindNumber(", ", "Apto. ")],
  ["FI", behindStaircase("as. ")],
  ["AX", behindStaircase("bst. ")],
  ["SE", behindNumber(" ", "lgh ")],
  ["NL BQ", behindNumber("-", "", " ")],
  ["RU UA BY KZ KG TJ", behindNumber(", ", kvartira)],
  ["UZ", behindNumber(", ", counted("-xonadon"))],
  ["TM", behindNumber(", ", "öý ")],
  ["MN", behindNumber(", ", toot)],
  ["IT SM VA", behindNumber(", ", "int. ")],
  ["AL RO MD XK", behindNumber(", ", "ap. ")],
  ["CZ SK", behindNumber(", ", "byt ")],
  ["HU", ownPlace(counted(". ajtó"))],
  ["GR", behindNumber(", ", diamerisma("Apt. "))],
  ["CY", behindNumber(", ", diamerisma("Flat "))],
  ["IS", behindNumber(", ", "íbúð ")],
  ["AM_Armn", behindNumber(", ", "բն. ")],
  ["GE", behindNumber(", ", bina)],
  ["AZ", behindNumber(", ", "mən. ")],
  ["MX", behindNumber(" ", "Int. ")],
  ["AR BO CL EC PE PY", behindNumber(", ", "Dpto. ")],
  ["CO CR CU DO GQ GT HN NI PA SV UY VE", behindNumber(", ", "Apto. ")],
  // La Poste, and those of its kind: a line of its own above the number.
  ["FR BL GF GP MF MQ NC PF PM RE TF WF YT MC LU DZ EH MA TN", ownPlace(appartement)],
  ["BF BI BJ CD CF CG CI CM DJ GA GN HT KM MG ML MR NE SN TD TG", ownPlace(appartement)],
  ["AE BH EG IQ JO KW KW_Arab LB LY OM PS QA SA SA_Arab SD SY SY_Arab YE", ownPlace(shaqqa)],
  ["AF", ownPlace(apartman)],
  ["IR_Arab", ownPlace("واحد ")],
  ["BD BT BW GH GM HK IN KE LK LS MT MU MW NA NG NP PK SC SL SZ TZ UG ZM ZW", ownPlace("Flat ")],
  ["BN CK FJ ID IR KI MY NR NU PG PH SB TO TT TV VU WS ZA", ownPlace("Unit ")],
  ["TR", ownPlace("D: ")],
  ["VN", ownPlace("Căn hộ ")],
  ["TH_Thai", ownPlace("ห้อง ")],
  ["SG", behindStreet("#")],
  ["CN TW MO", ownPlace("Room ")],
  ["CN_Hani HK_Hani MO_Hani TW_Hani", behindHan],
  ["JP_Hani", ownPlace(counted("号室"))],
  ["KP_Hang", ownPlace(counted("호"))]
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
