import type { TranslatedNames } from "../../sources/DataSource.ts"
import { simplifiedToTaiwan, toSimplified } from "./ChineseScripts.ts"
import type { TargetLocale } from "../../schemas/Translation.ts"

/** A source's names for an address's components in other languages, by BCP 47 tag. */
export type NamesByLanguage = Readonly<Record<string, TranslatedNames>>

/** A component for which sources have names in other languages. */
export type NamedComponent = keyof TranslatedNames

/**
 * Tags that fit a locale, best first. A tag of Chinese in the other script means that the characters must be converted.
 */
const chinese: {
  readonly [locale in TargetLocale]?: readonly [own: ReadonlyArray<string>, other: ReadonlyArray<string>]
} = {
  "zh-CN": [
    ["zh-hans-cn", "zh-cn", "zh-hans", "zh-sg", "zh-my"],
    ["zh", "zh-hant", "zh-tw", "zh-hant-tw", "zh-hk", "zh-mo"]
  ],
  "zh-TW": [
    ["zh-hant-tw", "zh-tw", "zh-hant", "zh-hk", "zh-mo"],
    ["zh", "zh-hans", "zh-cn", "zh-hans-cn", "zh-sg"]
  ]
}

const kana = ["ja-hrkt", "ja-kana", "ja-hira"]

const isLatinTag = (tag: string) => /(^|-)latn(-|$)/.test(tag)

/** The stored names of one address, looked up by language. */
export interface OwnNames {
  /** The component's name in the language. */
  readonly name: (component: NamedComponent, locale: TargetLocale) => string | undefined
  /** Its reading in kana. */
  readonly reading: (component: NamedComponent) => string | undefined
  /** Its romanization in the data, otherwise its English name: the last resort if nothing else is readable. */
  readonly latin: (component: NamedComponent) => string | undefined
}

const nothing: OwnNames = { name: () => undefined, reading: () => undefined, latin: () => undefined }

export const ownNames = (names: NamesByLanguage | undefined): OwnNames => {
  const tags = Object.keys(names ?? {}).sort()
  if (names === undefined || tags.length === 0) return nothing
  const byTag = new Map(tags.map((tag) => [tag.toLowerCase().replaceAll("_", "-"), names[tag]!]))
  const under = (component: NamedComponent, tags: Iterable<string>): string | undefined => {
    for (const tag of tags) {
      const name = byTag.get(tag)?.[component]?.normalize("NFC").trim()
      if (name !== undefined && name !== "") return name
    }
    return undefined
  }
  const startingWith = (language: string) =>
    Array.from(byTag.keys()).filter((tag) => tag === language || (tag.startsWith(`${language}-`) && !isLatinTag(tag)))
  return {
    name: (component, locale) => {
      const [own, other] = chinese[locale] ?? []
      if (own === undefined || other === undefined) {
        return under(
          component,
          locale === "ja" ? startingWith(locale).filter((tag) => !kana.includes(tag)) : startingWith(locale)
        )
      }
      const converted = under(component, other)
      return (
        under(component, own) ??
        (converted === undefined
          ? undefined
          : locale === "zh-CN"
            ? toSimplified(converted)
            : simplifiedToTaiwan(converted))
      )
    },
    reading: (component) => under(component, kana),
    latin: (component) =>
      under(component, Array.from(byTag.keys()).filter(isLatinTag)) ?? under(component, startingWith("en"))
  }
}
