import { fold } from "../../../schemas/Fold.ts"
import { statedKindOf } from "../../surroundings/BuildingKinds.ts"
import { businessNamedIn } from "../../surroundings/NamedUses.ts"
import type { Contents } from "./Contents.ts"
import { wordsOf } from "./Names.ts"
import { codesOf } from "./UseCodes.ts"
import { homesOfLists, noHomesOfLists, othersOfLists, without } from "./UseStems.ts"

/** Codes and single words in columns of uses that mean a home, or another use; also those of AddressBase, as RD04. */
const homeCodes =
  /^(?:res|resid|resident|mixres|mfd|adu|hmo|twnhs|departamento|home|home units|sfr|mfr|sfd|sfh|sf|mf|mh|th|dup|house|wohnen|logement|habitat|maison|appartement|wonen|vivienda|piso|dom|byt|bolig|bostad|1_residential|r|rd\d{2}|rh\d{2}|(?:farm|multi|condo)[ -]res|do_\p{L}+|ижс|居住|居住用)$/iu
const otherCodes =
  /^(?:ndo?_\p{L}+|bus|com|ind|inst|edu|gov|rel|c|b|i|[clmoupxz][a-z]\d{2}[a-z]{0,2}|r[bcgi]\d{2}|non-res)$/iu

/**
 * Stems of words for homes. They need not be complete in any language, because a table has few kinds of homes, and the
 * guess names those that it does not know.
 */
const homeStems =
  /(?<![\p{L}\p{N}])(?:resid|dwelling|apartment|apartmn?t|apt\b|condo|town ?ho(?:use|me)|row ?house|duplex|triplex|fourplex|quadplex|single.?family|singl ?fam|multi.?(?:ple)?.?family|two.?family|one.?family|mobile home|manufactured home|flats?\b|detached|cottage|bungalow|maisonette|park home|habitation|habitacion|habitatge|apartament|casas?(?!\p{L})|sobrado|vivienda|abita|bolig|bostad|asui?n|konut|mesken|kediaman|perumahan|hunian|tempat tinggal|pangsapuri|jakob?olin|lakás|lakó|stanovan|stambe|locuin|terraced\b|house ?boat|row housing|(?:independent|private|single|dwelling|farm|occupied|attached) ?house|(?:mfg|patio|garden|manufactured) homes?\b|single fam|pavillons?\b|trailer|villa\b|moradia|habitaca|logements?\b|strata|immeuble (?:collectif|d.habitation|de logements)|maison (?:mobile|individuelle|unifamiliale|jumelee|mitoyenne|de ville)|vaningshus|terrassehus|tomannsbolig|stuehus|dobbelthus|obitelj|dzivojam|dzivokl|gyvenam|stanovanj|enostanovanj|apartman|apartemen|daire\b|rumah|nha o\b|can ho\b|chung cu|ibud|einbylis|fjolbylis|radhus|stanban)|familie?s?hus|familienhaus|\d-family|reihenhaus|doppelhaus|bauernhaus|rodzinn|многоквартир|багатоквартир|κατοικ|διαμερισμα|elamu|korteri?maja|woning\b|bostadshus|småhus|radhus|parhus|enebolig|rekkehus|rækkehus|parcelhus|leilighet|lejlighed|etagebolig|woonhuis|villett[ae]|pientalo|частный дом|общежит|гуртожит|一戸建て|기숙사|マンション|アパート|omakotitalo|rivitalo|paritalo|kerrostalo|családi ház|társasház|wohn(?!mobil)|einfamilien|mehrfamilien|wohnung|woonf|mieszka|bydl|byto|rodinn|obytn|(?<!не)жил(?:ой|ое|ая|ые)|житлов|жилищн|дом жилой|住宅|住居|住家|住商|長屋|公寓|سكن|فيلا|شقة|מגורים|דירה|บ้าน|อาคารชุด|ที่อยู่อาศัย|ทาวน์เฮ|คอนโด|주택|아파트|다세대|연립/iu

