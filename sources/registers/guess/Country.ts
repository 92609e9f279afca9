import { meantCountry } from "../../../schemas/CountryAliases.ts"
import type { TablePart } from "../../../schemas/TableGuess.ts"
import { isCountryCode } from "../../../schemas/CountryCodes.ts"
import { tellingPostcodes } from "./Contents.ts"
import { type Column, isCalled } from "./Fields.ts"
import { wordsOf } from "./Names.ts"

/** Scripts that one country has nearly alone; of those that several have, the largest one weighs more. */
const scripts: ReadonlyArray<readonly [RegExp, string, number]> = (
  [
    ["Greek", "GR", 1.2],
    ["Greek", "CY", 0.4],
    ["Thai", "TH", 1.2],
    ["Georgian", "GE", 1.2],
    ["Armenian", "AM", 1.2],
    ["Ethiopic", "ET", 1.2],
    ["Ethiopic", "ER", 0.4],
    ["Khmer", "KH", 1.2],
    ["Lao", "LA", 1.2],
    ["Myanmar", "MM", 1.2],
    ["Sinhala", "LK", 1.2],
    ["Bengali", "BD", 0.9],
    ["Bengali", "IN", 0.5],
    ["Devanagari", "IN", 1],
    ["Devanagari", "NP", 0.5],
    ["Gujarati", "IN", 1.2],
    ["Gurmukhi", "IN", 1],
    ["Kannada", "IN", 1.2],
    ["Malayalam", "IN", 1.2],
    ["Telugu", "IN", 1.2],
    ["Tamil", "IN", 0.9],
    ["Tamil", "LK", 0.5]
  ] as const
).map(([script, country, weight]) => [new RegExp(`\\p{Script=${script}}{2}`, "u"), country, weight])

