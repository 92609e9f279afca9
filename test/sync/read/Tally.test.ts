import { assert, describe, it } from "@effect/vitest"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { addFacts, makeClues, makeFacts, noFacts } from "../../../src/sync/read/Noticed.ts"
import { add, makeTally, noTotals, samplesPerReason } from "../../../src/sync/read/Tally.ts"

const raw = (recordId: string, more: Partial<RawRecord> = {}): RawRecord => ({ recordId, ...more })

describe("What becomes of records", () => {
  it("MUST be added up with the first samples of the first part", () => {
    const part = (...ids: ReadonlyArray<string>) => ({
      ...noTotals,
      read: ids.length,
      kept: 1,
      rejected: { "missing-city": ids.length },
      samples: { "missing-city": ids.map((recordId) => ({ recordId, detail: "{}" })) },
      facts: { ...noFacts, garbled: 2, lacking: { city: 1 }, evidence: { none: 3 } }
    })
    const sum = add(part("a", "b", "c"), part("d", "e", "f", "g"))
    assert.deepStrictEqual([sum.read, sum.kept, sum.rejected], [7, 2, { "missing-city": 7 }])
    assert.deepStrictEqual(
      sum.samples?.["missing-city"]?.map(({ recordId }) => recordId),
      ["a", "b", "c", "d", "e"]
    )
    assert.deepStrictEqual(sum.facts, { evidence: { none: 6 }, lacking: { city: 2 }, garbled: 4, clues: {} })
    assert.deepStrictEqual(add(noTotals, part("a")).samples, part("a").samples)
    assert.deepStrictEqual(add(part("a"), noTotals).samples, part("a").samples)
  })

  it("MUST keep five samples of each reason, as the source gave them, and count them all", () => {
    const tally = makeTally("DE")
    const raws = Array.from({ length: samplesPerReason + 2 }, (_, i) => raw(`r${i}`, { street: "Weg" }))
    const rejected = raws.map((_, i) => [i, "missing-city"] as const)
    tally.took([undefined, ...raws], {
      kept: 4,
      facts: { ...noFacts, garbled: 1 },
      rejected: [[0, "missing-city"], ...rejected]
    } as unknown as Parameters<typeof tally.took>[1])
    const { facts, kept, read, samples, rejected: counts } = tally.totals(20)
    assert.deepStrictEqual([read, kept, counts], [20, 4, { "missing-city": samplesPerReason + 3 }])
    assert.strictEqual(facts?.garbled, 1)
    assert.deepStrictEqual(
      samples?.["missing-city"],
      raws.slice(0, samplesPerReason).map(({ recordId }) => ({ recordId, detail: '{"street":"Weg"}' }))
    )
  })

  it("MUST not change in totals that were taken before further records came", () => {
    const tally = makeTally("DE")
    const took = (recordId: string) =>
      tally.took([raw(recordId)], {
        kept: 1,
        facts: { ...noFacts, lacking: { city: 1 } },
        rejected: [[0, "missing-city"]]
      } as unknown as Parameters<typeof tally.took>[1])
    took("a")
    const [then, known] = [tally.totals(2), structuredClone(tally.totals(2))]
    took("b")
    assert.deepStrictEqual(then, known)
    assert.lengthOf(tally.totals(4).samples!["missing-city"]!, 2)
  })

  it("MUST show what is long or no record at all in at most 400 characters", () => {
    const tally = makeTally("DE")
    const odd = [null, 7, raw("a", { street: "x".repeat(500) }), raw("b".repeat(500))] as ReadonlyArray<RawRecord>
    tally.took(odd, {
      kept: 0,
      facts: noFacts,
      rejected: odd.map((_, i) => [i, "not-a-record"])
    } as unknown as Parameters<typeof tally.took>[1])
    const [nothing, number, long, named] = tally.totals(4).samples!["not-a-record"]!
    assert.deepStrictEqual([nothing, number], [{ detail: "no record: null" }, { detail: "no record: 7" }])
    assert.strictEqual(long!.detail.length, 400)
    assert.isTrue(long!.detail.endsWith("…"))
    assert.strictEqual(named!.recordId, `${"b".repeat(399)}…`)
  })
})

describe("What is noticed of records", () => {
  const noticed = (components: object, more: object = {}) => {
    const facts = makeFacts()
    facts.kept({ components, ...more } as Parameters<typeof facts.kept>[0])
    return facts.facts()
  }

  it("MUST be each component that lacks, the position, and the evidence", () => {
    assert.deepStrictEqual(noticed({}).lacking, { city: 1, region: 1, postcode: 1, position: 1 })
    const whole = { city: "Dorf", region: "Bayern", postcode: "89001" }
    const at = { coordinates: { latitude: 1, longitude: 1 }, evidence: { kind: "declared", detail: "" } }
    assert.deepStrictEqual(noticed(whole, at), { evidence: { declared: 1 }, lacking: {}, garbled: 0, clues: {} })
    assert.deepStrictEqual(noticed(whole).evidence, { none: 1 })
  })

  it("MUST be letters that were read in a wrong encoding, in street or city", () => {
    const garbled = ["HauptstraÃ\u009fe", "RueÂ\u00a0Verte", "Queenâ€™s Road", "Stra\ufffde"]
    for (const text of garbled) {
      assert.strictEqual(noticed({ street: text }).garbled, 1, text)
      assert.strictEqual(noticed({ city: text }).garbled, 1, text)
      assert.strictEqual(noticed({ city: text, street: text }).garbled, 1, text)
    }
    for (const text of ["Hauptstraße", "Ávila", "São João"]) assert.strictEqual(noticed({ street: text }).garbled, 0)
  })

  it("MUST be clues of a thousand rejected records of each reason, and no more", () => {
    const clues = makeClues("DE")
    for (let i = 0; i < 999; i++) clues.rejected("missing-city", raw("a"))
    assert.deepStrictEqual(clues.enough(), [])
    clues.rejected("missing-city", undefined)
    assert.deepStrictEqual(clues.enough(), [])
    for (let i = 0; i < 5; i++) clues.rejected("missing-city", raw("a"))
    assert.deepStrictEqual(clues.enough(), ["missing-city"])
    const counted = Object.values(clues.facts().clues["missing-city"]!).reduce((sum, count) => sum + count, 0)
    assert.strictEqual(counted, 1000)
  })

  it("MUST be added up, whichever part has it", () => {
    const one = { evidence: { none: 1 }, lacking: { city: 2 }, garbled: 3, clues: { a: { x: 1 }, b: { y: 2 } } }
    const other = { evidence: { none: 4, declared: 5 }, lacking: {}, garbled: 6, clues: { b: { y: 7, z: 8 } } }
    assert.deepStrictEqual(addFacts(one, other), {
      evidence: { none: 5, declared: 5 },
      lacking: { city: 2 },
      garbled: 9,
      clues: { a: { x: 1 }, b: { y: 9, z: 8 } }
    })
    assert.deepStrictEqual(addFacts(other, one), addFacts(one, other))
  })
})
