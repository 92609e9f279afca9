import { iso31661Alpha3ToAlpha2, iso31661NumericToAlpha2 } from "iso-3166"
import type { Address, Profile } from "../../client/Contract.ts"
import { streetLine, streetLines, unitLine } from "./AddressLines.ts"

export interface Resident {
  readonly address: Address
  readonly profile?: Profile | undefined
}

export interface Context {
  /** Whether the form has this field as well. */
  readonly has: (field: string) => boolean
  /** BCP 47 language of the page. */
  readonly language: string
}

/** Ways to write a field's value, best first. Empty: the home or person has no such value. */
export type Values = ReadonlyArray<string>

const given = (...values: ReadonlyArray<string | undefined>): Values =>
  Array.from(new Set(values.flatMap((value) => (value === undefined || value === "" ? [] : [value]))))

const keysOf = (codes: Readonly<Record<string, string>>, code: string): ReadonlyArray<string> =>
  Object.entries(codes).flatMap(([key, alpha2]) => (alpha2 === code ? key : []))

/** A language that this machine has names in; pages declare all kinds of languages. */
const languageOf = (text: string): string | undefined => {
  try {
    return Intl.DisplayNames.supportedLocalesOf(text.replace("_", "-"))[0]
  } catch {
    return undefined
  }
}

const languagesOf = (...texts: ReadonlyArray<string | undefined>): Values =>
  given(...texts.map((text) => (text === undefined ? undefined : languageOf(text))))

const countryNames = ({ components, countryCode, language }: Address, page: string): Values =>
  given(
    ...languagesOf(page, "en", language).map((one) => new Intl.DisplayNames(one, { type: "region" }).of(countryCode)),
    components.country
  )

const countryCodes = ({ countryCode }: Address): Values =>
  given(countryCode, ...keysOf(iso31661Alpha3ToAlpha2, countryCode), ...keysOf(iso31661NumericToAlpha2, countryCode))

/** By code if the country's addresses have it beside the city, otherwise by name: many codes are numbers. */
const region = ({ components, lines }: Address): Values => {
  const { city, region: name, regionCode } = components
  const code = regionCode?.slice(3)
  const writesCode = lines.some(
    (line) => line.includes(city ?? code ?? "") && line.split(/[\s,-]+/).includes(code ?? "")
  )
  return given(...(writesCode ? [code, name] : [name, code]), regionCode)
}

/** The unit goes on its own line if the form has one for it. */
const addressLine = (address: Address, index: number, { has }: Context): Values => {
  const { building } = address.components
  const lines = has("address-line2")
    ? given(streetLine(address), unitLine(address), building)
    : [streetLines(address).join(", ")]
  const last = has("address-line3") ? 2 : has("address-line2") ? 1 : 0
  return given(index === last ? lines.slice(index).join(", ") : lines[index])
}

const months = (month: number, page: string): Values => {
  const date = new Date(Date.UTC(2000, month - 1, 1))
  const named = (style: "long" | "short", language: string) =>
    new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" }).format(date)
  return given(
    String(month).padStart(2, "0"),
    String(month),
    ...languagesOf(page, "en").flatMap((language) => [named("long", language), named("short", language)])
  )
}

interface Phone {
  readonly country: string
  readonly national: string
  readonly area: string | undefined
  readonly local: string
}

/**
 * A phone number in its parts. In North America the area code has three digits; elsewhere it is the part written
 * separately.
 */
const phoneOf = ({ e164, national }: NonNullable<Profile["phone"]>): Phone => {
  const digits = national.replace(/\D/g, "")
  const significant = e164.endsWith(digits) ? digits : digits.replace(/^0/, "")
  const country = e164.endsWith(significant) ? e164.slice(0, e164.length - significant.length) : ""
  const [first = "", ...rest] = national.split(/\D+/).filter((group) => group !== "")
  return country === "+1" && digits.length === 10
    ? { country, national, area: digits.slice(0, 3), local: digits.slice(3) }
    : {
        country,
        national,
        area: rest.length === 0 ? undefined : first,
        local: rest.length === 0 ? first : rest.join("")
      }
}