/** Words and scripts that suggest a country if at least a tenth of a column's values have them. */
const speech: ReadonlyArray<readonly [RegExp, string, number]> = [
  [/stra(?:ß|ss)e$|str\.?$|gasse$/iu, "DE AT CH", 0.3],
  [/ß/u, "DE AT", 0.2],
  [/(?:straat|laan|plein|gracht)$/iu, "NL BE", 0.4],
  [/^(?:\d+\S{0,4}(?: bis| ter)?,? )?(?:rue|chemin|impasse|allée) /iu, "FR BE CH LU", 0.3],
  [/ (?:st|rd|ave|av|dr|ln|blvd|ct|cir|pkwy)\.?(?: [nsew]{1,2})?$/iu, "US CA AU SG", 0.25],
  [/^(?:st|rd|ave|dr|ln|blvd|ct|cir|pkwy|hwy|trl)\.?$/iu, "US CA", 0.25],
  [/ (?:street|road|avenue|lane|close|crescent)$/iu, "GB US AU NZ IE CA", 0.15],
  [/^(?:calle|avenida|c\/|plaza|cl) /iu, "ES MX AR CO", 0.3],
  // Streets and the house's corner have numbers there: `CL 10 # 43-21`, `Carrera 7 No. 12 - 34`.
  [
    /^(?:calle|cll?|carrera|kra?|cra|cr|diagonal|dg|transversal|tv|ak|ac) \d{1,3} ?[a-z]?(?: bis)?(?: (?:sur|este|norte))? ?(?:#|no\.?|nro\.?)? ?\d{1,3} ?[a-z]?(?: ?- ?| )\d{1,3}/iu,
    "CO",
    0.8
  ],
  [/^(?:rua|travessa|avenida) /iu, "BR PT", 0.3],
  [/^(?:via|viale|piazza|corso) /iu, "IT", 0.5],
  [/^(?:ul\.?|ulica|al\.) /iu, "PL HR SI", 0.3],
  [/^(?:triq|sqaq|vjal|misraħ|pjazza) /iu, "MT", 0.8],
  [/(?:vej|gade)$/iu, "DK", 0.5],
  [/(?:veien|vegen|vei|gata)$/iu, "NO", 0.4],
  [/(?:vägen|gatan)$/iu, "SE", 0.5],
  [/(?:katu|tie|kuja|polku)$/iu, "FI", 0.6],
  [/ (?:utca|út|tér|köz)$/iu, "HU", 0.6],
  [/[\u3040-\u30ff]|丁目/u, "JP", 1],
  [/\p{Script=Hangul}/u, "KR", 1.2],
  [/\p{Script=Hebrew}{2}/u, "IL", 1.2],
  [
    /^[臺台新桃高基嘉苗彰南雲屏宜花金連澎]\p{Script=Han}{1,2}[市縣]\p{Script=Han}{1,3}[區鄉鎮市].*[路街道段巷弄里].*[\d０-９]號/u,
    "TW",
    1.2
  ],
  [/^\p{Script=Han}+[路街道巷弄]\d+(?:弄\d+)?号/u, "CN", 1],
  ...scripts,
  [/[ąęłśźż]/iu, "PL", 0.5],
  [/[řěů]/iu, "CZ", 0.7],
  [/[ľĺŕ]/iu, "SK", 0.5],
  [/[őű]/iu, "HU", 0.5],
  [/[țșăţş]/iu, "RO", 0.4],
  [/[ðþ]/iu, "IS", 0.8],
  [/[іїєґ]/iu, "UA", 0.5],
  [/[ыэё]/iu, "RU", 0.5],
  [/[ыэ]/iu, "BY KG KZ MN", 0.4],
  [/[әғқңұһ]/iu, "KZ", 0.5],
  [/[ђћ]/iu, "RS", 0.7],
  [/[ѓќѕ]/iu, "MK", 0.7],
  // With full stops, other countries abbreviate in the same way.
  [/^(?:ул|пр-кт|пер|б-р|наб|ш|пл|мкр) [\p{Script=Cyrillic}\d]/iu, "RU", 0.6],
  [/^г \p{Lu}\p{Script=Cyrillic}/u, "RU", 0.4],
  [/, (?:ул|пр-кт|пер|б-р|наб|ш|проезд)\.? [^,]+, д\. ?\d/u, "RU", 0.9],
  [/[ģķļņ]/iu, "LV", 0.5],
  [/[ėųįū]/iu, "LT", 0.5]
]

/** Postcodes of the United States, which other countries have, too, but rarely call so. */
const zip = /^\d{5}(?:-\d{4})?$/

/** Whether a whole address ends with such a postcode: `12 High Street, Lancing, BN15 9LG`. */
const endsWith = (text: string, postcode: RegExp): boolean => {
  if (!text.includes(",")) return false
  const words = text
    .slice(text.lastIndexOf(",") + 1)
    .trim()
    .split(/\s+/)
  return [1, 2].some((count) => postcode.test(words.slice(-count).join(" ")))
}

/** The country that most texts end with, as whole addresses do. Codes at the end are rather those of states. */
export const countryAtEnd = (
  texts: ReadonlyArray<string>
): { readonly code: string; readonly name: string } | undefined => {
  const ends = texts.flatMap((text) => (text.includes(",") ? [text.slice(text.lastIndexOf(",") + 1).trim()] : []))
  const [first] = Array.from(Map.groupBy(ends, (end) => end)).sort(([, one], [, other]) => other.length - one.length)
  if (first === undefined || first[1].length < texts.length * 0.6 || !/^[^\d]{4,}$/.test(first[0])) return undefined
  const [name] = first
  const code = meantCountry(name)
  return code === undefined ? undefined : { code, name }
}

/** Codes of states and provinces that addresses contain. */
const states: ReadonlyArray<readonly [codes: ReadonlySet<string>, country: string]> = [
  [
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY",
    "US"
  ],
  ["AB BC MB NB NL NS NT NU ON PE QC SK YT", "CA"],
  ["ACT NSW NT QLD SA TAS VIC WA", "AU"],
  ["AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO", "BR"]
].map(([codes, country]) => [new Set(codes!.split(" ")), country!])

/** The codes of a country's states, where addresses have them. */
export const codesOfStates: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  states.filter(([, country]) => country !== "BR").map(([codes, country]) => [country, codes])
)

