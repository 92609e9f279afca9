import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { OpenApi } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"
import { errorStatus } from "../../schemas/Errors.ts"

/** The part of JSON Schema that the description uses. */
interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | boolean
}

interface Operation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: Schema
  }>
  readonly requestBody?: unknown
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export const description: Description = JSON.parse(JSON.stringify(OpenApi.fromApi(Api)))

/** The file with the client's types of the contract. */
export const file = fileURLToPath(new URL("../../client/Contract.ts", import.meta.url))

export const kept = (): string => readFileSync(file, "utf8")

const upper = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
const refers = /^#\/components\/schemas\/(\w+)$/

/** Bodies of errors, for which the client has errors of its own. */
const isErrorBody = ({ properties }: Schema): boolean => properties?.["error"]?.properties?.["code"] !== undefined

/** Schemas of request bodies, in which an absent member may also be given as undefined. */
const sentSchemas = /^(Batch(Request|Filters|Options)|TranslationRequest)$/

const comment = (schema: Schema, indent: string): string => {
  const text = (schema.description ?? "").replaceAll("*/", "*\\/")
  const initial = schema.default === undefined ? "" : ` Default: ${JSON.stringify(schema.default)}.`
  return text + initial === "" ? "" : `${indent}/** ${text}${initial} */\n`
}

const literal = (value: unknown): string => JSON.stringify(value)

const join = (types: ReadonlyArray<string>): string => Array.from(new Set(types)).join(" | ")

const keyOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name))

/** The type of a schema. An unknown kind of schema is a mistake in this file, and must not become `any`. */
const typeOf = (schema: Schema, isSent: boolean, indent: string): string => {
  const named = refers.exec(schema.$ref ?? "")?.[1]
  if (named !== undefined) return named
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return join(schema.enum.map(literal))
  const union = schema.anyOf ?? schema.oneOf
  // Alternatives without a type restrict a string further, which TypeScript cannot express.
  if (union !== undefined && schema.type === undefined) {
    return join(union.map((one) => typeOf(one, isSent, indent)))
  }
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type
    case "integer":
    case "number":
      return "number"
    case "array":
      return `ReadonlyArray<${typeOf(schema.items ?? {}, isSent, indent)}>`
    case "object":
      return objectType(schema, isSent, indent)
    case undefined:
      return "unknown"
    default:
      throw new Error(`No type is known for the schema ${JSON.stringify(schema)}`)
  }
}

const objectType = (schema: Schema, isSent: boolean, indent: string): string => {
  const { additionalProperties, properties = {}, required = [] } = schema
  if (Object.keys(properties).length === 0) {
    const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, isSent, indent) : "unknown"
    return `Readonly<Record<string, ${value}>>`
  }
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, member]) => {
    const isOptional = !required.includes(name)
    const type = typeOf(member, isSent, inner) + (isOptional && isSent ? " | undefined" : "")
    return `${comment(member, inner)}${inner}readonly ${keyOf(name)}${isOptional ? "?" : ""}: ${type}\n`
  })
  return `{\n${members.join("")}${indent}}`
}

const component = ([name, schema]: readonly [string, Schema]): string => {
  const type = typeOf(schema, sentSchemas.test(name), "")
  const declared = type.startsWith("{") ? `export interface ${name} ${type}` : `export type ${name} = ${type}`
  return `${comment(schema, "")}${declared}\n`
}

const queryOf = ({ operationId, parameters }: Operation): ReadonlyArray<string> => {
  const query = parameters.filter((parameter) => parameter.in === "query")
  if (query.length === 0) return []
  const schema: Schema = {
    type: "object",
    description: `Parameters of ${operationId}.`,
    properties: Object.fromEntries(
      query.map(({ description, name, schema }) => [
        name,
        { ...schema, ...(description !== undefined && { description }) }
      ])
    ),
    required: query.flatMap(({ name, required }) => (required ? [name] : []))
  }
  return [`${comment(schema, "")}export interface ${upper(operationId)}Query ${objectType(schema, true, "")}\n`]
}

/** The contract as plain TypeScript without dependencies. */
export const declarations = ({ components, paths }: Description): string => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const schemas = Object.entries(components.schemas).filter(([, schema]) => !isErrorBody(schema))
  return [
    "// Generated from the contract in schemas/ by `npm run client:types`; a test compares it.\n",
    `/** Status of each code that the service's errors carry. */\nexport const errorStatus = {\n${Object.entries(
      errorStatus
    )
      .map(([code, status]) => `  ${code}: ${status}`)
      .join(",\n")}\n} as const\n`,
    ...schemas.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(component),
    ...operations.flatMap(queryOf)
  ].join("\n")
}
