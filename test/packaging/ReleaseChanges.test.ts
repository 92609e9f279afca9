import { readFileSync } from "node:fs"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { httpChanges } from "../../packaging/release/HttpChanges.ts"
import { type JsonObject } from "../../packaging/release/HttpSchemas.ts"
import { libraryChanges } from "../../packaging/release/LibraryChanges.ts"
import * as Semver from "../../packaging/release/Semver.ts"
import * as fs from "node:fs"
import * as Path from "node:path"
import { ScratchRepository } from "./ScratchRepository.ts"

const version = fc.record({
  major: fc.nat(3),
  minor: fc.nat(3),
  patch: fc.nat(3),
  pre: fc.constantFrom("", "rc.1", "rc.2", "rc.10", "alpha", "1")
})

describe("a version", () => {
  it("MUST come after the one that it follows, and survive a round trip", () =>
    fc.assert(
      fc.property(version, fc.constantFrom<Semver.Step>("major", "minor", "patch"), (from, step) => {
        const to = Semver.next(from, step)
        assert.isAbove(Semver.compare(to, from), 0)
        assert.strictEqual(to.pre, "")
        assert.deepStrictEqual(Semver.parse(Semver.format(from)), from)
        if (from.pre === "") assert.strictEqual(Semver.stepBetween(from, to), step)
      })
    ))

  it("MUST be ordered by Semantic Versioning", () => {
    const inOrder = [
      "1.0.0-1",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-rc.2",
      "1.0.0-rc.10",
      "1.0.0",
      "1.0.1",
      "1.1.0",
      "2.0.0"
    ]
    const parsed = inOrder.map((text) => Semver.parse(text)!)
    assert.deepStrictEqual([...parsed].reverse().sort(Semver.compare).map(Semver.format), inOrder)
    for (const none of ["1.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0 ", "1.0.0-a..b"])
      assert.isUndefined(Semver.parse(none))
  })

  it("MUST be major if something breaks, and minor if something is new; one step less before 1.0.0", () => {
    const needed = (from: string, breaking: boolean, addition: boolean) =>
      Semver.neededStep(Semver.parse(from)!, { breaking, addition })
    assert.deepStrictEqual(
      [needed("1.0.0", true, false), needed("1.0.0", false, true), needed("1.0.0", false, false)],
      ["major", "minor", "patch"]
    )
    assert.deepStrictEqual([needed("0.4.0", true, true), needed("0.4.0", false, true)], ["minor", "patch"])
  })
})

const described = readFileSync(new URL("../contract/openapi.json", import.meta.url), "utf8")

interface Schema {
  type?: string
  enum?: Array<string>
  required?: Array<string>
  properties: Record<string, Schema>
}
interface Described {
  paths: Record<
    string,
    Record<string, { parameters: Array<Record<string, unknown>>; responses: Record<string, unknown> }>
  >
  components: { schemas: Record<string, Schema> }
}

const changed = (change: (document: Described) => void): ReadonlyArray<string> => {
  const after: Described = JSON.parse(described)
  change(after)
  return httpChanges(JSON.parse(described) as JsonObject, JSON.parse(JSON.stringify(after)) as JsonObject).map(
    ({ kind, message }) => `${kind === "breaking" ? "!" : "+"} ${message}`
  )
}

const generate = "/api/v1/generate"

