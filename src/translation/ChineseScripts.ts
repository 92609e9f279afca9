import * as OpenCC from "opencc-js"

/** Builds a converter on first use: its tries take some ten milliseconds. */
const lazily = (make: () => (text: string) => string) => {
  let converter: ((text: string) => string) | undefined
  return (text: string): string => (converter ??= make())(text)
}

/** Traditional characters of any region as those of the mainland. */
export const toSimplified = lazily(() => OpenCC.Converter({ from: "t", to: "cn" }))
/** Taiwan's characters, and those of Hong Kong and Macao, as those of the mainland. */
export const taiwanToSimplified = lazily(() => OpenCC.Converter({ from: "tw", to: "cn" }))
export const simplifiedToTaiwan = lazily(() => OpenCC.Converter({ from: "cn", to: "tw" }))
const toTaiwan = lazily(() => OpenCC.Converter({ from: "t", to: "tw" }))
const japaneseToTraditional = lazily(() => OpenCC.Converter({ from: "jp", to: "t" }))

/**
 * Where OpenCC's table for Japanese ends at a form that Chinese does not write, or leaves a Japanese one: the standard form of
 * Taiwan's Ministry of Education (常用國字標準字體表). 郷, 戸, 渋, 内 are in thousands of place names.
 */
const standardForms = new Map(
  "鄕鄉 澁澀 眞真 鎭鎮 衞衛 甁瓶 戸戶 内內 産產 毎每 巣巢 呉吳 温溫 薫薰"
    .split(" ")
    .map(([form = "", standard = ""]) => [form, standard])
)
const standardize = (text: string) => text.replaceAll(/\p{Script=Han}/gu, (form) => standardForms.get(form) ?? form)

/** Japanese characters (沢, 広) as Chinese has them. */
export const japaneseToSimplified = (text: string): string => toSimplified(standardize(japaneseToTraditional(text)))
export const japaneseToTaiwan = (text: string): string => toTaiwan(standardize(japaneseToTraditional(text)))
/** Chinese characters of either kind as Japanese has them. */
export const simplifiedToJapanese = lazily(() => OpenCC.Converter({ from: "cn", to: "jp" }))
export const taiwanToJapanese = lazily(() => OpenCC.Converter({ from: "tw", to: "jp" }))
