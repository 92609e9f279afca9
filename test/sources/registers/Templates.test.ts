import { describe, expect, it, vi } from "@effect/vitest"
import { compileExpression, compileRules, type Expression, type Rule } from "../../../sources/registers/Expression.ts"
import { Lookup } from "../../../sources/registers/Lookup.ts"
import { compileTemplate, templateFault } from "../../../sources/registers/Template.ts"

const get = (row: Readonly<Record<string, string>>) => (field: string) => row[field] ?? ""

const render = (template: string, row: Readonly<Record<string, string>>) => compileTemplate(template).render(get(row))

const express = (expression: Expression, row: Readonly<Record<string, string>>) =>
  compileExpression(expression).of(get(row))

describe("templates", () => {
  const number = "{huisnummer}{huisletter}[-{toevoeging}]"

  it("MUST insert fields into text, and leave out parts whose field is empty", () => {
    expect(render(number, { huisnummer: "147", huisletter: "x", toevoeging: "2" })).toBe("147x-2")
    expect(render(number, { huisnummer: "147", toevoeging: " " })).toBe("147")
    expect(render("{a} {b} {c}", { a: " East", c: "Street " })).toBe("East Street")
    expect(render("Berlin", {})).toBe("Berlin")
    expect(render("{ street }", { " street ": " Am  Ring " })).toBe("Am  Ring")
  })

  it("MUST let an optional field be empty without leaving out its part", () => {
    expect(render("[Unit {prefix?}{flat}{suffix?}]", { flat: "3" })).toBe("Unit 3")
    expect(render("[Unit {prefix?}{flat}]", { prefix: "A" })).toBe("")
  })

  it("MUST take brackets and braces after a backslash literally", () => {
    expect(render("\\{{id}\\} \\[x\\]", { id: "7" })).toBe("{7} [x]")
  })

  it("MUST name its fields, and which of them files may lack", () => {
    expect(compileTemplate("{a}[{b?}-{c}]").fields.map(({ name, optional }) => [name, optional])).toEqual([
      ["a", false],
      ["b", true],
      ["c", false]
    ])
  })

  it("MUST say what is wrong with it", () => {
    for (const [template, words] of [
      ["{a", "does not close it"],
      ["a}", "was not opened"],
      ["{}", "without a name"],
      ["[a[b]]", "within another"],
      ["a]", "was not opened"],
      ["[a", "does not close it"]
    ] as const) {
      expect(templateFault(template), template).toContain(words)
    }
    expect(templateFault(number)).toBe(undefined)
  })
})

describe("expressions", () => {
  it("MUST give nothing for a group that takes no part in the match", () => {
    const flat = { of: "{line}", match: "^\\d+ [^,]+(?:, (flat \\d+))?$" }
    expect(express(flat, { line: "12 High Street, flat 3" })).toBe("flat 3")
    expect(express(flat, { line: "12 High Street" })).toBe("")
  })

  it("MUST match, then replace, then look up, then fall back", () => {
    const zip = { of: "{ZIP_LABEL}", match: "^(\\d{4})" }
    expect(express(zip, { ZIP_LABEL: "8752 Näfels" })).toBe("8752")
    expect(express(zip, { ZIP_LABEL: "Näfels" })).toBe("")
    expect(
      express(
        {
          of: "{n}",
          replace: [
            [",0+$", ""],
            ["^0+", ""]
          ]
        },
        { n: "0163,000" }
      )
    ).toBe("163")
    expect(express({ of: "{n}", map: { "101": "Reykjavík" } }, { n: "101" })).toBe("Reykjavík")
    expect(express({ of: "{n}", map: { "101": "Reykjavík" } }, { n: "999" })).toBe("")
    expect(express({ of: "{n}", map: { "101": "Reykjavík" }, otherwise: "{m}" }, { n: "999", m: "?" })).toBe("?")
  })

  it("MUST use the first of several that is not empty", () => {
    const city = { firstOf: ["{a}", { of: "{b}", replace: [["^Unincorporated$", ""]] }, "{c}"] } as const
    expect(express(city, { a: " ", b: "Unincorporated", c: "Almyra" })).toBe("Almyra")
    expect(express(city, { b: "Stuttgart", c: "Almyra" })).toBe("Stuttgart")
    expect(express(city, {})).toBe("")
  })
})

describe("rules", () => {
  const keeps = (rule: Rule, value: string) => compileRules([rule]).broken(get({ v: value })) === undefined

  it("MUST apply as written", () => {
    expect(keeps({ value: "{v}", is: ["A", "B"] }, "B")).toBe(true)
    expect(keeps({ value: "{v}", is: ["A", "B"] }, "")).toBe(false)
    expect(keeps({ value: "{v}", isNot: ["A"] }, "A")).toBe(false)
    expect(keeps({ value: "{v}", isNot: ["A"] }, "")).toBe(true)
    expect(keeps({ value: "{v}", matches: "(^|\\|)woon" }, "kantoor|woonfunctie")).toBe(true)
    expect(keeps({ value: "{v}", matches: "^woon" }, "kantoor")).toBe(false)
    expect(keeps({ value: "{v}", below: 5000 }, "4999")).toBe(true)
    expect(keeps({ value: "{v}", below: 5000 }, "5000")).toBe(false)
    expect(keeps({ value: "{v}", below: 5000 }, "12bis")).toBe(true)
    expect(keeps({ value: "{v}", empty: true }, "")).toBe(true)
    expect(keeps({ value: "{v}", empty: true }, "x")).toBe(false)
    expect(keeps({ value: "{v}", empty: false }, "")).toBe(false)
    expect(keeps({ value: "{v}", is: ["A"], isNot: ["A"] }, "A")).toBe(false)
  })
})

/** By FNV-1a with its usual beginning, all keys with one text of each of these pairs have the same hash. */
const collisions = [
  ["v8fh56", "ecskov"],
  ["coa9td", "hyzhh3"],
  ["5s8xx4", "tp16en"],
  ["yc5u6j", "2m2aqu"],
  ["8ql3nk", "imavbb"],
  ["meqmyn", "h0inn2"],
  ["qkm8s1", "41gnb3"],
  ["9dtvvp", "ttcnbz"],
  ["hfucor", "mckcgn"]
]

describe("lookup tables", () => {
  it("MUST return the first row of each key among very many, and nothing for others", () => {
    const table = new Lookup()
    const count = 50_000
    for (let i = 0; i < count; i++) table.add(`key ${i}`, [`${i}`, "", `Straße ${i}`])
    for (let i = 0; i < count; i += 997) table.add(`key ${i}`, ["again"])
    expect(table.size).toBe(count)
    const wrong: Array<number> = []
    for (let i = 0; i < count; i++) {
      const row = table.get(`key ${i}`)
      if (row?.length !== 3 || row[0] !== `${i}` || row[2] !== `Straße ${i}`) wrong.push(i)
    }
    expect(wrong).toEqual([])
    expect(table.get("key")).toBe(undefined)
    expect(table.get(`key ${count}`)).toBe(undefined)
  })

  it("MUST not be slowed down by keys that were chosen to share a place", () => {
    const keys = collisions.reduce((begun, pair) => begun.flatMap((key) => pair.map((next) => key + next)), [""])
    const compare = vi.spyOn(Buffer.prototype, "compare")
    const table = new Lookup()
    for (const key of keys) table.add(key, [key])
    expect(compare.mock.calls.length).toBeLessThan(keys.length)
    expect(keys.filter((key) => table.get(key)?.[0] !== key)).toEqual([])
    compare.mockRestore()
  })
})
