import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Address, type AddressComponents } from "../../../schemas/Address.ts"
import { fold } from "../../../schemas/Fold.ts"
import { StatedKind } from "../../../schemas/StatedEvidence.ts"
import { addressId, countryOfAddressId, placeId, placeKey } from "../../../src/address/Identity.ts"
import { fromUuid, toUuid } from "../../../src/address/AddressUuid.ts"
import { compose, composeHome, namesOf } from "../../../src/pool/stored/Compose.ts"
import { decompose, type Statement } from "../../../src/pool/stored/Decompose.ts"
import { locationIdsOf } from "../../../src/pool/stored/ShownStreet.ts"
import { streetOf } from "../../../src/pool/stored/StoredRows.ts"
import { bigintsAsText } from "../../../src/shared/JsonText.ts"

/** Text as normalization leaves it. */
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((one) => !/[\p{C}\s]/u.test(one))

const statements: fc.Arbitrary<Statement> = fc
  .record({
    components: fc.record(
      {
        houseNumber: text,
        street: text,
        unit: text,
        building: text,
        district: text,
        city: text,
        region: text,
        regionCode: text,
        postcode: text
      },
      { requiredKeys: [] }
    ),
    recordId: fc.oneof(
      text,
      fc.nat(10_000_000).map((id) => `way/${id}`)
    ),
    coordinates: fc.option(
      fc.record({
        latitude: fc.double({ min: -90, max: 90, noNaN: true }).map((one) => one + 0),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }).map((one) => one + 0)
      }),
      { nil: undefined }
    ),
    detail: fc.oneof(
      text,
      fc.nat(100_000_000).map((id) => `Lies in building way/${id}, tagged building=house.`)
    ),
    kind: fc.option(fc.constantFrom(...StatedKind.literals), { nil: undefined }),
    page: fc.constantFrom("https://example.org/", "https://example.org/records/"),
    isPageOfRecord: fc.boolean(),
    names: fc.option(fc.record({ street: text, building: text }, { requiredKeys: [] }), { nil: undefined }),
    isHere: fc.boolean()
  })
  .map(({ components, detail, isHere, isPageOfRecord, kind, names, page, ...rest }) => {
    const whole: AddressComponents = { ...components, country: "Germany" }
    return {
      ...rest,
      source: "alpha",
      country: "DE",
      components: whole,
      addressId: addressId("DE", whole),
      places: isHere ? { city: placeKey("DE", "city", ["", components.city ?? ""]) } : {},
      evidence: kind === undefined ? undefined : { kind, detail },
      language: "de",
      derived: undefined,
      names: names === undefined ? undefined : { en: names },
      license: "ODbL",
      attribution: "© some",
      url: isPageOfRecord ? `${page}${rest.recordId}` : page
    }
  })

const wholeOf = (statement: Statement) => {
  const parts = decompose(statement, "1")
  return { parts, whole: { main: { ...parts, nth: 0 }, others: [], updatedAt: "2026-01-01T00:00:00.000Z" } }
}