describe("a document compared with the previous one", () => {
  it("MUST count as unchanged if it is", () =>
    assert.deepStrictEqual(
      changed(() => undefined),
      []
    ))

  it.each<[string, (document: Described) => void, RegExp]>([
    ["an endpoint", ({ paths }) => void delete paths["/api/v1/coverage"], /^! GET \/api\/v1\/coverage is gone/],
    [
      "a parameter",
      ({ paths }) => void paths[generate]!["get"]!.parameters.pop(),
      /^! GET \/api\/v1\/generate: the parameter .+ is gone/
    ],
    [
      "an answer's status",
      ({ paths }) => void delete paths[generate]!["get"]!.responses["404"],
      /^! GET \/api\/v1\/generate: the response 404 is gone/
    ],
    [
      "a member of an answer",
      ({ components }) => void delete components.schemas["Address"]!.properties["lines"],
      /^! .+: lines is gone/
    ],
    [
      "that a member is always there",
      ({ components }) => void (components.schemas["Address"]!.required = ["id"]),
      /^! .+ may now be absent/
    ],
    [
      "a member's type",
      ({ components }) => void (components.schemas["Address"]!.properties["id"] = { type: "integer", properties: {} }),
      /^! .+: id now has the type integer/
    ],
    [
      "that a parameter may be left out",
      ({ paths }) => void (paths[generate]!["get"]!.parameters.at(-1)!["required"] = true),
      /^! .+ is now required/
    ],
    [
      "what a parameter takes",
      ({ paths }) =>
        void (paths[generate]!["get"]!.parameters.find(({ name }) => name === "seed")!["schema"] = {
          type: "string",
          maxLength: 3
        }),
      /^! .+: the parameter query seed now has maxLength 3/
    ],
    [
      "an operation's name",
      ({ paths }) => void Object.assign(paths[generate]!["get"]!, { operationId: "other" }),
      /^! .+ another operationId/
    ],
    [
      "who may call it",
      ({ paths }) => void Object.assign(paths[generate]!["get"]!, { security: [] }),
      /^! .+ requires another scope/
    ]
  ])("MUST break if it removes %s", (_, change, said) => {
    const told = changed(change)
    assert.isNotEmpty(told)
    assert.match(told.join("\n"), said)
  })

  it.each<[string, (document: Described) => void, RegExp]>([
    [
      "an endpoint",
      ({ paths }) => void (paths["/api/v1/more"] = { get: { parameters: [], responses: {} } }),
      /^\+ GET \/api\/v1\/more is new/
    ],
    [
      "a parameter",
      ({ paths }) =>
        void paths[generate]!["get"]!.parameters.push({ name: "floor", in: "query", required: false, schema: {} }),
      /^\+ .+ query floor is new/
    ],
    [
      "a member of an answer",
      ({ components }) =>
        void (components.schemas["Address"]!.properties["floor"] = { type: "integer", properties: {} }),
      /^\+ .+: floor is new/
    ]
  ])("MUST add if it has %s more, and break nothing", (_, change, said) => {
    const told = changed(change)
    assert.match(told.join("\n"), said)
    assert.deepStrictEqual(
      told.filter((line) => line.startsWith("!")),
      []
    )
  })
})

describe("the library compared with the previous one", () => {
  const row = "export interface Row {\n  readonly id: string\n}\n"
  const read = "export const read = (row: Row): string => row.id\n"
  const box = "export type Box<A> = { readonly value: A }\n"
  const gone = "export { gone }\nconst gone = 1\n"

  let repository: ScratchRepository
  beforeAll(() => {
    repository = new ScratchRepository()
    repository.write({ "sources/Port.ts": row + read + box + gone })
    fs.cpSync(Path.join(repository.folder, "sources"), Path.join(repository.folder, ".before/sources"), {
      recursive: true
    })
    fs.cpSync(Path.join(repository.folder, "package.json"), Path.join(repository.folder, ".before/package.json"))
  })
  afterAll(() => repository.remove())

  const now = async (port: string) => {
    repository.write({ "sources/Port.ts": port })
    const tsc = Path.join(repository.folder, "node_modules/typescript/bin/tsc")
    const told = await libraryChanges(repository.folder, Path.join(repository.folder, ".before"), tsc)
    return told.map(({ kind, message }) => `${kind === "breaking" ? "!" : "+"} ${message}`)
  }

  it("MUST break by removals and incompatible types, and add by everything else", async () => {
    assert.deepStrictEqual(await now(row + read + box + gone), [])
    const other =
      "export const read = (row: Row): number => row.id.length\nexport type Box<A> = { readonly values: A }\n"
    const told = (await now(row + other)).map((line) => line.split(":").slice(0, 2).join(":"))
    assert.deepStrictEqual(told, [
      "! doorstep/sources: gone is gone.",
      "! doorstep/sources: Box no longer accepts what it accepted",
      "! doorstep/sources: read is no longer what it was"
    ])
    const more = row.replace("}", "  readonly note?: string\n}") + read + box + gone + "export const more = 1\n"
    assert.deepStrictEqual(await now(more), ["+ doorstep/sources: more is new."])
  })
})
