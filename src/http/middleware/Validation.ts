import { Context, Effect, Layer, Predicate, Schema, SchemaAST } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError, type HttpApiEndpoint } from "effect/http-api"
import type { InvalidRequest } from "../../../schemas/Errors.ts"
import { describeIssue, invalidRequest } from "../../../schemas/Faults.ts"
import { isRequestId } from "../../../schemas/Fields.ts"
import { BodyLimit, strict, Validation } from "../../../schemas/Validation.ts"
import { Exchange } from "../edge/Exchange.ts"
import { parseJsonBody, readJsonBody } from "../server/JsonBody.ts"
import { queryFaults } from "../server/QueryText.ts"

type Request = HttpServerRequest.HttpServerRequest

const currentRequest = (context: Context.Context<never>): Request =>
  Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)

const parametersOf = (context: Context.Context<never>): object =>
  Context.getUnsafe(context, HttpServerRequest.ParsedSearchParams)

/** The schema of an endpoint's query. */
interface QueryRules {
  readonly names: ReadonlySet<string>
  /** Refuses an invalid query, listing all of its faults. */
  readonly refuse: (query: object) => Effect.Effect<void, InvalidRequest>
}

/** An endpoint without parameters has no schema that would refuse one. */
const noParameters: QueryRules = {
  names: new Set(),
  refuse: (query) =>
    Effect.fail(
      invalidRequest(Object.keys(query).map((path) => ({ path, message: "is not a parameter of this endpoint" })))
    )
}

const queryRules = (schema: Schema.Decoder<unknown>): QueryRules => {
  const decode = Schema.decodeUnknownEffect(Schema.toCodecArrayFromSingle(schema), strict)
  const ast = SchemaAST.toEncoded(schema.ast)
  return {
    names: new Set(SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []),
    refuse: (query) =>
      Effect.matchEffect(decode(query), {
        onFailure: ({ issue }) => Effect.fail(describeIssue(issue, "The request", true)),
        onSuccess: () => Effect.void
      })
  }
}

/**
 * The longest body, in UTF-16 code units, that is told all of its faults. A body of 256 KiB can have a hundred thousand
 * of them: naming these took half a second, in which nobody else got a response.
 */
const longestTold = 16 * 1024

/** Refuses an invalid body, listing all of its faults; lets one pass that has none. */
type RefuseBody = (body: unknown) => Effect.Effect<void, InvalidRequest>

const bodyRules = ({ payload }: HttpApiEndpoint.Top): RefuseBody => {
  const schemas: ReadonlyArray<unknown> = Array.from(payload.values(), (one) =>
    one.encoding._tag === "Json" ? one.schemas : []
  ).flat()
  // Bodies need no services to be decoded, but this is lost in the type of an arbitrary endpoint.
  const schema = Schema.Union(schemas as ReadonlyArray<Schema.Decoder<unknown>>)
  const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(schema), strict)
  return (body) =>
    Effect.matchEffect(decode(body), {
      onFailure: ({ issue }) => Effect.fail(describeIssue(issue, "The body", false)),
      onSuccess: () => Effect.void
    })
}

const hasUnknown = (query: object, { names }: QueryRules): boolean => {
  for (const name in query) if (!names.has(name)) return true
  return false
}

/** What is wrong with the query before it is decoded. */
const queryFault = (
  context: Context.Context<never>,
  rules: QueryRules
): Effect.Effect<void, InvalidRequest> | undefined => {
  const faults = queryFaults(currentRequest(context).url)
  if (faults.length > 0) return Effect.fail(invalidRequest(faults, "The query"))
  const query = parametersOf(context)
  return hasUnknown(query, rules) ? rules.refuse(query) : undefined
}

/** A request that is refused for its body still gets its request ID back, if that is valid. */
const adoptRequestId = (context: Context.Context<never>, body: unknown): void => {
  const exchange = Context.getOrUndefined(context, Exchange)
  const options = Predicate.hasProperty(body, "options") ? body.options : undefined
  const requestId = Predicate.hasProperty(options, "requestId") ? options.requestId : undefined
  if (exchange !== undefined && typeof requestId === "string" && isRequestId(requestId)) exchange.requestId = requestId
}

const describe = Effect.fnUntraced(function* (
  error: HttpApiError.HttpApiSchemaError,
  rules: QueryRules,
  refuseBody: RefuseBody
) {
  const { issue } = error.cause
  const context = yield* Effect.context<never>()
  if (error.kind === "Query") yield* rules.refuse(parametersOf(context))
  if (error.kind !== "Payload") return yield* describeIssue(issue, "The request", error.kind === "Query")
  const text = yield* Effect.orDie(currentRequest(context).text)
  const body = yield* parseJsonBody(text)
  adoptRequestId(context, body)
  if (text.length <= longestTold) yield* refuseBody(body)
  return yield* describeIssue(issue, "The body", false)
})

/** Faults in a request are the sender's. A response that violates the contract is our own fault. */
const isRequestFault = (error: unknown): error is HttpApiError.HttpApiSchemaError =>
  HttpApiError.HttpApiSchemaError.is(error) && error.kind !== "Body" && error.kind !== "ResponseHeaders"

export const layer = Layer.succeed(Validation, (handler, { endpoint }) => {
  const hasBody = endpoint.payload.size > 0
  // Queries need no services to be decoded, but this is lost in the type of an arbitrary endpoint.
  const rules = endpoint.query === undefined ? noParameters : queryRules(endpoint.query as Schema.Decoder<unknown>)
  const refuseBody = bodyRules(endpoint)
  const limit = Context.get(endpoint.annotations, BodyLimit)
  return Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
    const next = hasBody ? Effect.andThen(readJsonBody(currentRequest(context), limit), handler) : handler
    const fault = queryFault(context, rules)
    return fault === undefined ? next : Effect.andThen(fault, next)
  }).pipe(Effect.catch((error) => (isRequestFault(error) ? describe(error, rules, refuseBody) : Effect.fail(error))))
})
