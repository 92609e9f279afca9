/** As far as JSON Schema is looked at here. */
export interface SchemaObject {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly default?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly minimum?: number
  readonly allOf?: ReadonlyArray<SchemaObject>
  readonly examples?: ReadonlyArray<unknown>
}

export type Schemas = Readonly<Record<string, SchemaObject>>

type Members = Readonly<Record<string, unknown>>

export const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A, key: string) => B) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]))

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What can be said of a schema in one place, beside what the schema says itself. */
const ofUse = /^(\$ref|description|default|examples|title)$/

/** What is said of a schema where it is used comes in `allOf`, beside a reference to it; it stands with the reference. */
const joined = ({ allOf, ...schema }: Members): Members => {
  const parts: ReadonlyArray<unknown> = Array.isArray(allOf) ? allOf : []
  const isUse = parts.every((part) => isObject(part) && Object.keys(part).every((name) => ofUse.test(name)))
  if (isUse) return Object.assign({}, schema, ...parts)
  return { ...schema, allOf }
}

/** One value is no enumeration, of which generators would make a type with a name. */
const single = ({ enum: values, ...schema }: Members): Members => {
  if (values === undefined) return schema
  return Array.isArray(values) && values.length === 1 ? { ...schema, const: values[0] } : { ...schema, enum: values }
}

/** Answers may gain members, so a client must not refuse what it does not know. */
const open = ({ additionalProperties, ...schema }: Members): Members =>
  additionalProperties === undefined || additionalProperties === false ? schema : { ...schema, additionalProperties }

/** Every object of a schema is rewritten, the innermost first. */
const rewrite = (value: unknown, f: (schema: Members) => Members): unknown => {
  if (Array.isArray(value)) return value.map((one) => rewrite(one, f))
  return isObject(value) ? f(mapValues(value, (member) => rewrite(member, f))) : value
}

const requestSchema = (value: unknown) => rewrite(value, (schema) => single(joined(schema)))
const answerSchema = (value: unknown) => rewrite(value, (schema) => open(single(joined(schema))))

/** Schemas of request bodies are held to their members. */
const ofRequests = /^(Batch(Request|Filters|Options)|TranslationRequest)$/

/** Components with a name each. An enumeration that has one stays an enumeration, however few its values are. */
export const rewriteComponents = (schemas: Schemas): Schemas =>
  mapValues(schemas, (schema, name) => {
    const written = (ofRequests.test(name) ? requestSchema(schema) : answerSchema(schema)) as SchemaObject
    if (schema.enum === undefined) return written
    const { const: _, ...rest } = written
    return { ...rest, enum: schema.enum }
  })

export const rewriteAnswer = <A>(answer: A): A => answerSchema(answer) as A

/** A parameter's schema is one object: what is stated of it with `allOf` belongs to it. */
const flatten = ({ allOf = [], ...schema }: SchemaObject): SchemaObject => Object.assign({}, schema, ...allOf)

/** Booleans and integers of a query are decoded from text, so they come out as text of some kind: say what they are. */
const decoded = (schema: SchemaObject): SchemaObject => {
  if (schema.enum?.includes("true") === true) return { type: "boolean", default: schema.default === "true" }
  if (schema.minimum === undefined || schema.type !== "string") return schema
  return { ...schema, type: "integer", ...(schema.default !== undefined && { default: Number(schema.default) }) }
}

/** Description and schema of a parameter, the description of a named schema where it has none of its own. */
export const parameterOf = (
  given: SchemaObject,
  schemas: Schemas
): { readonly description: string | undefined; readonly schema: SchemaObject } => {
  const { description, ...schema } = flatten(given)
  const named = schemas[(schema.$ref ?? "").slice("#/components/schemas/".length)]
  return { description: description ?? named?.description, schema: decoded(schema) }
}

/** Adds the member that says which of several schemas an answer has. */
export const withDiscriminator = (schemas: Schemas, name: string, propertyName: string, mapping: Members): Schemas => ({
  ...schemas,
  [name]: {
    ...schemas[name],
    discriminator: { propertyName, mapping: mapValues(mapping, (target) => `#/components/schemas/${String(target)}`) }
  } as SchemaObject
})
