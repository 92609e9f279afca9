import { romanizeArabic, romanizeHebrew } from "./Abjads.ts"
import { isBurmese, romanizeBurmese } from "./Burmese.ts"
import { romanizeArmenian, romanizeGeorgian } from "./Caucasus.ts"
import { mandarinUnit, romanizeMandarin, romanizeTaiwanese } from "./Chinese.ts"
import { romanizeCyrillic } from "./Cyrillic.ts"
import { inAsciiDigits } from "../../../schemas/Digits.ts"
import { isEthiopic, romanizeEthiopic } from "./Ethiopic.ts"
import { romanizeGreek } from "./Greek.ts"
import { isIndic, romanizeIndic } from "./Indic.ts"
import { romanizeJapanese } from "./Japanese.ts"
import type { ComponentKind } from "./ComponentKind.ts"
import { romanizeKorean } from "./Korean.ts"
import { titled } from "./LetterTable.ts"
import { isSinhala, romanizeSinhala } from "./Sinhala.ts"
import { transliterate } from "./Tables.ts"
import { romanizeThai } from "./Thai.ts"

/** What is known of a name in another script. */
export interface NameContext {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** BCP 47 primary language, where the data says it. */
  readonly language: string | undefined
  readonly kind: ComponentKind
  /** The name in kana, where the data has it. */
  readonly reading?: string | undefined
  readonly isMunicipality?: boolean
}

const scripts = {
  japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  han: /\p{Script=Han}/u,
  hangul: /\p{Script=Hangul}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  thai: /\p{Script=Thai}/u,
  georgian: /\p{Script=Georgian}/u,
  armenian: /\p{Script=Armenian}/u
}

const unreadable = /(?!\p{Script=Latin})\p{L}/u

/** The Cantonese of these has no spelling by rule: their Latin names are English and Portuguese ones, which only data knows. */
const cantonese = new Set(["HK", "MO"])

const han = (text: string, { country, isMunicipality = false, kind, language, reading }: NameContext) => {
  if (country === "JP" || language === "ja") return romanizeJapanese(text, reading, isMunicipality)
  if (cantonese.has(country) || country === "KR" || country === "KP") return undefined
  // A building of an estate has a number alone: 2号楼.
  const numbered = kind === "building" ? mandarinUnit(text) : undefined
  return numbered ?? (country === "TW" ? romanizeTaiwanese(text, kind) : undefined) ?? romanizeMandarin(text, kind)
}

const byScript = (text: string, context: NameContext): string | undefined => {
  const { country, kind, language, reading } = context
  if (scripts.japanese.test(text)) return romanizeJapanese(text, reading, context.isMunicipality ?? false)
  if (scripts.han.test(text)) return han(text, context)
  if (scripts.hangul.test(text)) return romanizeKorean(text, kind)
  if (scripts.cyrillic.test(text)) return romanizeCyrillic(text, country, language)
  if (scripts.greek.test(text)) return romanizeGreek(text)
  if (scripts.arabic.test(text)) return romanizeArabic(text, country, language)
  if (scripts.hebrew.test(text)) return romanizeHebrew(text)
  if (scripts.thai.test(text)) return romanizeThai(text)
  if (scripts.georgian.test(text)) return romanizeGeorgian(text)
  if (scripts.armenian.test(text)) return romanizeArmenian(text)
  if (isIndic(text)) return romanizeIndic(text)
  if (isSinhala(text)) return romanizeSinhala(text)
  if (isBurmese(text)) return romanizeBurmese(text)
  if (isEthiopic(text)) return romanizeEthiopic(text)
  return titled(transliterate(text).replaceAll(/['`]/g, "").toLowerCase())
}

/**
 * A name in Latin letters, by its language: undefined where that would be a guess (kanji without a reading). Scripts without
 * a system of their own here, and single letters of other scripts that are left, go through the table of `transliteration`.
 */
export const romanize = (text: string, context: NameContext): string | undefined => {
  const latin = byScript(inAsciiDigits(text.normalize("NFC")).replaceAll("،", ","), context)?.normalize("NFC")
  if (latin === undefined || latin.trim() === "") return undefined
  return unreadable.test(latin)
    ? latin.replaceAll(/(?!\p{Script=Latin})\p{L}+/gu, (rest) => transliterate(rest))
    : latin
}
