import { postcodeForms } from "../../../schemas/PostcodeForms.ts"
import { numberOf } from "../Figures.ts"
import { regExpOf } from "./Modifiers.ts"
import { isWholeAddress } from "./WholeAddresses.ts"

/** What the values of a column look like. Shares are of the non-empty values. */
export interface Contents {
  /** The first few different values, in the order of their rows. */
  readonly samples: ReadonlyArray<string>
  /** Empty where a word says that there is none. */
  readonly values: ReadonlyArray<string>
  /** Different values of further rows, if the column's meaning depends on all of them. */
  readonly further: ReadonlyArray<string>
  /** The state of the United States in which all rows of the table are, where codes of uses depend on it. */
  readonly state?: string | undefined
  /** Whether values have several lines, which are shown with commas between them. */
  readonly hasLines: boolean
  /** The words with which the column says so. */
  readonly nothings: ReadonlyArray<string>
  readonly filled: number
  /** The number of different non-empty values. */
  readonly distinct: number
  readonly numeric: number
  /** Numbers with a decimal comma. */
  readonly decimalComma: boolean
  readonly letters: number
  readonly houseNumber: number
  /** A number, then words: `12 Main St`. */
  readonly leading: number
  /** Words, then a number: `Hauptstr. 12a`. */
  readonly trailing: number
  readonly short: number
  readonly meanLength: number
}

/** How many characters of a value or of a name are examined: a whole address rarely has a hundred. */
export const lookedAt = 200