/** Words that make it none, whatever else there is. */
const noHome =
  /non.?resid|not resid|\bvac\b|nicht.?wohn|niet.?woon|non.?habit|no habit|нежил|нежитл|vacant|empty|unused|under construction|demoli|ruin|nursing|care home|funeral|guest ?house|holiday|vacation|ferien|vakantie|vacances|vacaciona|vacanz|tur[ií]stic|touris|fritid|sommerhus|pflegeheim|altenheim|altersheim|seniorenheim|verpleeg|verzorgingst|maison de retraite|ehpad|ancianos|casa di riposo|дачн|ware ?house|club ?house|court ?house|green ?house|power ?house|farm building|house of worship|public house|pump ?house|fire ?house|school ?house|custom ?house|hotel|hostel|motel|비주거|villegiature|vapaa-ajan|rekrea|udulo|letnisk|vikend|pocitnis|nestanovanj|negyven|yazlik|darza maj|sumarhus|suvila|aiamaja|sodu\b|εξοχικ|вилна|садов|rumah (?:sakit|makan|ibadah|toko|kedai)|別荘|บ้านพักตาก/iu

/** Stems of words for other uses. */
const otherStems =
  /(?<![\p{L}\p{N}])(?:business|commerc|comerc|offic|administrat|retail|shop|store(?! sammen)|storage|indust|institut|educat|school|colleg|universit|govern|municipal|public|relig|church|worship|mosque|temple|utilit|agricul|vacant|parking|garage|recreat|leisure|sport|medic|hospital|clinic|health|restaurant|caf[eé]|bank\b|museum|librar|embass|consul|camp|ruin|demol|storage|factor|manufactur(?!ed)|cemeter|transport|theat|airport|station|militar|prison|police|fire\b|gewerb|büro|handel|hand[ie]l|laden|schul|kirche|lager\b|landwirt|tertiaire|bureau|école|ecole|église|eglise|entrep[oô]t|h[oô]tel|oficin[ae]s?|magatzem|aparcament|escuela|iglesia|templo|uffici|negozio|scuola|chiesa|erhverv|kontor|skole|fabrik|biur|przemys|szkol|szkoł|garaż|usług|obchod|průmysl|škol|školsk|irod|üzlet|perniagaan|komersial|pejabat|kedai|perindustrian|iskola|işyeri|ofis|okul|parkering|parking|stationnement|estacionam|depend|depo\b|deposit|bodega|galpon|almac|armaz|magazz|entrepot|^terreno|^lote?\b.*(?:urban|vac|bald|constru)|^lote?$|(?:espace de )?terrain (?:non|vague|vacant)|baldio|sitio eriazo|instituc|equipamiento|servic|annex|anexa|anneks|carport|udhus|uthus|biro|skola|veikal|noliktav|garaz|garaaz|garasj|prekyb|administrac|kauplus|koolimaja|poslovn|prodajaln|pisarn|gospodar|loods|schuppen|scheune|godown|labor camp|trailer park|toko\b|kantor|perkantoran|perdagangan|gudang|masjid|surau|kilang|skrifstof|verslun|bilskur|idnad|cua hang|van phong|truong|nha may)|kantoor|winkel|schule(?!\p{L})|gymnasium|krankenhaus|kindergarten|feuerwehr|apothe|apotek|farmaci|pharmac|ristorant|trattori|restaurant|supermerc|supermarch|supermarkt|boulanger|peluquer|panader|parrucchier|abarrotes|butik|toimisto|myymälä|liikerakennu|teollisuus|varasto|industrilokal|onderwijs|bijeenkomst|logies|gezondheid|sportf|celfunctie|overige gebruik|адм[иі]н[иі]стратив|офис|офіс|л[иі]карн|дитяч|виробнич|готель|торг[іо]|магазин|торгов|школ|завод|гараж|склад|гостиниц|업무|근린생활|교육|숙박|공장|창고|판매|의료|종교|문화|노유자|운동|자동차|위험물|동물|καταστημα|γραφει|αποθηκ|σχολ|ξενοδοχ|βιομηχ|търгов|админист|хангар|депо|تجار|مكتب|مدرس|مسجد|صناع|فندق|حكوم|מסחר|משרד|תעש|בית ספר|חנות|מחסן|ร้าน|สำนักงาน|โรงงาน|โรงเรียน|โรงแรม|商业|办公|工业|仓储|学校|店舗|事務所|工場|倉庫|学校|ホテル|旅館|商業/iu

