import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { EvidenceKind } from "../../schemas/Address.ts"
import type { DirectoryEntry } from "../../schemas/Directory.ts"
import { best, byWorth, ranked, reasonFor } from "../../src/directory/AddChoice.ts"
import { entryOf, rivals } from "./Entries.ts"

const strength = ({ evidence }: DirectoryEntry) => EvidenceKind.literals.indexOf(evidence)

describe("the choice of a source", () => {
  it("MUST be the same whatever order the directory lists them in", () => {
    fc.assert(
      fc.property(
        rivals.chain((entries) =>
          fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length }))
        ),
        ([entries, shuffled]) => assert.strictEqual(best(shuffled)?.id, best(entries)?.id)
      )
    )
  })

  it("MUST be an order: of any two one comes first, transitively", () => {
    fc.assert(
      fc.property(rivals, (entries) => {
        for (const a of entries) {
          for (const b of entries) {
            assert.strictEqual(Math.sign(byWorth(a, b)), -Math.sign(byWorth(b, a)) + 0)
            for (const c of entries) if (byWorth(a, b) < 0 && byWorth(b, c) < 0) assert.isBelow(byWorth(a, c), 0)
          }
        }
      })
    )
  })

  it("MUST never prefer a manual download to an automatic one", () => {
    fc.assert(
      fc.property(rivals, (entries) => {
        if (entries.some(({ access }) => access.kind === "open")) assert.strictEqual(best(entries)!.access.kind, "open")
      })
    )
  })

  it("MUST prefer the strongest evidence, then the less demanding licence, then the most addresses", () => {
    fc.assert(
      fc.property(rivals, (entries) => {
        const chosen = best(entries)!
        const equal = entries.filter(({ access }) => access.kind === chosen.access.kind)
        assert.strictEqual(strength(chosen), Math.min(...equal.map(strength)))
        const asStrong = equal.filter(({ evidence }) => evidence === chosen.evidence)
        if (asStrong.some(({ license }) => !license.shareAlike)) assert.isFalse(chosen.license.shareAlike)
        const asFree = asStrong.filter(({ license }) => license.shareAlike === chosen.license.shareAlike)
        const most = Math.max(...asFree.map(({ addresses }) => addresses ?? -1))
        assert.strictEqual(chosen.addresses ?? -1, most)
        const asLarge = asFree.filter(({ addresses }) => (addresses ?? -1) === most)
        assert.strictEqual(chosen.bytes ?? Infinity, Math.min(...asLarge.map(({ bytes }) => bytes ?? Infinity)))
      })
    )
  })

  it("MUST not change when a worse source is added", () => {
    fc.assert(
      fc.property(rivals, (entries) => {
        const chosen = best(entries)!
        const without = entries.filter((entry) => entry === chosen || byWorth(entry, chosen) < 0)
        assert.strictEqual(best(without), chosen)
      })
    )
  })

  it("MUST have a reason that names another source, and not itself", () => {
    fc.assert(
      fc.property(rivals, (entries) => {
        for (const entry of entries) {
          const reason = reasonFor(entry, entries)
          assert.notInclude(reason, `${entry.title},`)
          if (entries.length > 1) {
            const other = entry === best(entries) ? best(entries.filter((one) => one !== entry)) : best(entries)
            assert.include(reason, other!.title)
          }
        }
      })
    )
  })

  it("MUST give the reason why one source is preferred to another", () => {
    const free = { name: "CC BY 4.0", shareAlike: false, attribution: "A", citation: "https://example.org" }
    const register = entryOf({ id: "register:ch-gwr", title: "The register", evidence: "register" })
    const map = entryOf({ id: "geofabrik:ch", title: "The map", evidence: "building" })
    const overture = entryOf({ id: "overture:CH", title: "Overture", evidence: "building", license: free })
    assert.match(reasonFor(register, [map, register, overture]), /^Stronger evidence than Overture\.$/)
    assert.match(reasonFor(map, [map, register]), /^Weaker evidence than The register\.$/)
    assert.match(reasonFor(overture, [map, overture]), /^Same evidence as The map, under a less restrictive licence\.$/)
    assert.match(reasonFor(map, [map]), /^The only source for the whole country\.$/)
    const counted = entryOf({ id: "geofabrik:ch2", title: "The other map", evidence: "building", addresses: 9 })
    const uncounted = entryOf({ ...map, addresses: null })
    assert.match(reasonFor(uncounted, [counted, uncounted]), /other map, but the number of addresses is not known\.$/)
    assert.match(reasonFor(counted, [counted, uncounted]), /The map, whose number of addresses is not known\.$/)
    const byHand = entryOf({ ...register, access: { kind: "byHand", what: "Ask for it." } })
    assert.match(
      reasonFor(byHand, [map, byHand]),
      /^Has to be downloaded by hand; The map is downloaded automatically\.$/
    )
  })

  it("MUST list the whole country before its parts", () => {
    const zurich = entryOf({ id: "geofabrik:zh", evidence: "register", part: { name: "Zurich", code: "CH-ZH" } })
    const aargau = entryOf({ id: "geofabrik:ag", part: { name: "Aargau", code: "CH-AG" } })
    const whole = entryOf({ id: "geofabrik:ch", evidence: "assumed" })
    assert.deepStrictEqual(
      ranked([zurich, aargau, whole]).map(({ id }) => id),
      ["geofabrik:ch", "geofabrik:ag", "geofabrik:zh"]
    )
  })
})
