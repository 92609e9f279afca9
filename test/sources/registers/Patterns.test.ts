import { describe, expect, it } from "@effect/vitest"
import { Effect, Schema, Stream } from "effect"
import * as fc from "fast-check"
import { isRejected } from "../../../sources/DataSource.ts"
import { declarations } from "../../../sources/registers/Declarations.ts"
import { compileMapping } from "../../../sources/registers/Compile.ts"
import type { Expression } from "../../../sources/registers/Expression.ts"
import type { Mapping } from "../../../sources/registers/Mapping.ts"
import { compilePattern, Effort, Pattern } from "../../../sources/registers/Pattern.ts"
import { mapGently } from "../../../sources/reading/Parser.ts"

/** Why a pattern is refused; undefined if it is accepted. */
const faultOf = (pattern: string): Effect.Effect<string | undefined> =>
  Schema.decodeUnknownEffect(Pattern)(pattern).pipe(
    Effect.as(undefined),
    Effect.catch((error) => Effect.succeed(error.message))
  )

/** Patterns built from the grammar's usual elements. */
const patterns = fc.letrec<{ atom: string; piece: string; pattern: string }>((tie) => ({
  atom: fc
    .tuple(
      fc.constantFrom("a", "b", " ", "\\.", "[ab]", "[^a]", "\\d", "\\s", "\\S", "\\w", "é"),
      fc.constantFrom("", "", "?", "*", "+?", "{1,2}")
    )
    .map(([atom, times]) => `${atom}${times}`),
  // The engines differ on repeated groups that may match nothing.
  piece: fc.oneof(
    { weight: 6, arbitrary: tie("atom") },
    { weight: 1, arbitrary: tie("pattern").map((inner) => `(${inner})`) },
    { weight: 1, arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map((either) => `(?:${either.join("|")})`) }
  ),
  pattern: fc.array(tie("piece"), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""))
})).pattern

const texts = fc
  .array(fc.constantFrom("a", "b", "1", " ", "\u00a0", ".", "é", "路"), { maxLength: 8 })
  .map((all) => all.join(""))

const mapping: Mapping = {
  country: "XX",
  license: "x",
  attribution: "x",
  homepage: "https://example.org",
  format: { type: "csv" },
  fields: { street: { of: "{street}", replace: [["(a.*b|a)", "x"]] } },
  evidence: []
}

const rowOf = (street: string) => ({ get: () => street, point: undefined, place: () => "line 2", names: () => [] })

