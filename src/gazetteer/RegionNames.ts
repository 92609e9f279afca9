import { fold } from "../../schemas/Fold.ts"
import { onFirstUse } from "../../schemas/Memoized.ts"
import subdivisionsTable from "./names/subdivisions.json" with { type: "json" }
import { usualNames } from "./UsualNames.ts"

/** Names of subdivisions by code: CLDR's, in the service's languages and those of the country. */
const tables = onFirstUse(() => {
  const named = new Map<string, ReadonlyArray<string>>()
  const native = new Map<string, string>()
  for (const line of subdivisionsTable) {
    const [code = "", ...names] = line.split("\t")
    const column = ownColumn[code.slice(0, 2)]
    const own = column === undefined ? names.at(-1)?.split("|").find(isForeign) : names[column]
    if (own !== undefined && isForeign(own)) native.set(code, own)
    const last = names.pop()?.split("|") ?? []
    named.set(code, Array.from(new Set([...names, ...last].filter((name) => name !== "" && name !== "="))))
  }
  for (const [code, names] of usualNames) {
    const own = names.find(isForeign)
    if (own !== undefined && !native.has(code)) native.set(code, own)
    named.set(code, Array.from(new Set([...(named.get(code) ?? []), ...names])))
  }
  return { named, native }
})

/** A subdivision's names in other languages, including its own country's, CLDR's English one first, and the usual ones. */
export const otherNames = (code: string): ReadonlyArray<string> => tables().named.get(code) ?? []

/** Columns of CLDR's table with a country's own language, if that is not written in Latin letters. */
const ownColumn: Readonly<Record<string, number>> = { JP: 5, KR: 6, KP: 6, CN: 7, TW: 8, HK: 8, MO: 8 }

/** Non-Latin letters. */
const foreign = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}/u

/** Whether a text contains non-Latin letters. */
export const isForeign = (text: string): boolean => foreign.test(text)

/** The subdivision's name in its country's script, if that is not Latin and CLDR has it. */
export const nativeName = (code: string): string | undefined => tables().native.get(code)

/** Words for the kind of a unit, in several scripts. */
const kinds = new RegExp(
  `^(?:${[
    "land",
    "freistaat",
    "republic of",
    "state of(?: the)?",
    "province of",
    "region of",
    "county(?: of)?",
    "contae",
    "city of",
    "emirate of",
    "(?:kanton|canton)(?: of| de| du| d'| des)?",
    "(?:provincia|provincija|province|provinsi|provinsie|prov\\.)(?: di| de| del| da| d')?",
    "(?:region|regiao|regione|regio|reg\\.)(?: de| del| di| of)?",
    "(?:departamento|departement|dept\\.?)(?: de| del| d'| du)?",
    "(?:estado|comunidad|comunidad foral|comunitat|principado|distrito)(?: de| del| do| da)?",
    "(?:wilayah persekutuan|w\\.?p\\.?)",
    "(?:judetul|municipiul)",
    "wojewodztwo",
    "woj\\.",
    "zupanija",
    "prefektur",
    "prefecture(?: of| de)?",
    "г\\.",
    "город",
    "grad",
    "град",
    "республика",
    "область",
    "край",
    "επαρχια",
    "περιφερεια",
    "נפת",
    "מחוז",
    "محافظة",
    "شعبية",
    "منطقة",
    "[إا]مارة",
    "ولاية",
    "بلدية",
    "جهة",
    "استان",
    "ولایت"
  ].join("|")}) |^จังหวัด`,
  "u"
)

const endings = new RegExp(
  `(?: (?:${[
    "state",
    "city",
    "province",
    "region",
    "county",
    "canton",
    "prefecture",
    "oblast'?",
    "krai",
    "kray",
    "republic",
    "governorate",
    "district",
    "department",
    "parish",
    "municipality",
    "voivodeship",
    "wojewodztwo",
    "zupanija",
    "kraj",
    "megye",
    "varmegye",
    "maakond",
    "lan",
    "fylke",
    "maakunta",
    "judetul",
    "ili",
    "si",
    "do",
    "ken",
    "fu",
    "to",
    "shi",
    "sheng",
    "pradesh",
    "viloyati",
    "shahri",
    "область",
    "обл\\.?",
    "край",
    "республика",
    "область\\.?",
    "вобласць",
    "облысы",
    "облусу",
    "велаяты",
    "қаласы",
    "шаары",
    "аймаг",
    "प्रदेश",
    "বিভাগ",
    "පළාත",
    "மாகாணம்",
    "apskritis",
    "մարզ"
  ].join(
    "|"
  )})|ի մարզ)$|(?<=..)(?:တိုင်း(?:ဒေသကြီး)?|ပြည်နယ်|県|都|府|省|市|縣|县|特别行政区|特別行政區|自治区|自治區|특별자치도|특별자치시|특별시|광역시|시|도)$`,
  "u"
)

/**
 * A folded name without the word for the kind of unit: "Kanton Zürich" becomes zurich, 福島県 becomes 福島. Hyphens,
 * apostrophes and `St.` are written in several ways, and Taiwan writes both 台 and 臺.
 */
export const coreOf = (folded: string): string => {
  const plain = folded
    .replaceAll("臺", "台")
    .replaceAll(" & ", " and ")
    .replace(/[’‘ʻʼ`]/g, "'")
    .replaceAll("-", " ")
    .replace(/(?<=^| )(?:saint|st\.)(?= )/g, "st")
  const core = plain.replace(kinds, "").replace(endings, "").trim()
  return core === "" ? plain : core
}

/** Every folded name in other languages, with both spellings of 台. */
export const foldedNames = (code: string): ReadonlyArray<string> => {
  const names = otherNames(code).map(fold)
  return Array.from(new Set(names.flatMap((name) => [name, name.replaceAll("臺", "台")])))
}
