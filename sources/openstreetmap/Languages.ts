import { memoized, onFirstUse } from "../../schemas/Memoized.ts"
import type { Tags } from "./PbfBlock.ts"
import type { TapeReader, TapeWriter } from "./Tape.ts"

/** Names of one thing by BCP 47 tag. */
export type Translations = Readonly<Record<string, string>>

/** Languages that the service translates into, in the forms that OpenStreetMap uses. */
const asked: ReadonlySet<string> = new Set(
  "en de fr es pt ja ja-Latn ko ko-Latn zh zh-Hans zh-Hant zh-CN zh-TW zh-HK".split(" ")
)

const names = onFirstUse(() => new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }))
/** Language, script, region, variants: the forms of BCP 47 that OpenStreetMap uses. */
const shape = /^[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?(?:[-_](?:[A-Z]{2}|\d{3}))?(?:[-_][a-z]{5,8})?$/

/**
 * The language in the suffix of a key such as `name:zh-Hans`, as a BCP 47 tag; undefined for `name:left`,
 * `name:etymology` and other suffixes that are not languages.
 */
export const languageOf = memoized((suffix: string): string | undefined => {
  const text = suffix.replaceAll("_", "-")
  return shape.test(suffix) && names().of(text) !== undefined ? Intl.getCanonicalLocales(text)[0] : undefined
})

/** An object's names by language: the values of `name:xx`, or of another key with a language suffix. */
export const translationsOf = (tags: Tags, key: string): Translations | undefined => {
  let found: Record<string, string> | undefined
  const prefix = `${key}:`
  for (const [name, value] of tags) {
    if (!name.startsWith(prefix)) continue
    const language = languageOf(name.slice(prefix.length))
    if (language === undefined || value.trim() === "") continue
    found ??= {}
    found[language] = value.trim()
  }
  return found
}

/** Names in languages that the service translates into, or that are spoken in the extract. */
export const relevant = (translations: Translations, local: ReadonlySet<string>): Translations => {
  const kept: Record<string, string> = {}
  for (const language in translations) {
    if (asked.has(language) || local.has(language)) kept[language] = translations[language]!
  }
  return kept
}

export const writeTranslations = (tape: TapeWriter, translations: Translations | undefined): void => {
  const entries = Object.entries(translations ?? {})
  tape.number(entries.length)
  for (const [language, name] of entries) {
    tape.text(language)
    tape.text(name)
  }
}

export const readTranslations = (tape: TapeReader): Translations | undefined => {
  let left = tape.number()
  if (left === 0) return undefined
  const found: Record<string, string> = {}
  for (; left > 0; left--) {
    const language = tape.text()!
    found[language] = tape.text()!
  }
  return found
}
