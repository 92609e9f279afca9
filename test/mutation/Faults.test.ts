import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { listed } from "./Listed.ts"
import { rooms } from "./Rooms.ts"
import { sitesOf } from "./Sites.ts"

const at = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const codes = new Map(listed.map(({ file }) => [file, readFileSync(at(file), "utf8")]))

// What they are caught by is tried by `npm run mutation`, which takes too long for every run.
describe("Planted faults", () => {
  for (const [file, code] of codes) {
    it(`MUST still match the code in ${file}`, () => {
      for (const { replacement, survives, tests, text } of listed.filter((fault) => fault.file === file)) {
        assert.strictEqual(code.split(text).length, 2, `occurrences of ${text}`)
        assert.notStrictEqual(replacement, text)
        assert.notStrictEqual(survives, "")
        assert.isTrue(survives !== undefined || tests.length > 0, `A test has to see ${replacement}`)
        for (const test of tests) assert.isTrue(existsSync(at(test)), test)
      }
    })
  }

  it("MUST be at least two hundred, of which no more than one in six has an excuse", () => {
    assert.isAtLeast(listed.length, 200)
    assert.isAtMost(listed.filter(({ survives }) => survives !== undefined).length, listed.length / 6)
  })
})

describe("Places for faults", () => {
  const found = (code: string) => {
    const made = `const made = function* () {\n${code}\n}\n`
    return sitesOf("a.ts", made).flatMap(({ end, replacements, start }) =>
      replacements.map((replacement) => (made.slice(0, start) + replacement + made.slice(end)).split("\n")[1])
    )
  }

  it("MUST be comparisons, bounds, conditions, branches, statements, calls and arguments", () => {
    assert.deepStrictEqual(found("return a < 3"), ["return a <= 3", "return a >= 3", "return a < 4", "return a < 2"])
    assert.deepStrictEqual(found("return a && b"), ["return a", "return b", "return a || b"])
    assert.deepStrictEqual(found("return a ? b : c"), ["return a ? c : b"])
    assert.deepStrictEqual(found("yield* a"), ["void 0"])
    assert.deepStrictEqual(found("return a.filter(b)"), ["return a"])
    assert.deepStrictEqual(found("return a(b, c)"), ["return a(c, b)"])
    assert.deepStrictEqual(found("return [a, b]"), ["return [b]", "return [a]"])
    assert.deepStrictEqual(found("return { ...a, b }"), ["return {  b }"])
  })

  it("MUST be conditions and orders of statements of SQL", () => {
    assert.deepStrictEqual(found("return sql`WHERE a AND b`"), ["return sql`WHERE a OR b`"])
    assert.deepStrictEqual(found("return sql`ORDER BY ${a} DESC`"), ["return sql`ORDER BY ${a}`"])
  })

  it("MUST be none in types, in messages and in what is logged", () => {
    assert.deepStrictEqual(found("const a: 1 | 2 = b as 3"), [])
    assert.deepStrictEqual(found("return { message: a + 1 }"), [])
    assert.deepStrictEqual(found("return a.annotate({ examples: [1, 2] })"), [])
  })

  it("MUST be in every room", () => {
    for (const room of ["properties/", "src/address/", "src/catalog/", "src/draw/", "src/pool/", "src/sync/"]) {
      assert.isAbove(rooms.filter((file) => file.startsWith(room)).length, 4, room)
    }
  })
})
