import { assert, describe, it } from "@effect/vitest"
import { Exit, Schema } from "effect"
import * as fc from "fast-check"
import { iso31661 } from "iso-3166"
import { isIP } from "node:net"
import { countriesToday, countryName, likelyCountry, meantCountry } from "../../schemas/CountryAliases.ts"
import { countryCodes, isCountryCode } from "../../schemas/CountryCodes.ts"
import {
  countryParameter,
  FilterText,
  Id,
  IpAddress,
  MAX_ID,
  MAX_TEXT,
  queryPoolVersion,
  RequestId,
  requiredTextFault,
  Seed
} from "../../schemas/Fields.ts"
import { fold } from "../../schemas/Fold.ts"

const accepts = (schema: Schema.Codec<string, string>) => {
  const decode = Schema.decodeUnknownExit(schema)
  return (text: string) => Exit.isSuccess(decode(text))
}

const runs = { numRuns: 1000 }

describe("a text that must be there", () => {
  it("MUST not be blank, too long by its characters, or what the database cannot store", () => {
    for (const [text, isRight] of [
      ["a", true],
      ["😀😀", true],
      ["", false],
      [" ", false],
      ["\n\u00a0", false],
      ["abc", false],
      ["\0", false],
      ["\ud800", false]
    ] as const) {
      assert.strictEqual(requiredTextFault(text, 2) === undefined, isRight, JSON.stringify(text))
    }
  })
})

describe("a pool version in a query", () => {
  it("MUST be up to the largest that the database stores", () => {
    const decode = Schema.decodeUnknownExit(queryPoolVersion)
    for (const text of ["0", "2147483647"]) assert.isTrue(Exit.isSuccess(decode(text)), text)
    for (const text of ["2147483648", "-1", "01", "1.0", "", "9999999999"])
      assert.isFalse(Exit.isSuccess(decode(text)), text)
  })
})

describe("country codes", () => {
  it("MUST be those of ISO 3166-1, and Kosovo's", () => {
    assert.deepStrictEqual(countryCodes, [...iso31661.map(({ alpha2 }) => alpha2), "XK"].sort())
  })

  it("MUST be suggested for another code or the country's name", () => {
    for (const { alpha2, alpha3, name, numeric } of iso31661) {
      assert.strictEqual(meantCountry(alpha3.toLowerCase()), alpha2)
      assert.strictEqual(meantCountry(numeric), alpha2, name)
      assert.strictEqual(meantCountry(countryName(alpha2).toUpperCase()), alpha2)
      // Without "Democratic", Congo may be either.
      if (name === "Congo") continue
      assert.strictEqual(meantCountry(name), alpha2, name)
      assert.strictEqual(meantCountry(name.replace(/, (.*)/, " ($1)")), alpha2, name)
      assert.strictEqual(meantCountry(name.replace("Saint ", "St ").replace(" and ", " & ")), alpha2, name)
    }
    for (const [text, code] of [
      ["UK", "GB"],
      ["EL", "GR"],
      ["U.S.A.", "US"],
      ["Great Britain", "GB"],
      ["Holland", "NL"],
      ["Czech Republic", "CZ"],
      ["Turkey", "TR"],
      ["España", "ES"],
      ["espana", "ES"],
      ["日本", "JP"],
      ["Kosovo", "XK"],
      ["Kosova", "XK"],
      ["Косово", "XK"],
      ["Republic of Kosovo", "XK"],
      ["XKX", "XK"],
      ["Republic of China", "TW"],
      ["People's Republic of China", "CN"],
      ["Kingdom of the Netherlands", "NL"],
      ["Commonwealth of Puerto Rico", "PR"],
      ["DDR", "DE"],
      ["ROM", "RO"],
      // Several countries today.
      ["YU", undefined],
      ["Soviet Union", undefined],
      ["AN", undefined],
      ["Republic of", undefined],
      ["Congo", undefined],
      ["nowhere", undefined],
      ["ZZ", undefined],
      ["EU", undefined],
      ["001", undefined],
      ["", undefined]
    ] as const) {
      assert.strictEqual(meantCountry(text), code, text)
    }
  })

  it("MUST be suggested for a name in a widespread language or a mistyped one, if only one country can have it", () => {
    for (const [text, code] of [
      ["Frankreich", "FR"],
      ["Türkei", "TR"],
      ["독일", "DE"],
      ["Germnay", "DE"],
      ["Untied States", "US"],
      ["Deutchland", "DE"],
      ["Philipines", "PH"],
      ["GER", "DE"],
      ["sui", "CH"],
      ["DE-BY", "DE"],
      ["US-CA", "US"],
      ["pt-BR", "BR"],
      ["en_us", "US"],
      // California, or Canadian English.
      ["us-ca", undefined],
      ["ZZ-ZZ", undefined],
      // Austria or Australia.
      ["Austrlia", undefined],
      ["Bayern", undefined],
      ["Congo", "CG"],
      ["XYZ", undefined],
      ["", undefined],
      ["x".repeat(400), undefined]
    ] as const) {
      assert.strictEqual(likelyCountry(text), code, text)
    }
  })

  it("MUST be suggested for a former country that is several today, all of them", () => {
    const decode = Schema.decodeUnknownExit(countryParameter({ description: "" }))
    for (const [text, codes] of [
      ["yu", "BA, HR, ME, MK, RS, SI, XK"],
      ["Czechoslovakia", "CZ, SK"],
      ["ANT", "BQ, CW, SX"]
    ] as const) {
      assert.include(String(decode(text)), `is none: its successors are ${codes}`)
      for (const code of codes.split(", ")) assert.include(countryCodes, code)
    }
    for (const code of iso31661.map(({ alpha3 }) => alpha3)) assert.isUndefined(countriesToday(code), code)
  })

  it("MUST be accepted in any case, and nothing else", () => {
    const decode = Schema.decodeUnknownExit(countryParameter({ description: "" }))
    // In capitals, these letters are ASCII: IT, SE, FI.
    const foreign = ["ıt", "ſe", "ﬁ"]
    for (const text of foreign) assert.isTrue(Exit.isFailure(decode(text)), text)
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ minLength: 1, maxLength: 3 }), fc.constantFrom(...countryCodes, ...foreign)),
        (text) => {
          const exit = decode(text)
          const upper = text.toUpperCase()
          assert.deepStrictEqual(
            Exit.isSuccess(exit) ? exit.value : undefined,
            /^[A-Za-z]{2}$/.test(text) && isCountryCode(upper) ? upper : undefined
          )
        }
      ),
      runs
    )
  })
})

