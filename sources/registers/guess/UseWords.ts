import type { Contents } from "./Contents.ts"

/** Codes and single words in columns of uses that mean a home, or another use; also those of AddressBase, as RD04. */
const homeCodes =
  /^(?:res|resid|departamento|home|sfr|mfr|sfd|sfh|sf|mf|mh|dup|house|wohnen|logement|habitat|maison|appartement|wonen|vivienda|bolig|bostad|1_residential|r|rd\d{2})$/iu
const otherCodes = /^(?:bus|com|ind|inst|edu|gov|rel|c|b|i|[clmoupxz][a-z]\d{2}[a-z]{0,2}|r[bcghi]\d{2})$/iu

/**
 * Stems of words for homes. They need not be complete in any language, because a table has few kinds of homes, and the
 * guess names those that it does not know.
 */
const homeStems =
  /(?<![\p{L}\p{N}])(?:resid|dwelling|apartment|apt\b|condo|town ?ho(?:use|me)|row ?house|duplex|triplex|fourplex|quadplex|single.?family|multi.?(?:ple)?.?family|two.?family|one.?family|mobile home|manufactured home|flats?\b|detached|cottage|bungalow|maisonette|park home|habitation|habitacion|apartament|casas?(?!\p{L})|sobrado|vivienda|abita|bolig|bostad|asui?n|konut|mesken|kediaman|perumahan|pangsapuri|jakob?olin|lakás|lakó|stanovan|stambe|locuin)|bostadshus|småhus|radhus|parhus|enebolig|rekkehus|rækkehus|parcelhus|leilighet|lejlighed|omakotitalo|rivitalo|paritalo|kerrostalo|családi ház|társasház|wohn(?!mobil)|einfamilien|mehrfamilien|wohnung|woonf|mieszka|bydl|byto|rodinn|obytn|(?<!не)жил(?:ой|ое|ая|ые)|житлов|жилищн|дом жилой|住宅|共同住宅|住居|주택|아파트|다세대|연립/iu

/** Words that make it none, whatever else there is. */
const noHome =
  /non.?resid|not resid|nicht.?wohn|niet.?woon|non.?habit|no habit|нежил|нежитл|vacant|empty|unused|under construction|demoli|ruin|nursing|care home|funeral|guest ?house|holiday|vacation|ferien|vakantie|vacances|vacaciona|vacanz|tur[ií]stic|touris|fritid|sommerhus|pflegeheim|altenheim|altersheim|seniorenheim|verpleeg|verzorgingst|maison de retraite|ehpad|ancianos|casa di riposo|дачн|ware ?house|club ?house|court ?house|green ?house|power ?house|farm building|house of worship|hotel|hostel|motel|비주거/iu

/** Stems of words for other uses. */
const otherStems =
  /(?<![\p{L}\p{N}])(?:business|commerc|comerc|offic|administrat|retail|shop|store|storage|indust|institut|educat|school|colleg|universit|govern|municipal|public|relig|church|worship|mosque|temple|utilit|agricul|vacant|parking|garage|recreat|leisure|sport|medic|hospital|clinic|health|restaurant|caf[eé]|bank\b|museum|librar|embass|consul|camp|ruin|demol|storage|factor|manufactur|cemeter|transport|theat|airport|station|militar|prison|police|fire\b|gewerb|büro|handel|hand[ie]l|laden|schul|kirche|lager\b|landwirt|tertiaire|bureau|école|ecole|église|eglise|entrep[oô]t|h[oô]tel|oficina|escuela|iglesia|templo|uffici|negozio|scuola|chiesa|erhverv|kontor|skole|fabrik|biur|przemys|szkol|szkoł|garaż|usług|obchod|průmysl|škol|školsk|irod|üzlet|perniagaan|komersial|pejabat|kedai|perindustrian|iskola|işyeri|ofis|okul)|kantoor|winkel|schule(?!\p{L})|gymnasium|krankenhaus|kindergarten|feuerwehr|apothe|apotek|farmaci|pharmac|ristorant|trattori|restaurant|supermerc|supermarch|supermarkt|boulanger|peluquer|panader|parrucchier|abarrotes|butik|toimisto|myymälä|liikerakennu|teollisuus|varasto|industrilokal|onderwijs|bijeenkomst|logies|gezondheid|sportf|celfunctie|overige gebruik|административ|офис|магазин|торгов|школ|завод|гараж|склад|гостиниц|업무|근린생활|교육|숙박|공장|창고|판매|의료|종교|문화|노유자|운동|자동차|위험물|동물|店舗|事務所|工場|倉庫|学校|ホテル|旅館|商業/iu

/** Whether a value means homes, or another use; undefined if it says neither, or both. */
export const useOf = (text: string): "home" | "other" | undefined => {
  // The dotted capital of Turkish is no other case of a letter.
  const value = text.replaceAll("İ", "i")
  if (homeCodes.test(value)) return "home"
  if (otherCodes.test(value)) return "other"
  if (value.length < 3 && !/\p{Lo}{2}/u.test(value)) return undefined
  if (noHome.test(value)) return "other"
  const [home, other] = [homeStems.test(value), otherStems.test(value)]
  return home === other ? undefined : home ? "home" : "other"
}

/** Kinds of what is sold in England and Wales, by the Land Registry: detached, semi-detached, terrace, flat, other. */
const areOfSales = (values: ReadonlyArray<string>): boolean =>
  values.length >= 3 && values.includes("T") && values.every((value) => /^[DSTFO]$/.test(value))

const useOfSale = (value: string): "home" | "other" => (value === "O" ? "other" : "home")

/** A value that is none in a column of uses: OpenStreetMap's word for a building of any kind. */
export const saysNothing = /^yes$/

/** How many different values a column of uses may have. */
const mostUses = 60

/** Values of a column that mean a home, those that mean another use, and those of which nothing is known. */
export const usesOf = ({ further, values }: Contents) => {
  const first = new Set(values.filter((value) => value !== ""))
  const different = Array.from(new Set([...first, ...further]))
  const few = first.size > 0 && first.size <= mostUses
  const useOfValue = areOfSales(different) ? useOfSale : useOf
  const of = (use: "home" | "other" | undefined) =>
    few ? different.filter((value) => !saysNothing.test(value) && useOfValue(value) === use) : []
  return {
    homes: of("home"),
    others: of("other"),
    unknown: of(undefined),
    yesNo:
      few && different.length <= 2 && different.every((value) => /^(?:y|n|yes|no|t|f|true|false|0|1)$/i.test(value))
  }
}
