import { OpenApi } from "effect/http-api"
import { AdminApi } from "../../../../schemas/admin/AdminApi.ts"

interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema: JsonSchema
}

interface Operation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const document = OpenApi.fromApi(AdminApi) as unknown as Document

const resolve = (schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : resolve(document.components.schemas[schema.$ref.split("/").at(-1)!]!)

/** A value that satisfies the schema's type, if not its limits. */
const sample = (given: JsonSchema): unknown => {
  const { anyOf, enum: words, properties = {}, required = [], type } = resolve(given)
  if (anyOf !== undefined) return sample(anyOf[0]!)
  if (words !== undefined) return words[0]
  if (type === "object") return Object.fromEntries(required.map((name) => [name, sample(properties[name]!)]))
  return type === "string" ? "a" : type === "array" ? [] : type === "boolean" ? true : 1
}

/** A place in a body, and the body with a given value there. */
interface Member {
  readonly path: string
  readonly isText: boolean
  readonly body: (value: unknown) => unknown
}

/** Every place that is no object itself; in an object of free form, one of its members. */
const membersOf = (given: JsonSchema): ReadonlyArray<Member> => {
  const schema = resolve(given)
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(membersOf)
  const { properties, type } = schema
  if (type === "object" && properties !== undefined) {
    const whole = sample(schema) as object
    return Object.entries(properties).flatMap(([name, inner]) =>
      membersOf(inner).map(({ body, isText, path }) => ({
        path: path === "" ? name : `${name}.${path}`,
        isText,
        body: (value: unknown) => ({ ...whole, [name]: body(value) })
      }))
    )
  }
  const isFree = type === undefined || (type === "object" && !("additionalProperties" in schema))
  if (isFree) return [{ path: "any", isText: true, body: (value) => ({ any: value }) }]
  return [{ path: "", isText: type === "string" && schema.enum === undefined, body: (value) => value }]
}

export interface DescribedOperation {
  readonly method: string
  /** With the names of its parameters in braces. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly members: ReadonlyArray<Member>
}

/** Every operation of the administrator API, from its description. */
export const operations: ReadonlyArray<DescribedOperation> = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
    const body = requestBody?.content["application/json"]?.schema
    return {
      method: method.toUpperCase(),
      path,
      parameters: parameters.filter((one) => one.in === "path" || one.in === "query"),
      members: body === undefined ? [] : membersOf(body)
    }
  })
)
