import { createRequire } from "node:module"
import type { Faker, LocaleDefinition } from "@faker-js/faker"
import { faker as english } from "@faker-js/faker/locale/en"
import { memoized } from "../../schemas/Memoized.ts"
import type { Gender } from "../../schemas/Profile.ts"
import { familyNames } from "./FamilyNames.ts"
import { icelandic } from "./Icelandic.ts"
import { jobTitles } from "./JobTitles.ts"
import type { LocaleName } from "./Locales.ts"
import { withNativeNames, withOwnFamilies } from "./NativeNames.ts"
import { isOwnLocale, ownLocale } from "./OwnLocales.ts"
import { anyOf, compilePattern, type Draw, type Tokens, weighted } from "./Pattern.ts"
import type { ProfileLocale } from "./ProfileLocale.ts"
import type { SeededRandom } from "./SeededRandom.ts"

/**
 * Loads locales on first use and keeps them, all with one generator. Importing the package's main entry takes 120 ms,
 * because it contains every locale, while one locale takes 1 to 15 ms. `require` of an ES module is synchronous, so
 * that making a profile can be synchronous too.
 */
export const makeFakerLocales = (random: SeededRandom): ((name: LocaleName) => ProfileLocale) =>
  memoized((name) => load(name, random))

const require = createRequire(import.meta.url)

// Only the main entry exports the class, and it would load every locale.
const FakerClass = english.constructor as typeof Faker

const load = (name: LocaleName, random: SeededRandom): ProfileLocale => {
  if (name === "is") return { ...icelandic(random), jobTitle: ownJobTitle(name, random) }
  if (isOwnLocale(name)) return { ...ownLocale(name, random), jobTitle: ownJobTitle(name, random) }
  const shipped = name === "en" ? english : (require(`@faker-js/faker/locale/${name}`) as { faker: Faker }).faker
  const definition = name.startsWith("en")
    ? withOwnFamilies(name, shipped.rawDefinitions)
    : withoutMixedLanguages(withNativeNames(name, shipped.rawDefinitions, english.rawDefinitions))
  const faker = new FakerClass({
    locale: definition,
    // Faker calls its methods without their object.
    randomizer: { next: () => random.next(), seed: (words) => random.seed(typeof words === "number" ? [words] : words) }
  })
  const { company, person } = definition
  const ofGender = (draw: (gender: Gender) => string) => () => draw(random.below(2) === 0 ? "female" : "male")
  const compile = (pattern: string, tokens: Tokens = {}) => compilePattern(pattern, tokens, faker, random)

  const firstNames = (gender: Gender) => person?.first_name?.[gender] ?? person?.first_name?.generic ?? []
  const lastNames = (gender: Gender) => {
    const formed = familyNames(name, person?.last_name?.generic ?? [], gender)
    if (formed !== undefined) return () => random.pick(formed)
    const patterns = person?.last_name_pattern?.[gender] ?? person?.last_name_pattern?.generic ?? []
    return weighted(
      patterns.map(({ value, weight }) => ({ draw: compile(value), weight })),
      random
    )
  }
  const [women, men] = [firstNames("female"), firstNames("male")]
  const [ofWomen, ofMen] = [lastNames("female"), lastNames("male")]
  const firstName = (gender: Gender) => random.pick(gender === "female" ? women : men)
  const lastName = (gender: Gender) => (gender === "female" ? ofWomen() : ofMen())
  const names = { "person.firstName": ofGender(firstName), "person.lastName": ofGender(lastName) }
  return {
    firstName,
    lastName,
    fullName: fullNames[name] ?? ((first, last) => `${first} ${last}`),
    jobTitle: jobTitleOf(name, definition, random, compile),
    company: anyOf(
      (company?.name_pattern ?? []).map((pattern) => compile(pattern, names)),
      random
    ),
    umlauts: name.startsWith("de")
  }
}

const familyNameFirst = (separator: string) => (first: string, last: string) => `${last}${separator}${first}`

/** Locales that put the family name first (CLDR, nameOrderLocales). */
const fullNames: { readonly [name in LocaleName]?: ProfileLocale["fullName"] } = {
  hu: familyNameFirst(" "),
  ja: familyNameFirst(" "),
  ko: familyNameFirst(""),
  vi: familyNameFirst(" "),
  zh_CN: familyNameFirst(""),
  zh_TW: familyNameFirst("")
}

/** A title of those that Faker lacks; undefined if there are none in the locale's language. */
const ownJobTitle = (name: LocaleName, random: SeededRandom): ProfileLocale["jobTitle"] => {
  const titles = jobTitles(name)
  return titles && ((gender) => random.pick(titles[gender]))
}

const jobParts = ["job_descriptor", "job_area", "job_type"] as const

/** Faker fills gaps in a locale with English, part by part, so a job title may be partly or completely English. */
const jobTitleOf = (
  name: LocaleName,
  { person }: LocaleDefinition,
  random: SeededRandom,
  compile: (pattern: string) => Draw
): ProfileLocale["jobTitle"] => {
  const own = ownJobTitle(name, random)
  if (own !== undefined) return own
  const native = jobParts.every((part) => (person?.[part] ?? []).length > 0)
  const titles = (person?.job_title_pattern ?? []).map((pattern) => compile(pattern))
  return native && titles.length > 0 ? anyOf(titles, random) : undefined
}

/**
 * Forms of companies without American ones among those of Switzerland, and without texts in Latin letters, if most are in
 * others: Faker writes one of Russia's forms, АО, in Latin ones.
 */
const ownForms = (texts: ReadonlyArray<string>): Array<string> => {
  const forms = texts.filter((text) => !/^(?:Inc\.|LLC)$/.test(text))
  const others = forms.filter((text) => !/\p{Script=Latin}/u.test(text))
  return others.length > forms.length / 2 ? others : forms
}

/** Keeps English words out of company names and of the parts of job titles. */
const withoutMixedLanguages = (definition: LocaleDefinition): LocaleDefinition => {
  const source = english.rawDefinitions
  const { company, person } = definition
  const native = (part: (typeof jobParts)[number]) => {
    const taken = new Set(source.person?.[part])
    return (person?.[part] ?? []).filter((word) => !taken.has(word))
  }
  const englishForms = company?.legal_entity_type === source.company?.legal_entity_type
  const patterns = company?.name_pattern ?? []
  const forms = company?.legal_entity_type
  const pure = patterns.filter((text) => !/\band\b/.test(text) && !(englishForms && text.includes("legal_entity_type")))
  return {
    ...definition,
    person: { ...person, ...Object.fromEntries(jobParts.map((part) => [part, native(part)])) },
    company: {
      ...company,
      name_pattern: pure.length === 0 ? patterns : pure,
      ...(Array.isArray(forms) && { legal_entity_type: ownForms(forms) })
    }
  }
}
