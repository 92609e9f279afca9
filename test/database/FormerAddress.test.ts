import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import * as fc from "fast-check"
import { DerivationMethod } from "../../schemas/Address.ts"
import { StatedKind } from "../../schemas/StatedEvidence.ts"
import type { Manifest, RawRecord } from "../../sources/DataSource.ts"
import { evidenceRank } from "../../src/address/EvidenceRank.ts"
import { formatAddress } from "../../src/formatting/AddressFormat.ts"
import { placeId, sampleKey } from "../../src/address/Identity.ts"
import { type FormerAddress, type FormerRecord, moved } from "../../src/sync/upgrade/former/FormerAddress.ts"
import type { KeptRecord } from "../../src/sync/normalize/KeptRecord.ts"
import { normalize } from "../../src/sync/normalize/Normalize.ts"

const manifestOf = (name: string): Manifest => ({
  name,
  countries: ["DE"],
  license: "CC0-1.0",
  attribution: `Made up by ${name}`,
  homepage: `https://example.org/${name}`,
  evidence: "Declared: made up for tests."
})

const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 }).map((text) => `${text}a`)

const rawRecords: fc.Arbitrary<RawRecord> = fc.record(
  {
    recordId: fc.oneof(
      word,
      fc.nat(10_000_000).map((id) => `way/${id}`)
    ),
    houseNumber: fc.nat(999).map(String),
    street: fc.constantFrom("Am Hof", "Ringstraße", "Zum Hecht"),
    city: fc.constantFrom("Ulm", "Köln"),
    region: fc.constantFrom("BW", "Bayern", "Nirgends"),
    postcode: fc.constantFrom("89073", "50667"),
    unit: word,
    building: word,
    district: word,
    coordinates: fc.record({
      latitude: fc.double({ min: 48, max: 50, noNaN: true }),
      longitude: fc.double({ min: 9, max: 11, noNaN: true })
    }),
    evidence: fc.record({
      kind: fc.constantFrom(...StatedKind.literals),
      detail: fc.oneof(
        word,
        fc.nat(100_000_000).map((id) => `Lies in way/${id}, tagged building=house.`)
      )
    }),
    language: fc.constantFrom("de", "de-Latn"),
    derived: fc.array(
      fc.record({
        component: fc.constantFrom("city" as const, "postcode" as const),
        method: fc.constantFrom(...DerivationMethod.literals)
      })
    ),
    names: fc.dictionary(
      fc.constantFrom("en", "ja"),
      fc.record({ street: word, building: word }, { requiredKeys: [] })
    ),
    license: word,
    attribution: word,
    url: word
  },
  { requiredKeys: ["recordId", "houseNumber", "street", "city", "postcode"] }
)

const idOf = ({ places }: KeptRecord, type: "region" | "city" | "district" | "postcode") =>
  places.find((place) => place.type === type)?.key ?? null

/** The parts of the document that depend on a single record. */
const membersOf = (kept: KeptRecord) => ({
  id: kept.addressId,
  countryCode: kept.countryCode,
  ...formatAddress(kept.countryCode, kept.components),
  components: kept.components,
  locationIds: Object.fromEntries(kept.places.map(({ key, type }) => [`${type}Id`, placeId(type, key)])),
  ...(kept.language !== undefined && { language: kept.language }),
  ...(kept.derived !== undefined && { derived: kept.derived })
})

const memberOf = (source: string, { attribution, license, recordId, url }: KeptRecord) => ({
  name: source,
  recordId,
  license,
  attribution,
  url
})

/** The row in which the record was stored. */
const rowOf = (source: string, kept: KeptRecord): FormerRecord => ({
  source,
  address_id: kept.addressId,
  record_id: kept.recordId,
  region: idOf(kept, "region"),
  city: idOf(kept, "city"),
  district: idOf(kept, "district"),
  postcode: idOf(kept, "postcode"),
  body: JSON.stringify(membersOf(kept)).slice(1, -1),
  coordinates: kept.coordinates === undefined ? null : JSON.stringify(kept.coordinates),
  residential:
    kept.evidence === undefined ? null : JSON.stringify({ evidence: kept.evidence.kind, detail: kept.evidence.detail }),
  source_member: JSON.stringify(memberOf(source, kept)),
  names: kept.names === undefined ? null : JSON.stringify(kept.names)
})

