import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import * as formats from "ajv-formats"
import { memoized } from "../schemas/Memoized.ts"
import { glance } from "../schemas/Quoted.ts"

/** The part of JSON Schema (2020-12) that requests are generated from. */
export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly examples?: ReadonlyArray<unknown>
  readonly default?: unknown
  readonly anyOf?: ReadonlyArray<SchemaObject>
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: SchemaObject
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly required?: ReadonlyArray<string>
}

export interface Parameter {
  readonly name: string
  readonly in: "query" | "path"
  readonly required: boolean
  readonly schema: SchemaObject
}

interface Header {
  readonly $ref?: string
  readonly required?: boolean
  readonly schema: SchemaObject
  readonly example?: unknown
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: SchemaObject }>>
}

interface DescribedAnswer extends Content {
  readonly headers?: Readonly<Record<string, Header>>
}

interface DescribedOperation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, DescribedAnswer>>
  readonly security?: ReadonlyArray<object>
}

/** The part of an OpenAPI 3.1 document that is read here. */
export interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly headers?: Readonly<Record<string, Header>>
  }
}

/** The request and responses of one endpoint. */
export interface Operation {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  /** Schema of its JSON body. */
  readonly body: SchemaObject | undefined
  readonly isPublic: boolean
  readonly answers: Readonly<Record<string, DescribedAnswer>>
}

/** A response as received; headers by lower-case name. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Where a value violates its schema: a parameter, or a dotted path of members; empty for the whole value. */
export interface Fault {
  readonly place: string
  readonly message: string
}

const json = "application/json"

