import { byLetters, cased, letters } from "./LetterTable.ts"

const table = byLetters(
  letters(
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o ου ou γγ ng γξ nx γχ nch"
  )
)

/** A vowel as it is, and the υ behind it in other letters, in its own case. */
const ypsilon = (latin: string) => (pair: string, vowel: string) =>
  vowel + (pair.includes("Υ") ? latin.toUpperCase() : latin)

/** Sounds before which υ of αυ, ευ, ηυ is f. */
const voiceless = "θκξπσςτφχψ"

/** ELOT 743 (ISO 843), the standard of Greek road signs and passports, without accents. */
export const romanizeGreek = (text: string): string =>
  table(
    text
      .normalize("NFD")
      // A diaeresis keeps two vowels apart, and so does an accent on the first of them.
      .replaceAll(/([αεηο])\u0301υ(?!\u0308)/giu, ypsilon("\u200by"))
      .replaceAll(new RegExp(`([αεη])υ\\u0301?(?!\\u0308)(?=[${voiceless}]|$|[^\\p{L}\\p{M}])`, "giu"), ypsilon("f"))
      .replaceAll(/([αεη])υ\u0301?(?!\u0308)/giu, ypsilon("v"))
      .replaceAll(/(?<![\p{L}\p{M}])μπ/giu, (pair) => (pair[0] === "μ" ? "b" : "B"))
      .replaceAll(/μπ(?![\p{L}\p{M}])/giu, (pair, offset: number, all: string) => cased("b", pair, all, offset))
      .replaceAll(/[\u0300-\u036f\u200b]/gu, "")
  ).normalize("NFC")