/** Homes above shops, by words that say both. */
const both =
  /wohn- ?(?:und|u\.)|mit wohn|wohn\p{L}* mit |(?:resid\p{L}*|apartments?|flats?|dwellings?) (?:with|over|above) |strata|stambeno-poslovn|住商|併用(?:共同)?住宅|mi(?:xt?|st)o? \(?(?:habita|residen)|(?:habitacion|residen)\w* mixt|mixed.{0,5} resid/iu

/** What a pattern or another finds in a value or in its other form. */
const isOne = (forms: ReadonlyArray<string>, ...stems: ReadonlyArray<RegExp>): boolean =>
  forms.some((form) => stems.some((stem) => stem.test(form)))

/** Whether words for homes follow one that takes them away. */
const isWithout = (forms: ReadonlyArray<string>): boolean =>
  forms.some((form) =>
    Array.from(form.matchAll(without), ({ 0: word, index }) => form.slice(index + word.length).split(" ")[0]!).some(
      (next) => homeStems.test(next) || homesOfLists.test(next)
    )
  )

/** What mappers call a building of this use; and what businesses and institutions are called in their names, as uses too. */
const namedUseOf = (value: string): "home" | "other" | undefined => {
  const kind = statedKindOf(new Map([["building:type", value]]))?.kind
  return kind ?? (businessNamedIn(new Map([["name", value]])) === undefined ? undefined : "other")
}

/** Whether a value means homes, or another use; undefined if it says neither, or both. */
export const useOf = (text: string): "home" | "other" | undefined => {
  // The dotted capital of Turkish is no other case of a letter.
  const value = text.replaceAll("İ", "i")
  if (homeCodes.test(value)) return "home"
  if (otherCodes.test(value)) return "other"
  if (value.length < 3 && !/\p{Lo}{2}/u.test(value)) return undefined
  // Tables of many countries leave out accents, or write in capitals.
  const forms = [value, fold(value)]
  if (isOne(forms, noHome, noHomesOfLists) || isWithout(forms)) return "other"
  const [home, other] = [isOne(forms, homeStems, homesOfLists), isOne(forms, otherStems, othersOfLists)]
  if (home && isOne(forms, both)) return "home"
  if (home !== other) return home ? "home" : "other"
  if (!home) return namedUseOf(value)
  // Of several uses of one place, one may be a home.
  const parts = value.split(/\s*[,;|+]\s*/)
  return parts.length > 1 && parts.some((part) => useOf(part) === "home") ? "home" : undefined
}

/** Kinds of what is sold in England and Wales, by the Land Registry: detached, semi-detached, terrace, flat, other. */
const areOfSales = (values: ReadonlyArray<string>): boolean =>
  values.length >= 3 && values.includes("T") && values.every((value) => /^[DSTFO]$/.test(value))

const useOfSale = (value: string): "home" | "other" => (value === "O" ? "other" : "home")

/** A value that is none in a column of uses: OpenStreetMap's word for a building of any kind. */
export const saysNothing = /^yes$/

/** Kinds of the premises that are sold in France: a sale without them is one of land. */
const ofPremises = /^type local$/

/** How many different values a column of uses may have. */
const mostUses = 60

/** Values of a column that mean a home, those that mean another use, and those of which nothing is known. */
export const usesOf = ({ further, state, values }: Contents, name = "") => {
  const first = new Set(values.filter((value) => value !== ""))
  const different = Array.from(new Set([...first, ...further]))
  const few = first.size > 0 && first.size <= mostUses
  const codes = codesOf(wordsOf(name).join(" "), different, state)
  const byCode = (value: string) => (codes?.homes.test(value) === true ? "home" : "other")
  const useOfValue = codes !== undefined ? byCode : areOfSales(different) ? useOfSale : useOf
  // Each value is looked at once: the patterns are long.
  const told = few ? different.filter((value) => !saysNothing.test(value)) : []
  const uses = told.map(useOfValue)
  const of = (use: "home" | "other" | undefined) => told.filter((_, index) => uses[index] === use)
  return {
    homes: of("home"),
    others: of("other"),
    /** Whether they are codes of a known list. */
    areCodes: codes !== undefined,
    /** Whether rows without a use are no homes. */
    isNoneIfEmpty: codes?.isNoneIfEmpty === true || ofPremises.test(wordsOf(name).join(" ")),
    unknown: of(undefined),
    yesNo:
      few && different.length <= 2 && different.every((value) => /^(?:y|n|yes|no|t|f|true|false|0|1)$/i.test(value))
  }
}