const houseNumber =
  /^(?:(?:č\.\s?(?:p|ev)\.\s?|[#№]\s?|n[or]\.\s?|n[º°]\.?\s?)?(?:[\p{Lu}]{1,2}-?)?\d{1,5}(?:\.0+)?(?:\s?(?:bis|ter|quater|\p{L}{1,2}))?(?:\s?[-/+,.](?:\s?\d{1,5})?(?:\s?\p{L}{1,2})?)*(?:\s?(?:к|корп|с|стр|лит)\.?\s?\d{0,3}\p{L}?(?:-\d+)?)*|\d{1,5} \d\/\d|s\/n|\d{1,5}(?:之\d+)?號?(?:之\d+)?(?:[\p{Script=Han}\d]{1,4}[樓層](?:之\d+)?)?)$/iu

/** Taiwan and Japan write digits as wide as their letters, Arabic and Persian have digits of their own. */
const plainDigits = (value: string): string =>
  value.normalize("NFKC").replace(/[٠-٩۰-۹]/g, (digit) => String(digit.codePointAt(0)! & 15))

/** A date, which has the marks of a range of house numbers. */
const date = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})$/

export const leadingNumber =
  /^(\d{1,6}(?:[A-Za-z](?![A-Za-z]))?(?:[-/]\d+[A-Za-z]?)?(?: \d\/\d)?)(?:\s+|,\s*)([^\s,].*)$/
/** A flat before the number of its house: `Flat 3, 14 High Street`, `#101 1022 4 AV SW`. */
const leadingFlat =
  /^(?:(?:flat|apartment|apt|unit|studio|room|suite)\.? |#)[0-9a-z/-]{1,8}(?:,? +|, +[^,\d]{2,40}, +)(?=\d)/i

/** An address line without the flat before the number of its house. */
export const withoutFlat = (line: string): string => line.replace(leadingFlat, "")

const trailingNumber =
  /^(\D(?:.*?[^\s,])??)[\s,]+(?:no[.:]\s?)?(\d{1,5}(?:\s?(?:bis|ter|quater|[A-Za-z]))?(?:\s?[-/+](?:\s?\d{1,4})?(?:\s?[A-Za-z])?)*)\.?$/i

/** A street with its number behind a comma. */
const numberBehindComma = /^[^,\d][^,]*,\s*\d{1,5}\s?[A-Za-z]?\s*(?:,|$)/

/** Words for flats, floors and blocks behind a number, as patterns. */
const unitWords =
  "dp dpto bx bd depto departamento apto apt ap apartamento piso casa cs of oficina local lc int in interior interno scala block bloque bloco bl bq torre edif lt lote sala loja lok lokal m\\. daire kat d: whg wohnung top кв корп garaje gj parqueadero bodega estacionamiento vaga".split(
    " "
  )

/** Behind a number, what follows one of some words: `DP 23`, `- Bloco B`, `Kat:2 Daire:5`. */
const unitsWith = (words: ReadonlyArray<string>): string => {
  const one = `(?i:${words.join("|")})[.:]? ?[\\p{Lu}\\d][\\p{L}\\d-]{0,5}`
  return `${one}(?:[ ,]+${one}| [\\p{Lu}\\d]{1,4}){0,2}`
}

/** Between a number and the flat behind it. */
export const beforeUnits = "(?: ?[,-] ?| )"

/** A pattern for what stands behind the numbers of lines, by the words that they have; undefined if they have none. */
export const unitsBehind = (lines: ReadonlyArray<string>): string | undefined => {
  const used = unitWords.filter((word) => {
    const form = regExpOf(`\\d[^,]*?${beforeUnits}${unitsWith([word])}`)
    return lines.some((line) => form.test(line))
  })
  return used.length === 0 ? undefined : unitsWith(used)
}

const numberBeforeUnit = regExpOf(
  `^[^,\\d][^,]*?[ ,]+(?:[nN][oO][.:] ?)?\\d{1,5} ?[A-Za-z]?(?:/[A-Za-z\\d]+)?${beforeUnits}${unitsWith(unitWords)}(?:,|$)`
)

const kindsInCyrillic =
  "(?i:ул|улица|пр|просп|проспект|пр-кт|пр-т|пер|переулок|ш|шоссе|б-р|бульв|бульвар|бул|наб|набережная|пл|площадь|проезд|туп|аллея|мкр|вул|вулиця|пров|провулок|площа|алея|узвіз|шосе)"

/**
 * Addresses in Cyrillic, whose parts stand between commas, the largest first: `г. Москва, ул. Тверская, д. 12, кв. 5`,
 * `Москва, Ленинский просп., 30А`.
 */
export const cyrillic = {
  street: `(?:${kindsInCyrillic}(?:\\. ?| )[^,]+|[^,]+ ${kindsInCyrillic}\\.?)`,
  house: ", ?(?:(?i:д|дом|буд)\\.? ?)?",
  number: "\\d+\\p{L}?(?:/\\d+\\p{L}?)?(?:,? ?(?i:к|корп|корпус|стр|строение|с|лит)\\.? ?\\d+\\p{L}?)*"
}

const inCyrillic = regExpOf(`(?:^|, ?)${cyrillic.street}${cyrillic.house}${cyrillic.number}(?:,|$)`)

/** Whether a line has its street and number among parts in Cyrillic. */
export const isCyrillicLine = (line: string): boolean => /\p{Script=Cyrillic}/u.test(line) && inCyrillic.test(line)

/** The share of values that pass a test; 0 of none. */
export const share = (values: ReadonlyArray<string>, test: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length

/** Words with which programs and registers fill cells that have no value. */
const nothing =
  /^(?:not (?:stated|applicable|available|specified)|unknown|unnamed|n\/a|#n\/a|none|null|<null>|\(null\)|\[null\]|nil|nan|undefined|unspecified|s\/d|sin dato|sin n[uú]mero|no aplica|ninguno|sn|s\/n|unbekannt|keine angabe|k\.\s?a\.|inconnue?|non renseign[eé]|onbekend|desconhecido|ignorado|brak|neuvedeno|не указано?|нет данных|[-–—.?*]+)$/iu

/** A link to what is elsewhere in the file, or on the web, whose letters are no name. */
const link = /^(?:#[^\s#]+|(?:https?|urn):\S+)$/i

/** An address may stand on several lines of its cell, as on a letter. */
const lineBreak = /[\s,]*[\r\n][\s,]*/g

const isNumber = (value: string): boolean => !Number.isNaN(numberOf(value))

export const contentsOf = (all: ReadonlyArray<string>): Contents => {
  const plain = all.map((value) => value.trim().slice(0, lookedAt).trimEnd())
  const given = plain.map((value) => value.replace(lineBreak, ", "))
  const numbers = given.filter((value) => isNumber(value))
  // R's word for a missing number is a code among words.
  const isNothing = (value: string) => nothing.test(value) || (value === "NA" && numbers.length > 0)
  const values = given.map((value) => (isNothing(value) ? "" : value))
  const filled = values.filter((value) => value !== "")
  const different = new Set(filled)
  return {
    values,
    further: [],
    hasLines: given.some((value, row) => value !== plain[row]),
    nothings: Array.from(new Set(given.filter(isNothing))),
    samples: Array.from(new Set(given.filter((value) => value !== ""))).slice(0, 3),
    filled: values.length === 0 ? 0 : filled.length / values.length,
    distinct: different.size,
    numeric: share(filled, isNumber),
    decimalComma: filled.some((value) => /^-?\d+,\d+$/.test(value)),
    letters: share(filled, (value) => /\p{L}{2}/u.test(value) && !link.test(value)),
    houseNumber: share(
      filled,
      (value) => value.length <= 16 && !date.test(value) && houseNumber.test(plainDigits(value))
    ),
    leading: share(filled, (value) => leadingNumber.test(withoutFlat(value)) && /\p{L}{2}/u.test(value)),
    // The city of a whole address follows behind a comma.
    trailing: share(
      filled,
      (value) =>
        trailingNumber.test(value.split(",", 1)[0]!) ||
        numberBehindComma.test(value) ||
        numberBeforeUnit.test(value) ||
        isCyrillicLine(value) ||
        isWholeAddress(value)
    ),
    short: share(filled, (value) => value.length <= 4),
    meanLength: filled.reduce((sum, { length }) => sum + length, 0) / Math.max(filled.length, 1)
  }
}

/** How many digits each postcode of a country has; undefined if they differ, or have other characters. */
export const digitsOf = (country: string): number | undefined => {
  const pattern = postcodeForms.get(country)
  const found = [4, 5, 6, 7, 8].filter((digits) => pattern?.test(`0${"1".repeat(digits - 1)}`))
  return found.length === 1 ? found[0] : undefined
}

/** Digits of a postcode whose leading zeros are lost, as in tables that store them as numbers. */
const lacksZeros = (text: string, digits: number): boolean =>
  /^[1-9]\d+$/.test(text) && text.length < digits && text.length >= Math.max(3, digits - 2)

/** The share of values that are postcodes of a country; undefined if the format of its postcodes is unknown. */
export const postcodeShare = (contents: Contents, country: string): number | undefined => {
  const pattern = postcodeForms.get(country)
  if (pattern === undefined) return undefined
  const digits = digitsOf(country) ?? 0
  const filled = contents.values.filter((value) => value !== "")
  return share(filled, (value) => {
    const text = value.replace(/\.0+$/, "").replace(new RegExp(`^${country}-(?=\\d)`), "")
    // In Portugal, the last three digits may have a column of their own.
    return pattern.test(text) || lacksZeros(text, digits) || (country === "PT" && /^\d{4}$/.test(text))
  })
}

/** Whether postcodes of this many digits have lost their leading zeros: none has one, and some are shorter. */
export const haveLostZeros = ({ values }: Contents, digits: number): boolean => {
  const filled = values.filter((value) => value !== "").map((value) => value.replace(/\.0+$/, ""))
  return !filled.some((value) => value.startsWith("0")) && filled.some((value) => lacksZeros(value, digits))
}

/** Postcode formats that hardly anything else has, and their countries. */
export const tellingPostcodes: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\d{4} ?[A-Z]{2}$/, "NL"],
  [/^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/, "CA"],
  [/^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/, "GB"],
  [/^\d{2}-\d{3}$/, "PL"],
  [/^\d{4}-\d{3}$/, "PT"],
  [/^\d{5}-\d{3}$/, "BR"],
  [/^\d{3}-\d{4}$/, "JP"],
  [/^LV-\d{4}$/, "LV"],
  [/^LT-\d{5}$/, "LT"],
  [/^MD-?\d{4}$/, "MD"],
  [/^AD\d{3}$/, "AD"],
  [/^[A-Z]{3} ?\d{4}$/, "MT"],
  [/^L-\d{4}$/, "LU"],
  [/^[A-Z]\d[\dW] ?[A-Z\d]{4}$/, "IE"],
  [/^\d{5}-\d{4}$/, "US"]
]

export const anyPostcode = /^(?=.*\d)[A-Z\d](?:[A-Z\d]|[ -](?=[A-Z\d])){2,9}$/i

/** Words that streets begin or end with. The list need not be complete, because most streets of a table have one. */
const streetWords =
  /(?:stra(?:ß|ss)e|str\.?|weg|gasse|allee|platz|ring|damm|ufer|straat|laan|plein|gracht|kade|dreef|vej|gade|allé|vei|veien|vegen|gate|gata|gatan|vägen|gränd|katu|tie|kuja|polku|utca|tere|ulica|iela|gatvė|tänav)$|^(?:rue|avenue|av|ave|allée|chemin|place|boulevard|bd|impasse|route|quai|cours|calle|c\/|avenida|avda|paseo|plaza|camino|carrer|via|viale|piazza|corso|vicolo|rua|travessa|largo|praça|ul\.?|aleja|al\.|plac|ulica|улица|ул\.?|проспект|вулиця|jalan|jl\.?|lorong|đường)[ .]|\b(?:st|street|rd|road|ave?|avenue|dr|drive|ln|lane|blvd|boulevard|ct|court|pl|place|way|ter|terrace|cir|circle|hwy|highway|pkwy|cres|crescent|close|grove|gardens|parade|sq|square|trl|trail|loop|run)\.?(?: [nsew]{1,2})?$|(?:로|길|路|街|道|巷|通り|丁目)$/iu

export const streetShare = ({ values }: Contents): number => {
  const filled = values.filter((value) => value !== "")
  return share(filled, (value) => {
    const line = withoutFlat(value).split(",", 1)[0]!
    return streetWords.test(line.replace(leadingNumber, "$2").replace(trailingNumber, "$1"))
  })
}

/** Points in one trimmed text: well-known text, or two numbers, as they are or in GeoJSON. */
export const pairPoint =
  /^(?:\{[^[\]{}]*"?coordinates"?\s*[:=]\s*\[+\s*|[([]\s*)?(-?\d+(?:\.\d+)?)(?:\s*[,;|]\s*|\s+)(-?\d+(?:\.\d+)?)(?:(?:\s*[,;|]\s*|\s+)-?\d+(?:\.\d+)?)?\s*(?:\]+[^[\]{}]*\}|[)\]])?$/
