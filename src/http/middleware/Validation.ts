import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { HttpApiError } from "effect/http-api"
import type { InvalidRequest } from "../../../schemas/Errors.ts"
import { describeIssue, invalidRequest } from "../../../schemas/Faults.ts"
import { isRequestId } from "../../../schemas/Fields.ts"
import { Validation } from "../../../schemas/Validation.ts"
import { Exchange } from "../edge/Exchange.ts"
import { jsonFault, readJsonBody } from "../server/JsonBody.ts"
import { queryFaults } from "../server/QueryText.ts"

type Request = HttpServerRequest.HttpServerRequest

const currentRequest = (context: Context.Context<never>): Request =>
  Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)

/** An endpoint without parameters has no schema that would refuse one. */
const unknownParameters = (names: ReadonlyArray<string>): InvalidRequest | undefined =>
  names.length === 0
    ? undefined
    : invalidRequest(names.map((path) => ({ path, message: "is not a parameter of this endpoint" })))

const queryFault = (context: Context.Context<never>, endpoint: HttpApiEndpoint.Top): InvalidRequest | undefined => {
  const faults = queryFaults(currentRequest(context).url)
  if (faults.length > 0) return invalidRequest(faults, "The query")
  if (endpoint.query !== undefined) return undefined
  return unknownParameters(Object.keys(Context.getUnsafe(context, HttpServerRequest.ParsedSearchParams)))
}

/** A request that is refused for its body still gets its request ID back, if that one is right. */
const adoptRequestId = (context: Context.Context<never>, text: string): void => {
  const exchange = Context.getOrUndefined(context, Exchange)
  const requestId: unknown = JSON.parse(text)?.options?.requestId
  if (exchange !== undefined && typeof requestId === "string" && isRequestId(requestId)) exchange.requestId = requestId
}

const describe = Effect.fnUntraced(function* (error: HttpApiError.HttpApiSchemaError) {
  const { issue } = error.cause
  if (error.kind !== "Payload") {
    return yield* describeIssue(issue, "The request", error.kind === "Query")
  }
  const context = yield* Effect.context<never>()
  const text = yield* Effect.orDie(currentRequest(context).text)
  const fault = jsonFault(text)
  if (fault !== undefined) return yield* fault
  adoptRequestId(context, text)
  return yield* describeIssue(issue, "The body", false)
})

/** Only a request's faults are its sender's. An answer that does not fit the contract is ours. */
const isRequestFault = (error: unknown): error is HttpApiError.HttpApiSchemaError =>
  HttpApiError.HttpApiSchemaError.is(error) && error.kind !== "Body" && error.kind !== "ResponseHeaders"

export const layer = Layer.succeed(Validation, (handler, { endpoint }) => {
  const hasBody = endpoint.payload.size > 0
  return Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
    const fault = queryFault(context, endpoint)
    if (fault !== undefined) return Effect.fail(fault)
    return hasBody ? Effect.andThen(readJsonBody(currentRequest(context)), handler) : handler
  }).pipe(Effect.catch((error) => (isRequestFault(error) ? describe(error) : Effect.fail(error))))
})
