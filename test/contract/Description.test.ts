import { assert, describe, it } from "@effect/vitest"
import { OpenApi as Derived } from "effect/http-api"
import { type Document, OpenApi, type SchemaObject } from "../../properties/OpenApi.ts"
import { Api } from "../../schemas/Api.ts"
import { answers, requests } from "../../schemas/Examples.ts"

/** What generators and readers need from the description, besides the contract itself. */

interface Described extends SchemaObject {
  readonly description?: string
  readonly const?: unknown
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
  readonly oneOf?: ReadonlyArray<SchemaObject>
  readonly properties?: Readonly<Record<string, Described>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: SchemaObject; example?: unknown }>> }>
  >
  readonly "x-codeSamples": ReadonlyArray<{ readonly lang: string; readonly source: string }>
}

const text = JSON.stringify(Derived.fromApi(Api))
const document = JSON.parse(text) as Document
const judge = new OpenApi(document)
const schemas = document.components.schemas as Readonly<Record<string, Described>>
const operations = Object.values(document.paths).flatMap(
  (methods) => Object.values(methods) as unknown as ReadonlyArray<Operation>
)

/** A schema, or the one that it refers to, merged with its own keywords. */
const resolve = ({ $ref, ...schema }: Described): Described =>
  $ref === undefined ? schema : { ...resolve(schemas[$ref.split("/").at(-1)!]!), ...schema }

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Every object within a value, with its path. Examples are left out, because they are not schemas. */
const within = (value: unknown, place: string): ReadonlyArray<readonly [place: string, schema: Described]> =>
  isObject(value)
    ? [
        ...(Array.isArray(value) ? [] : [[place, value] as const]),
        ...Object.entries(value).flatMap(([name, member]) =>
          /^examples?$/.test(name) ? [] : within(member, place === "" ? name : `${place}/${name}`)
        )
      ]
    : []

const all = within({ paths: document.paths, schemas }, "")
const isComponent = (place: string): boolean => /^schemas\/\w+$/.test(place)
const isSentence = (description: unknown): boolean =>
  typeof description === "string" && /^[A-Za-z].*\.$/s.test(description)

/** The document, with objects that allow no members other than those described. */
const closed = new OpenApi(
  JSON.parse(text, (_, value: unknown) =>
    isObject(value) && "properties" in value ? { ...value, additionalProperties: false } : value
  ) as Document
)

