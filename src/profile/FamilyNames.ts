import type { Gender } from "../../schemas/Profile.ts"
import type { LocaleName } from "./Locales.ts"

type Names = ReadonlyArray<string>

const map = (names: Names, form: (name: string) => string | undefined): Names =>
  Array.from(new Set(names.flatMap((name) => form(name) ?? [])))

/**
 * Polish adjectives (names in -ski, -cki, -dzki and others) have a feminine form; nouns (Nowak) are the same for both.
 */
const polish = (names: Names, gender: Gender): Names =>
  gender === "male" ? names : map(names, (name) => name.replace(/(?<=[sc]k|dzk)i$|y$/u, "a"))

/** A plural is the name of a whole family. */
const greekPlural = /οι$/u
/** Feminine forms that occur among men's names: -ου for -ίδης and -όπουλος, and -η for -ης. */
const greekWomans = /(?:[ίά]δου|οπούλου|[ηή])$/u

/** The genitive, which women use: Αγγελίδης Αγγελίδου, Αγγελόπουλος Αγγελοπούλου, Γαλάνης Γαλάνη, Παππάς Παππά. */
const greekWoman = (name: string): string | undefined => {
  if (!name.endsWith("ς")) return name
  if (name.endsWith("όπουλος")) return name.replace(/όπουλος$/u, "οπούλου")
  if (/[ίά]δης$/u.test(name)) return name.replace(/ης$/u, "ου")
  if (/[ηήαά]ς$/u.test(name)) return name.slice(0, -1)
  if (name.endsWith("ός")) return name.replace(/ός$/u, "ού")
  // The accent stays on the second-to-last syllable. Moving it there from the one before would require knowing the
  // syllables.
  return /[άέήίόύώ][^αεηιουωάέήίόύώϊϋ]+ος$/u.test(name) ? name.replace(/ος$/u, "ου") : undefined
}

const greek = (names: Names, gender: Gender): Names => {
  const families = names.filter((name) => !greekPlural.test(name))
  return gender === "male" ? families.filter((name) => !greekWomans.test(name)) : map(families, greekWoman)
}

/** Languages that have forms for each gender, but for which Faker has one list. */
const formed: { readonly [name in LocaleName]?: (names: Names, gender: Gender) => Names } = { pl: polish, el: greek }

/** Family names in the gender's form; undefined if Faker's own names will do. */
export const familyNames = (locale: LocaleName, generic: Names, gender: Gender): Names | undefined =>
  formed[locale]?.(generic, gender)
