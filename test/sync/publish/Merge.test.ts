import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { EvidenceKind } from "../../../schemas/Address.ts"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { merge, type SourcedRecord } from "../../../src/sync/publish/Merge.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { scripted } from "../../properties/Houses.ts"

const order = ["alpha", "beta", "gamma"]

const record = (source: string, change: Partial<RawRecord> = {}): SourcedRecord => ({
  source,
  record: Result.getOrThrow(
    normalize(scripted(source, ["US"]).source.manifest, "US", {
      recordId: `${source} 1`,
      houseNumber: "1",
      street: "Main Street",
      city: "Springfield",
      region: "IL",
      postcode: "62701",
      evidence: { kind: "assumed", detail: `${source} assumes it.` },
      ...change
    })
  )
})

const names = (records: ReadonlyArray<SourcedRecord>) => merge(records, order).address.sources.map(({ name }) => name)

describe("merge", () => {
  it("MUST name every source, in registration order, then unregistered ones by name", () => {
    assert.deepStrictEqual(names([record("zeta"), record("gamma"), record("alpha"), record("eta")]), [
      "alpha",
      "gamma",
      "eta",
      "zeta"
    ])
  })

  it("MUST use the words of the strongest evidence, and among equals those of the first source", () => {
    const register = { kind: "register", detail: "Use code 01." } as const
    const { address } = merge(
      [
        record("alpha", { city: "SPRINGFIELD" }),
        record("beta", { evidence: register }),
        record("gamma", { evidence: register, city: "springfield" })
      ],
      order
    )
    assert.strictEqual(address.components.city, "Springfield")
    assert.deepStrictEqual(address.residential, { evidence: "register", detail: "Use code 01." })
    const equals = merge([record("beta", { city: "SPRINGFIELD" }), record("alpha")], order)
    assert.strictEqual(equals.address.components.city, "Springfield")
  })

  it("MUST rank evidence as the contract lists it, and any of it above none", () => {
    const kinds = [...EvidenceKind.literals, undefined]
    for (const [rank, kind] of kinds.entries()) {
      for (const weaker of kinds.slice(rank + 1)) {
        const evidence = (of: typeof kind) => ({
          evidence: of === undefined ? undefined : { kind: of, detail: `${of}` }
        })
        const { address } = merge([record("alpha", evidence(weaker)), record("beta", evidence(kind))], order)
        assert.strictEqual(address.residential?.evidence, kind, `${kind} and ${weaker}`)
      }
    }
  })

  it("MUST use coordinates of the strongest record that has any", () => {
    const position = { latitude: 39.8, longitude: -89.65 }
    const { address } = merge(
      [record("alpha", { coordinates: position }), record("beta", { evidence: { kind: "register", detail: "01" } })],
      order
    )
    assert.deepStrictEqual(address.coordinates, position)
    assert.strictEqual(address.residential?.evidence, "register")
  })

  it("MUST call an address a home only if some source does", () => {
    assert.notProperty(merge([record("alpha", { evidence: undefined })], order).address, "residential")
    const { address } = merge([record("alpha", { evidence: undefined }), record("beta")], order)
    assert.strictEqual(address.residential?.detail, "beta assumes it.")
  })

  it("MUST not depend on the order of the records", () => {
    const one = fc.record({
      source: fc.constantFrom("alpha", "beta", "gamma", "zeta"),
      city: fc.constantFrom("Springfield", "SPRINGFIELD"),
      kind: fc.constantFrom(...EvidenceKind.literals, undefined),
      located: fc.boolean()
    })
    const several = fc.uniqueArray(one, { selector: ({ source }) => source, minLength: 1 })
    fc.assert(
      fc.property(
        several.chain((records) =>
          fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length }))
        ),
        ([records, shuffled]) => {
          const merged = [records, shuffled].map((of) =>
            merge(
              of.map(({ city, kind, located, source }) =>
                record(source, {
                  city,
                  evidence: kind === undefined ? undefined : { kind, detail: source },
                  coordinates: located ? { latitude: 39.8, longitude: -89.65 } : undefined
                })
              ),
              order
            )
          )
          assert.deepStrictEqual(merged[0], merged[1])
        }
      ),
      { numRuns: 60 }
    )
  })
})
