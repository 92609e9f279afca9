import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { ProfileMaker } from "../../src/profile/ProfileMaker.ts"
import { streetLine, streetLines } from "../../testing/fill/AddressLines.ts"
import { detailOf } from "../../testing/fill/Autocomplete.ts"
import { type Control, isSame, optionFor, textFor } from "../../testing/fill/Choose.ts"
import { valuesOf } from "../../testing/fill/FieldValues.ts"
import {
  beijing,
  dublin,
  durban,
  hanford,
  karlsruhe,
  london,
  moscow,
  paris,
  savannah,
  tokyo,
  village,
  warsaw
} from "./addresses.ts"

describe("the attribute autocomplete", () => {
  for (const [attribute, field, mode, section] of [
    ["postal-code", "postal-code", undefined, undefined],
    [" Shipping  Address-Line1 ", "address-line1", "shipping", undefined],
    ["section-red billing country", "country", "billing", "red"],
    ["section-a tel", "tel", undefined, "a"],
    ["shipping work tel-national", "tel-national", "shipping", undefined],
    ["home email webauthn", "email", undefined, undefined],
    ["username webauthn", "username", undefined, undefined],
    ["nonsense", "nonsense", undefined, undefined]
  ] as const) {
    it(`MUST be understood: ${attribute}`, () => {
      assert.deepStrictEqual(detailOf(attribute), { field, mode, section })
    })
  }

  for (const attribute of ["", "on", "off", "work postal-code", "name email", "shipping"]) {
    it(`MUST request nothing: ${JSON.stringify(attribute)}`, () => {
      const detail = detailOf(attribute)
      assert.isTrue(detail === undefined || detail.field === "shipping")
    })
  }
})

describe("the lines of the street", () => {
  for (const [home, full, plain] of [
    [savannah, ["36 Saint Ives Drive Apt 4"], "36 Saint Ives Drive"],
    [hanford, ["2064 West Columbia Way"], "2064 West Columbia Way"],
    [karlsruhe, ["Forlenweg 24a"], "Forlenweg 24a"],
    [london, ["Rose Cottage", "12 Elm Row"], "12 Elm Row"],
    [tokyo, ["神宮前1-2-3"], "神宮前1-2-3"],
    [village, ["Lhota 12"], "Lhota 12"],
    [durban, ["Unit 4", "12 Long Street"], "12 Long Street"],
    [moscow, ["улица Арбат, 12 к2, кв. 45"], "улица Арбат, 12 к2"],
    [beijing, ["建国门外大街12号", "3单元401室"], "建国门外大街12号"],
    [dublin, ["Flat 1", "12 Elm Row"], "12 Elm Row"],
    [warsaw, ["Prosta 12/5"], "Prosta 12"],
    [paris, ["75 Rue 75"], "75 Rue 75"]
  ] as const) {
    it(`MUST be, for ${home.countryCode}: ${full.join(" / ")}`, () => {
      assert.deepStrictEqual(streetLines(home), full)
      assert.strictEqual(streetLine(home), plain)
    })
  }
})

const options = (...texts: ReadonlyArray<string>) =>
  texts.map((text) => {
    const [value = "", label = value] = text.split("=")
    return { value, text: label, isDisabled: false }
  })

