/**
 * How a country writes addresses where OpenCage's template cannot hold what a published address has: it leaves out a part
 * that locals write, or puts Latin order on addresses in another script. The set describes points of interest of any
 * quality; these describe homes with known parts. Sources: libaddressinput's country formats (Google, Apache-2.0), the
 * addressing pages of the Universal Postal Union, and the posts named beside an entry.
 *
 * `%U` unit, `%B` building, `%N` house number, `%R` street, `%D` district, `%C` city, `%S` region, `%P` region where it is
 * a province or county, `%K` its code where codes are usual, `%Q` neighbourhood, `%Z` postcode; brackets hold what appears with the part in them. The country follows as the last line.
 */
const own: Readonly<Record<string, string>> = {
  // As in Catalonia.
  AD: "%U\n%B\n%R, %N\n%Z %C",
  // The letters are part of the postcode.
  AI: "%U\n%B\n%N %R\n%C\n[AI-%Z]",
  AQ: "%U\n%B\n%N %R\n%C %Z",
  AR: "%U\n%B\n%R %N\n%D\n%Z %C\n%S",
  AU: "%U\n%B\n%N %R\n%C %K %Z",
  AZ: "%U\n%B\n%R %N\n[AZ%Z] %C",
  BG: "%U\n%B\n%R %N\n%D\n%Z %C",
  // Without its block, a road of Bahrain is not found.
  BH: "%U\n%B\n%N %R\n%D\n%C %Z",
  BN: "%U\n%B\n%N, %R\n%D\n%C %Z",
  BS: "%U\n%B\n%N %R\n%D\n%C[, %S]",
  BT: "%U\n%B\n%R %N\n%D\n%C %Z",
  CL: "%U\n%B\n%R %N\n%Z %C\n%S",
  CN: "%U\n%B\n%N %R\n%D\n%C[, %S] %Z",
  CV: "%U\n%B\n%R %N\n%Z %C\n%S",
  EG: "%U\n%B\n%N %R\n%D\n%C\n%S\n%Z",
  ES: "%U\n%B\n%R, %N\n%Z %C\n%P",
  // Avenues and streets have the same numbers in each zone of a town.
  GT: "%U\n%B\n%R %N\n%D\n[%Z-]%C",
  HK: "%U\n%B\n%N %R\n%D\n%C\n%S",
  HN: "%U\n%B\n%R %N\n%D\n%C[, %S]\n%Z",
  HT: "%U\n%B\n%N, %R\n%D\n[HT%Z] %C",
  // Magyar Posta: town and postcode before the street, and a full stop after the number.
  HU: "%B\n%Z %C\n%R [%N.] %U",
  ID: "%U\n%B\n%R [No. %N]\n%D\n%C %Z\n%S",
  IQ: "%U\n%B\n%N %R\n%D\n%C[, %S]\n%Z",
  IR: "%U\n%B\n%N %R\n%D\n%C\n%S\n%Z",
  JM: "%U\n%B\n%N %R\n%D\n%C %Z\n%S",
  JO: "%U\n%B\n%R %N\n%D\n%C %Z",
  JP: "%U\n%B\n%N %R\n%D\n%C[, %S] %Z",
  KI: "%U\n%B\n%N %R\n%D\n%C\n%S",
  KR: "%U\n%B\n%N, %R\n%D, %C\n%S %Z",
  KW: "%U\n%B\n%D\n%R, %N\n%Z %C",
  KY: "%U\n%B\n%N %R\n%C\n%S %Z",
  // The letters are part of the postcode at home, too: Lietuvos paštas, POST Luxembourg, Poșta Moldovei.
  LT: "%U\n%B\n%R %N\n[LT-%Z] %C",
  LU: "%U\n%B\n%N %R\n[L-%Z] %C",
  MD: "%U\n%B\n%R, %N\n[MD-%Z] %C",
  MN: "%U\n%B\n%R %N\n%D\n%C\n%S %Z",
  MO: "%U\n%B\n%R %N\n%D\n%C",
  NI: "%U\n%B\n%R %N\n%D\n%Z\n%C[, %S]",
  NP: "%U\n%B\n%R %N\n%D\n%C %Z",
  NR: "%U\n%B\n%N %R\n%D\n%C\n%S",
  PH: "%U\n%B\n%N %R\n%D\n%Z %C\n%S",
  PN: "%U\n%B\n%N %R\n%C\n%Z",
  PW: "%U\n%B\n%N %R\n%C, %K %Z",
  RO: "%U\n%B\n%R [nr. %N]\n%Z %C",
  SC: "%U\n%B\n%N %R\n%D\n%C\n%S",
  SG: "%U\n%B\n%N %R\n%C %Z",
  SO: "%U\n%B\n%R %N\n%D\n%C[, %S] %Z",
  SR: "%U\n%B\n%R %N\n%D\n%C\n%S",
  TH: "%U\n%B\n%N %R\n%D, %C\n%S %Z",
  // PTT: neighbourhood, street and number on one line, district and province separated by a slash.
  TR: "%B\n%D %R [No: %N] %U\n%Z %C[/%S]",
  TW: "%U\n%B\n%N, %R\n%D\n%C[, %S] %Z",
  UY: "%U\n%B\n%R %N\n%D\n%Z %C\n%S",
  XK: "%U\n%B\n%R %N\n%Z %C",

  // For readers abroad, in countries that go from the largest part to the smallest.
  BY_Latn: "%U\n%B\n%R, %N\n%D\n%Z %C\n%S",
  HU_Latn: "%U\n%B\n%R %N\n%Z %C",
  KG_Latn: "%U\n%B\n%R, %N\n%D\n%Z %C\n%S",
  KZ_Latn: "%U\n%B\n%R, %N\n%D\n%Z %C\n%S",

  // In the country's own script: in East Asia, from the largest part to the smallest.
  AM_Armn: "%U\n%B\n%R %N\n%Z\n%C\n%S",
  CN_Hani: "%Z\n%S%C%D%R%N\n%B %U",
  HK_Hani: "%S%C%D%R%N\n%B %U",
  // The number has its word, as on the plate.
  IR_Arab: "%S\n%C\n%D\n%R\n[پلاک %N]\n%B\n%U\n%Z",
  // Japan Post: 〒 before the postcode, no spaces within the address.
  KW_Arab: "%U\n%B\n%D\n%R[، %N]\n%Z %C",
  SA_Arab: "%U\n%B\n%N %R[، %D]\n%C %Z",
  SY_Arab: "%U\n%B\n%R[، %N]\n%D\n%C",
  JP_Hani: "[〒%Z]\n%S%C%D%R%N\n%B %U",
  KP_Hang: "%S %C %D %R %N\n%B %U",
  // Road name addresses (도로명주소): the neighbourhood, if any, in parentheses after the number.
  KR_Hang: "%S %C %D %R %N %U [(%Q)]\n%B\n%Z",
  MO_Hani: "%S%C%D%R%N\n%B %U",
  TH_Thai: "%U\n%B\n%N %R\n%D %C\n%S %Z",
  TW_Hani: "%Z\n%S%C%D%R%N\n%B %U"
}