/** What may stand behind the code of a state at the end of a whole address. */
const behindStates: Readonly<Record<string, string>> = {
  AU: ",? \\d{4}",
  CA: "(?:,? [A-Z]\\d[A-Z] ?\\d[A-Z]\\d)?",
  US: "(?:,? \\d{5}(?:-\\d{4})?)?"
}

const statesAtEnd = Array.from(codesOfStates, ([country, codes]) => ({
  country,
  form: new RegExp(`,.*[ ,](?:${Array.from(codes).join("|")})${behindStates[country]}$`)
}))

/** The country of the states that most texts end with: `12 Main St, Springfield, IL 62701`. */
const countryOfStateAtEnd = (texts: ReadonlyArray<string>): string | undefined =>
  statesAtEnd.find(({ form }) => texts.filter((text) => form.test(text)).length >= texts.length * 0.6)?.country

/** Whether these are codes of a country's states. */
export const areStates = (values: ReadonlyArray<string>, country: string | undefined): boolean =>
  states.some(([codes, whose]) => whose === country && values.every((value) => codes.has(value.toUpperCase())))

/** Names of columns with codes that only one country's offices give to places, streets and plots. */
const officialCodes: ReadonlyArray<readonly [name: RegExp, country: string]> = [
  [/^ubigeo$/, "PE"],
  [/^cvegeo$|^cve (?:ent|mun|loc|agem|agee|vial)$/, "MX"],
  [/^(?:id )?teryt$|^(?:simc|ulic)(?: id)?$/, "PL"],
  [/^(?:cod )?siruta$/, "RO"],
  [/^(?:koatuu|katottg|katotth|коатуу|катоттг)$/, "UA"],
  [/^(?:kladr|fias|oktmo|okato|кладр|фиас|октмо|окато)(?: id| код| code)?$/, "RU"],
  [/^(?:ekatte|екатте)$/, "BG"],
  [/^(?:code? )?(?:insee|fantoir|rivoli)$/, "FR"],
  [/^(?:cod(?:ice)? )?(?:istat|belfiore|catastale)$|^procom$|^pro com$/, "IT"],
  [/^egid$|^egrid$/, "CH"],
  [/^uprn$|^usrn$/, "GB"],
  [/^(?:cod(?:igo)? )?ibge$|^cd (?:mun|setor)$/, "BR"],
  [/^divipola$|^(?:cod(?:igo)? )?dane(?: mpio)?$/, "CO"],
  [/^sg (?:key|code)$|^sg26 code$|^lpi code$/, "ZA"],
  [/^lgd code$|^pin ?code$/, "IN"],
  [/^(?:법정동코드|행정동코드|pnu)$/, "KR"],
  [/^matricule ?83$/, "CA"],
  [/^rol (?:sii|avaluo|predial)$|^avaluo (?:total|fiscal|afecto|exento)$/, "CL"],
  [/^hrsz$/, "HU"],
  [/^рка$/, "KZ"]
]

/** The counties of Ireland. One of the United States may share a name with one of them. */
const countiesOfIreland =
  /^(?:co(?:unty)?\.? )?(?:carlow|cavan|clare|cork|donegal|dublin|galway|kerry|kildare|kilkenny|laois|leitrim|limerick|longford|louth|mayo|meath|monaghan|offaly|roscommon|sligo|tipperary|waterford|westmeath|wexford|wicklow)(?: (?:city|county))?$/i

const areIrish = (values: ReadonlyArray<string>): boolean =>
  values.every((value) => countiesOfIreland.test(value)) &&
  (new Set(values).size > 1 || /dublin|cork|galway|limerick|waterford/i.test(values[0]!))

const countriesIn = (text: string): ReadonlyArray<string> => text.split(" ")

const ofWords: ReadonlySet<TablePart> = new Set(["building", "city", "district", "street"])

