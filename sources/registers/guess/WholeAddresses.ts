import { postcodeForms } from "../../../schemas/PostcodeForms.ts"
import { regExpOf } from "./Modifiers.ts"

/**
 * How whole addresses are written on one line, country by country: what stands in which order, with which words and
 * marks between. A line of another form is none of them, so that what it says is not taken for something else.
 */

export type WholePart = "houseNumber" | "street" | "unit" | "building" | "district" | "city" | "region" | "postcode"

/** A form of lines, as a pattern whose groups are parts; a part may have several groups, of which a line has one. */
export interface WholeForm {
  readonly text: string
  readonly pattern: RegExp
  readonly groups: ReadonlyArray<WholePart>
}

/** Patterns have no flags and no lookaround, because mappings run them with RE2. All other groups capture nothing. */
const form = (...pieces: ReadonlyArray<string>): WholeForm => {
  const groups: Array<WholePart> = []
  const text = pieces.join("").replaceAll(/\(\?<([A-Za-z]+)>/g, (_, part: WholePart) => {
    groups.push(part)
    return "("
  })
  return { text: `^${text}$`, pattern: regExpOf(`^${text}$`), groups }
}

const digit = "[0-9０-９]"
const hanDigit = "[0-9０-９〇一二三四五六七八九十百]"

/** Municipalities with wards, those whose names have the words for a town or county, and the rest. */
const japaneseCity = [
  "(?:札幌|仙台|さいたま|千葉|横浜|川崎|相模原|新潟|静岡|浜松|名古屋|京都|大阪|堺|神戸|岡山|広島|北九州|福岡|熊本)市[^0-9市区町村]{1,3}区",
  "(?:四日市|廿日市|野々市|大和郡山|蒲郡|小郡|郡山|郡上|東村山|武蔵村山|羽村|村山|村上|田村|町田|十日町|大町|市川|市原)市",
  "(?:余市|高市|芳賀|[^0-9市区郡]{1,4})郡(?:大町|玉村|市貝|市川三郷|上市|[^0-9町村]{1,5})[町村]",
  "[^0-9市区町村郡]{1,4}区",
  "[^0-9市]{1,5}市",
  "[^0-9市区町村郡]{1,5}[町村]"
].join("|")

const japanese = form(
  `(?:〒? ?(?<postcode>${digit}{3}[-－]?${digit}{4})[ 　]*)?`,
  "(?<region>東京都|北海道|大阪府|京都府|(?:神奈川|和歌山|鹿児島|[^0-9都道府県市区町村]{2})県)",
  `(?<city>${japaneseCity})`,
  `(?<district>[^0-9０-９ 　]+?(?:${hanDigit}+丁目)?)`,
  `(?<houseNumber>${hanDigit}+(?:(?:番地の|番地|番|[-－‐−ー]|の)${hanDigit}+){0,3}(?:番地|号)?)`,
  "(?:[ 　]+(?:(?<building>[^0-9０-９ 　][^ 　]*?[^0-9０-９ 　])[ 　]*)?(?<unit>[A-Z]?[0-9０-９]+号室)?)?"
)

const koreanRegion = "(?<region>[가-힣]+(?:특별시|광역시|특별자치시|특별자치도|도)) "
const koreanCity = "(?<city>[가-힣]+시 [가-힣]+구|[가-힣]+[시군구]) "
const koreanUnit = "(?:,? (?<unit>(?:제?[0-9A-Z가-힣]+동 ?)?제?[0-9A-Z-]+(?:호|층)))?"
const korean = [
  form(
    "(?:\\(?(?<postcode>[0-9]{5})\\)?,? )?",
    koreanRegion,
    koreanCity,
    "(?:(?<district>[가-힣]+[읍면]) )?(?<street>[가-힣0-9·]+(?:로|길)(?: [0-9]+번?길)?) ?(?<houseNumber>(?:지하 ?)?[0-9]+(?:-[0-9]+)?)",
    koreanUnit,
    "(?: ?\\((?<district>[가-힣0-9]+[동가리])(?:, ?(?<building>[^()]+))?\\))?"
  ),
  form(
    koreanRegion,
    koreanCity,
    "(?:[가-힣]+[읍면] )?(?<district>[가-힣0-9]+[동가리]) (?<houseNumber>(?:산 ?)?[0-9]+(?:-[0-9]+)?)(?:번지)?",
    koreanUnit
  )
]

const taiwanese = form(
  "(?:(?<postcode>[0-9]{3}(?:[0-9]{2,3})?) ?)?(?:台灣|臺灣)?",
  "(?<city>[^0-9市縣]{2}[市縣])(?<district>[^0-9區鄉鎮市]{1,3}[區鄉鎮市])(?:[^0-9里村]{1,3}[里村][0-9]+鄰)?",
  "(?<street>[^0-9][^號]*?[路街道段巷弄])",
  "(?<houseNumber>[0-9０-９]+(?:[-之][0-9０-９]+)?號(?:之[0-9０-９]+)?)",
  "(?:[ ,，、]*(?<unit>(?:[0-9０-９]|[一二三四五六七八九十]).{0,12}))?"
)

const chinese = form(
  "(?:(?<postcode>[0-9]{6}) ?)?(?:中国)?",
  "(?:(?<region>[^0-9省市区县]{2,3}省|内蒙古自治区|广西壮族自治区|西藏自治区|宁夏回族自治区|新疆维吾尔自治区))?",
  "(?<city>[^0-9省市区县]{2,6}(?:市|自治州|地区|盟))(?<district>[^0-9市区县旗]{1,6}(?:新区|[区县市旗])(?:[^0-9路街道镇乡]{1,5}(?:街道|镇|乡))?)",
  "(?<street>[^0-9号][^号]*?(?:路|街|道|巷|胡同|弄|段|里))(?<houseNumber>[0-9０-９]+(?:-[0-9]+)?号)",
  "(?<unit>[^号 ].{0,20})?"
)

/** Without the city, which stands in another column. */
const chineseStreet = form(
  "(?<street>[^0-9号 ][^0-9号]*?(?:路|街|道|巷|胡同|里))(?<houseNumber>[0-9０-９]+(?:弄[0-9０-９]+)?(?:-[0-9]+)?号)(?<unit>[^号 ].{0,20})?"
)

const vietnamese = form(
  "(?:[Ss]ố (?:nhà )?)?(?<houseNumber>[0-9]+[A-Za-z]?(?:/[0-9]+[A-Za-z]?)*(?: ?[Bb]is)?),? (?<street>[^,0-9][^,]*), ?",
  "(?<district>(?:Phường|P\\.|Xã|X\\.|Thị trấn|TT\\.) ?[^,]+(?:, ?(?:Quận|Q\\.|Huyện|H\\.|Thị xã|TX\\.|(?:Thành phố|TP\\.) ?[^,]+,) ?[^,]+)?), ?",
  "(?<city>[^,0-9]+?)(?:,? (?<postcode>[0-9]{5,6}))?(?:, ?(?:Việt Nam|Vietnam))?"
)

const thai = form(
  "(?<houseNumber>[0-9๐-๙]+(?:[/-][0-9๐-๙]+)*(?: ?(?:หมู่ที่|หมู่|ม\\.) ?[0-9๐-๙]+)?)",
  "(?: (?<street>(?:ถนน|ถ\\.|ซอย|ซ\\.)[^,]*?))?,?",
  " (?<district>(?:แขวง|ตำบล|ต\\.) ?[^ ,]+),? (?<city>(?:เขต|อำเภอ|อ\\.) ?[^ ,]+),? (?<region>(?:จังหวัด|จ\\.)?[^ ,0-9]+)(?: (?<postcode>[0-9๐-๙]{5}))?"
)

const statesOfIndia =
  "Andhra Pradesh|Arunachal Pradesh|Assam|Bihar|Chhattisgarh|Goa|Gujarat|Haryana|Himachal Pradesh|Jharkhand|Karnataka|Kerala|Madhya Pradesh|Maharashtra|Manipur|Meghalaya|Mizoram|Nagaland|Odisha|Punjab|Rajasthan|Sikkim|Tamil Nadu|Telangana|Tripura|Uttar Pradesh|Uttarakhand|West Bengal|Chandigarh|Delhi|Jammu and Kashmir|Ladakh|Puducherry"
const indian = form(
  "(?:(?<unit>(?i:flat|apartment|apt|unit|shop)\\.? ?(?i:no)?\\.? ?[0-9A-Za-z-]+),? +)?",
  "(?<houseNumber>(?:(?i:plot|house|door|h|d)\\.? ?(?:(?i:no)\\.? ?)?)?#? ?[0-9]+[A-Za-z]?(?:[/-][0-9A-Za-z]+)*),? +(?<street>[^,]+),",
  "(?: ?(?<district>[^,0-9][^,]*(?:, ?[^,0-9][^,]*)?),)? ?(?<city>[^,0-9]+),",
  ` ?(?<region>${statesOfIndia}),?(?: ?[-–]? ?(?<postcode>[0-9]{3} ?[0-9]{3}))?(?:, ?India)?`
)

/** Numbers of houses, and what stands before the city in countries whose postcodes are digits. */
const number = "[0-9]+ ?(?:[A-Za-z]|bis|ter|quater)?(?: ?[-/+] ?[0-9]+ ?[A-Za-z]?| ?[-/] ?[A-Za-z])*"

/** `1052 Budapest, Váci utca 12.` */
const cityFirst = (postcode: string, behind = "") =>
  form(
    `(?<postcode>${postcode}),? (?<city>[^0-9,]+), ?(?<street>[^0-9,][^,]*?),? (?<houseNumber>${number})`,
    behind === "" ? "\\.?" : `\\.?(?:,? ?(?<unit>${behind}))?`
  )

const french = form(
  "(?<houseNumber>[0-9]+(?:-[0-9]+)?(?: ?(?:[Bb]is|BIS|[Tt]er|TER|[Qq]uater|QUATER|[A-HT]))?),? (?<street>[^0-9,][^,]*?)[, ]+",
  "(?<postcode>[0-9]{5}),? (?<city>[^0-9,]+(?: [0-9]{1,2})?)(?:, ?France)?"
)

const floorOrDoor =
  "(?:[0-9]{1,2}\\.?[ºª]|(?i:piso|planta|bajo|ático|entresuelo|principal|puerta|pta|esc|escalera|portal|local))[^0-9,]?[^,]*(?:, ?[^,0-9]{1,6}[0-9A-Za-z]?)?"

const spanish = form(
  "(?<street>[^0-9,][^,]*?),? (?:(?:nº|n\\.º|núm\\.?) ?)?",
  `(?<houseNumber>${number})(?:,? ?(?<unit>${floorOrDoor}))?,? (?<postcode>[0-9]{5}),? (?<city>[^0-9,]+?)(?: \\((?<region>[^()]+)\\))?(?:, ?España)?`
)

const mexican = form(
  "(?<street>[^0-9,][^,]*?),? (?:(?:#|[Nn]o\\.?|[Nn]úm\\.?) ?)?(?<houseNumber>[0-9]+(?: ?-? ?[A-Z])?)(?:,? (?<unit>(?i:int|interior|depto|dpto|departamento|piso)\\.? ?[0-9A-Za-z-]+))?, ?",
  "(?<district>(?i:col|colonia|fracc|fraccionamiento|barrio|bo)\\.? [^,]+), ?(?:C\\.?P\\.? ?)?(?<postcode>[0-9]{5}),? (?<city>[^,0-9]+)(?:, ?(?<region>[^,0-9]+?)\\.?)?(?:, ?México)?"
)

const brazilian = form(
  "(?<street>[^,0-9][^,]*), ?(?:n[ºo°]\\.? ?)?(?<houseNumber>[0-9]+[A-Z]?|[Ss]/[Nn])",
  "(?:,? ?-? ?(?<unit>(?i:apto|apt|ap|apartamento|bloco|bl|casa|sala|loja|conjunto|cj|torre)\\.? ?[0-9A-Za-z-]+(?:,? ?(?i:apto|apt|ap|bloco|bl|torre)\\.? ?[0-9A-Za-z-]+)?))?",
  " ?[-–,] ?(?<district>[^,0-9]+?), ?(?<city>[^,0-9]+?) ?[-/] ?(?<region>[A-Z]{2})(?:[, ]+(?:CEP:? ?)?(?<postcode>[0-9]{5}-?[0-9]{3}))?(?:, ?Brasil)?"
)

const italian = form(
  `(?<street>[^0-9,][^,]*?),? (?:n\\.? ?|n° ?)?(?<houseNumber>${number}),? ?(?:-|–)? ?`,
  "(?<postcode>[0-9]{5}),? (?<city>[^0-9,]+?)(?: \\(?(?<region>[A-Z]{2})\\)?)?(?:, ?Italia)?"
)

const turkish = form(
  "(?:(?<district>[^,0-9]+? (?:Mahallesi|Mah|Mh)\\.?),? )?(?<street>[^,]+? (?:Caddesi|Cad|Cd|Sokağı|Sokak|Sok|Sk|Bulvarı|Bulv|Blv|Yolu)\\.?),? ?",
  "(?i:no|numara) ?[:.]? ?(?<houseNumber>[0-9]+(?: ?[/-] ?[0-9A-Za-z]+)?)(?:,? (?<unit>(?i:kat|k|daire|d) ?[:.]? ?[0-9]+(?:,? ?(?i:daire|d) ?[:.]? ?[0-9]+)?))?,? ",
  "(?:(?<postcode>[0-9]{5}),? )?(?<city>[^/,0-9]+?) ?/ ?(?<region>[^/,0-9]+)"
)

const malaysian = form(
  "(?:(?i:no)\\.? ?)?(?<houseNumber>[0-9]+[A-Za-z]?(?:-[0-9]+[A-Za-z]?)?|Lot [0-9]+[A-Za-z]?), ?(?<street>[^,]+),(?: ?(?<district>[^,0-9][^,]*),)? ?",
  "(?<postcode>[0-9]{5}),? (?<city>[^0-9,]+?)(?:, ?(?<region>[^,0-9]+?)\\.?)?"
)

const singaporean = form(
  "(?:(?i:blk|block) )?(?<houseNumber>[0-9]+[A-Z]?) (?<street>[^,#]+?)(?:,? (?<unit>#[0-9A-Z]+-[0-9]+[A-Z]?))?,? (?<city>Singapore) (?<postcode>[0-9]{6})"
)

const danish = form(
  "(?<street>[^0-9,][^,]*?) (?<houseNumber>[0-9]+ ?[A-Za-z]?)(?:, ?(?<unit>(?:st|kl|[0-9]{1,2})\\.? ?(?:(?i:tv|th|mf)\\.?|[0-9]{0,4}\\.?)))?,",
  "(?: ?(?<district>[^0-9,]+),)? ?(?<postcode>[0-9]{4}),? (?<city>[^,0-9]+(?: [A-ZØ]{1,2})?)"
)

const bulgarian = form(
  "(?:(?<postcode>[0-9]{4}),? )?(?:(?:гр|с)\\. ?)?(?<city>[^0-9,]+), ?(?:(?<district>(?:ж\\. ?к|кв)\\. ?[^,]+), ?)?",
  "(?<street>(?:ул|бул|пл|улица|булевард|площад)\\.? [^,]+?),? (?:№ ?)?(?<houseNumber>[0-9]+(?: ?\\p{L})?)(?:, ?(?<unit>(?:бл|вх|ет|ап)\\. ?[\\p{L}0-9]+(?:,? ?(?:вх|ет|ап)\\. ?[\\p{L}0-9]+)*))?"
)

const arabicComma = "[،,] ?"
const arabic = form(
  `(?<houseNumber>[0-9٠-٩]+[\\p{L}]?) (?<street>(?:شارع|ش\\.|طريق|ميدان) [^،,]+)${arabicComma}(?:(?<district>[^،,]+)${arabicComma})?(?<city>[^،,0-9٠-٩]+)`
)
const persian = form(
  `(?<city>[^،,]+)${arabicComma}(?:(?<district>[^،,]+)${arabicComma})??(?<street>(?:خیابان|بلوار|کوچه|میدان) [^،,]+(?:${arabicComma}(?:خیابان|کوچه|بن‌بست) [^،,]+)*)${arabicComma}(?:پلاک|پ) ?(?<houseNumber>[0-9۰-۹]+)(?:${arabicComma}(?<unit>(?:واحد|طبقه) ?[0-9۰-۹]+))?`
)
const hebrew = form(
  "(?<street>[^0-9,]+?) (?<houseNumber>[0-9]+[א-ת]?'?)(?:,? ?(?<unit>(?:דירה|כניסה) ?[0-9א-ת]+))?, ?(?<city>[^0-9,]+?)(?:,? (?<postcode>[0-9]{7}))?"
)

/** Suburbs stand in capitals behind their street: `545-557 Flinders Street MELBOURNE 3000`. */
const australian = form(
  "(?:(?<unit>(?i:unit|flat|apartment|shop|suite) [0-9]+[A-Z]?,?|[0-9]+[A-Z]?)[/ ])?",
  "(?<houseNumber>[0-9]+[A-Za-z]?(?:-[0-9]+[A-Za-z]?)?) (?<street>[A-Z][a-z'’][^,0-9]*?[a-z]),? ",
  "(?<city>[A-Z][A-Z'’-]+(?: [A-Z'’-]+)*?)(?:,? (?<region>ACT|NSW|NT|QLD|SA|TAS|VIC|WA))?,? (?<postcode>[0-9]{4})"
)

const table: ReadonlyArray<readonly [countries: string, forms: ReadonlyArray<WholeForm>]> = [
  ["JP", [japanese]],
  ["KR", korean],
  ["TW", [taiwanese]],
  ["AU", [australian]],
  ["CN", [chinese, chineseStreet]],
  ["VN", [vietnamese]],
  ["TH", [thai]],
  ["IN", [indian]],
  ["EG SA AE JO IQ SY LB LY YE SD", [arabic]],
  ["IR AF", [persian]],
  ["IL", [hebrew]],
  ["BG", [bulgarian]],
  ["BR", [brazilian]],
  ["ES", [spanish]],
  ["MX", [mexican]],
  ["IT SM VA", [italian, cityFirst("[0-9]{5}")]],
  ["FR GP GF MQ MC RE YT", [french]],
  ["TR", [turkish]],
  ["MY BN", [malaysian]],
  ["SG", [singaporean]],
  ["DK", [danish]],
  ["HU", [cityFirst("[0-9]{4}", "(?:(?:[0-9]+|[IVX]+)\\. ?em|fszt|fsz|földszint).*")]],
  ["AT CH LI BE LU NO SI", [cityFirst("[0-9]{4}")]],
  ["DE EE HR LT RS UA ME BA", [cityFirst("[0-9]{5}")]],
  ["CZ SK SE GR", [cityFirst("[0-9]{3} ?[0-9]{2}")]],
  ["PL", [cityFirst("[0-9]{2}-[0-9]{3}")]],
  ["RO", [cityFirst("[0-9]{6}")]]
]

const byCountry = new Map(
  table.flatMap(([countries, forms]) => countries.split(" ").map((country) => [country, forms] as const))
)

/** Longer lines are none: their forms would take time that grows with more than their length. */
const longestLine = 100

const everywhere = Array.from(new Set(table.flatMap(([, forms]) => forms)))

/** Whether a text is a whole address of any of these countries. */
export const isWholeAddress = (text: string): boolean =>
  text.length >= 9 &&
  text.length <= longestLine &&
  /\p{Nd}|[〇一二三四五六七八九十]/u.test(text) &&
  /[,،/]|[^,]{3} [^,]* \p{Nd}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u.test(text) &&
  everywhere.some(({ pattern }) => pattern.test(text))

const hasPostcode = (country: string, { groups }: WholeForm, found: RegExpExecArray): boolean => {
  const valid = postcodeForms.get(country)
  const given = groups.flatMap((part, at) => (part === "postcode" ? (found[at + 1] ?? []) : []))
  return valid === undefined || given.every((postcode) => valid.test(postcode.normalize("NFKC")))
}

/** The form that most lines have; undefined if fewer than 60 percent have it. */
export const wholeFormOf = (country: string, lines: ReadonlyArray<string>): WholeForm | undefined =>
  byCountry.get(country)?.find((one) => {
    const fitting = lines.filter((line) => {
      const found = line.length > longestLine ? null : one.pattern.exec(line)
      return found !== null && hasPostcode(country, one, found)
    })
    return lines.length > 0 && fitting.length >= lines.length * 0.6
  })

/** The parts of a line that is a whole address in one of its country's forms; undefined otherwise. */
export const partsOfWhole = (country: string, line: string): Partial<Record<WholePart, string>> | undefined => {
  if (line.length > longestLine) return undefined
  for (const one of byCountry.get(country) ?? []) {
    const found = one.pattern.exec(line)
    if (found === null || !hasPostcode(country, one, found)) continue
    const parts: Partial<Record<WholePart, string>> = {}
    for (const [at, part] of one.groups.entries()) {
      const text = found[at + 1]
      if (text !== undefined) parts[part] ??= text
    }
    return parts
  }
  return undefined
}
