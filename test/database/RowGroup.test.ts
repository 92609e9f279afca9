import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { decode, encode, isGroup, type Row, rowsOn } from "../../src/database/backup/RowGroup.ts"

const texts = {
  any: fc.string({ unit: "grapheme" }),
  control: fc.constantFrom("", "\n", "\u0000", "\u0001", "\u0002", '"', "[1,", "null"),
  uuid: fc.uuid(),
  capitals: fc.uuid().map((uuid) => uuid.toUpperCase()),
  key: fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }).map(String),
  long: fc.bigInt({ min: 10n ** 18n, max: 10n ** 20n }).map(String),
  padded: fc.bigInt({ min: 0n, max: 10n ** 15n }).map((key) => `0${key}`)
}

/** A column with values of one kind, of mixed kinds, or all equal. */
const columns = (rows: number): fc.Arbitrary<Row> =>
  fc.oneof(
    ...Object.values(texts).map((text) => fc.array(text, { minLength: rows, maxLength: rows })),
    fc.array(fc.option(fc.oneof(...Object.values(texts))), { minLength: rows, maxLength: rows }),
    fc.option(texts.any).map((value) => Array.from({ length: rows }, () => value))
  )

const groups = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, count]) => fc.array(columns(rows), { minLength: count, maxLength: count }))

const transposed = (given: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  given[0]!.map((_, i) => given.map((row) => row[i]!))

describe("Rows on a line", () => {
  it("MUST be unchanged by a round trip, whatever they contain", () => {
    fc.assert(
      fc.property(groups, (given) => {
        const line = encode(transposed(given))
        assert.deepStrictEqual(decode(line, { rows: given[0]!.length, columns: given.length }), given)
        assert.strictEqual(rowsOn(line), given[0]!.length)
        assert.isTrue(isGroup(line))
        assert.notInclude(line, "\n")
      })
    )
  })

  it("MUST be distinguished from a row of the format's first version", () => {
    for (const line of [`["1","2"]`, `[null,"[1,"]`]) {
      assert.isFalse(isGroup(line))
      assert.strictEqual(rowsOn(line), 1)
    }
  })

  it("MUST be refused if their number or their columns are not those expected, before anything is unpacked", () => {
    const size = { rows: 2, columns: 1 }
    for (const line of [
      "[4294967296,null]",
      `[2${",null".repeat(1_000)}]`,
      "[2]",
      '[2,["a"]]',
      '[2,["a","b","c"]]',
      `[2,{"uuids":"${"0".repeat(32)}"}]`,
      `[2,{"hashes":"${"0".repeat(17)}"}]`,
      `[2,{"hashes":"${"x".repeat(32)}"}]`,
      "[2,7]",
      "[2,",
      "null"
    ]) {
      assert.isUndefined(decode(line, size), line.slice(0, 60))
    }
    assert.deepStrictEqual(decode("[2,null]", size), [[null, null]])
  })

  it("MUST take a few bytes for repeated values, and half of their digits for IDs and keys", () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => [
      "US",
      `7573${i.toString(16).padStart(4, "0")}-0000-0000-0000-000000000000`,
      String(10n ** 18n + BigInt(i))
    ])
    assert.isBelow(encode(rows).length, 1_000 * (32 + 16) + 100)
  })
})
