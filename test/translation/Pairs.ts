import type { NamesByLanguage } from "../../src/translation/OwnNames.ts"
import type { TargetLocale, TranslationMethod } from "../../schemas/Translation.ts"

/** One component in the target languages. Each pair was checked by hand against the source that it names. */
export interface Pair {
  readonly country: string
  readonly component: "street" | "building" | "district" | "city" | "region"
  readonly text: string
  readonly regionCode?: string
  readonly language?: string
  readonly names?: NamesByLanguage
  readonly source: string
  /** By locale: text and method. */
  readonly expected: { readonly [locale in TargetLocale]?: readonly [text: string, method: TranslationMethod] }
}

const methods: Readonly<Record<string, TranslationMethod>> = {
  o: "official",
  g: "gazetteer",
  d: "dictionary",
  t: "transliteration",
  "=": "original"
}

const latin = ["en", "de", "fr", "es", "pt"] as const

/** Reads lines such as `en g Vienna`; `latin` stands for all languages in Latin script. */
const expect = (table: string): Pair["expected"] =>
  Object.fromEntries(
    table
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [, locales = "", method = "", text = ""] = /^\s*(\S+) (\S) (.+)$/.exec(line) ?? []
        return locales
          .split(",")
          .flatMap((locale) => (locale === "latin" ? latin : [locale]))
          .map((locale) => [locale, [text, methods[method]!]] as const)
      })
  )

const pair = (
  at: readonly [country: string, component: Pair["component"], text: string],
  source: string,
  table: string,
  more: Pick<Pair, "regionCode" | "language" | "names"> = {}
): Pair => ({ country: at[0], component: at[1], text: at[2], source, expected: expect(table), ...more })

const cldrCity = "CLDR 48, exemplar city of the time zone"
const bothNames = "GeoNames, by the language of each name; CLDR 48 for Athens"
const bothOnLabel = "The label itself, by the kinds of street of its country's languages"
const cldrRegion = "CLDR 48, subdivision names"
const uni = "UPU, Addressing the world: street names stay as the country of destination writes them"
const openCC =
  "Ministry of Education lists of characters (Table of General Standard Chinese Characters; Taiwan's 常用國字標準字體表)"

