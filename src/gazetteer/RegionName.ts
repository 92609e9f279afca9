import { isForeign, otherNames } from "./RegionNames.ts"

/** A list of two or more names, in which a comma is not an inversion. */
const enumerates = / (?:and|y) /

/** Names that the package `iso-3166` truncates or misspells, as in ISO's Online Browsing Platform. */
const whole: Readonly<Record<string, string>> = {
  "GR-A": "Anatolikí Makedonía kai Thráki",
  "ID-PE": "Papua Pegunungan",
  "KZ-10": "Abay oblysy",
  "KZ-19": "Almaty oblysy",
  "KZ-33": "Zhetisū oblysy",
  "KZ-62": "Ulytaū oblysy",
  "RU-KB": "Kabardino-Balkarskaya Respublika",
  "RU-KC": "Karachayevo-Cherkesskaya Respublika",
  "RU-KHM": "Khanty-Mansiyskiy avtonomnyy okrug",
  "RU-LEN": "Leningradskaya oblast'",
  "RU-NEN": "Nenetskiy avtonomnyy okrug",
  "RU-NVS": "Novosibirskaya oblast'",
  "RU-VGG": "Volgogradskaya oblast'",
  "RU-VLA": "Vladimirskaya oblast'",
  "RU-YAN": "Yamalo-Nenetskiy avtonomnyy okrug"
}

/**
 * ISO 3166-2 lists names in each official language, of which the package prefers another than the one in which addresses
 * are written in Latin letters: French in Chad and Mauritania, English in Malawi. Of some it has a spelling or a name that
 * the country does not use.
 */
const own: Readonly<Record<string, string>> = {
  "BE-BRU": "Région de Bruxelles-Capitale",
  "BE-WAL": "Région wallonne",
  "CA-QC": "Québec",
  "FR-PAC": "Provence-Alpes-Côte d’Azur",
  "FR-PDL": "Pays de la Loire",
  "ID-JK": "DKI Jakarta",
  "MR-13": "Nouakchott Ouest",
  "MR-14": "Nouakchott Nord",
  "MR-15": "Nouakchott Sud",
  "MW-C": "Central Region",
  "MW-N": "Northern Region",
  "MW-S": "Southern Region",
  "TD-BA": "Batha",
  "TD-BG": "Bahr el Ghazal",
  "TD-BO": "Borkou",
  "TD-CB": "Chari-Baguirmi",
  "TD-EE": "Ennedi-Est",
  "TD-EO": "Ennedi-Ouest",
  "TD-GR": "Guéra",
  "TD-HL": "Hadjer Lamis",
  "TD-KA": "Kanem",
  "TD-LC": "Lac",
  "TD-LO": "Logone-Occidental",
  "TD-LR": "Logone-Oriental",
  "TD-MA": "Mandoul",
  "TD-MC": "Moyen-Chari",
  "TD-ME": "Mayo-Kebbi-Est",
  "TD-MO": "Mayo-Kebbi-Ouest",
  "TD-ND": "Ville de N'Djamena",
  "TD-OD": "Ouaddaï",
  "TD-SA": "Salamat",
  "TD-SI": "Sila",
  "TD-TA": "Tandjilé",
  "TD-TI": "Tibesti",
  "TD-WF": "Wadi Fira",
  "ZA-KZN": "KwaZulu-Natal",
  "ZA-NW": "North West"
}

/**
 * Countries that write no Latin letters, for which ISO 3166-2 transliterates (Ḩawallī, Hukusima). Addresses in Latin
 * letters have the English name there: Hawalli, Fukushima.
 */
const transliterated = new Set(
  "AE AF AM BH CY EG ER ET GE IL IN IQ IR JO JP KH KW LA LK LY MM MN MV NP OM PK QA SA SD SY TH YE".split(" ")
)

/** CLDR's English names of Nepal's provinces are from before these had names. */
const outdated = new Set(["NP"])

/** Without the marks of a transliteration: Gīlān, K'akheti. */
const unmarked = (name: string): string =>
  name.normalize("NFKD").replace(/\p{M}|(?<=\p{L})['’‘](?=\p{Ll})|['’‘](?!\p{L})|^['’‘]/gu, "")

/** ISO 3166-2's own remarks (wholly or partly in Western Sahara; language), which are not part of a name. */
const remark = / \((?:EH|EH-partial|de, lb)\)$/

/**
 * A subdivision's name as its country writes it in Latin letters. ISO 3166-2 sorts some by their distinguishing word, with
 * a comma: `Madrid, Comunidad de`. Italy's bilingual names (`Bolzano, Bozen`) and lists (`Newry, Mourne and Down`) are
 * unchanged.
 */
export const regionName = (code: string, packaged: string): string => {
  const country = code.slice(0, 2)
  if (!transliterated.has(country)) return own[code] ?? listedName(code, packaged)
  const english = outdated.has(country) ? undefined : otherNames(code).find((name) => !isForeign(name))
  return unmarked(english ?? listedName(code, packaged))
}

/** The name that ISO 3166-2 lists, in the order of its words. */
export const listedName = (code: string, packaged: string): string => {
  const listed = whole[code] ?? packaged.replace(remark, "")
  if (code.startsWith("IT-")) return listed
  const [, word, generic, note = ""] = /^([^,]+), ([^,(]+?)( \(.+\))?$/.exec(listed) ?? []
  if (word === undefined || generic === undefined || enumerates.test(generic)) return listed
  return `${generic} ${word}${note}`
}
