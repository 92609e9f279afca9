import type { LocaleDefinition } from "@faker-js/faker"
import type { LocaleName } from "./Locales.ts"
import { ownFamilies } from "./people/Families.ts"

/** Faker's spelling of a name and the country's, with a colon between them. */
const respelling = (pairs: string) => {
  const spellings = new Map(pairs.split(" ").map((pair) => pair.split(":") as [string, string]))
  return (name: string): string => spellings.get(name) ?? name
}

/** Le gall, Da silva. */
const withCapital = (name: string) => name.replace(/(?<=^(?:Da|Le) )\p{Ll}/u, (letter) => letter.toUpperCase())

/** What is wrong with a locale's names in Faker 10. */
const corrections: { readonly [name in LocaleName]?: (name: string) => string } = {
  // Women's names lack their accents.
  el: respelling(
    "Αθανασια:Αθανασία Αικατερινη:Αικατερίνη Αλεξανδρα:Αλεξάνδρα Αναστασια:Αναστασία Αννα:Άννα Γεωργια:Γεωργία " +
      "Δεσποινα:Δέσποινα Δημητρα:Δήμητρα Ελενη:Ελένη Ευαγγελια:Ευαγγελία Ιωαννα:Ιωάννα Κωνσταντινα:Κωνσταντίνα " +
      "Μαρια:Μαρία Παναγιωτα:Παναγιώτα Παρασκευη:Παρασκευή Σοφια:Σοφία Σταυρουλα:Σταυρούλα Χριστινα:Χριστίνα " +
      "Χρυσουλα:Χρυσούλα"
  ),
  fr: withCapital,
  fr_BE: withCapital,
  fr_LU: withCapital,
  // Double names have lost what was between them: BalogŠandor.
  hr: (name) => name.replace(/(?<=\p{Ll})(?=\p{Lu})/u, "-"),
  // A converter from simplified characters took families for words: 周 is a family, 週 a week.
  zh_TW: respelling("於:于 餘:余 週:周 範:范 鐘:鍾")
}

/** The locale with families of its country, if those of Faker are not. */
export const withOwnFamilies = (locale: LocaleName, definition: LocaleDefinition): LocaleDefinition => {
  const generic = ownFamilies(locale)
  return generic === undefined
    ? definition
    : { ...definition, person: { ...definition.person, last_name: { generic: [...generic] } } }
}

/** Three quarters of the families of French-speaking Belgium are those of the English locale. */
const withEnglishFamilies: ReadonlySet<LocaleName> = new Set(["fr_BE"])

/** The locale with names that are its country's, as this spells them. */
export const withNativeNames = (
  locale: LocaleName,
  definition: LocaleDefinition,
  english: LocaleDefinition
): LocaleDefinition => {
  const correct = corrections[locale]
  const { person } = definition
  if (correct === undefined || person === undefined) return definition
  const foreign = new Set(withEnglishFamilies.has(locale) ? english.person?.last_name?.generic : [])
  const native = <Lists extends object>(lists: Lists): Lists =>
    Object.fromEntries(
      Object.entries(lists as Record<string, ReadonlyArray<string> | null>).map(([kind, names]) => [
        kind,
        names?.filter((name) => !foreign.has(name)).map(correct)
      ])
    ) as Lists
  const { first_name: first, last_name: last } = person
  return {
    ...definition,
    person: { ...person, ...(first && { first_name: native(first) }), ...(last && { last_name: native(last) }) }
  }
}
