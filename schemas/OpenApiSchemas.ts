import { Predicate } from "effect"

/** The part of JSON Schema that is used here. */
export interface SchemaObject {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly default?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly minimum?: number
  readonly properties?: Schemas
  readonly allOf?: ReadonlyArray<SchemaObject>
  readonly examples?: ReadonlyArray<unknown>
}

export type Schemas = Readonly<Record<string, SchemaObject>>

type Members = Readonly<Record<string, unknown>>

export const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A, key: string) => B) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]))

/** Annotations of a schema's use, in addition to the schema's own. */
const ofUse = /^(\$ref|description|default|examples|title)$/

/** Annotations of a schema's use come in `allOf`, next to a reference; this moves them to the reference. */
const joined = ({ allOf, ...schema }: Members): Members => {
  const parts: ReadonlyArray<unknown> = Array.isArray(allOf) ? allOf : []
  const isUse = parts.every(
    (part) => Predicate.isReadonlyObject(part) && Object.keys(part).every((name) => ofUse.test(name))
  )
  if (isUse) return Object.assign({}, schema, ...parts)
  return { ...schema, allOf }
}

/** A single value is not an enumeration: generators would give it a type name. */
const single = ({ enum: values, ...schema }: Members): Members => {
  if (values === undefined) return schema
  return Array.isArray(values) && values.length === 1 ? { ...schema, const: values[0] } : { ...schema, enum: values }
}

/** No bound that says only what JavaScript can count to: Java and C# do not compile one above their `int`. */
const bounded = ({ maximum, ...schema }: Members): Members =>
  maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? schema : { ...schema, maximum }

/** Responses may gain fields, so a client must not reject unknown ones. */
const open = ({ additionalProperties, ...schema }: Members): Members =>
  additionalProperties === undefined || additionalProperties === false ? schema : { ...schema, additionalProperties }

/** Rewrites every object of a schema, innermost first. */
const rewrite = (value: unknown, f: (schema: Members) => Members): unknown => {
  if (Array.isArray(value)) return value.map((one) => rewrite(one, f))
  return Predicate.isReadonlyObject(value) ? f(mapValues(value, (member) => rewrite(member, f))) : value
}

const requestSchema = (value: unknown) => rewrite(value, (schema) => single(joined(schema)))
const answerSchema = (value: unknown) => rewrite(value, (schema) => open(bounded(single(joined(schema)))))

/** Schemas of request bodies allow no other members. */
const ofRequests = /^(Batch(Request|Filters|Options)|TranslationRequest)$/

/** Named components. A named enumeration stays an enumeration, even with a single value. */
export const rewriteComponents = (schemas: Schemas): Schemas =>
  mapValues(schemas, (schema, name) => {
    const written = (ofRequests.test(name) ? requestSchema(schema) : answerSchema(schema)) as SchemaObject
    if (schema.enum === undefined) return written
    const { const: _, ...rest } = written
    return { ...rest, enum: schema.enum }
  })

export const rewriteAnswer = <A>(answer: A): A => answerSchema(answer) as A

/** A parameter's schema becomes one object, with the contents of its `allOf`. */
const flatten = ({ allOf = [], ...schema }: SchemaObject): SchemaObject => Object.assign({}, schema, ...allOf)

/**
 * Booleans and integers in a query are decoded from text, so the derived schema is a kind of text; this states their
 * type.
 */
const decoded = (schema: SchemaObject): SchemaObject => {
  if (schema.enum?.includes("true") === true) return { type: "boolean", default: schema.default === "true" }
  if (schema.minimum === undefined || schema.type !== "string") return schema
  return { ...schema, type: "integer", ...(schema.default !== undefined && { default: Number(schema.default) }) }
}

/** Description and schema of a parameter; without a description of its own, that of its named schema. */
export const parameterOf = (
  given: SchemaObject,
  schemas: Schemas
): { readonly description: string | undefined; readonly schema: SchemaObject } => {
  const { description, ...schema } = flatten(given)
  const named = schemas[(schema.$ref ?? "").slice("#/components/schemas/".length)]
  return { description: description ?? named?.description, schema: decoded(schema) }
}

/**
 * Adds the discriminator, which says which of several schemas a response has. Generators that know only OpenAPI 3.0 look
 * for its values in `enum`, and make clients that do not start without them.
 */
export const withDiscriminator = (schemas: Schemas, name: string, propertyName: string, mapping: Members): Schemas => {
  const targets = new Set(Object.values(mapping))
  const named = mapValues(schemas, (schema, key): SchemaObject => {
    const { [propertyName]: member, ...others } = schema.properties ?? {}
    if (!targets.has(key) || member === undefined) return schema
    return { ...schema, properties: { [propertyName]: { ...member, enum: [member.const] }, ...others } }
  })
  return {
    ...named,
    [name]: {
      ...named[name],
      discriminator: { propertyName, mapping: mapValues(mapping, (target) => `#/components/schemas/${String(target)}`) }
    } as SchemaObject
  }
}
