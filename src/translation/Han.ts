import {
  japaneseToSimplified,
  japaneseToTaiwan,
  simplifiedToJapanese,
  simplifiedToTaiwan,
  taiwanToJapanese,
  taiwanToSimplified
} from "./ChineseScripts.ts"
import { mandarinInKorean } from "./romanization/MandarinInKorean.ts"
import type { TargetLocale } from "../../schemas/Translation.ts"

/** Countries in which Chinese is read as Mandarin. */
export const mandarin: ReadonlySet<string> = new Set(["CN", "TW"])

const chineseCountries: ReadonlySet<string> = new Set(["TW", "HK", "MO"])

/** 丸の内 becomes 丸之内: の is the only kana that Chinese has a fixed form for. */
const withoutNo = (text: string) => text.replaceAll(/(?<=\p{Script=Han})[のノ](?=\p{Script=Han})/gu, "之")

/** Han characters as readers of another language write them; undefined if these do not read Han. */
export const han = (given: string, country: string, locale: TargetLocale): string | undefined => {
  const text = country === "JP" && locale.startsWith("zh") ? withoutNo(given) : given
  const traditional = chineseCountries.has(country)
  if (locale === "ja")
    return country === "JP" ? text : traditional ? taiwanToJapanese(text) : simplifiedToJapanese(text)
  if (locale === "zh-CN")
    return country === "JP" ? japaneseToSimplified(text) : traditional ? taiwanToSimplified(text) : text
  if (locale === "zh-TW")
    return country === "JP" ? japaneseToTaiwan(text) : traditional ? text : simplifiedToTaiwan(text)
  return locale === "ko" && mandarin.has(country) ? mandarinInKorean(text) : undefined
}
