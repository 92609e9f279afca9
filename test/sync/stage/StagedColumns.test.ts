import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { toUuid } from "../../../src/address/AddressUuid.ts"
import { sampleKey } from "../../../src/address/Identity.ts"
import { evidenceRank } from "../../../src/address/EvidenceRank.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { columnsOf } from "../../../src/sync/stage/StagedColumns.ts"
import { manifestOf } from "../support.ts"

const given: ReadonlyArray<Partial<RawRecord>> = [
  { unit: "2", coordinates: { latitude: 32.1, longitude: -81.1 }, evidence: { kind: "declared", detail: "A." } },
  { building: "Rose Cottage", street: "Elm Street", names: { de: { building: "Rosenhaus" } } },
  { coordinates: { latitude: 32.3, longitude: -81.3 }, names: { es: { street: "Calle del Roble" } } },
  { unit: "4", building: "Tower", url: "https://example.com/4", evidence: { kind: "assumed", detail: "B." } }
]

const records = given.map((more, i) =>
  Result.getOrThrow(
    normalize(manifestOf("alpha"), "US", {
      recordId: `r${i}`,
      houseNumber: `${i + 1}`,
      street: "Oak Street",
      city: "Savannah",
      region: "GA",
      postcode: "31401",
      ...more
    })
  )
)

describe("Columns of staged records", () => {
  const { count, labels, lines, lists, origins, streets } = columnsOf(records, sampleKey)
  const listed = (name: keyof typeof lists) => lists[name].slice(1, -1).split(",")
  const lined = (name: keyof typeof lines) => lines[name].split("\n")

  it("MUST have the values of a record at its place in each of them", () => {
    assert.strictEqual(count, records.length)
    for (const [i, { coordinates, parts }] of records.entries()) {
      const { origin, record } = parts
      const own = {
        sample_key: `${sampleKey(record.id, 0)}`,
        id: toUuid(record.id),
        street: `${record.street}`,
        origin: `${record.origin}`,
        digest: `${record.digest}`,
        latitude: `${coordinates?.latitude ?? "NULL"}`,
        longitude: `${coordinates?.longitude ?? "NULL"}`,
        evidence_rank: `${evidenceRank(origin.evidence)}`
      }
      const words = {
        record_id: `r${i}`,
        house_number: `${i + 1}`,
        unit: record.unit ?? "",
        building: record.building ?? "",
        reference: record.reference ?? "",
        names: record.names === undefined ? "" : JSON.stringify(record.names)
      }
      for (const [name, value] of Object.entries(own)) {
        assert.strictEqual(listed(name as keyof typeof lists)[i], value, `${name} of ${i}`)
      }
      for (const [name, value] of Object.entries(words)) {
        assert.strictEqual(lined(name as keyof typeof lines)[i], value, `${name} of ${i}`)
      }
    }
    assert.deepStrictEqual(listed("latitude"), ["32.1", "NULL", "32.3", "NULL"])
    assert.deepStrictEqual(
      lined("names").map((text) => text !== ""),
      [false, true, false, false]
    )
  })

  it("MUST have once what records share", () => {
    // One street has a name in another language.
    assert.lengthOf(streets, 3)
    assert.strictEqual(new Set(origins.map(({ key }) => key)).size, origins.length)
    assert.strictEqual(new Set(labels.map(({ text }) => text)).size, labels.length)
    for (const { parts } of records) {
      assert.isTrue(streets.some(({ key }) => key === parts.street.key))
      assert.isTrue(origins.some(({ key }) => key === parts.origin.key))
    }
  })
})
