import type { OpenApi } from "effect/http-api"
import { codeSamples } from "./CodeSamples.ts"
import { answers } from "./Examples.ts"
import { MAX_ID } from "./Fields.ts"
import { RETRY_AFTER_SECONDS } from "./Errors.ts"
import {
  mapValues,
  parameterOf,
  rewriteAnswer,
  rewriteComponents,
  type SchemaObject,
  type Schemas,
  withDiscriminator
} from "./OpenApiSchemas.ts"
import { MAX_BODY_BYTES } from "./Validation.ts"

type Operation = OpenApi.OpenAPISpecOperation
type Answer = OpenApi.OpenApiSpecResponse

const integerHeader = (description: string, example: number) => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example
})

/** Headers set by the HTTP edge, which endpoints do not declare. */
const headers = {
  "X-Request-Id": {
    description: "The caller's requestId, otherwise a UUID. Mention it when you report a problem.",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: MAX_ID },
    example: "checkout-test-0017"
  },
  "RateLimit-Limit": integerHeader("Requests per minute that the token allows.", 600),
  "RateLimit-Remaining": integerHeader("Requests left in the current minute.", 599),
  "RateLimit-Reset": integerHeader("Seconds until the current minute ends.", 42),
  "Retry-After": {
    ...integerHeader("Seconds to wait before the next request.", RETRY_AFTER_SECONDS),
    required: true
  },
  ETag: {
    description:
      "Identifies this version of the response. Sent as If-None-Match, it gets 304 as long as nothing has changed.",
    required: true,
    schema: { type: "string", pattern: '^(W/)?"[^"]*"$' },
    example: 'W/"qITjPuW_3H1B5u5lcFWGn2"'
  },
  "WWW-Authenticate": {
    description: "How to authenticate.",
    required: true,
    schema: { type: "string", const: "Bearer" },
    example: "Bearer"
  }
}

const refer = (...names: ReadonlyArray<keyof typeof headers>) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const statusDescriptions: Record<string, string> = {
  "200": "Success.",
  "304": "Nothing has changed since the response whose ETag is in If-None-Match.",
  "400": "INVALID_REQUEST: the parameters, headers or body are invalid; details says where.",
  "401": "UNAUTHORIZED: the token is missing, malformed, unknown, expired or revoked, or its scope is too narrow.",
  "429": `RATE_LIMITED: the token's requests for this minute are used up. Retry-After is ${RETRY_AFTER_SECONDS} seconds.`,
  "500": "INTERNAL_ERROR: an unexpected error; the message contains a trace ID.",
  "503": "SERVICE_UNAVAILABLE: a part that the request depends on cannot be reached or did not respond in time."
}

const notFoundDescriptions: Record<string, string> = {
  AddressNotFound: "ADDRESS_NOT_FOUND: the ID is unknown, or its address is no longer published.",
  NoPoolCoverage: "NO_POOL_COVERAGE: the country has no published residential address, or the filters match none."
}

const nameOf = ({ $ref = "" }: SchemaObject): string => $ref.slice($ref.lastIndexOf("/") + 1)

const schemaOf = ({ content }: Answer): SchemaObject => content?.["application/json"]?.schema ?? {}

const describeStatus = (status: string, answer: Answer): string =>
  (status === "404" ? notFoundDescriptions[nameOf(schemaOf(answer))] : statusDescriptions[status]) ?? answer.description

const describeParameter = (schemas: Schemas) => (parameter: OpenApi.OpenAPISpecParameter) => {
  const { description, schema } = parameterOf(parameter.schema, schemas)
  return {
    name: parameter.name,
    in: parameter.in,
    ...(description !== undefined && { description }),
    required: parameter.required,
    schema
  }
}

/** Operations whose responses have an ETag: those of the revalidated groups, and the OpenAPI document. */
const isRevalidated = ({ operationId, tags }: Operation): boolean =>
  operationId === "getDescription" || tags.some((tag) => tag === "Countries" || tag === "Locations")

/** The example of a response: the operation's own; for an error, that of its body. */
const exampleOf = (operation: Operation, status: string, answer: Answer, schemas: Schemas): unknown =>
  status === "200" ? answers[operation.operationId] : schemas[nameOf(schemaOf(answer))]?.examples?.[0]

const describeAnswer = (operation: Operation, status: string, answer: Answer, schemas: Schemas) => {
  const { content, ...rest } = rewriteAnswer(answer)
  const needsToken = operation.security.length > 0
  const example = exampleOf(operation, status, answer, schemas)
  return {
    ...rest,
    description: describeStatus(status, answer),
    headers: {
      ...refer("X-Request-Id"),
      ...(isRevalidated(operation) && /^(200|304)$/.test(status) && refer("ETag")),
      ...(needsToken && status !== "401" && refer("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")),
      ...((status === "429" || status === "503") && refer("Retry-After")),
      ...(status === "401" && refer("WWW-Authenticate"))
    },
    ...(content !== undefined && { content: mapValues({ ...content }, (media) => ({ ...media, example })) })
  }
}

const describeOperation = (operation: Operation, method: string, path: string, schemas: Schemas) => ({
  ...operation,
  parameters: operation.parameters.map(describeParameter(schemas)),
  ...(operation.requestBody !== undefined && {
    requestBody: { description: `JSON of at most ${MAX_BODY_BYTES} bytes.`, ...operation.requestBody }
  }),
  responses: mapValues(
    { ...operation.responses, ...(isRevalidated(operation) && { "304": { description: "" } }) },
    (answer, status) => describeAnswer(operation, status, answer, schemas)
  ),
  "x-codeSamples": codeSamples(operation.operationId, method, path, operation.security.length > 0)
})

/** Adds to the derived document what HttpApi cannot derive. */
export const describe = (document: OpenApi.OpenAPISpec) => {
  const schemas: Schemas = document.components.schemas
  return {
    ...document,
    info: { ...document.info, contact: { name: "Whoever runs this service" } },
    servers: [{ url: "/", description: "The service that serves this document." }],
    paths: mapValues(document.paths, (methods, path) =>
      mapValues(methods as Record<string, Operation>, (operation, method) =>
        describeOperation(operation, method, path, schemas)
      )
    ),
    components: {
      ...document.components,
      headers,
      schemas: withDiscriminator(rewriteComponents(schemas), "LocationSearch", "field", {
        region: "RegionSearch",
        city: "CitySearch",
        district: "DistrictSearch",
        postcode: "PostcodeSearch"
      })
    }
  }
}