describe("a choice", () => {
  const georgia = ["GA", "Georgia", "US-GA"]
  const germany = ["DE", "DEU", "276", "Deutschland", "Germany"]
  for (const [what, given, values, value] of [
    ["by its value", options("", "FL=Florida", "GA=Georgia"), georgia, "GA"],
    ["by its text", options("11=Florida", "12=Georgia"), georgia, "12"],
    ["by its code with the country's", options("US-FL", "US-GA"), georgia, "US-GA"],
    ["by the end of its value", options("state_FL=Sunshine", "state_GA=Peach"), georgia, "state_GA"],
    ["by words of its text", options("1=Florida (FL)", "2=Georgia (GA)"), georgia, "2"],
    ["by three letters", options("USA=United States", "DEU=Germany"), germany, "DEU"],
    ["by its number", options("840=USA", "276=BRD"), germany, "276"],
    ["in the page's language", options("1=Vereinigte Staaten", "2=Deutschland"), germany, "2"],
    ["without its accents", options("1=Baden-Wurttemberg", "2=Bayern"), ["Baden-Württemberg", "BW"], "1"],
    ["of a month by its name", options("a=Juli", "b=August"), ["08", "8", "August"], "b"]
  ] as const) {
    it(`MUST be found ${what}`, () => {
      assert.strictEqual(optionFor(given, values)?.value, value)
    })
  }

  it("MUST not be guessed: none, two that fit, a disabled one, or one for another whole word", () => {
    assert.isUndefined(optionFor(options("FL=Florida"), georgia))
    assert.isUndefined(optionFor(options("1=Georgia North", "2=Georgia South"), ["Georgia"]))
    assert.isUndefined(optionFor([{ value: "GA", text: "Georgia", isDisabled: true }], georgia))
    assert.isUndefined(optionFor(options("1=West Virginia"), ["Virgin"]))
    // Signs alone say nothing.
    assert.isFalse(isSame("", "-"))
    assert.strictEqual(optionFor(options("1=Kansas", "2=Arkansas"), ["Kansas", "KS"])?.value, "1")
    assert.strictEqual(optionFor(options("WV=West Virginia", "VA=Virginia"), ["VA", "Virginia"])?.value, "VA")
  })
})

const input = (given: Partial<Control> = {}): Control => ({
  tag: "input",
  type: "text",
  autocomplete: "",
  value: "",
  maxLength: -1,
  pattern: "",
  options: [],
  isVisible: true,
  isDisabled: false,
  isReadOnly: false,
  language: "en",
  ...given
})

describe("a text", () => {
  it("MUST be the first that the control accepts: by its length, its pattern, its type and its lines", () => {
    const expiry = ["08/30", "08/2030", "0830", "2030-08"]
    assert.strictEqual(textFor(input(), expiry), "08/30")
    assert.strictEqual(textFor(input({ maxLength: 4 }), expiry), "0830")
    assert.strictEqual(textFor(input({ type: "month" }), expiry), "2030-08")
    assert.strictEqual(textFor(input({ pattern: "\\d\\d/\\d{4}" }), expiry), "08/2030")
    assert.isUndefined(textFor(input({ maxLength: 2 }), expiry))
    assert.strictEqual(textFor(input(), ["a\nb", "a, b"]), "a, b")
    assert.strictEqual(textFor(input({ tag: "textarea" }), ["a\nb", "a, b"]), "a\nb")
    // A pattern is for the whole text.
    assert.strictEqual(textFor(input({ pattern: "\\d\\d/|\\d{4}" }), expiry), "0830")
  })

  it("MUST not depend on a pattern that browsers ignore, because it is no regular expression", () => {
    for (const pattern of ["[\\w-.]+@[\\w-.]+", "[a-z\\_]+", "(", "a)(b"]) {
      assert.strictEqual(textFor(input({ pattern }), ["08/30"]), "08/30", pattern)
    }
  })
})

