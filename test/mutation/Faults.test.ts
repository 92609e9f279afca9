import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { faults } from "./faults.ts"

const at = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

// What they are caught by is tried by `npm run mutation`, which takes too long for every run.
describe("Planted faults", () => {
  for (const [file, { faults: ofFile, tests }] of Object.entries(faults)) {
    it(`MUST still match the code in ${file}`, () => {
      const code = readFileSync(at(file), "utf8")
      for (const [text, replacement, survives] of ofFile) {
        assert.strictEqual(code.split(text).length, 2, `occurrences of ${text}`)
        assert.notStrictEqual(replacement, text)
        assert.notStrictEqual(survives, "")
      }
      assert.isAbove(tests.length, 0)
      for (const test of tests) assert.isTrue(existsSync(at(test)), test)
    })
  }
})
