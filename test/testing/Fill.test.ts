import { assert, describe, it } from "vitest"
import { streetLine, streetLines } from "../../testing/fill/AddressLines.ts"
import { detailOf } from "../../testing/fill/Autocomplete.ts"
import { type Control, optionFor, textFor } from "../../testing/fill/Choose.ts"
import { valuesOf } from "../../testing/fill/FieldValues.ts"
import { hanford, karlsruhe, london, paris, savannah, tokyo, village } from "./addresses.ts"

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
    assert.isUndefined(first("address-line2", hanford, two))
    assert.strictEqual(first("street-address", london), "Rose Cottage\n12 Elm Row")
  })

  it("MUST be the region as the country's addresses write it, the city and the district", () => {
    assert.strictEqual(first("address-level1"), "GA")
    assert.strictEqual(first("address-level1", tokyo), "東京都")
    assert.strictEqual(first("address-level2", tokyo), "渋谷区")
    assert.strictEqual(first("address-level3", karlsruhe), "Neureut")
    assert.isUndefined(first("address-level4", karlsruhe))
    assert.strictEqual(first("country-name", karlsruhe), "Germany")
    assert.include(valuesOf("country-name", { address: karlsruhe }, { has: has(), language: "fr" }), "Allemagne")
  })
})
