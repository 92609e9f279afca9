import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { iso31661 } from "iso-3166"
import { parsePhoneNumber, type CountryCode } from "libphonenumber-js/max"
import { fictionPhoneSource } from "../../src/profile/FictionPhones.ts"
import { ProfileMaker } from "../../src/profile/ProfileMaker.ts"
import { testCards } from "../../src/profile/TestCards.ts"
import { luhn } from "./Luhn.ts"
import { reservedPhone } from "./ReservedPhones.ts"

/** The promise is about 10,000 people per country, which takes a minute, so the suite makes fewer. */
const perCountry = Number(process.env["PROFILES_PER_COUNTRY"] ?? 60)

const { make } = Effect.runSync(ProfileMaker.pipe(Effect.provide(ProfileMaker.layer)))

const regions: Readonly<Record<string, ReadonlyArray<string>>> = {
  US: ["US-GA", "US-NY", "US-DC"],
  CA: ["CA-QC", "CA-ON"],
  AU: ["AU-NSW", "AU-WA"],
  FR: ["FR-IDF", "FR-BRE", "FR-20R"]
}
const cities: Readonly<Record<string, ReadonlyArray<string>>> = {
  DE: ["Berlin", "Köln", "Karlsruhe"],
  GB: ["London", "Cardiff", "Ely"],
  SE: ["Stockholm", "Malmö"]
}

const numbers = new Set(testCards.map(({ number }) => number))
const valid = new Set([...numbers].filter(luhn))

describe(`${perCountry} people in each country`, () => {
  it(
    "MUST have only phones in reserved ranges, published test cards, and emails at reserved domains",
    { timeout: 900_000 },
    () => {
      const people = { total: 0, phones: 0 }
      for (const { alpha2: countryCode } of iso31661) {
        const hasPhones = fictionPhoneSource(countryCode) !== undefined
        for (let i = 0; i < perCountry; i++) {
          const regionCode = regions[countryCode]?.[i % regions[countryCode].length]
          const city = cities[countryCode]?.[i % cities[countryCode].length]
          const { email, paymentCard, phone, synthetic } = make({
            seed: `${i}`,
            address: { id: `${countryCode}-${i}`, countryCode, components: { regionCode, city } }
          })
          assert.isTrue(synthetic)
          assert.isTrue(valid.has(paymentCard.number), paymentCard.number)
          assert.match(email, /^[a-z]+\.[a-z]+\d{0,2}@example\.(com|net|org)$/)
          assert.strictEqual(phone !== undefined, hasPhones, countryCode)
          people.total++
          if (phone === undefined) continue
          people.phones++
          assert.match(phone.e164, reservedPhone[countryCode]!)
          const parsed = parsePhoneNumber(phone.e164)
          assert.isTrue(parsed.isPossible(), phone.e164)
          assert.strictEqual(
            parsePhoneNumber(phone.national, countryCode as CountryCode).number,
            phone.e164,
            `${countryCode} ${phone.national}`
          )
        }
      }
      assert.strictEqual(people.total, perCountry * iso31661.length)
      assert.isAbove(people.phones, 0)
      assert.strictEqual(valid.size, numbers.size)
    }
  )
})