/** Places that a gazetteer has in other languages. */
export const places: ReadonlyArray<Pair> = [
  pair(
    ["IT", "city", "Bolzano"],
    bothNames,
    `
    en,fr,es,pt g Bolzano
    de g Bozen`
  ),
  pair(
    ["IT", "city", "Bruneck"],
    bothNames,
    `
    de g Bruneck
    en,fr = Bruneck`
  ),
  pair(
    ["CH", "city", "Biel/Bienne"],
    bothNames,
    `
    de g Biel
    fr g Bienne`
  ),
  pair(
    ["BE", "street", "Avenue du Port - Havenlaan"],
    bothOnLabel,
    `
    fr o Avenue du Port
    de,en,ja = Avenue du Port - Havenlaan`
  ),
  pair(
    ["CH", "street", "Zentralstrasse/Rue Centrale"],
    bothOnLabel,
    `
    de o Zentralstrasse
    fr o Rue Centrale
    es = Zentralstrasse/Rue Centrale`
  ),
  pair(
    ["FR", "street", "Rue de Paris - Rue de Lyon"],
    bothOnLabel,
    `
    fr,de = Rue de Paris - Rue de Lyon`
  ),
  pair(
    ["GR", "city", "Athina"],
    bothNames,
    `
    en g Athens
    de g Athen
    ja g アテネ`
  ),
  pair(
    ["AT", "city", "Wien"],
    `${cldrCity}; Korean as in its name of the region`,
    `
    en g Vienna
    de g Wien
    fr g Vienne
    es,pt g Viena
    ja g ウィーン
    ko g 빈
    zh-CN g 维也纳
    zh-TW g 維也納`
  ),
  pair(
    ["GB", "city", "London"],
    cldrCity,
    `
    en,de g London
    fr,es,pt g Londres
    ja g ロンドン
    ko g 런던
    zh-CN g 伦敦
    zh-TW g 倫敦`
  ),
  pair(
    ["IT", "city", "Roma"],
    cldrCity,
    `
    en,fr g Rome
    de g Rom
    es,pt g Roma
    ja g ローマ
    ko g 로마
    zh-CN g 罗马
    zh-TW g 羅馬`
  ),
  pair(
    ["CZ", "city", "Praha"],
    cldrCity,
    `
    en,fr g Prague
    de g Prag
    es,pt g Praga
    ja g プラハ
    ko g 프라하
    zh-CN,zh-TW g 布拉格`
  ),
  pair(
    ["RU", "city", "Москва"],
    cldrCity,
    `
    en g Moscow
    de g Moskau
    fr,pt g Moscou
    es g Moscú
    ja g モスクワ
    ko g 모스크바
    zh-CN,zh-TW g 莫斯科`
  ),
  pair(
    ["GR", "city", "Αθήνα"],
    cldrCity,
    `
    en g Athens
    de g Athen
    fr g Athènes
    es,pt g Atenas
    ja g アテネ
    ko g 아테네
    zh-CN,zh-TW g 雅典`
  ),
  pair(
    ["EG", "city", "القاهرة"],
    cldrCity,
    `
    en,pt g Cairo
    de g Kairo
    fr g Le Caire
    es g El Cairo
    ja g カイロ
    ko g 카이로
    zh-CN g 开罗
    zh-TW g 開羅`
  ),
  pair(
    ["PL", "city", "Warszawa"],
    cldrCity,
    `
    en g Warsaw
    de g Warschau
    fr g Varsovie
    es g Varsovia
    pt g Varsóvia
    ja g ワルシャワ
    ko g 바르샤바
    zh-CN g 华沙
    zh-TW g 華沙`
  ),
  pair(
    ["PT", "city", "Lisboa"],
    cldrCity,
    `
    en g Lisbon
    de g Lissabon
    fr g Lisbonne
    es,pt g Lisboa
    ja g リスボン
    ko g 리스본
    zh-CN,zh-TW g 里斯本`
  ),
  pair(
    ["US", "city", "New York"],
    cldrCity,
    `
    en,de,fr g New York
    es g Nueva York
    pt g Nova York
    ja g ニューヨーク
    ko g 뉴욕
    zh-CN g 纽约
    zh-TW g 紐約`
  ),
  pair(
    ["FI", "city", "Helsingfors"],
    `${cldrCity}; the Swedish name of Helsinki`,
    `
    en,de,fr,es g Helsinki
    pt g Helsinque
    ja g ヘルシンキ
    ko g 헬싱키
    zh-CN g 赫尔辛基
    zh-TW g 赫爾辛基`,
    { language: "sv" }
  ),
  pair(
    ["SG", "city", "Singapore"],
    cldrCity,
    `
    en g Singapore
    de g Singapur
    fr g Singapour
    es g Singapur
    pt g Singapura
    ja g シンガポール
    ko g 싱가포르
    zh-CN,zh-TW g 新加坡`
  ),
  pair(
    ["US", "region", "California"],
    cldrRegion,
    `
    en,es g California
    de g Kalifornien
    fr g Californie
    pt g Califórnia
    ja g カリフォルニア州
    ko g 캘리포니아 주
    zh-CN g 加利福尼亚州
    zh-TW g 加利福尼亞州`,
    { regionCode: "US-CA" }
  ),
  pair(
    ["DE", "region", "Bayern"],
    cldrRegion,
    `
    en g Bavaria
    de g Bayern
    fr g Bavière
    es,pt g Baviera
    ja g バイエルン自由州
    ko g 바이에른 주
    zh-CN g 巴伐利亚
    zh-TW g 巴伐利亞`,
    { regionCode: "DE-BY" }
  ),
  pair(
    ["KR", "region", "서울특별시"],
    cldrRegion,
    `
    en,de g Seoul
    fr g Séoul
    es g Seúl
    pt g Seul
    ja g ソウル特別市
    ko = 서울특별시
    zh-CN g 首尔
    zh-TW g 首爾`
  ),
  pair(
    ["JP", "region", "東京都"],
    cldrRegion,
    `
    en,fr g Tokyo
    de g Präfektur Tokio
    es g Tokio
    pt g Tóquio
    ja = 東京都
    ko g 도쿄 도
    zh-CN g 东京都
    zh-TW g 東京都`
  ),
  pair(
    ["CN", "region", "广东省"],
    cldrRegion,
    `
    en,de,fr,pt g Guangdong
    es g Provincia de Cantón
    ja g 広東省
    ko g 광둥 성
    zh-CN = 广东省
    zh-TW g 廣東省`
  ),
  pair(
    ["TH", "region", "กรุงเทพมหานคร"],
    cldrRegion,
    `
    en,de,fr g Bangkok
    ja g バンコク
    ko g 방콕
    zh-CN,zh-TW g 曼谷`
  ),
  pair(
    ["FI", "city", "Helsinki"],
    "OpenStreetMap, Helsinki: name:de and others beside CLDR",
    `
    en,de,fr,es g Helsinki
    pt g Helsinque
    ja g ヘルシンキ
    ko g 헬싱키
    zh-CN g 赫尔辛基
    zh-TW g 赫爾辛基`,
    { language: "fi" }
  ),
  pair(
    ["CN", "city", "广州市"],
    "libaddressinput, data/CN/广东省/广州市; characters: " + openCC,
    `
    latin g Guangzhou Shi
    ko t 광저우시
    ja t 広州市
    zh-CN = 广州市
    zh-TW t 廣州市`
  ),
  pair(
    ["KR", "city", "종로구"],
    "libaddressinput, data/KR/서울특별시/종로구",
    `
    latin,ja,zh-CN,zh-TW g Jongno-gu
    ko = 종로구`
  ),
  pair(
    ["TW", "city", "新北市"],
    "libaddressinput, data/TW/新北市",
    `
    latin g New Taipei City
    ko t 신베이시
    ja,zh-CN,zh-TW = 新北市`
  ),
  pair(
    ["HK", "region", "九龍"],
    "libaddressinput, data/HK/九龍",
    `
    latin,ko g Kowloon
    zh-CN t 九龙
    zh-TW = 九龍`
  ),
  pair(
    ["BR", "city", "São Paulo"],
    "CLDR 48 has Sao Paulo: its letters are kept where they can be read",
    `
    latin = São Paulo
    ja g サンパウロ
    ko g 상파울루
    zh-CN g 圣保罗
    zh-TW g 聖保羅`,
    { language: "pt" }
  ),
  pair(
    ["BE", "region", "Région de Bruxelles-Capitale"],
    "The Region's name in Chinese; CLDR 48 has that of its municipalities",
    `
    en g Brussels
    de g Brüssel
    fr g Région de Bruxelles-Capitale
    zh-CN g 布鲁塞尔首都大区
    zh-TW g 布魯塞爾首都大區`,
    { regionCode: "BE-BRU" }
  )
]

