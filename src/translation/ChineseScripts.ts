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
/** Japanese characters (沢, 広) as Chinese has them. */
export const japaneseToSimplified = lazily(() => OpenCC.Converter({ from: "jp", to: "cn" }))
export const japaneseToTaiwan = lazily(() => OpenCC.Converter({ from: "jp", to: "tw" }))
/** Chinese characters of either kind as Japanese has them. */
export const simplifiedToJapanese = lazily(() => OpenCC.Converter({ from: "cn", to: "jp" }))
export const taiwanToJapanese = lazily(() => OpenCC.Converter({ from: "tw", to: "jp" }))
