import { Context, Layer } from "effect"
import type { PaymentCard, Profile } from "../../schemas/Profile.ts"
import { fictionPhone } from "./FictionPhones.ts"
import { makeFakerLocales } from "./FakerLocale.ts"
import { asciiName, isLatin, latinName, type NamePart } from "./LatinNames.ts"
import { type LocaleName, localeOf } from "./Locales.ts"
import { SeededRandom } from "./SeededRandom.ts"
import { testCards } from "./TestCards.ts"

export interface ProfileInput {
  readonly seed: string
  /** An `Address` fits. */
  readonly address: {
    readonly id: string
    /** ISO 3166-1 alpha-2, upper case. */
    readonly countryCode: string
    readonly components: {
      readonly regionCode?: string | undefined
      readonly region?: string | undefined
      readonly city?: string | undefined
    }
    /** BCP 47. Selects among the country's languages. */
    readonly language?: string | undefined
  }
}

/**
 * Makes the synthetic person who lives at an address. It is pure, and gives the same person for the same seed and
 * address on any day. It is synchronous, because every response needs it: it takes about 10 µs, and some milliseconds
 * once to load each locale.
 */
export class ProfileMaker extends Context.Service<ProfileMaker, { readonly make: (input: ProfileInput) => Profile }>()(
  "doorstep/ProfileMaker"
) {
  static readonly layer = Layer.sync(ProfileMaker, () => {
    const random = new SeededRandom()
    const locales = makeFakerLocales(random)
    const latinNames = new Map<string, string>()

    /** The names of a locale recur, and romanizing one takes up to 20 µs. */
    const latinOf = (locale: LocaleName, name: string, part: NamePart): string => {
      if (isAscii(name) || isLatin(name)) return name
      const key = `${locale} ${part} ${name}`
      const latin = latinNames.get(key) ?? latinName(locale, name, part).normalize("NFC")
      latinNames.set(key, latin)
      return latin
    }

    return ProfileMaker.of({
      // The order of draws is part of the result: append new ones at the end, or the person of every seed changes.
      make: ({ address, seed }) => {
        // The length distinguishes ("a", "bc") from ("ab", "c").
        random.reseed(`${seed.length}:${seed}${address.id}`)
        const localeName = localeOf(address.countryCode, address.language)
        const locale = locales(localeName)
        const gender = random.below(2) === 0 ? "female" : "male"
        const first = normal(locale.firstName(gender))
        const last = normal(locale.lastName(gender))
        const dateOfBirth = birthday(random)
        const latin = { first: latinOf(localeName, first, "first"), last: latinOf(localeName, last, "last") }
        const given = asciiName(latin.first, locale.umlauts)
        const family = asciiName(latin.last, locale.umlauts)
        const email = `${given}.${family}${suffix(random)}@example.${random.pick(["com", "net", "org"])}`
        const username = `${given}${random.pick(["", ".", "_"])}${family[0]}${100 + random.below(900)}`
        const password = strongPassword(random)
        const jobTitle = locale.jobTitle === undefined ? undefined : normal(locale.jobTitle(gender))
        const company = normal(locale.company())
        const paymentCard = card(random)
        const phone = fictionPhone(address.countryCode, address.components, random)
        const referenceDate = dayOf(referenceYear, random)
        const full = locale.fullName(first, last)
        return {
          synthetic: true,
          locale: localeName,
          name: {
            full,
            first,
            last,
            // In Latin letters the given name comes first, except in names that are Latin anyway.
            latin: { full: latin.first === first ? full : `${latin.first} ${latin.last}`, ...latin }
          },
          gender,
          dateOfBirth,
          age: ageOn(dateOfBirth, referenceDate),
          referenceDate,
          email,
          ...(phone && { phone }),
          username,
          password,
          ...(jobTitle !== undefined && { jobTitle }),
          company,
          paymentCard
        }
      }
    })
  })
}

/** In Unicode's normal form C. ASCII always is. Faker writes the ɛ of Ghana's languages as Greek ε. */
const normal = (text: string): string =>
  isAscii(text) ? text : text.normalize("NFC").replaceAll(/(?<=\p{Script=Latin})ε|ε(?=\p{Script=Latin})/gu, "ɛ")

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

const suffix = (random: SeededRandom) => (random.below(4) === 0 ? "" : String(10 + random.below(90)))

const dayMillis = 86_400_000
const firstBirthday = Date.UTC(1945, 0, 1) / dayMillis
const birthdays = Date.UTC(2005, 0, 1) / dayMillis - firstBirthday

/** Born from 1945 to 2004, so everybody is between 20 and 80 in the year that profiles refer to. */
const birthday = (random: SeededRandom): string => isoDate(firstBirthday + random.below(birthdays))

/**
 * Ages and card expiries count from a day in this year, not from the day of the request, so a profile is the same on
 * every day. It is the last full year before the release, so that none of its days are in the future. Only a major
 * release changes it.
 */
const referenceYear = 2025

const dayOf = (year: number, random: SeededRandom): string =>
  isoDate(Date.UTC(year, 0, 1) / dayMillis + random.below(365))

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number))

/**
 * The date this many days after 1 January 1970. Built from the parts of a Date, whose own text takes three times as
 * long.
 */
const isoDate = (day: number): string => {
  const date = new Date(day * dayMillis)
  return `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

const ageOn = (dateOfBirth: string, date: string): number =>
  Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (date.slice(5) >= dateOfBirth.slice(5) ? 0 : 1)

const lower = "abcdefghijklmnopqrstuvwxyz"
const upper = lower.toUpperCase()
const digits = "0123456789"
const symbols = "!#$%&*+-=?@_"
const all = lower + upper + digits + symbols

/** 16 characters, at least one of each class, in random order. */
const strongPassword = (random: SeededRandom): string => {
  const characters = [random.pick(lower), random.pick(upper), random.pick(digits), random.pick(symbols)]
  while (characters.length < 16) characters.push(random.pick(all))
  for (let i = characters.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const swapped = characters[i]!
    characters[i] = characters[j]!
    characters[j] = swapped
  }
  return characters.join("")
}

/** Expires in the third to sixth year after the year that profiles refer to. */
const card = (random: SeededRandom): PaymentCard => {
  const { brand, number } = random.pick(testCards)
  const month = 1 + random.below(12)
  const year = referenceYear + 3 + random.below(4)
  const cvc = String(random.below(brand === "amex" ? 10_000 : 1_000)).padStart(brand === "amex" ? 4 : 3, "0")
  return {
    test: true,
    brand,
    number,
    expiry: `${String(month).padStart(2, "0")}/${year % 100}`,
    cvc
  }
}
