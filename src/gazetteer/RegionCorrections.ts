import type { TargetLocale } from "../../schemas/Translation.ts"

/**
 * Names for which CLDR means something else (in Chinese it has the municipalities of Brussels for their region), has
 * another city's name, or one that is out of use.
 */
const corrections: Readonly<Record<string, { readonly [locale in TargetLocale]?: string }>> = {
  "BE-BRU": { "zh-CN": "布鲁塞尔首都大区", "zh-TW": "布魯塞爾首都大區" },
  "BG-22": { "zh-CN": "索非亚市", "zh-TW": "索菲亞市" },
  "MX-CMX": { en: "Mexico City" },
  "NP-P1": { en: "Koshi", es: "Koshi", pt: "Koshi", ja: "コシ州", ko: "코시주", "zh-CN": "戈西省", "zh-TW": "戈西省" },
  "NP-P2": { en: "Madhesh", pt: "Madhesh" },
  "NP-P3": { en: "Bagmati", pt: "Bagmati", ja: "バグマティ州", "zh-CN": "巴格马蒂省", "zh-TW": "巴格馬蒂省" },
  "NP-P4": { ja: "ガンダキ州", ko: "간다키주", "zh-CN": "甘达基省", "zh-TW": "甘達基省" },
  "NP-P5": { en: "Lumbini", ja: "ルンビニ州" },
  "NP-P7": {
    en: "Sudurpashchim",
    pt: "Sudurpashchim",
    ja: "スドゥルパシュチム州",
    ko: "수두르파슈침주",
    "zh-CN": "远西省",
    "zh-TW": "遠西省"
  },
  "TR-34": { "zh-CN": "伊斯坦布尔省" },
  "UA-30": { fr: "Kyïv", ja: "キーウ", ko: "키이우" },
  "UA-32": { ja: "キーウ州", ko: "키이우 주" }
}

/** Japanese names that CLDR lacks, most of them for their double hyphen. */
const japanese: ReadonlyMap<string, string> = new Map(
  `
BE-VBR フラームス＝ブラバント州
BE-VOV オースト＝フランデレン州
BE-VWV ウェスト＝フランデレン州
CH-BL バーゼル＝ラント準州
CH-BS バーゼル＝シュタット準州
DE-BW バーデン＝ヴュルテンベルク州
DE-MV メクレンブルク＝フォアポンメルン州
DE-NW ノルトライン＝ヴェストファーレン州
DE-RP ラインラント＝プファルツ州
DE-SH シュレースヴィヒ＝ホルシュタイン州
DE-ST ザクセン＝アンハルト州
FR-ARA オーヴェルニュ＝ローヌ＝アルプ地域圏
FR-BFC ブルゴーニュ＝フランシュ＝コンテ地域圏
FR-HDF オー＝ド＝フランス地域圏
FR-IDF イル＝ド＝フランス地域圏
FR-NAQ ヌーヴェル＝アキテーヌ地域圏
FR-PAC プロヴァンス＝アルプ＝コート・ダジュール地域圏
GR-F イオニア諸島
GR-M クレタ島
IT-32 トレンティーノ＝アルト・アディジェ州
IT-36 フリウリ＝ヴェネツィア・ジュリア州
IT-45 エミリア＝ロマーニャ州
PL-04 クヤヴィ＝ポモージェ県
PL-28 ヴァルミア＝マズールィ県
`
    .trim()
    .split("\n")
    .map((line) => line.split(" ") as [string, string])
)

/** The name of a subdivision (ISO 3166-2) where CLDR's will not do. */
export const correctedName = (code: string, locale: TargetLocale): string | undefined =>
  corrections[code]?.[locale] ?? (locale === "ja" ? japanese.get(code) : undefined)