describe("the description", () => {
  it("MUST name every enumeration, each once", () => {
    const enumerations = all.filter(([, schema]) => Array.isArray(schema.enum) && schema.const === undefined)
    assert.deepStrictEqual(
      enumerations.filter(([place]) => !isComponent(place)).map(([place]) => place),
      []
    )
    const values = enumerations.map(([, schema]) => String(schema.enum))
    assert.deepStrictEqual(values, [...new Set(values)])
    assert.isAtLeast(values.length, 9)
  })

  it("MUST describe every named schema, and every member of every schema", () => {
    const silent = all.flatMap(([place, schema]) => [
      ...(isComponent(place) && !isSentence(schema.description) ? [place] : []),
      ...(isObject(schema.properties) && !place.endsWith("/properties")
        ? Object.entries(schema.properties)
            .filter(([, member]) => !isSentence(resolve(member).description))
            .map(([name]) => `${place}.${name}`)
        : [])
    ])
    assert.deepStrictEqual(silent, [])
  })

  it("MUST have no member that generators consider required because it has a default", () => {
    const withDefault = all.flatMap(([place, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, member]) => member.default !== undefined)
        .map(([name]) => `${place}.${name}`)
    )
    assert.deepStrictEqual(withDefault, [])
    // The defaults are stated in the schemas that the members refer to.
    assert.strictEqual(resolve(schemas["BatchOptions"]!.properties!["unique"]!).default, true)
    assert.strictEqual(resolve(schemas["BatchOptions"]!.properties!["strategy"]!).default, "random")
  })

  it("MUST have no escaped slash in a pattern, which openapi-zod-client escapes once more", () => {
    assert.deepStrictEqual(
      all.flatMap(([place, { pattern }]) => (String(pattern).includes("\\/") ? [place] : [])),
      []
    )
  })

  it("MUST name operations uniformly, by a verb and its object", () => {
    const names = operations.map(({ operationId }) => operationId)
    for (const name of names) assert.match(name, /^(get|list|search|generate|translate)([A-Z][a-z]+)+$/)
    assert.deepStrictEqual(names, [...new Set(names)])
  })

  it("MUST bound integers by what generated clients can count to in any language", () => {
    const integers = all.filter(([, { type }]) => type === "integer")
    assert.isAtLeast(integers.length, 20)
    for (const [place, { maximum = 0 }] of integers) assert.isAtMost(maximum, 2 ** 31 - 1, place)
  })

  it("MUST state in a member which list a search returns", () => {
    const { discriminator, oneOf } = schemas["LocationSearch"]!
    assert.strictEqual(discriminator?.propertyName, "field")
    const mapping = Object.entries(discriminator?.mapping ?? {})
    assert.deepStrictEqual(
      mapping.map(([value]) => value),
      schemas["PlaceType"]!.enum
    )
    assert.sameDeepMembers(
      mapping.map(([, $ref]): SchemaObject => ({ $ref })),
      [...(oneOf ?? [])]
    )
    for (const [value, $ref] of mapping) {
      const { properties, required } = resolve({ $ref })
      assert.strictEqual(properties?.["field"]?.const, value)
      assert.deepStrictEqual(properties?.["field"]?.enum, [value])
      assert.include([...(required ?? [])], "field")
    }
  })

  it("MUST have an example of every response and header, which fits it to the last member", () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status === "304") continue
        const { example, schema } = content!["application/json"]!
        assert.isObject(example, `${operationId} ${status}`)
        assert.deepStrictEqual(closed.faults(schema, example), [], `${operationId} ${status}`)
      }
    }
    for (const [name, { example, schema }] of Object.entries(document.components.headers!)) {
      assert.deepStrictEqual(closed.faults(schema, example), [], name)
    }
    assert.sameMembers(
      Object.keys(answers),
      operations.map(({ operationId }) => operationId)
    )
  })

  it("MUST show a request to every operation in three languages, each a valid one", () => {
    for (const { method, path } of judge.operations) {
      const operation = document.paths[path]![method.toLowerCase()] as unknown as Operation
      const samples = operation["x-codeSamples"]
      assert.deepStrictEqual(
        samples.map(({ lang }) => lang),
        ["Shell", "TypeScript", "Python"]
      )
      const targets = samples.map(({ source }) => /http:\/\/127\.0\.0\.1:8080([^"]*)"/.exec(source)?.[1] ?? "")
      assert.lengthOf(new Set(targets), 1)
      const [target = ""] = targets
      const found = judge.operationOf(method, target)!
      assert.strictEqual(found.path, path)
      const query = Array.from(new URLSearchParams(target.split("?")[1] ?? ""))
      const parameters = found.parameters.filter((parameter) => parameter.in === "query")
      assert.deepStrictEqual(judge.faultsOfParameters({ ...found, parameters }, query), [], operation.operationId)
      const [, body] = /-d '(.*)'/.exec(samples[0]!.source) ?? []
      assert.strictEqual(body === undefined, found.body === undefined)
      if (body !== undefined) assert.deepStrictEqual(closed.faults(found.body!, JSON.parse(body)), [])
      for (const { source } of samples) {
        assert.strictEqual(/Bearer/.test(source), !found.isPublic, source)
        assert.notMatch(source, /undefined|\{id\}|: (?:true|null)\b.*\bimport requests/)
      }
    }
    for (const name of Object.keys(requests)) {
      assert.isTrue(
        operations.some(({ operationId }) => operationId === name),
        name
      )
    }
  })
})
