import { HttpApi, HttpApiMiddleware } from "effect/http-api"
import { Context } from "effect"
import { InternalErrorResponse, InvalidRequestResponse } from "./Errors.ts"

/** Refuses requests that do not fit the contract, with all their faults; of a long body, with the first one. */
export class Validation extends HttpApiMiddleware.Service<Validation>()("doorstep/Validation", {
  error: [InvalidRequestResponse, InternalErrorResponse]
}) {}

/** Largest request body that is accepted, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024

/** The largest body that an endpoint accepts, in bytes. What arrives of it is held in memory, whoever sends it. */
export const BodyLimit = Context.Reference<number>("doorstep/BodyLimit", { defaultValue: () => MAX_BODY_BYTES })

/** Reports every fault of a request. */
export const strict = { onExcessProperty: "error", errors: "all", reportInput: true } as const

/**
 * Unknown members and unknown parameters are refused, and every fault is reported: those of bodies are looked for once
 * the first is found, if there are not too many. Responses are not checked this way:
 * members outside the contract are left out of them.
 */
export const strictRequests = Context.empty().pipe(
  Context.add(HttpApi.ParamsParseOptions, strict),
  Context.add(HttpApi.QueryParseOptions, strict),
  Context.add(HttpApi.PayloadParseOptions, { ...strict, errors: "first" })
)
