import { Effect } from "effect"
import { canonicalJson } from "../schemas/CanonicalJson.ts"
import { Generated, GeneratedBatch, MAX_BATCH } from "../schemas/Generation.ts"
import { type CardBrand, COUNTRIES_WITH_PHONES, type PaymentCard, type Profile } from "../schemas/Profile.ts"
import { batchOf, read } from "./AnswerLaws.ts"
import { caveat } from "./Findings.ts"
import { promise } from "./Law.ts"
import type { Deployment } from "./Subject.ts"

// Laws of the persons who live at drawn addresses.

const persons = promise(
  "An address MUST come with a synthetic person who is complete, consistent and reachable nowhere"
)

const luhn = (digits: string): boolean =>
  Array.from(digits)
    .reverse()
    .map((digit, i) => (i % 2 === 0 ? Number(digit) : (Number(digit) * 2) % 9 || (digit === "9" ? 9 : 0)))
    .reduce((sum, value) => sum + value, 0) %
    10 ===
  0

/** Completed years between two ISO dates. */
const years = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)

const withPhones = new Set(COUNTRIES_WITH_PHONES.split(", "))

/** Calling codes of those countries (ITU-T E.164); all others are in the North American Numbering Plan. */
const callingCodes: Readonly<Record<string, string>> = {
  AU: "61",
  CC: "61",
  CX: "61",
  DE: "49",
  FR: "33",
  GB: "44",
  GG: "44",
  IE: "353",
  IM: "44",
  JE: "44",
  SE: "46"
}

/** How the card numbers of each brand begin (ISO/IEC 7812). */
const beginnings: Readonly<Record<CardBrand, RegExp>> = {
  visa: /^4/,
  mastercard: /^(?:5[1-5]|2[2-7])/,
  amex: /^3[47]/,
  discover: /^6(?:011|[45])/,
  diners: /^3(?:0|[689])/,
  jcb: /^35/,
  unionpay: /^(?:62|81)/
}

/** What is wrong with a card, in words; undefined if nothing is. */
const faultOfCard = ({ brand, cvc, expiry, number }: PaymentCard, referenceDate: string): string | undefined => {
  if (!luhn(number)) return "has a card number that fails the Luhn check"
  if (!beginnings[brand].test(number)) return `has a card number that is none of ${brand}`
  if (cvc.length !== (brand === "amex" ? 4 : 3)) return `has a security code that is none of ${brand}`
  const [month = "", year = ""] = expiry.split("/")
  if (`20${year}-${month}` < referenceDate.slice(0, 7)) return `has a card that expired in ${expiry}`
  const after = 2000 + Number(year) - Number(referenceDate.slice(0, 4))
  if (after < 3 || after > 6)
    return `has a card that expires in ${expiry}, which is not in the third to sixth year after ${referenceDate}`
  return undefined
}

const isLatin = (text: string): boolean => /^[\p{Script=Latin}\p{M}\P{L}]+$/u.test(text)

/** Scripts that are several of Unicode's: ISO 15924's codes, and Unicode's names. */
const scripts: Readonly<Record<string, ReadonlyArray<string>>> = {
  Hans: ["Han"],
  Hant: ["Han"],
  Jpan: ["Han", "Hiragana", "Katakana"],
  Kore: ["Hangul", "Han"]
}

/** Whether a name is in the letters of its locale, such as `de_AT`, `zh-TW` or `sr_RS_latin`. */
const isInLettersOf = (locale: string, name: string): boolean => {
  const [, language = "und", region] = /^([a-z]{2,3})(?:[_-]([A-Z]{2}))?/.exec(locale) ?? []
  const { script = "Zyyy" } = new Intl.Locale(region === undefined ? language : `${language}-${region}`).maximize()
  const own = /latin|latn/i.test(locale) ? "Latn" : script
  return new RegExp((scripts[own] ?? [own]).map((one) => `\\p{Script=${one}}`).join("|"), "u").test(name)
}

/** What is wrong with a name, in words; undefined if nothing is. */
const faultOfName = ({ locale, name: { first, full, last, latin } }: Profile): string | undefined => {
  if (!isInLettersOf(locale, full)) return `is called ${full}, which is not in the letters of the locale ${locale}`
  for (const [whole, part] of [
    [full, first],
    [full, last],
    [latin.full, latin.first],
    [latin.full, latin.last]
  ] as const) {
    if (!whole.includes(part)) return `is called ${whole}, without ${part}`
  }
  if (!isLatin(latin.full)) return "has a Latin name in other letters"
  for (const [own, other] of [
    [first, latin.first],
    [last, latin.last]
  ] as const) {
    if (isLatin(own) && own !== other) return `is called ${own}, and ${other} in Latin letters, though these are Latin`
  }
  return undefined
}

