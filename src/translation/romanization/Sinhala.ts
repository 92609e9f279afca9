import { letters, titled, type Rewrite } from "./LetterTable.ts"

const consonants = new Map(
  letters(
    "ක k ඛ kh ග g ඝ gh ඞ ng ඟ ng ච ch ඡ ch ජ j ඣ jh ඤ ny ඥ gn ඦ nj ට t ඨ t ඩ d ඪ d ණ n ඬ nd ත th ථ th ද d ධ dh න n ඳ nd ප p ඵ ph බ b භ bh ම m ඹ mb ය y ර r ල l ව w ශ sh ෂ sh ස s හ h ළ l ෆ f"
  )
)
const vowels = new Map(letters("අ a ආ a ඇ e ඈ e ඉ i ඊ i උ u ඌ u ඍ ru එ e ඒ e ඓ ai ඔ o ඕ o ඖ au ං n ඃ h \u200d -"))
const signs = new Map(
  letters(
    "\u0dca - \u0dcf a \u0dd0 e \u0dd1 e \u0dd2 i \u0dd3 i \u0dd4 u \u0dd6 u \u0dd8 ru \u0dd9 e \u0dda e \u0ddb ai \u0ddc o \u0ddd o \u0dde au"
  )
)

/** Names in Sinhala as road signs of Sri Lanka have them, without marks: a consonant without a sign is spoken with a. */
export const romanizeSinhala: Rewrite = (text) =>
  titled(
    text.replaceAll(/([\u0d80-\u0dff\u200d])([\u0dca-\u0ddf]?)/gu, (given, letter: string, sign: string) => {
      const consonant = consonants.get(letter)
      return consonant === undefined ? (vowels.get(letter) ?? given) : consonant + (signs.get(sign) ?? "a")
    })
  )

export const isSinhala = (text: string): boolean => /\p{Script=Sinhala}/u.test(text)