/**
 * Countries in whose towns a street is found by its quarter, commune, township or zone, which the set's templates leave
 * out: they are those of the set with a line for it, and with the number before the street where both are English.
 * Streets of different communes have the same names (Kinshasa, Abidjan, La Paz), or numbers (Doha).
 */
const byQuarter: Readonly<Record<string, string>> = {
  "%N %R\n%D\n%C": "AG BW BZ CI DJ DM FJ GD GM GY MW NU QA RW SB SL SS SX TO UG VU YE ZW",
  "%N, %R\n%D\n%C": "BJ CD CG MR TG",
  "%R %N\n%D\n%C": "AO AW BI BO BQ CF CM CW ER GQ ML ST TD TL",
  "%N %R\n%D\n%C %Z": "GH LB LC MS MV NA VC WS",
  "%N %R\n%D\n%Z %C": "EH GN LR MA NE SN TZ ZM",
  "%R %N\n%D\n%Z %C": "ET GW PS PY SD TJ TM",
  "%N %R\n%D\n%C\n%S": "BF TV",
  "%N %R\n%D\n%C\n%Z": "KE SZ TC",
  "%N %R\n%D\n%C, %Z": "MM TT VG",
  "%N %R\n%D\n%C %Z\n%S": "NG",
  "%N %R\n%D\n%C %Z %S": "PG",
  "%N %R\n%D\n%Z\n%C\n%S": "OM",
  "%N, %R\n%D\n%Z %C": "LA",
  "%R %N\n%D\n%C %Z": "LY",
  "%R %N\n%D\n%C, %Z": "CU",
  "%R %N\n%D\n%C %Z, %S": "VE",
  "%R %N\n%D\n%C\n%S\n%Z": "UZ",
  "%R %N\n%D\n[%Z - ]%C": "SV",
  "%R, %N\n%D\n%Z %C": "MZ"
}

/** By country, or by country and script. */
export const nativeTemplates: Readonly<Record<string, string>> = {
  ...own,
  ...Object.fromEntries(
    Object.entries(byQuarter).flatMap(([template, countries]) =>
      countries.split(" ").map((country) => [country, `%U\n%B\n${template}`])
    )
  )
}

/** Countries in which the script decides between two templates. */
export const nativeScripts: Readonly<Record<string, { readonly suffix: string; readonly letters: RegExp }>> = {
  AM: { suffix: "Armn", letters: /\p{Script=Armenian}/u },
  CN: { suffix: "Hani", letters: /\p{Script=Han}/u },
  HK: { suffix: "Hani", letters: /\p{Script=Han}/u },
  IR: { suffix: "Arab", letters: /\p{Script=Arabic}/u },
  JP: { suffix: "Hani", letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u },
  KP: { suffix: "Hang", letters: /\p{Script=Hangul}/u },
  KR: { suffix: "Hang", letters: /\p{Script=Hangul}/u },
  KW: { suffix: "Arab", letters: /\p{Script=Arabic}/u },
  MO: { suffix: "Hani", letters: /\p{Script=Han}/u },
  SA: { suffix: "Arab", letters: /\p{Script=Arabic}/u },
  SY: { suffix: "Arab", letters: /\p{Script=Arabic}/u },
  TH: { suffix: "Thai", letters: /\p{Script=Thai}/u },
  TW: { suffix: "Hani", letters: /\p{Script=Han}/u }
}

const fields: Readonly<Record<string, string>> = {
  U: "attention",
  B: "house",
  N: "house_number",
  R: "road",
  D: "suburb",
  C: "city",
  S: "state",
  P: "county",
  Q: "quarter",
  Z: "postcode"
}

/**
 * The template in the set's own notation. `[before %X after]` becomes an alternative that is empty without its part.
 */
export const inTemplateNotation = (template: string): string =>
  template
    .replaceAll(/\[([^%\]]*)%(\w)([^\]]*)\]/g, (_, before: string, letter: string, after: string) =>
      optional(before, fields[letter]!, after)
    )
    .replaceAll("%K", "{{#first}} {{{state_code}}} || {{{state}}} {{/first}}")
    .replaceAll(/%(\w)/g, (_, letter: string) => `{{{${fields[letter]!}}}}`)

const optional = (before: string, field: string, after: string) =>
  `{{#${field}}}${before}{{{${field}}}}${after}{{/${field}}}`