const updatedAt = "2026-01-02T03:04:05.006Z"

const formerOf = (kept: KeptRecord, more: object = {}): FormerAddress => ({
  id: kept.addressId,
  country: kept.countryCode,
  sample_key: sampleKey(kept.addressId),
  is_residential: true,
  names: null,
  document: JSON.stringify({ ...membersOf(kept), ...more, updatedAt }),
  updated_at: updatedAt
})

const keptOf = (source: string, raw: RawRecord) => normalize(manifestOf(source), "DE", raw)

describe("A record of the former tables", () => {
  it("MUST become what a synchronization of the same data produces, with the same digest", () => {
    fc.assert(
      fc.property(rawRecords, (raw) => {
        const made = keptOf("alpha", raw)
        fc.pre(Result.isSuccess(made))
        const kept = Result.getOrThrow(made)
        const { main, others } = Option.getOrThrow(moved(formerOf(kept), [rowOf("alpha", kept)]))
        const { nth, ...parts } = main
        assert.deepStrictEqual(parts, kept.parts)
        assert.strictEqual(nth, 0)
        assert.deepStrictEqual(others, [])
      })
    )
  })

  it("MUST keep its rank among the sources of the address, and lead if its evidence is the strongest", () => {
    const kinds = fc.constantFrom(...StatedKind.literals)
    const raw: RawRecord = { recordId: "1", houseNumber: "1", street: "Am Hof", city: "Ulm", postcode: "89073" }
    const names = ["alpha", "beta", "gamma"]
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: 3 }), fc.tuple(kinds, kinds, kinds), (order, evidence) => {
        const records = order.map((name, i) => ({
          name,
          kept: Result.getOrThrow(keptOf(name, { ...raw, evidence: { kind: evidence[i]!, detail: "So." } }))
        }))
        const sources = records.map(({ kept, name }) => memberOf(name, kept))
        const ranks = evidence.map((kind) => evidenceRank(kind))
        const rows = records.map(({ kept, name }) => rowOf(name, kept)).toReversed()
        const { main, others } = Option.getOrThrow(moved(formerOf(records[0]!.kept, { sources }), rows))
        assert.strictEqual(main.nth, ranks.indexOf(Math.min(...ranks)))
        for (const { nth, origin } of [main, ...others]) assert.strictEqual(origin.source, order[nth])
        assert.strictEqual(others.length, 2)
      })
    )
  })

  it("MUST be reported if clients get something different, but not for another order of members", () => {
    const kept = Result.getOrThrow(
      keptOf("alpha", {
        recordId: "1",
        houseNumber: "1",
        street: "Am Hof",
        city: "Ulm",
        postcode: "89073",
        coordinates: { latitude: 48.4, longitude: 9.9 }
      })
    )
    const sources = [memberOf("alpha", kept)]
    const differs = (more: object, names: string | null = null) =>
      Option.getOrThrow(moved({ ...formerOf(kept, more), names }, [rowOf("alpha", kept)])).differs
    const { coordinates } = kept
    assert.isFalse(differs({ coordinates, sources }))
    assert.isFalse(differs({ coordinates: { longitude: 9.9, latitude: 48.4 }, sources }))
    assert.isTrue(differs({ coordinates: { latitude: 48.5, longitude: 9.9 }, sources }))
    assert.isTrue(differs({ coordinates, sources, formattedAddress: "Elsewhere" }))
    assert.isTrue(differs({ coordinates, sources }, `{"en":{"street":"At the Court"}}`))
  })

  it("MUST be omitted if it cannot be read, and so must an address without any other", () => {
    const kept = Result.getOrThrow(
      keptOf("alpha", { recordId: "1", houseNumber: "1", street: "Am Hof", city: "Ulm", postcode: "89073" })
    )
    const row = rowOf("alpha", kept)
    assert.isTrue(Option.isSome(moved(formerOf(kept), [row])))
    for (const broken of [
      { body: "" },
      { source_member: "{" },
      { coordinates: "{}" },
      { residential: `{"evidence":1}` }
    ]) {
      assert.isTrue(Option.isNone(moved(formerOf(kept), [{ ...row, ...broken }])))
    }
    assert.isTrue(Option.isNone(moved(formerOf(kept), [])))
    assert.isTrue(Option.isNone(moved({ ...formerOf(kept), id: "de-1" }, [row])))
  })
})
