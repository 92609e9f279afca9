import { createRequire } from "node:module"
import { assert, describe, it, vi } from "@effect/vitest"
import type { Faker } from "@faker-js/faker"
import { Effect, Schema } from "effect"
import { iso31661 } from "iso-3166"
import { Profile } from "../../schemas/Profile.ts"
import { fictionPhoneSource } from "../../src/profile/FictionPhones.ts"
import { localeOf } from "../../src/profile/Locales.ts"
import { withNativeNames } from "../../src/profile/NativeNames.ts"
import { isOwnLocale, namesOf } from "../../src/profile/OwnLocales.ts"
import { ProfileMaker } from "../../src/profile/ProfileMaker.ts"
import { testCards } from "../../src/profile/TestCards.ts"
import { luhn } from "./Luhn.ts"
import { reservedPhone } from "./ReservedPhones.ts"

const newMaker = () => Effect.runSync(ProfileMaker.pipe(Effect.provide(ProfileMaker.layer)))
const { make } = newMaker()

const person = (seed: string, countryCode = "US", id = "us-4k2m9x0q7v1b3n5c8d6f") =>
  make({ seed, address: { id, countryCode, components: {} } })

const countries = iso31661.map(({ alpha2 }) => alpha2)
const crowd = Array.from({ length: 1_500 }, (_, i) => {
  const country = countries[i % countries.length]!
  return { country, profile: person(`seed ${i}`, country, `id ${i}`) }
})

const require = createRequire(import.meta.url)
const firstNames = (country: string): { [kind in "female" | "male" | "generic"]?: ReadonlyArray<string> } => {
  const locale = localeOf(country)
  if (isOwnLocale(locale)) return namesOf(locale).first
  const { faker } = require(`@faker-js/faker/locale/${locale}`) as { faker: Faker }
  return withNativeNames(locale, faker.rawDefinitions, {}).person!.first_name!
}