describe("a person's pattern", () => {
  it("MUST take time linear in the text", () => {
    const text = `${"a".repeat(20_000)}!`
    for (const pattern of ["^(a+)+$", "^(a|a)*$", "^(a*)*b$", "(a|aa)+$"]) {
      expect(compilePattern(pattern).test(text)).toBe(false)
    }
    expect(compilePattern("^((a+)+)!$").exec(text)?.[1]?.length).toBe(20_000)
  })

  it("MUST find what JavaScript finds", () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const compiled = compilePattern(pattern)
        const found = compiled.exec(text)
        expect(compiled.exec(text)).toEqual(found)
        expect(found === undefined ? null : [...found]).toEqual(
          ((native) => (native === null ? null : [...native]))(RegExp(pattern, "u").exec(text))
        )
        expect(compilePattern(pattern).replacer("<$&>")(text)).toBe(text.replace(RegExp(pattern, "gu"), "<$&>"))
      }),
      { numRuns: 300 }
    )
  })

  it("MUST know scripts, and non-breaking white space", () => {
    expect(compilePattern("^\\p{Script=Han}+$").test("東京")).toBe(true)
    expect(compilePattern("^(\\d+)\\s*(\\S+)$").exec("12\u00a0bis")).toEqual(["12\u00a0bis", "12", "bis"])
    expect(compilePattern("[\\s,]+").replacer("-")("a,\u00a0b")).toBe("a-b")
    expect(compilePattern("\\.CSV$", { ignoreCase: true }).test("É.csv")).toBe(true)
  })

  it.effect("MUST be refused with an explanation if it requires more than linear time", () =>
    Effect.gen(function* () {
      for (const [pattern, words] of [
        ["a(?=b)", "lookahead (?=…)"],
        ["(?!a)b", "negative lookahead (?!…)"],
        ["(?<=a)b", "lookbehind (?<=…)"],
        ["(?<!a)b", "negative lookbehind (?<!…)"],
        ["(a)\\1", "reference \\1 to a group"],
        ["(?<n>a)\\k<n>", "reference \\k<…> to a group"],
        ["[\\S]", "\\S within brackets"],
        ["(a{500}){2}", "repeat"],
        ["(", "not a JavaScript regular expression"]
      ] as const) {
        const fault = yield* faultOf(pattern)
        expect(fault, pattern).toContain(words)
        expect(fault).toContain(pattern)
      }
      expect(yield* faultOf("[(?=]\\(\\?=(?<name>a)")).toBe(undefined)
    })
  )

  it("MUST cost a row no more than its share: one with too long a text is rejected, others are not", () => {
    const { map } = compileMapping(mapping)
    expect(map(rowOf("aXb"))).toMatchObject({ street: "x" })
    const long = map(rowOf("a".repeat(20_000)))
    expect(isRejected(long) && long.reason).toBe("malformed-record")
    expect(isRejected(long) && long.detail).toContain("line 2 has text that is too long for the mapping's patterns")
  })

  it.each<[string, Expression]>([
    ["a template that repeats a field", "{street}".repeat(20_000)],
    ["replacements with a long text", { of: "{street}", replace: [["a", "x".repeat(20_000)]] }],
    ["replacements that repeat what they replace", { of: "{street}", replace: [["a+", "$&".repeat(20_000)]] }],
    ["replacements that double it", { of: "{street}", replace: Array.from({ length: 40 }, () => ["a+", "$&$&"]) }]
  ])("MUST not make a text of any length: %s", (_, street) => {
    const { map } = compileMapping({ ...mapping, fields: { street } })
    const made = map(rowOf("a ".repeat(500)))
    expect(isRejected(made) && made.detail).toContain("line 2 has text that is too long")
  })

  it("MUST not be compared with a long value by any number of rules", () => {
    const keep = Array.from({ length: 1000 }, (_, at) => ({ value: "{street}", isNot: [`${at}`] as const }))
    const { map } = compileMapping({ ...mapping, keep })
    expect(isRejected(map(rowOf("b")))).toBe(false)
    const long = map(rowOf("b".repeat(10_000)))
    expect(isRejected(long) && long.detail).toContain("line 2 has text that is too long")
  })

  it("MUST have only short results remembered", () => {
    const result = (length: number) => {
      const replaced = compilePattern("a").replacer("x".repeat(length))
      expect(replaced("a").length).toBe(length)
      const spent = new Effort()
      spent.spend(4_999_999)
      return () => replaced("a", spent)
    }
    expect(result(50)()).toBe("x".repeat(50))
    expect(result(5000)).toThrow("too long")
  })

  it.live("MUST yield to others during the work on rows, and be interruptible", () =>
    Effect.gen(function* () {
      let worked = 0
      const work = Stream.fromIterable(Array.from({ length: 100_000 }, (_, index) => index)).pipe(
        Stream.rechunk(100_000),
        mapGently(() => {
          const until = performance.now() + 1
          while (performance.now() < until) worked += 0
          worked += 1
        })
      )
      yield* Stream.runDrain(work).pipe(Effect.raceFirst(Effect.sleep("20 millis")))
      expect(worked).toBeGreaterThan(0)
      expect(worked).toBeLessThan(100_000)
    })
  )

  it.effect("MUST be valid in every declaration", () =>
    Effect.gen(function* () {
      const found: Array<string> = []
      const collect = (value: unknown, name: string): void => {
        if (typeof value === "string" && ["match", "matches", "files", "archives"].includes(name)) found.push(value)
        else if (name === "replace" && Array.isArray(value)) for (const [pattern] of value) found.push(String(pattern))
        else if (typeof value === "object" && value !== null) {
          for (const [key, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? name : key)
        }
      }
      collect(declarations, "")
      expect(found.length).toBeGreaterThan(20)
      for (const pattern of found) expect(yield* faultOf(pattern)).toBe(undefined)
    })
  )

  it("MUST open the archives of the BAG that contain the requested kind, and those around them", () => {
    const archives = (declarations["nl-bag"] as { readonly archives: string }).archives
    const opens = (path: string) => compilePattern(archives, { ignoreCase: true }).test(path)
    for (const path of [
      "lvbag-extract-nl.zip",
      "x/9999NUM08102026.zip",
      "2026.zip",
      "20261008.zip",
      "12.zip",
      "2026-10.zip"
    ]) {
      expect(opens(path), path).toBe(true)
    }
    for (const path of ["x/9999VBO08102026.zip", "9999PND08102026.zip", "9999num0810.zip"]) {
      expect(opens(path), path).toBe(false)
    }
  })
})
