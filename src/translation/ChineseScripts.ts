import { createRequire } from "node:module"
import type * as OpenCC from "opencc-js"

const require = createRequire(import.meta.url)

/**
 * A converter, built on first use: its tries take some ten milliseconds, and the tables are 7 MB that most services
 * never need.
 */
const converter = (options: Parameters<typeof OpenCC.Converter>[0]) => {
  let convert: ((text: string) => string) | undefined
  return (text: string): string => (convert ??= (require("opencc-js") as typeof OpenCC).Converter(options))(text)
}

/** Traditional characters of any region, converted to those of the mainland. */
export const toSimplified = converter({ from: "t", to: "cn" })
/** Characters of Taiwan, Hong Kong and Macao, converted to those of the mainland. */
export const taiwanToSimplified = converter({ from: "tw", to: "cn" })
export const simplifiedToTaiwan = converter({ from: "cn", to: "tw" })
const toTaiwan = converter({ from: "t", to: "tw" })
const japaneseToTraditional = converter({ from: "jp", to: "t" })

/**
 * Corrections where OpenCC's table for Japanese gives a form that Chinese does not use, or keeps a Japanese one: the
 * standard forms of Taiwan's Ministry of Education (常用國字標準字體表). 郷, 戸, 渋 and 内 are in thousands of place names.
 */
const standardForms = new Map(
  "鄕鄉 澁澀 眞真 鎭鎮 衞衛 甁瓶 戸戶 内內 産產 毎每 巣巢 呉吳 温溫 薫薰"
    .split(" ")
    .map(([form = "", standard = ""]) => [form, standard])
)
const standardize = (text: string) => text.replaceAll(/\p{Script=Han}/gu, (form) => standardForms.get(form) ?? form)

/** Japanese characters (沢, 広), converted to Chinese ones. */
export const japaneseToSimplified = (text: string): string => toSimplified(standardize(japaneseToTraditional(text)))
export const japaneseToTaiwan = (text: string): string => toTaiwan(standardize(japaneseToTraditional(text)))
/** Chinese characters of either script, converted to Japanese ones. */
export const simplifiedToJapanese = converter({ from: "cn", to: "jp" })
export const taiwanToJapanese = converter({ from: "tw", to: "jp" })
