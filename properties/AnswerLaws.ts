import { Effect, Schema } from "effect"
import type { Address } from "../schemas/Address.ts"
import { canonicalJson } from "../schemas/CanonicalJson.ts"
import { data } from "../schemas/Data.ts"
import { Generated, GeneratedBatch, MAX_BATCH } from "../schemas/Generation.ts"
import { LocationHierarchy } from "../schemas/Locations.ts"
import { postcodePatterns } from "../schemas/PostcodePatterns.ts"
import { type CardBrand, COUNTRIES_WITH_PHONES, type PaymentCard, type Profile } from "../schemas/Profile.ts"
import { Translation } from "../schemas/Translation.ts"
import { caveat } from "./Findings.ts"
import { bare, promise } from "./Law.ts"
import { patiently } from "./Patience.ts"
import type { Deployment, WireRequest } from "./Subject.ts"

// Laws of whole responses: what they say about the request, the address on an envelope, and the person who lives there.

const nameOf = ({ body, path }: WireRequest): string =>
  body === undefined ? `GET /api/v1${path}` : `POST /api/v1${path} ${JSON.stringify(body)}`

/** The `data` of a response. It breaks the law if it is not the contract's. */
export const read = Effect.fnUntraced(function* <S extends Schema.Top & { readonly DecodingServices: never }>(
  subject: Pick<Deployment, "send">,
  law: ReturnType<typeof promise>,
  request: WireRequest,
  schema: S
) {
  const { body, status } = yield* patiently(subject.send(request))
  yield* law.hold(status === 200, `${nameOf(request)} is answered with ${status}.`, body)
  return yield* Effect.mapError(Schema.decodeUnknownEffect(data(schema))(body), () =>
    law.broken(`The response to ${nameOf(request)} does not have the contract's members.`, body)
  ).pipe(Effect.map((decoded) => (decoded as { readonly data: S["Type"] }).data))
})

const batchOf = (country: string, seed: string, more: object = {}): WireRequest => ({
  path: "/generate/batch",
  body: { count: MAX_BATCH, filters: { country }, options: { seed, ...more } }
})

const repeating = promise("The same seed and request MUST give the same response, member for member")

/** Everything that a seed decides: all members of a response, but for the request's ID. */
const decided = (body: unknown): string => {
  const { requestId: _, ...others } = ((body as { data?: object } | null)?.data ?? {}) as Record<string, unknown>
  return canonicalJson(others)
}

/** A seeded request, and how else the same can be requested. */
const spellings = (country: string, seed: string): ReadonlyArray<readonly [WireRequest, ...Array<WireRequest>]> => {
  const draw = { path: `/generate?country=${country}&seed=${seed}` }
  const batch = batchOf(country, seed)
  const small = country.toLowerCase()
  return [
    [draw, { path: `/generate?seed=${seed}&country=${small}` }, { ...draw, language: "ja, zh;q=0.8" }],
    [
      batch,
      { path: batch.path, body: { options: { seed }, filters: { country: small }, count: MAX_BATCH } },
      { ...batch, language: "ja, zh;q=0.8" }
    ]
  ]
}

/**
 * A seeded draw and a seeded batch are the same when they are repeated: addresses, persons, and how they were drawn. The
 * order of parameters, the case of the country and the reader's language make no difference.
 */
export const answersRepeat = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  for (const seed of ["again", "encore", "erneut"]) {
    for (const [request, ...others] of spellings(country, seed)) {
      const first = yield* patiently(subject.send(request))
      for (const other of [request, ...others]) {
        const second = yield* patiently(subject.send(other))
        const [before, now] = [decided(first.body), decided(second.body)]
        // A publication in between changes both.
        if (versionIn(first.body) !== versionIn(second.body) && second.status === 200) continue
        const language = other.language === undefined ? "" : `, with Accept-Language: ${other.language}`
        const how = other === request ? "" : ` to ${nameOf(other)}${language}`
        yield* repeating.hold(before === now, `${nameOf(request)} gave another response a moment later${how}.`, {
          before,
          now
        })
      }
    }
  }
})

const versionIn = (body: unknown): unknown => (body as { data?: { poolVersion?: unknown } } | null)?.data?.poolVersion

const echoing = promise("A response MUST say what was requested")

/** Responses name the country, the filters and the options of their request, and the defaults of those it left out. */
export const requestsAreEchoed = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const { result } = yield* read(subject, echoing, { path: `/generate?country=${country}&seed=echo` }, Generated)
  const { cityId, postcodeId, regionId } = result.address.locationIds
  const { city } = result.address.components
  for (const filters of [{}, { regionId }, { cityId }, { postcodeId, regionId }, { city }]) {
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
    for (const strategy of [undefined, "random", "instant"] as const) {
      const query = new URLSearchParams({ country, ...given, ...(strategy && { strategy }), seed: "echo" })
      const one = { path: `/generate?${query}` }
      const drawn = yield* read(subject, echoing, one, Generated)
      const expected = { country, filters: given, strategy: strategy ?? "random" }
      const { country: from, filters: by, strategy: how } = drawn
      yield* echoing.same(
        { country: from, filters: by, strategy: how },
        expected,
        `${nameOf(one)} does not say what was requested.`
      )
    }
    for (const unique of [undefined, true, false]) {
      const many = {
        path: "/generate/batch",
        body: {
          count: 2,
          filters: { country, ...given },
          options: { seed: "echo", ...(unique !== undefined && { unique }) }
        }
      }
      const batch = yield* read(subject, echoing, many, GeneratedBatch)
      const expected = { country, filters: given, strategy: "random", unique: unique ?? true }
      const { country: from, filters: by, strategy: how, unique: once } = batch
      yield* echoing.same(
        { country: from, filters: by, strategy: how, unique: once },
        expected,
        `${nameOf(many)} does not say what was requested.`
      )
    }
  }
  yield* placesAreEchoed(subject, country, regionId)
  for (const targetLocale of ["en", "ja", "zh-TW"] as const) {
    const request = { path: "/address-translation", body: { addressId: result.address.id, targetLocale } }
    const translation = yield* read(subject, echoing, request, Translation)
    yield* echoing.same(translation.targetLocale, targetLocale, `${nameOf(request)} is in another language.`)
    const missing = translation.lines.find((line) => !translation.singleLine.includes(line))
    yield* echoing.hold(missing === undefined, `The single line of ${nameOf(request)} lacks "${missing}".`, translation)
  }
})

