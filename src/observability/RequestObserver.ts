import { Context } from "effect"

/** A request that was answered, without anything that reveals who sent it or what it asked for. */
export interface ObservedRequest {
  /** Name of the endpoint in the API's description; `other` for paths that the API does not have. */
  readonly endpoint: string
  readonly status: number
  /** From arrival until the response is ready, before it is sent. */
  readonly milliseconds: number
  /** Addresses returned. */
  readonly draws: number
  /** Public ID of the token that the request counts for. */
  readonly token: string | undefined
}

/**
 * Called by the edge for every request, before its response: it must be fast, and must not fail. Undefined if nobody
 * needs it, as in most tests.
 */
export const RequestObserver = Context.Reference<((request: ObservedRequest) => void) | undefined>(
  "doorstep/RequestObserver",
  { defaultValue: () => undefined }
)