/**
 * How much speaks for each country: the names of columns, the format of postcodes and streets, and a country code in
 * the file's path, as in `us/ca/alameda.csv`.
 */
export const hintsOf = (columns: ReadonlyArray<Column>, path: string): ReadonlyMap<string, number> => {
  const hints = new Map<string, number>()
  const add = (country: string, weight: number) => hints.set(country, (hints.get(country) ?? 0) + weight)
  for (const { contents, name, named } of columns) {
    const best = Math.max(0, ...named.map(({ score }) => score))
    // Numbers in a column that is called a place are codes of something else, whatever its country calls so.
    const surest = named.filter(
      ({ part, score }) => score >= 0.84 && score >= best - 0.03 && !(ofWords.has(part) && contents.numeric > 0.9)
    )
    // A name that is used everywhere says nothing, whatever else it may mean.
    if (!surest.some(({ countries }) => countries.length === 0)) {
      for (const country of new Set(surest.flatMap(({ countries }) => countries))) {
        const of = surest.flatMap(({ countries }) => countries).length
        add(country, 0.9 / Math.sqrt(of))
      }
    }
    const filled = contents.values.filter((value) => value !== "")
    if (filled.length === 0) continue
    const words = wordsOf(name).join(" ")
    for (const [form, country] of officialCodes) if (form.test(words)) add(country, 0.9)
    const [code] = filled
    if (
      code !== undefined &&
      /^[A-Z]{2}$/.test(code) &&
      isCountryCode(code) &&
      filled.every((value) => value === code)
    ) {
      add(code, 0.4)
    }
    if (isCalled({ named }, "region", 0.8)) {
      const fitting = states.filter(([codes]) => filled.every((value) => codes.has(value.toUpperCase())))
      for (const [, country] of fitting) add(country, 0.9 / fitting.length)
      if (areIrish(filled)) add("IE", 0.9)
    }
    if (named.some(({ as, score }) => score >= 0.8 && as.includes("zip")) && filled.every((value) => zip.test(value))) {
      add("US", 0.75)
    }
    const ending = countryAtEnd(filled)?.code ?? countryOfStateAtEnd(filled)
    if (ending !== undefined) add(ending, 1.2)
    for (const [pattern, country] of tellingPostcodes) {
      const all = filled.filter((value) => pattern.test(value)).length >= filled.length * 0.9
      if (all || filled.filter((value) => endsWith(value, pattern)).length >= filled.length * 0.6) add(country, 1.5)
    }
    for (const [pattern, countries, weight] of speech) {
      const share = filled.filter((value) => pattern.test(value)).length / filled.length
      if (share >= 0.1) for (const country of countriesIn(countries)) add(country, weight * Math.min(1, share * 3))
    }
  }
  const parts = path.split(/[/\\]/)
  const said = [
    ...parts
      .slice(0, -1)
      .filter((part) => /^[A-Za-z]{2}$/.test(part))
      .slice(0, 1),
    ...(/^([A-Za-z]{2})[-_]/.exec(parts.at(-1) ?? "")?.slice(1) ?? [])
  ]
  for (const code of said) if (isCountryCode(code.toUpperCase())) add(code.toUpperCase(), 0.5)
  return hints
}

/** The country, if a column of codes has the same one in all rows. */
export const countrySaid = (
  columns: ReadonlyArray<Column>
): { readonly country: string; readonly column: string } | undefined => {
  for (const { contents, name, named } of columns) {
    if (!isCalled({ named }, "country", 0.8)) continue
    const codes = new Set(contents.values.filter((value) => value !== "").map(meantCountry))
    const [only] = codes
    if (codes.size === 1 && only !== undefined) return { country: only, column: name }
  }
  return undefined
}

/** The country with the strongest signs, if it stands out. */
export const likeliest = (hints: ReadonlyMap<string, number>): string | undefined => {
  const [first, second] = Array.from(hints).sort(([, one], [, other]) => other - one)
  if (first === undefined || first[1] < 0.85) return undefined
  return second === undefined || first[1] >= second[1] * 1.25 ? first[0] : undefined
}
