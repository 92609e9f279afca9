import type { ProfileLocale } from "../ProfileLocale.ts"

/** Common names of countries for which Faker has none of their own, chosen by hand. Spaces within a name are `_`. */
export interface People {
  readonly female: string
  readonly male: string
  /** Family names; the feminine form is before a slash, if there is one. */
  readonly families: string
  readonly firms: string
  readonly firm: (name: string) => string
  readonly fullName?: ProfileLocale["fullName"]
}

/** Keeps the names of the locales as a type, and not the texts, which would fill the declarations of the package. */
export const peoples = <Locale extends string>(list: Readonly<Record<Locale, People>>) => list
