import { assert, describe, it } from "@effect/vitest"
import { COUNTRIES_WITH_PHONES } from "../../schemas/Profile.ts"
import {
  countriesWithPhones,
  fictionPhone,
  fictionPhoneSource,
  type PhonePlace
} from "../../src/profile/FictionPhones.ts"
import { SeededRandom } from "../../src/profile/SeededRandom.ts"
import { reservedPhone } from "./ReservedPhones.ts"

const draw = (country: string, place: PhonePlace, count = 200) => {
  const random = new SeededRandom()
  random.reseed(JSON.stringify([country, place]))
  return Array.from({ length: count }, () => fictionPhone(country, place, random))
}

describe("fictionPhone", () => {
  it.each(Object.keys(reservedPhone))("MUST stay within the published ranges of %s", (country) => {
    const source = fictionPhoneSource(country)
    assert.isNotEmpty(source?.source)
    assert.match(source?.url ?? "", /^https:\/\//)
    const places: ReadonlyArray<PhonePlace> = [
      {},
      { city: "Berlin", region: "Berlin", regionCode: "DE-BE" },
      { city: "London" },
      { city: "Stockholm" },
      { region: "Île-de-France", regionCode: "FR-IDF", city: "Paris" },
      { regionCode: "AU-SA" },
      { regionCode: "US-GA" },
      { regionCode: "CA-QC" },
      { city: "constructor", region: "__proto__", regionCode: "US-toString" }
    ]
    for (const place of places)
      for (const phone of draw(country, place)) assert.match(phone!.e164, reservedPhone[country]!)
  })

  it.each(Object.keys(reservedPhone))("MUST write the same number nationally in %s", (country) => {
    const calling = /^\+(1(?=\d{10}$)|\d\d\d?)/
    for (const phone of draw(country, { city: "Berlin" })) {
      const digits = phone!.national.replaceAll(/\D/g, "").replace(/^0/, "")
      assert.isTrue(phone!.e164.endsWith(digits), JSON.stringify(phone))
      assert.isAtMost(phone!.e164.length - digits.length - 1, 3)
      assert.match(phone!.e164, calling)
    }
  })

  it.each([
    ["US", { regionCode: "US-GA" }, /^\((229|404|470|478|678|706|762|770|912)\) 555-01\d\d$/],
    ["US", { region: "Georgia" }, /^\((229|404|470|478|678|706|762|770|912)\) 555-01\d\d$/],
    ["US", { region: "New York", regionCode: "US-NY", city: "Delaware" }, /^\((?!302)\d{3}\) 555-01\d\d$/],
    ["US", { regionCode: "US-DC" }, /^\(202\) 555-01\d\d$/],
    ["CA", { region: "Québec" }, /^\((418|438|450|514|579|581|819|873)\) 555-01\d\d$/],
    ["PR", {}, /^\((787|939)\) 555-01\d\d$/],
    ["AU", { regionCode: "AU-WA" }, /^(\(08\) (5550|7010) \d{4}|0491 57\d \d{3})$/],
    ["GB", { city: "London" }, /^(020 7946 0|07700 900|01632 960)\d{3}$/],
    ["FR", { regionCode: "FR-20R" }, /^(04 65 71|06 39 98)( \d\d){2}$/],
    ["DE", { city: "München" }, /^(089 99998\d{3}|0171 39200\d\d|0176 040690\d\d)$/]
  ])("MUST give %s %j a local number", (country, place, form) => {
    for (const phone of draw(country, place)) assert.match(phone!.national, form)
  })

  it("MUST use local numbers, not only mobile ones", () => {
    for (const [country, place, form] of [
      ["GB", { city: "London" }, /^020/],
      ["DE", { city: "Berlin" }, /^030/],
      ["SE", { city: "Malmö" }, /^040/]
    ] as const) {
      const local = draw(country, place).filter((phone) => form.test(phone!.national)).length
      assert.isTrue(local > 50 && local < 150, `${country}: ${local} of 200`)
    }
  })

  it("MUST return one in every country that the contract names, and in no other", () => {
    assert.strictEqual(countriesWithPhones.join(", "), COUNTRIES_WITH_PHONES)
    assert.sameMembers(Object.keys(reservedPhone), [...countriesWithPhones])
  })

  it("MUST return none if the country reserves none", () => {
    for (const country of ["JP", "BR", "IN", "ES", "IT", "XX"]) {
      assert.deepStrictEqual(draw(country, {}, 1), [undefined])
      assert.isUndefined(fictionPhoneSource(country))
    }
  })
})