const placesAreEchoed = Effect.fnUntraced(function* (subject: Deployment, country: string, regionId?: string) {
  const parents = [
    { query: "", parent: { type: "country", id: country } },
    ...(regionId === undefined
      ? []
      : [{ query: `&parentType=region&parentId=${regionId}`, parent: { type: "region", id: regionId } }])
  ]
  for (const { parent, query } of parents) {
    for (const childType of ["city", "postcode"]) {
      const request = { path: `/locations/hierarchy?country=${country}&childType=${childType}${query}` }
      const found = yield* read(subject, echoing, request, LocationHierarchy)
      yield* echoing.same(
        { parent: found.parent, childType: found.childType },
        { parent, childType },
        `${nameOf(request)} is about another place.`
      )
    }
  }
})

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

/** What is wrong with a name, in words; undefined if nothing is. */
const faultOfName = ({ first, full, last, latin }: Profile["name"]): string | undefined => {
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

/** What is wrong with a person, in words; undefined if nothing is. */
const faultOf = (country: string, profile: Profile) => {
  const { age, dateOfBirth, name, password, paymentCard, phone, referenceDate } = profile
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
  return faultOfName(name)
}

/** What differs from person to person. */
const distinctions: Readonly<Record<string, (person: Profile) => string>> = {
  persons: ({ dateOfBirth, name }) => `${name.full} ${dateOfBirth}`,
  passwords: ({ password }) => password,
  "user names": ({ username }) => username,
  "e-mail addresses": ({ email }) => email
}

/** From how many persons on nobody would believe in chance if all had one gender: once in a trillion runs. */
const fewestOfBoth = 41

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
  const genders = new Set(profiles.map(({ gender }) => gender))
  yield* persons.hold(
    profiles.length < fewestOfBoth || genders.size > 1,
    `All ${profiles.length} persons are ${Array.from(genders)[0]}.`
  )
})

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
  const same = other.results.find(({ address }) => results.some((one) => one.address.id === address.id))
  const before = results.find(({ address }) => address.id === same?.address.id)
  if (same === undefined || before === undefined) return
  yield* persons.hold(
    canonicalJson(same.profile) !== canonicalJson(before.profile),
    `Another seed gives ${same.address.id} the same person.`,
    same.profile
  )
})

const writing = promise("An address MUST have its parts in its lines, and its lines in its formatted address")

/**
 * Places that lines name, whatever the country's form, except where an address names them twice or calls them otherwise:
 * so those of most addresses.
 */
const placesAreWritten = Effect.fnUntraced(function* (country: string, addresses: ReadonlyArray<Address>) {
  // Where there are no postcodes, forms have no place for one.
  const names = postcodePatterns[country] === undefined ? (["city"] as const) : (["city", "postcode"] as const)
  for (const name of names) {
    const having = addresses.filter(({ components }) => components[name] !== undefined)
    const lacking = having.filter(
      ({ components, formattedAddress }) => !bare(formattedAddress).includes(bare(components[name] ?? ""))
    )
    yield* writing.hold(
      lacking.length <= having.length / 2 || having.length < fewestWritten,
      `The ${name} of ${lacking.length} of ${having.length} addresses is not in their lines, such as ${lacking[0]?.id}:`,
      { [name]: lacking[0]?.components[name], formattedAddress: lacking[0]?.formattedAddress }
    )
  }
})

/** From how many addresses on most of them are looked at. */
const fewestWritten = 5

/** The lines of each address hold its street, house number and country, and the formatted address holds the lines. */
export const linesHoldParts = Effect.fnUntraced(function* (subject: Deployment, country: string) {
  const { addresses } = yield* subject.drawMany({ country, filters: {}, seed: "lines", count: MAX_BATCH })
  for (const { components, formattedAddress, id, lines } of addresses) {
    const evidence = { components, lines, formattedAddress }
    yield* writing.hold(
      bare(lines.join("")) === bare(formattedAddress),
      `The lines of ${id} are not its formatted address.`,
      evidence
    )
    const written = bare(formattedAddress)
    for (const name of ["houseNumber", "street", "unit", "country"] as const) {
      const part = components[name]
      yield* writing.hold(
        part === undefined || written.includes(bare(part)),
        `The ${name} of ${id} is not in its lines.`,
        evidence
      )
    }
  }
  yield* placesAreWritten(country, addresses)
})