/** Streets, districts and buildings, which are in no gazetteer. */
export const names: ReadonlyArray<Pair> = [
  pair(
    ["US", "street", "East Gwinnett Street"],
    uni,
    `
    latin,ja,ko,zh-CN,zh-TW = East Gwinnett Street`
  ),
  pair(
    ["DE", "street", "Hauptstraße"],
    uni,
    `
    latin,ja,ko,zh-CN,zh-TW = Hauptstraße`
  ),
  pair(
    ["BE", "street", "Hoogstraat"],
    "UrbIS-Adm, PW_NAME_FR beside PW_NAME_DU",
    `
    fr o Rue Haute
    en,de,es,pt,ja,ko,zh-CN,zh-TW = Hoogstraat`,
    { language: "nl", names: { fr: { street: "Rue Haute" } } }
  ),
  pair(
    ["CN", "street", "长安街"],
    "GB/T 16159-2012, 6.2.2: Chang'an Jie; apostrophe by ISO 7098:2015, 11.5",
    `
    latin t Chang'an Jie
    ko t 창안가
    ja,zh-TW t 長安街
    zh-CN = 长安街`
  ),
  pair(
    ["CN", "street", "景山后街"],
    "GB/T 16159-2012, 6.2.1.2: Jingshan Houjie",
    `
    latin t Jingshan Houjie
    ko t 징산허우가
    zh-CN = 景山后街
    zh-TW t 景山後街`
  ),
  pair(
    ["TW", "street", "忠孝東路四段"],
    "Chunghwa Post, English addresses: Sec. 4, Zhongxiao E. Rd.",
    `
    latin t Sec. 4, Zhongxiao E. Rd.
    ko t 중샤오둥로 4단
    zh-CN t 忠孝东路四段
    zh-TW,ja = 忠孝東路四段`
  ),
  pair(
    ["KR", "street", "세종대로"],
    "Juso, 개선_도로명코드: Sejong-daero (kr-juso.md)",
    `
    latin,ja,zh-CN,zh-TW t Sejong-daero
    ko = 세종대로`
  ),
  pair(
    ["KR", "street", "독립문로"],
    "Revised Romanization, chapter 3.1: Dongnimmun",
    `
    latin,ja,zh-CN,zh-TW t Dongnimmun-ro
    ko = 독립문로`
  ),
  pair(
    ["JP", "district", "大手町"],
    "Geolonia, オオテマチ OTEMACHI",
    `
    latin,ko t Otemachi
    ja = 大手町
    zh-CN,zh-TW = 大手町`,
    { names: { "ja-Hrkt": { district: "オオテマチ" } } }
  ),
  pair(
    ["JP", "district", "3丁目"],
    "Geospatial Information Authority of Japan, Romanization of place names: -chome",
    `
    latin,ko d 3-chome
    ja,zh-CN,zh-TW = 3丁目`
  ),
  pair(
    ["JP", "district", "丸の内"],
    "Chinese usage: の of Japanese place names is 之",
    `
    zh-CN t 丸之内
    zh-TW t 丸之內
    ja = 丸の内
    latin,ko = 丸の内`
  ),
  pair(
    ["JP", "building", "ハイツさくら"],
    "Modified Hepburn (ANSI Z39.11)",
    `
    latin,ko,zh-CN,zh-TW t Haitsu Sakura
    ja = ハイツさくら`
  ),
  pair(
    ["JP", "street", "中央通り"],
    "A name that the data has in English",
    `
    en o Chuo-dori Avenue
    de,fr,es,pt,ko o Chuo-dori Avenue
    ja = 中央通り`,
    { names: { en: { street: "Chuo-dori Avenue" } } }
  ),
  pair(
    ["RU", "street", "улица Ленина"],
    "BGN/PCGN 1947",
    `
    latin,ja,ko,zh-CN,zh-TW t ulitsa Lenina`
  ),
  pair(
    ["UA", "street", "вулиця Хрещатик"],
    "Resolution 55 of 27 January 2010: Khreshchatyk",
    `
    latin,ja,ko,zh-CN,zh-TW t vulytsia Khreshchatyk`
  ),
  pair(
    ["BG", "street", "улица Шипка"],
    "Transliteration Act of Bulgaria, 2009",
    `
    latin,ja,ko,zh-CN,zh-TW t ulitsa Shipka`
  ),
  pair(
    ["RS", "street", "Његошева"],
    "Serbian, both alphabets of the language",
    `
    latin,ja,ko,zh-CN,zh-TW t Njegoševa`
  ),
  pair(
    ["GR", "street", "Λεωφόρος Βασιλίσσης Σοφίας"],
    "ELOT 743, as on street signs",
    `
    latin,ja,ko,zh-CN,zh-TW t Leoforos Vasilissis Sofias`
  ),
  pair(
    ["TH", "street", "ถนนสุขุมวิท"],
    "RTGS 1999: Thanon Sukhumwit",
    `
    latin,ja,ko,zh-CN,zh-TW t Thanon Sukhumwit`
  ),
  pair(
    ["GE", "street", "რუსთაველის გამზირი"],
    "National system of Georgia, 2002",
    `
    latin,ja,ko,zh-CN,zh-TW t Rustavelis Gamziri`
  ),
  pair(
    ["AM", "street", "Հյուսիսային պողոտա"],
    "BGN/PCGN 1981",
    `
    latin,ja,ko,zh-CN,zh-TW t Hyusisayin poghota`
  ),
  pair(
    ["IL", "street", "שדרות רוטשילד"],
    "Academy of the Hebrew Language, 2006",
    `
    latin,ja,ko,zh-CN,zh-TW t Sderot Rothschild`
  ),
  pair(
    ["HK", "street", "皇后大道中"],
    "No spelling by rule: Queen's Road Central only data knows",
    `
    latin,ko = 皇后大道中
    zh-CN,zh-TW = 皇后大道中`
  ),
  pair(
    ["SG", "district", "Chinatown"],
    "OpenStreetMap, name:zh of Singapore's Chinatown",
    `
    zh-CN o 牛车水
    zh-TW o 牛車水
    latin,ja,ko = Chinatown`,
    { names: { zh: { district: "牛车水" } } }
  ),
  pair(
    ["JP", "district", "渋谷"],
    "Chinese usage; characters: " + openCC,
    `
    zh-CN t 涩谷
    zh-TW t 澀谷
    ja = 渋谷`
  ),
  pair(
    ["JP", "district", "郷戸"],
    "Characters: " + openCC,
    `
    zh-CN t 乡户
    zh-TW t 鄉戶
    ja = 郷戸`
  ),
  pair(
    ["FI", "street", "Aleksanterinkatu"],
    "OpenStreetMap, Helsinki: name:sv; no display language is Swedish",
    `
    latin,ja,ko,zh-CN,zh-TW = Aleksanterinkatu`,
    { language: "fi", names: { sv: { street: "Alexandersgatan" } } }
  ),
  pair(
    ["FI", "street", "Kompassitaso"],
    "OpenStreetMap, Helsinki: name:en beside name:sv",
    `
    en o Compass level
    de,fr,es,pt,ja,ko,zh-CN,zh-TW = Kompassitaso`,
    { language: "fi", names: { sv: { street: "Kompassplanet" }, en: { street: "Compass level" } } }
  ),
  pair(
    ["FI", "street", "Eriksgatan"],
    "OpenStreetMap, Helsinki: name:fi of a street that is published in Swedish",
    `
    latin,ja,ko,zh-CN,zh-TW = Eriksgatan`,
    { language: "sv", names: { fi: { street: "Eerikinkatu" } } }
  ),
  pair(
    ["SG", "district", "Bukit Timah"],
    "GeoNames, SG: 武吉知马, ブキッ・ティマ, 부킷 티마",
    `
    zh-CN o 武吉知马
    zh-TW o 武吉知馬
    ja o ブキッ・ティマ
    ko o 부킷 티마
    latin = Bukit Timah`,
    {
      names: {
        zh: { district: "武吉知马" },
        ja: { district: "ブキッ・ティマ" },
        ko: { district: "부킷 티마" }
      }
    }
  ),
  pair(
    ["SG", "district", "Sentosa Island"],
    "GeoNames, SG: 圣淘沙, セントーサ島, 센토사 섬",
    `
    zh-CN o 圣淘沙
    zh-TW o 聖淘沙
    ja o セントーサ島
    ko o 센토사 섬
    latin = Sentosa Island`,
    {
      names: { zh: { district: "圣淘沙" }, ja: { district: "セントーサ島" }, ko: { district: "센토사 섬" } }
    }
  )
]