const telephone = (field: string, phone: Phone, e164: string): Values => {
  const digits = phone.national.replace(/\D/g, "")
  switch (field) {
    case "tel":
      return given(e164, phone.national, digits)
    case "tel-country-code":
      return given(phone.country, phone.country.slice(1), `00${phone.country.slice(1)}`)
    case "tel-national":
      return given(phone.national, digits)
    case "tel-area-code":
      return given(phone.area)
    case "tel-local":
      return given(phone.local)
    case "tel-local-prefix":
      return given(phone.local.slice(0, -4))
    case "tel-local-suffix":
      return given(phone.local.slice(-4))
    default:
      return []
  }
}

const brands: Readonly<Record<string, Values>> = {
  mastercard: ["Mastercard", "Master Card", "MC"],
  amex: ["American Express", "AX"],
  diners: ["Diners Club"],
  unionpay: ["UnionPay", "China UnionPay"]
}

const card = (field: string, { brand, cvc, expiry, number }: Profile["paymentCard"], language: string): Values => {
  const [month = "", year = ""] = expiry.split("/")
  switch (field) {
    case "cc-number":
      return given(number)
    case "cc-exp":
      return given(expiry, `${month}/20${year}`, `${month}${year}`, `20${year}-${month}`)
    case "cc-exp-month":
      return months(Number(month), language)
    case "cc-exp-year":
      return given(`20${year}`, year)
    case "cc-csc":
      return given(cvc)
    case "cc-type":
      return given(brand, ...(brands[brand] ?? []))
    default:
      return []
  }
}

const person = (field: string, profile: Profile, language: string): Values => {
  const { dateOfBirth, name, phone } = profile
  const [year = "", month = "", day = ""] = dateOfBirth.split("-")
  if (field.startsWith("cc-") && !field.endsWith("name")) return card(field, profile.paymentCard, language)
  if (field.startsWith("tel")) return phone === undefined ? [] : telephone(field, phoneOf(phone), phone.e164)
  switch (field) {
    case "name":
      return given(name.full, name.latin.full)
    case "given-name":
      return given(name.first, name.latin.first)
    case "family-name":
      return given(name.last, name.latin.last)
    // As embossed on a card: in Latin letters.
    case "cc-name":
      return given(name.latin.full)
    case "cc-given-name":
      return given(name.latin.first)
    case "cc-family-name":
      return given(name.latin.last)
    case "nickname":
    case "username":
      return given(profile.username)
    case "email":
      return given(profile.email)
    case "new-password":
    case "current-password":
      return given(profile.password)
    case "organization":
      return given(profile.company)
    case "organization-title":
      return given(profile.jobTitle)
    case "sex":
      return given(profile.gender, profile.gender.charAt(0))
    case "bday":
      return given(dateOfBirth)
    case "bday-day":
      return given(day, String(Number(day)))
    case "bday-month":
      return months(Number(month), language)
    case "bday-year":
      return given(year)
    default:
      return []
  }
}

const fields: ReadonlySet<string> = new Set(
  (
    "name honorific-prefix given-name additional-name family-name honorific-suffix nickname organization-title username " +
    "new-password current-password one-time-code organization street-address address-line1 address-line2 address-line3 " +
    "address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name cc-given-name " +
    "cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency " +
    "transaction-amount language bday bday-day bday-month bday-year sex url photo tel tel-country-code tel-national " +
    "tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp"
  ).split(" ")
)

/** Whether the HTML standard defines the field. */
export const isField = (field: string): boolean => fields.has(field)

/** The values for a form's field. */
export const valuesOf = (field: string, { address, profile }: Resident, context: Context): Values => {
  const { components } = address
  switch (field) {
    case "street-address":
      return given(streetLines(address).join("\n"), streetLines(address).join(", "))
    case "address-line1":
    case "address-line2":
    case "address-line3":
      return addressLine(address, Number(field.at(-1)) - 1, context)
    case "address-level1":
      return region(address)
    case "address-level2":
      return given(components.city)
    case "address-level3":
      return given(components.district)
    case "postal-code":
      return given(components.postcode, components.postcode?.replace(/[\s-]/g, ""))
    case "country":
      return given(...countryCodes(address), ...countryNames(address, context.language))
    case "country-name":
      return given(...countryNames(address, context.language), ...countryCodes(address))
    case "language":
      return given(address.language)
    default:
      return profile === undefined ? [] : person(field, profile, context.language)
  }
}
