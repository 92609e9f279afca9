import type { OpenApi } from "effect/http-api"
import { MAX_ID } from "./Fields.ts"
import { RETRY_AFTER_SECONDS } from "./Errors.ts"
import { MAX_BODY_BYTES } from "./Validation.ts"

const integerHeader = (description: string) => ({ description, schema: { type: "integer", minimum: 0 } })

/** Headers that the edge of the service sets, so that no endpoint declares them. */
const headers = {
  "X-Request-Id": {
    description: "The caller's requestId, else a UUID. Name it when you report a problem.",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: MAX_ID }
  },
  "RateLimit-Limit": integerHeader("Requests per minute that the token permits."),
  "RateLimit-Remaining": integerHeader("Requests that are left in the current minute."),
  "RateLimit-Reset": integerHeader("Seconds until the current minute ends."),
  "Retry-After": { ...integerHeader("Seconds to wait before the next request."), required: true },
  "WWW-Authenticate": {
    description: "How to authenticate.",
    required: true,
    schema: { type: "string", enum: ["Bearer"] }
  }
}

const refer = (...names: ReadonlyArray<keyof typeof headers>) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const statusDescriptions: Record<string, string> = {
  "200": "Success.",
  "400": "INVALID_REQUEST: parameters, headers or body are at fault; details name where.",
  "401": "UNAUTHORIZED: the token is missing, malformed, unknown, expired, revoked, or of too narrow a scope.",
  "429": `RATE_LIMITED: the token's requests of this minute are used up. Retry-After is ${RETRY_AFTER_SECONDS} seconds.`,
  "500": "INTERNAL_ERROR: something unforeseen; the message has a trace ID.",
  "503": "SERVICE_UNAVAILABLE: what answers the request cannot be reached or did not answer in time."
}

const notFoundDescriptions: Record<string, string> = {
  AddressNotFound: "ADDRESS_NOT_FOUND: the ID is unknown, or its address is not published now.",
  NoPoolCoverage: "NO_POOL_COVERAGE: the country has no published residential address, or the filters match none."
}

/** As far as JSON Schema is looked at here. */
interface SchemaObject {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly default?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly minimum?: number
  readonly allOf?: ReadonlyArray<SchemaObject>
}

/** A parameter's schema is one object: what is stated of it with `allOf` belongs to it. */
const flatten = ({ allOf = [], ...schema }: SchemaObject): SchemaObject => Object.assign({}, schema, ...allOf)

/** Booleans and integers of a query are decoded from text, so they come out as text of some kind: say what they are. */
const parameterSchema = (schema: SchemaObject): SchemaObject => {
  if (schema.enum?.includes("true") === true) return { type: "boolean", default: schema.default === "true" }
  if (schema.minimum === undefined || schema.type !== "string") return schema
  return { ...schema, type: "integer", ...(schema.default !== undefined && { default: Number(schema.default) }) }
}

const describeParameter = (parameter: OpenApi.OpenAPISpecParameter): OpenApi.OpenAPISpecParameter => {
  const { description, ...schema } = flatten(parameter.schema)
  return {
    name: parameter.name,
    in: parameter.in,
    ...(description !== undefined && { description }),
    required: parameter.required,
    schema: parameterSchema(schema)
  }
}

const describeStatus = (status: string, { content, description }: OpenApi.OpenApiSpecResponse): string => {
  if (status !== "404") return statusDescriptions[status] ?? description
  const { $ref = "" }: SchemaObject = content?.["application/json"]?.schema ?? {}
  return notFoundDescriptions[$ref.slice($ref.lastIndexOf("/") + 1)] ?? description
}

const describeResponse = (status: string, response: OpenApi.OpenApiSpecResponse, authenticated: boolean) => ({
  ...response,
  description: describeStatus(status, response),
  headers: {
    ...refer("X-Request-Id"),
    ...(authenticated && status !== "401" && refer("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")),
    ...((status === "429" || status === "503") && refer("Retry-After")),
    ...(status === "401" && refer("WWW-Authenticate"))
  }
})

/** Requests are held to their members; answers may gain some, so a client must not refuse what it does not know. */
const open = <A>(schema: A): A => {
  if (Array.isArray(schema)) return schema.map(open) as A
  if (typeof schema !== "object" || schema === null) return schema
  const members = Object.entries(schema).filter(([key, value]) => key !== "additionalProperties" || value !== false)
  return Object.fromEntries(members.map(([key, value]) => [key, open(value)])) as A
}

const mapValues = <A, B>(record: Record<string, A>, f: (value: A, key: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]))

const describeOperation = (operation: OpenApi.OpenAPISpecOperation) => ({
  ...operation,
  parameters: operation.parameters.map(describeParameter),
  ...(operation.requestBody !== undefined && {
    requestBody: { description: `JSON of at most ${MAX_BODY_BYTES} bytes.`, ...operation.requestBody }
  }),
  responses: mapValues(operation.responses, (response, status) =>
    open(describeResponse(status, response, operation.security.length > 0))
  )
})

/** Completes the derived document with what HttpApi cannot derive. */
export const describe = (document: OpenApi.OpenAPISpec) => ({
  ...document,
  servers: [{ url: "/" }],
  paths: mapValues(document.paths, (methods) =>
    mapValues(methods as Record<string, OpenApi.OpenAPISpecOperation>, describeOperation)
  ),
  components: {
    ...document.components,
    headers,
    schemas: mapValues(document.components.schemas, (schema, name) =>
      /^(Batch(Request|Filters|Options)|TranslationRequest)$/.test(name) ? schema : open(schema)
    )
  }
})