describe("IP addresses", () => {
  const isAccepted = accepts(IpAddress)
  /** Near misses of addresses: with characters dropped, doubled or replaced. */
  const mutated = fc
    .tuple(
      fc.oneof(fc.ipV4(), fc.ipV6()),
      fc.nat(),
      fc.constantFrom("", ".", ":", "::", "0", "f", "256", "g", "/", " ")
    )
    .map(([address, at, piece]) => {
      const index = at % (address.length + 1)
      return address.slice(0, index) + piece + address.slice(index + (at % 2))
    })

  it("MUST be exactly what Node.js accepts as one, without a zone", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), mutated, fc.string()), (text) => {
        assert.strictEqual(isAccepted(text), isIP(text) !== 0 && !text.includes("%"), text)
      }),
      runs
    )
  })

  it("MUST be accepted in any of the usual forms", () => {
    for (const text of ["0.0.0.0", "255.255.255.255", "::", "::1", "1::", "::ffff:192.0.2.1", "2001:DB8::A:b"]) {
      assert.isTrue(isAccepted(text), text)
    }
    for (const text of [
      "fe80::1%eth0",
      "1.2.3",
      "01.2.3.4",
      "1.2.3.4.5",
      "0x1.2.3.4",
      "::1::",
      "12345::",
      "1:2:3:4:5:6:7"
    ]) {
      assert.isFalse(isAccepted(text), text)
    }
  })
})

describe("texts", () => {
  const characters = (text: string) => Array.from(text).length

  it("MUST have from 1 to their maximum of characters, counted as in Unicode, and no NUL or half characters", () => {
    const any = fc.oneof(
      fc.string({ unit: "binary", maxLength: 10 }),
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 10 }),
      fc.tuple(fc.constantFrom("a", "é", "😀"), fc.integer({ min: 158, max: 302 })).map(([unit, n]) => unit.repeat(n))
    )
    for (const [schema, max] of [
      [Seed, MAX_TEXT],
      [Id, MAX_ID]
    ] as const) {
      const isAccepted = accepts(schema)
      fc.assert(
        fc.property(any, (text) => {
          const length = characters(text)
          assert.strictEqual(
            isAccepted(text),
            length >= 1 && length <= max && text.isWellFormed() && !text.includes("\0"),
            JSON.stringify(text)
          )
        }),
        { ...runs, numRuns: 300 }
      )
    }
  })

  it("for filters MUST contain something to compare", () => {
    const isAccepted = accepts(FilterText)
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(" ", "\t", "\u00a0", "\u0301", "\u3000", "a"), maxLength: 4 }),
        (text) => {
          assert.strictEqual(isAccepted(text), fold(text) !== "")
        }
      ),
      runs
    )
  })

  it("for request IDs MUST be valid in a header", () => {
    const isAccepted = accepts(RequestId)
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 4 }), (text) => {
        assert.strictEqual(isAccepted(text), /^[!-~]{1,160}$/.test(text))
        if (isAccepted(text)) assert.strictEqual(new Headers({ "x-request-id": text }).get("x-request-id"), text)
      }),
      runs
    )
    assert.isTrue(isAccepted("a".repeat(160)))
    assert.isFalse(isAccepted("a".repeat(161)))
  })
})