/** What a password must have at least one of. */
const ofPasswords = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** Whether the calendar has an ISO date. */
const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** What is wrong with a person, in words; undefined if nothing is. */
const faultOf = (country: string, profile: Profile) => {
  const { age, dateOfBirth, password, paymentCard, phone, referenceDate } = profile
  const never = [dateOfBirth, referenceDate].find((date) => !isDay(date))
  if (never !== undefined) return `has the date ${never}, which is in no calendar`
  if (age !== years(dateOfBirth, referenceDate)) return `is not ${age} on ${referenceDate}, born on ${dateOfBirth}`
  const ofCard = faultOfCard(paymentCard, referenceDate)
  if (ofCard !== undefined) return ofCard
  if (phone !== undefined && !withPhones.has(country))
    return "has a phone number, though the country has none for fiction"
  if (phone === undefined && withPhones.has(country))
    return "has no phone number, though the country has some for fiction"
  const code = callingCodes[country] ?? "1"
  if (phone !== undefined && !phone.e164.startsWith(`+${code}`))
    return `has the phone number ${phone.e164}, which is not in ${country} (+${code})`
  // 555-0100 to 555-0199 are the fiction of the whole North American Numbering Plan.
  if (phone?.e164.startsWith("+1") === true && !/^\+1\d{3}55501\d\d$/.test(phone.e164))
    return `has the phone number ${phone.e164}, which may be somebody's`
  // Within most countries, a number begins with a 0 that it does not have abroad.
  if (phone !== undefined && !phone.e164.endsWith(phone.national.replaceAll(/\D/g, "").replace(/^0/, "")))
    return "has two phone numbers"
  if (!ofPasswords.every((kind) => kind.test(password))) return "has a password without one of the kinds of characters"
  return faultOfName(profile)
}

/** What differs from person to person. */
const distinctions: Readonly<Record<string, (person: Profile) => string>> = {
  persons: ({ dateOfBirth, name }) => `${name.full} ${dateOfBirth}`,
  passwords: ({ password }) => password,
  "user names": ({ username }) => username,
  "e-mail addresses": ({ email }) => email
}

/** What differs at least once among many persons: from so many on, nobody would believe in chance if even genders did not. */
const varied: Readonly<Record<string, (person: Profile) => string>> = {
  gender: ({ gender }) => gender,
  age: ({ age }) => String(age),
  birthday: ({ dateOfBirth }) => dateOfBirth.slice(5),
  "reference date": ({ referenceDate }) => referenceDate,
  company: ({ company }) => company,
  "phone number": ({ phone }) => phone?.e164 ?? "",
  "card number": ({ paymentCard }) => paymentCard.number
}

/** All persons have one gender by chance once in a trillion runs. */
const fewestVaried = 41

/** Persons differ from each other. */
const personsDiffer = Effect.fnUntraced(function* (profiles: ReadonlyArray<Profile>) {
  for (const [what, of] of Object.entries(distinctions)) {
    const different = new Set(profiles.map(of))
    yield* persons.hold(
      profiles.length < 10 || different.size > profiles.length / 2,
      `${profiles.length} addresses have ${different.size} ${what}.`,
      Array.from(different)
    )
  }
  if (profiles.length < fewestVaried) return
  for (const [what, of] of Object.entries(varied)) {
    const [only = "", ...others] = new Set(profiles.map(of))
    yield* persons.hold(others.length > 0 || only === "", `All ${profiles.length} persons have one ${what}: ${only}.`)
  }
})

/** From how many cards on some have the same number: providers publish a few dozen in all. */
const fewestCards = 60

/** Card numbers recur, because they are published ones. Others that pass the Luhn check may be somebody's. */
const cardsAreKnown = (profiles: ReadonlyArray<Profile>) =>
  persons.hold(
    profiles.length < fewestCards ||
      new Set(profiles.map(({ paymentCard }) => paymentCard.number)).size < profiles.length,
    `${profiles.length} persons have as many card numbers. Providers publish a few dozen for tests: are these made up?`,
    profiles.slice(0, 3).map(({ paymentCard }) => paymentCard.number)
  )

/** A seed gives an address the same person, whether it is drawn alone or with others. */
const personsStay = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const { result } = yield* read(subject, persons, { path: `/generate?country=${country}&seed=persons` }, Generated)
  const { id, locationIds } = result.address
  const { cityId, postcodeId } = locationIds
  const filters = { country, ...(postcodeId === undefined ? { cityId } : { postcodeId }) }
  const request = { path: "/generate/batch", body: { count: MAX_BATCH, filters, options: { seed: "persons" } } }
  const { results } = yield* read(subject, persons, request, GeneratedBatch)
  const again = results.find(({ address }) => address.id === id)
  if (again === undefined) return
  yield* persons.same(again.profile, result.profile, `The seed "persons" gives ${id} another person in a batch.`)
})

/** Persons fit the contract, contradict nothing, and differ from each other. */
export const personsAreSynthetic = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const request = batchOf(country, "persons")
  const { results } = yield* read(subject, persons, request, GeneratedBatch)
  for (const { address, profile } of results) {
    const fault = faultOf(country, profile)
    yield* persons.hold(fault === undefined, `The person at ${address.id} ${fault}.`, profile)
  }
  yield* personsDiffer(results.map(({ profile }) => profile))
  const [first] = results
  if (first === undefined) return yield* caveat("There was no address that somebody could live at.")
  yield* personsStay(subject, country)
  const other = yield* read(subject, persons, batchOf(country, "other persons", { unique: true }), GeneratedBatch)
  const byAddress = new Map([...results, ...other.results].map(({ address, profile }) => [address.id, profile]))
  yield* cardsAreKnown(Array.from(byAddress.values()))
  const same = other.results.find(({ address }) => results.some((one) => one.address.id === address.id))
  const before = results.find(({ address }) => address.id === same?.address.id)
  if (same === undefined || before === undefined) return
  yield* persons.hold(
    canonicalJson(same.profile) !== canonicalJson(before.profile),
    `Another seed gives ${same.address.id} the same person.`,
    same.profile
  )
})
