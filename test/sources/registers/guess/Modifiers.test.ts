import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { pathToFileURL } from "node:url"
import * as Path from "node:path"
import { regExpOf, withoutModifiers } from "../../../../sources/registers/guess/Modifiers.ts"

describe("a pattern whose groups ignore case", () => {
  // JavaScript's own modifiers are no measure: this process may have compiled many patterns.
  it.each([
    ["(?i:no|numara) ?5", "(?:[nN][oO]|[nN][uU][mM][aA][rR][aA]) ?5", ["NO 5", "no5", "Numara 5"], ["na 5"]],
    [
      "no(?i:d\\.? ?\\d(?:a|(b)))b",
      "no(?:[dD]\\.? ?\\d(?:[aA]|([bB])))b",
      ["noD. 7Ab", "nod7Bb"],
      ["noD. 7A", "NOd7ab"]
    ],
    [
      "(?i:[a-z ]*shire|[^a\\d]), [a-z]",
      "(?:[a-z A-Z]*[sS][hH][iI][rR][eE]|[^a\\dA]), [a-z]",
      ["DevonSHIRE, b"],
      ["1, b"]
    ],
    [
      "(?<unit>(?i:кв|ß)) (?=x)\\p{Lu}?[\\]x]",
      "(?<unit>(?:[кК][вВ]|ß)) (?=x)\\p{Lu}?[\\]x]",
      ["КВ x", "ß x"],
      ["кв X"]
    ],
    ["\\(?i:a\\)", "\\(?i:a\\)", ["(i:a)"], ["I:A)"]]
  ])("MUST be written in both cases: %s", (pattern, expected, matching, others) => {
    assert.strictEqual(withoutModifiers(pattern), expected)
    for (const text of matching) assert.isTrue(regExpOf(pattern).test(text), text)
    for (const text of others) assert.isFalse(regExpOf(pattern).test(text), text)
  })

  it("MUST match in a process that has compiled so many that V8 no longer optimizes them", () => {
    const forms = pathToFileURL(Path.resolve("sources/registers/guess/WholeAddresses.ts")).href
    const program = `import(${JSON.stringify(forms)}).then(({ partsOfWhole }) =>
      console.log(JSON.stringify(partsOfWhole("TR", "Moda Mah. Gül Sok. No:12 D:5 Kadıköy/İstanbul"))))`
    const said = execFileSync(process.execPath, ["--no-regexp-optimization", "-e", program], { encoding: "utf8" })
    assert.deepInclude(JSON.parse(said), { houseNumber: "12", unit: "D:5", city: "Kadıköy" })
  })
})