describe("the meaning of a field", () => {
  const has =
    (...fields: ReadonlyArray<string>) =>
    (field: string) =>
      fields.includes(field)
  const first = (field: string, address = savannah, fields: ReadonlyArray<string> = []) =>
    valuesOf(field, { address }, { has: has(...fields), language: "en" })[0]

  it("MUST be lines of the address, as many as the form has", () => {
    assert.strictEqual(first("address-line1"), "36 Saint Ives Drive Apt 4")
    const two = ["address-line1", "address-line2"]
    assert.deepStrictEqual(
      two.map((field) => first(field, savannah, two)),
      ["36 Saint Ives Drive", "Apt 4"]
    )
    assert.deepStrictEqual(
      two.map((field) => first(field, london, two)),
      ["12 Elm Row", "Rose Cottage"]
    )
    assert.deepStrictEqual(
      [durban, moscow, beijing, dublin, warsaw].map((home) => first("address-line2", home, two)),
      ["Unit 4", "кв. 45", "3单元401室", "Flat 1", "5"]
    )
    assert.isUndefined(first("address-line2", hanford, two))
    assert.strictEqual(first("street-address", london), "Rose Cottage\n12 Elm Row")
  })

  const person = (country: string, language = "en") => {
    const address = { ...savannah, countryCode: country }
    const { make } = Effect.runSync(Effect.provide(ProfileMaker, ProfileMaker.layer))
    const profile = { ...make({ seed: "a", address }), dateOfBirth: "1980-03-07" }
    const values = (field: string) => valuesOf(field, { address, profile }, { has: has(), language })
    return { profile, values }
  }

  it("MUST be the person's, in the forms in which controls ask for it", () => {
    const { profile, values } = person("US", "de_AT")
    assert.deepStrictEqual(values("bday-day"), ["07", "7"])
    assert.includeMembers([...values("bday-month")], ["03", "3", "März", "March"])
    assert.notInclude(values("bday-month"), "April")
    assert.deepStrictEqual(values("cc-name"), [profile.name.latin.full])
    assert.deepStrictEqual(values("cc-given-name"), [profile.name.latin.first])
    assert.includeMembers([...values("country-name")], ["Vereinigte Staaten", "United States"])
    assert.deepStrictEqual(valuesOf("postal-code", { address: tokyo }, { has: has(), language: "en" }), [
      "150-0001",
      "1500001"
    ])
  })

  it("MUST be the parts of a telephone number, which add up to it", () => {
    for (const [country, isNorthAmerican] of [
      ["US", true],
      ["GB", false],
      ["FR", false],
      ["AU", false]
    ] as const) {
      const { profile, values } = person(country)
      const [code, area, local] = ["tel-country-code", "tel-area-code", "tel-local"].map((field) => values(field)[0]!)
      const digits = profile.phone!.national.replace(/\D/g, "")
      assert.strictEqual(area! + local!, digits, country)
      assert.strictEqual(code! + (isNorthAmerican ? digits : digits.slice(1)), profile.phone!.e164, country)
      assert.strictEqual(area!.length === 3, isNorthAmerican || /^\d{3}\D/.test(profile.phone!.national), country)
      assert.strictEqual(values("tel-local-prefix")[0]! + values("tel-local-suffix")[0]!, local, country)
      assert.strictEqual(values("tel-local-suffix")[0]!.length, 4, country)
    }
  })

  it("MUST have what is left of the lines in the last one that the form has", () => {
    const all = { ...london, components: { ...london.components, unit: "Flat 2" } }
    const two = ["address-line1", "address-line2"]
    assert.deepStrictEqual(
      two.map((field) => first(field, all, two)),
      ["12 Elm Row", "Flat 2, Rose Cottage"]
    )
  })

  it("MUST be the region as the country's addresses write it, the city and the district", () => {
    assert.strictEqual(first("address-level1"), "GA")
    assert.strictEqual(first("address-level1", tokyo), "東京都")
    assert.strictEqual(first("address-level1", warsaw), "Mazowieckie")
    assert.strictEqual(first("address-level1", london), "England")
    assert.strictEqual(first("address-level2", tokyo), "渋谷区")
    assert.strictEqual(first("address-level3", karlsruhe), "Neureut")
    assert.isUndefined(first("address-level4", karlsruhe))
    assert.strictEqual(first("country-name", karlsruhe), "Germany")
    assert.include(valuesOf("country-name", { address: karlsruhe }, { has: has(), language: "fr" }), "Allemagne")
  })
})