/** Turns a path with braces into a regular expression for its targets. */
const patternOf = memoized(
  (path: string): RegExp => new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`)
)

/** JSON of schemas whose references lead into their document. */
const textOf = (schema: object): string =>
  JSON.stringify(schema).replaceAll('"#/components/schemas/', '"document#/$defs/')

/** What is made of a document, or why its schemas are not valid. */
const fromDocument = <A>(make: () => A): A | string => {
  try {
    return make()
  } catch (error) {
    const said = glance(error instanceof Error ? error.message : String(error), 200)
    return `has a schema in the OpenAPI document that is not valid: ${said}`
  }
}

/**
 * Compiles schemas that refer to those of a document, each once: it takes longer than all else that is done with them.
 * What is no schema is a text that says why.
 */
const compilerOf = memoized((schemas: string) => {
  const ajv = new Ajv2020({ strict: true, strictTypes: true, strictRequired: true, allErrors: true })
  formats.default.default(ajv)
  // A hint for generators. Each schema states the member's value itself.
  ajv.addKeyword("discriminator")
  const added = fromDocument(() => ajv.addSchema({ $id: "document", $defs: JSON.parse(schemas) }))
  return memoized((schema: string): ValidateFunction | string =>
    typeof added === "string" ? added : fromDocument(() => ajv.compile(JSON.parse(schema)))
  )
})

const shown =
  (what: string) =>
  ({ message, place }: Fault): string =>
    `${what}${place} ${message}`

/** Words for booleans in a query: those of JSON, and those that the descriptions name beside them. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false]
])

/** Decodes text from a query, a path or a header to the value that its schema describes. */
const parse = (text: string, { type }: SchemaObject): unknown => {
  if (type === "integer" || type === "number") return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
  if (type === "boolean") return booleans.get(text) ?? text
  return text
}

const partsOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))

/** A member that is missing or too many is the place itself. */
const faultOf = ({ instancePath, message = "is not valid", params }: ErrorObject): Fault => {
  const { additionalProperty, missingProperty }: Readonly<Record<string, string | undefined>> = params
  const parts = [...partsOf(instancePath), additionalProperty ?? missingProperty]
  return { place: parts.filter((part) => part !== undefined).join("."), message }
}

/** A request's parameters by name, each as often as it is given, decoded. */
export type Given = ReadonlyArray<readonly [name: string, text: string]>

/**
 * The contract that a service publishes as its OpenAPI document, and checks of requests and responses against it. Ajv
 * checks the schemas in strict mode, independently of how the service decodes and encodes.
 */
export class OpenApi {
  readonly operations: ReadonlyArray<Operation>
  readonly #document: Document
  readonly #validatorOf: (schema: SchemaObject) => ValidateFunction | string

  constructor(document: Document) {
    this.#document = document
    const compile = compilerOf(textOf(document.components.schemas))
    this.#validatorOf = memoized((schema) => compile(textOf(schema)), new WeakMap())
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]): Operation => ({
        method: method.toUpperCase(),
        path,
        parameters: (described.parameters ?? []).map((parameter) => ({
          ...parameter,
          schema: this.#complete(parameter.schema)
        })),
        body: described.requestBody?.content?.[json]?.schema,
        isPublic: (described.security ?? []).length === 0,
        answers: described.responses
      }))
    )
  }

  /** The operation for a request target. */
  operationOf(method: string, target: string): Operation | undefined {
    const path = target.split("?", 1)[0]!
    const wanted = method === "HEAD" ? "GET" : method
    const matching = this.operations.filter(
      (operation) => operation.method === wanted && patternOf(operation.path).test(path)
    )
    return matching.find((operation) => operation.path === path) ?? matching[0]
  }

  /** The schema itself, or the one that it refers to. */
  resolve(schema: SchemaObject): SchemaObject {
    const name = schema.$ref?.slice("#/components/schemas/".length)
    return name === undefined ? schema : this.resolve(this.#document.components.schemas[name]!)
  }

  /** The referenced schema, merged with the schema's own keywords. */
  #complete({ $ref, ...schema }: SchemaObject): SchemaObject {
    return $ref === undefined ? schema : { ...this.resolve({ $ref }), ...schema }
  }

  /** The violations of a schema by a value. */
  faults(schema: SchemaObject, value: unknown): ReadonlyArray<Fault> {
    const validate = this.#validatorOf(schema)
    if (typeof validate === "string") return [{ place: "", message: validate }]
    return validate(value) ? [] : (validate.errors ?? []).map(faultOf)
  }

  /** The violations by a request's parameters. */
  faultsOfParameters({ parameters }: Operation, given: Given): ReadonlyArray<Fault> {
    const unknown = given.filter(([name]) => !parameters.some((parameter) => parameter.name === name))
    return [
      ...unknown.map(([place]) => ({ place, message: "is not described" })),
      ...parameters.flatMap(({ name: place, required, schema }): ReadonlyArray<Fault> => {
        const texts = given.filter(([given]) => given === place).map(([, text]) => text)
        if (texts.length === 0) return required ? [{ place, message: "is missing" }] : []
        if (texts.length > 1) return [{ place, message: `is given ${texts.length} times` }]
        return this.faults(schema, parse(texts[0]!, this.resolve(schema))).map(({ message }) => ({ place, message }))
      })
    ]
  }

  /** The violations by a response. */
  faultsOfAnswer(operation: Operation, { headers, status, text }: Answer, method = operation.method): Array<string> {
    const described = operation.answers[status]
    if (described === undefined) return [`status ${status} is not described`]
    const faults = this.#faultsOfHeaders(described, headers)
    if (described.content === undefined) return text === "" ? faults : [...faults, `a body with status ${status}`]
    if (method === "HEAD") return text === "" ? faults : [...faults, "a HEAD request was answered with a body"]
    const type = headers["content-type"] ?? ""
    const content = described.content?.[type]
    if (content === undefined) return [...faults, `content type "${type}" is not described`]
    return [...faults, ...this.faults(content.schema, JSON.parse(text)).map(shown("body "))]
  }

  #faultsOfHeaders({ headers = {} }: DescribedAnswer, given: Answer["headers"]): Array<string> {
    return Object.entries(headers).flatMap(([name, described]) => {
      const named = described.$ref?.slice("#/components/headers/".length)
      const { required, schema } = named === undefined ? described : this.#document.components.headers![named]!
      const text = given[name.toLowerCase()]
      if (text === undefined) return required === true ? [`header ${name} is missing`] : []
      return this.faults(schema, parse(text, schema)).map(shown(`header ${name}`))
    })
  }
}
