import type { TargetLocale } from "../../schemas/Translation.ts"

/** Letters that readers of a language do not know. Everybody reads Latin letters besides their own script. */
const unreadable: Readonly<Record<TargetLocale, RegExp>> = {
  en: /(?!\p{Script=Latin})\p{L}/u,
  de: /(?!\p{Script=Latin})\p{L}/u,
  fr: /(?!\p{Script=Latin})\p{L}/u,
  es: /(?!\p{Script=Latin})\p{L}/u,
  pt: /(?!\p{Script=Latin})\p{L}/u,
  ja: /(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\p{L}/u,
  ko: /(?![\p{Script=Latin}\p{Script=Hangul}])\p{L}/u,
  "zh-CN": /(?![\p{Script=Latin}\p{Script=Han}])\p{L}/u,
  "zh-TW": /(?![\p{Script=Latin}\p{Script=Han}])\p{L}/u
}

/**
 * Whether readers of the language can read the text. Other marks, such as phonetic modifier letters, count as readable.
 */
export const canRead = (locale: TargetLocale, text: string): boolean =>
  !unreadable[locale].test(text.replaceAll(/[\p{Lm}\p{Script=Common}]/gu, ""))

/** Whether the language writes addresses from the largest part to the smallest. */
export const isBigEndian = (locale: TargetLocale): boolean =>
  locale === "ja" || locale === "ko" || locale.startsWith("zh")