describe("Stored addresses", () => {
  it("MUST keep every ID as a UUID, in the same order", () => {
    const id = fc
      .tuple(fc.constantFrom("de", "us", "zw"), fc.string())
      .map(([country, word]) => addressId(country.toUpperCase(), { street: word }))
    fc.assert(
      fc.property(id, id, (one, other) => {
        assert.strictEqual(fromUuid(toUuid(one)), one)
        assert.match(toUuid(one), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        assert.strictEqual(one < other, toUuid(one) < toUuid(other))
      })
    )
    assert.strictEqual(countryOfAddressId(fromUuid(toUuid("us-zzzzzzzzzzzzzzzzzzzz"))), "US")
    assert.strictEqual(toUuid("us-zzzzzzzzzzzzzzzzzzzz"), "7573ffff-ffff-ffff-ffff-fffffffff000")
  })

  it("MUST survive being taken apart and put together again", () => {
    fc.assert(
      fc.property(statements, (statement) => {
        const { whole } = wholeOf(statement)
        const address = compose(whole)
        const { components, coordinates, evidence, recordId, url } = statement
        assert.deepStrictEqual(address.components, components)
        assert.deepStrictEqual(address.coordinates, coordinates)
        assert.strictEqual(address.id, statement.addressId)
        const isHome = evidence !== undefined && !["against", "register-against"].includes(evidence.kind)
        assert.deepStrictEqual(
          address.residential as unknown,
          isHome ? { evidence: evidence.kind, detail: evidence.detail } : undefined
        )
        const city = statement.places.city
        assert.deepStrictEqual(address.locationIds, city === undefined ? {} : { cityId: placeId("city", city) })
        assert.deepStrictEqual(address.sources, [
          { name: "alpha", recordId, license: "ODbL", attribution: "© some", url }
        ])
        assert.deepStrictEqual(namesOf(whole), statement.names)
        assert.isTrue(address.lines.every((line) => address.formattedAddress.includes(line)))
      })
    )
  })

  it("MUST know what was derived for each address, whatever the previous one said", () => {
    fc.assert(
      fc.property(statements, (statement) => {
        const part = { component: "city", method: "boundary" } as const
        const another = { component: "region", method: "polygon" } as const
        for (const derived of [undefined, [part], undefined, [part, another], [part], undefined]) {
          const { whole } = wholeOf({ ...statement, derived })
          assert.deepStrictEqual(composeHome(whole).derived, derived)
        }
      }),
      { numRuns: 20 }
    )
  })

  it("MUST be served with the contract's members in order, without absent ones", () => {
    fc.assert(
      fc.property(statements, statements, fc.nat(2), (statement, another, nth) => {
        const { parts, whole } = wholeOf(statement)
        const further = { ...decompose({ ...another, source: "beta" }, "1"), nth: nth === 1 ? 0 : 1 }
        const several = { ...whole, main: { ...parts, nth: 1 - further.nth }, others: nth === 0 ? [] : [further] }
        const home = composeHome(several)
        const { residential, ...stated } = compose(several)
        const given = Object.keys(Address.fields).filter((name) => name in home)
        const [own, shared] = [new Set(Object.keys(home)), new Set(Object.keys(stated))]
        assert.deepStrictEqual(new Set(given), own)
        assert.deepStrictEqual(own, shared.add("residential"))
        assert.deepStrictEqual({ ...home, residential: undefined }, { ...stated, residential: undefined })
        assert.strictEqual(home.residential.evidence, residential?.evidence ?? "assumed")
        assert.deepStrictEqual(JSON.parse(JSON.stringify(home)), { ...home })
      })
    )
  })

  it("MUST have the street that was stored in the text of its row", () => {
    fc.assert(
      fc.property(statements, ({ names, ...statement }) => {
        const { street } = decompose(
          { ...statement, names: names === undefined ? undefined : { en: { street: "A" } } },
          "1"
        )
        const { city, components, country, district, postcode, region } = street
        const texts = [
          components.street,
          components.district,
          components.city,
          components.region,
          components.regionCode,
          components.postcode,
          street.names && JSON.stringify(street.names)
        ]
        const keys = [region, city, district, postcode].map((key) => key.toString(16))
        const read = streetOf([country, ...keys, ...texts.map((text) => text ?? "")].join("\u0001"))
        assert.deepStrictEqual(read, { country, components, locationIds: locationIdsOf(street), names: street.names })
      })
    )
  })

  it("MUST find in street and labels what its folded components contain, each on its own line", () => {
    fc.assert(
      fc.property(statements, (statement) => {
        const { labels, street } = decompose(statement, "1")
        const { country: _, ...components } = statement.components
        const lines = [...street.search.split("\n"), ...labels.map(({ folded }) => folded)].filter((one) => one !== "")
        assert.sameMembers(
          lines,
          Object.values(components)
            .map(fold)
            .filter((one) => one !== "")
        )
      })
    )
  })

  it("MUST share street and origin if only house, record and object differ, but not the digest", () => {
    const of = (id: number, houseNumber: string) =>
      decompose(
        {
          source: "osm",
          addressId: addressId("DE", { houseNumber, street: "Ring" }),
          country: "DE",
          recordId: `node/${id}`,
          components: { houseNumber, street: "Ring", city: "Ulm", country: "Germany" },
          places: {},
          coordinates: undefined,
          evidence: { kind: "building", detail: `Lies in building way/${id * 7}, tagged building=house.` },
          language: undefined,
          derived: undefined,
          names: undefined,
          license: "ODbL",
          attribution: "©",
          url: `https://www.openstreetmap.org/node/${id}`
        },
        "1"
      )
    const [one, other] = [of(4_711_001, "1"), of(4_711_002, "2")]
    assert.strictEqual(one.street.key, other.street.key)
    assert.strictEqual(one.origin.key, other.origin.key)
    assert.notStrictEqual(one.record.digest, other.record.digest)
  })

  it("MUST have origins for each country of a source, in whatever order its records come", () => {
    fc.assert(
      fc.property(statements, (statement) => {
        const keys = ["DE", "AT", "DE", "DE", "AT"].map(
          (country) => decompose({ ...statement, country }, "1").origin.key
        )
        const [german, austrian] = keys
        assert.notStrictEqual(german, austrian)
        assert.deepStrictEqual(keys, [german, austrian, german, german, austrian])
      })
    )
  })

  it("MUST change the digest with every changed word, and with the rules", () => {
    fc.assert(
      fc.property(statements, statements, (one, other) => {
        const asked = { ...other, addressId: one.addressId }
        const same = JSON.stringify(one, bigintsAsText) === JSON.stringify(asked, bigintsAsText)
        const [first, second] = [decompose(one, "1"), decompose(asked, "1")]
        assert.strictEqual(first.record.digest === second.record.digest, same)
        assert.notStrictEqual(decompose(one, "2").record.digest, first.record.digest)
      })
    )
  })
})
