import { Context } from "effect"

/** A request that was answered, without anything that says who sent it or what it asked for. */
export interface ObservedRequest {
  /** Name of the endpoint in the API's description; `other` for paths that the API does not have. */
  readonly endpoint: string
  readonly status: number
  /** From its arrival to its answer, before that is sent. */
  readonly milliseconds: number
  /** Addresses that were handed out. */
  readonly draws: number
  /** Public ID of the token that it was counted for. */
  readonly token: string | undefined
}

/**
 * Told of every request by the edge, while it is answered: it must be quick, and must not fail. Undefined where nobody
 * wants to know, as in most tests.
 */
export const RequestObserver = Context.Reference<((request: ObservedRequest) => void) | undefined>(
  "doorstep/RequestObserver",
  { defaultValue: () => undefined }
)