describe("ProfileMaker", () => {
  it("MUST make the same person from the same seed and address, whatever was made in between", () => {
    const other = newMaker()
    for (const country of ["US", "DE", "JP", "RU", "EE"]) {
      const first = JSON.stringify(person("same", country))
      person("another", "FR")
      assert.strictEqual(JSON.stringify(person("same", country)), first)
      const input = {
        seed: "same",
        address: { id: "us-4k2m9x0q7v1b3n5c8d6f", countryCode: country, components: {} }
      }
      assert.strictEqual(JSON.stringify(other.make(input)), first)
    }
  })

  it("MUST make another person from another seed or another address", () => {
    const seeds = new Set(Array.from({ length: 2_000 }, (_, i) => JSON.stringify(person(`s${i}`))))
    const addresses = new Set(Array.from({ length: 2_000 }, (_, i) => JSON.stringify(person("s", "US", `us-${i}`))))
    assert.strictEqual(seeds.size, 2_000)
    assert.strictEqual(addresses.size, 2_000)
    assert.notDeepEqual(person("ab", "US", "c"), person("a", "US", "bc"))
  })

  it("MUST keep the published contract in every country", () => {
    const decode = Schema.decodeUnknownSync(Profile, { onExcessProperty: "error" })
    for (const { profile } of crowd) decode(profile)
  })

  it("MUST have no text that is empty, padded, or not in NFC", () => {
    const check = (value: unknown, path: string): void => {
      if (typeof value === "object" && value !== null)
        for (const [key, inner] of Object.entries(value)) check(inner, `${path}.${key}`)
      if (typeof value === "string") {
        assert.match(value, /^\S(.*\S)?$/u, path)
        assert.strictEqual(value, value.normalize("NFC"), path)
      }
    }
    for (const { country, profile } of crowd) check(profile, country)
    // Some of Faker's Urdu names are not in NFC.
    for (let i = 0; i < 300; i++) check(person(`urdu ${i}`, "PK"), "PK")
  })

  it("MUST NOT mix Latin letters with others in a name, a title or a company", () => {
    const isMixed = (text: string) => /\p{Script=Latin}/u.test(text) && /(?!\p{Script=Latin})\p{L}/u.test(text)
    for (const country of countries) {
      for (let i = 0; i < 40; i++) {
        const { company, jobTitle = "", name } = person(`script ${i}`, country)
        for (const text of [name.full, name.latin.full, jobTitle, company]) assert.isFalse(isMixed(text), text)
      }
    }
  })

  it("MUST have a first name that fits the gender", () => {
    const genders = { female: 0, male: 0 }
    for (const { country, profile } of crowd.filter(({ profile }) => profile.locale !== "is")) {
      const names = firstNames(country)
      const fitting = names[profile.gender] ?? names.generic ?? []
      assert.include(
        fitting.map((name) => name.normalize("NFC")),
        profile.name.first,
        `${country} ${profile.gender}`
      )
      genders[profile.gender]++
    }
    assert.isTrue(genders.female > 600 && genders.male > 600, JSON.stringify(genders))
  })

  it("MUST write the name in the order of its language", () => {
    for (const { country, profile } of crowd) {
      const { first, full, last } = profile.name
      const familyFirst: Partial<Record<string, string>> = {
        en_KH: `${last} ${first}`,
        hu: `${last} ${first}`,
        ja: `${last} ${first}`,
        ko: last + first,
        mn: `${last} ${first}`,
        vi: `${last} ${first}`,
        zh_CN: last + first,
        zh_TW: last + first
      }
      assert.strictEqual(full, familyFirst[localeOf(country)] ?? `${first} ${last}`)
    }
  })

  it("MUST have a phone number exactly in countries with numbers for fiction, and only such numbers", () => {
    for (const { country, profile } of crowd) {
      assert.strictEqual(profile.phone !== undefined, fictionPhoneSource(country) !== undefined, country)
      if (profile.phone !== undefined) assert.match(profile.phone.e164, reservedPhone[country]!)
    }
  })

  it("MUST have an email at a reserved domain, with a local part that ASCII and RFC 5321 allow", () => {
    for (const { profile } of crowd) {
      assert.match(profile.email, /^[a-z]+\.[a-z]+\d{0,2}@example\.(com|net|org)$/)
      assert.isAtMost(profile.email.indexOf("@"), 64)
      assert.match(profile.username, /^[a-z]+[._]?[a-z]\d{3}$/)
    }
    const { email, name } = person("s1")
    assert.isTrue(email.startsWith(`${name.first}.${name.last}`.toLowerCase()), `${name.full} ${email}`)
  })

  it("MUST have a strong password", () => {
    for (const { profile } of crowd) {
      assert.match(profile.password, /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!#$%&*+\-=?@_])[!-~]{16}$/)
    }
    assert.strictEqual(new Set(crowd.map(({ profile }) => profile.password)).size, crowd.length)
  })

  it("MUST have published test cards only, which pass the Luhn check", () => {
    const used = new Set<string>()
    for (const { profile } of crowd) {
      const { brand, cvc, number } = profile.paymentCard
      assert.isTrue(testCards.some((card) => card.number === number && card.brand === brand))
      assert.lengthOf(cvc, brand === "amex" ? 4 : 3)
      used.add(number)
    }
    for (const { number } of testCards) assert.isTrue(luhn(number), number)
    assert.strictEqual(used.size, testCards.length)
  })

  it("MUST have an age and a card expiry that fit their reference date", () => {
    for (const { profile } of crowd) {
      const { age, dateOfBirth, paymentCard, referenceDate } = profile
      const turns = (years: number) => `${Number(dateOfBirth.slice(0, 4)) + years}${dateOfBirth.slice(4)}`
      // Somebody born on 29 February turns a year older on 1 March.
      assert.isTrue(turns(age) <= referenceDate && referenceDate < turns(age + 1), JSON.stringify(profile))
      assert.isTrue(age >= 18 && age <= 90)
      const ahead = 2000 + Number(paymentCard.expiry.slice(3)) - Number(referenceDate.slice(0, 4))
      assert.isTrue(ahead >= 3 && ahead <= 6, paymentCard.expiry)
      for (const date of [dateOfBirth, referenceDate]) {
        assert.strictEqual(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10), date)
      }
    }
    assert.isAbove(new Set(crowd.map(({ profile }) => profile.referenceDate)).size, 300)
  })

  it("MUST NOT change a person with the calendar", () => {
    const before = JSON.stringify(crowd.slice(0, 50))
    vi.useFakeTimers({ now: Date.UTC(2041, 1, 3), toFake: ["Date"] })
    const later = crowd
      .slice(0, 50)
      .map(({ country }, i) => ({ country, profile: person(`seed ${i}`, country, `id ${i}`) }))
    vi.useRealTimers()
    assert.strictEqual(JSON.stringify(later), before)
  })

  it("MUST say which locale the person comes from", () => {
    for (const { country, profile } of crowd) assert.strictEqual(profile.locale, localeOf(country))
    assert.strictEqual(person("x", "EE").locale, "et")
  })

  it("MUST give every name a Latin form, and leave Latin names unchanged", () => {
    for (const { profile } of crowd) {
      const { first, full, last, latin } = profile.name
      for (const text of [latin.first, latin.full, latin.last]) assert.match(text, /^[\p{Script=Latin}\p{M}\P{L}]+$/u)
      if (/^[\p{Script=Latin}\p{M}\P{L}]+$/u.test(full)) assert.deepStrictEqual(latin, { full, first, last })
      else assert.strictEqual(latin.full, `${latin.first} ${latin.last}`)
    }
  })

  it("MUST follow the address's language if the country has several", () => {
    const inLanguage = (language: string) =>
      make({ seed: "l", address: { id: "id", countryCode: "BE", components: {}, language } })
    const names = (locale: string) =>
      (require(`@faker-js/faker/locale/${locale}`) as { faker: Faker }).faker.rawDefinitions.person!
    assert.include(names("fr_BE").last_name!.generic!, inLanguage("fr").name.last)
    assert.include(names("nl_BE").last_name!.generic!, inLanguage("nl").name.last)
  })

  // These pin the promise that seeds survive releases. They change only with a new major version of the contract, or
  // when Faker changes its lists; the changelog then says so.
  it("MUST make the same people as earlier releases", () => {
    assert.deepStrictEqual(
      make({
        seed: "golden",
        address: { id: "us-4k2m9x0q7v1b3n5c8d6f", countryCode: "US", components: { regionCode: "US-GA" } }
      }),
      {
        synthetic: true,
        locale: "en_US",
        name: {
          full: "Casimir Burke",
          first: "Casimir",
          last: "Burke",
          latin: { full: "Casimir Burke", first: "Casimir", last: "Burke" }
        },
        gender: "male",
        dateOfBirth: "1945-07-26",
        age: 80,
        referenceDate: "2025-09-28",
        email: "casimir.burke@example.org",
        phone: { e164: "+14705550122", national: "(470) 555-0122" },
        username: "casimir.b642",
        password: "0ssRZNpg5V@N8xE*",
        jobTitle: "Journalist",
        company: "Woods - Vargas",
        paymentCard: { test: true, brand: "visa", number: "4242424242424242", expiry: "12/30", cvc: "866" }
      }
    )
    assert.deepStrictEqual(person("golden", "KR"), {
      synthetic: true,
      locale: "ko",
      name: { full: "김로운", first: "로운", last: "김", latin: { full: "Roun Gim", first: "Roun", last: "Gim" } },
      gender: "male",
      dateOfBirth: "1950-01-30",
      age: 74,
      referenceDate: "2025-01-09",
      email: "roun.gim@example.com",
      username: "roun_g440",
      password: "gp*0$sENp@S55ZxR",
      jobTitle: "간호사",
      company: "승아 은행",
      paymentCard: { test: true, brand: "unionpay", number: "6200000000000005", expiry: "04/28", cvc: "893" }
    })
  })
})
