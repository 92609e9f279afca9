import { Context } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { isRequestId } from "../../../schemas/Fields.ts"
import type { RateLimitDecision } from "../../tokens/RateLimit.ts"

/** A request ID from the URL, if it contains one that can be returned. */
const requestIdOf = (url: string): string | undefined => {
  // Most URLs have none, and searching is cheaper than parsing.
  const start = url.indexOf("requestId=")
  if (start === -1) return undefined
  const named = new URLSearchParams(url.slice(url.indexOf("?") + 1)).getAll("requestId")
  return named.length === 1 && isRequestId(named[0]!) ? named[0] : undefined
}

/** A request in progress, with everything that its response needs, whatever the response is. */
export class ExchangeState {
  /** The caller's ID, otherwise a UUID. */
  requestId: string
  /** Set once the token is known and its request is counted. */
  rateLimit: Omit<RateLimitDecision, "allowed"> | undefined = undefined
  /** Public ID of the token that the request was counted for. */
  token: string | undefined = undefined
  /** How many addresses the response hands out. */
  draws = 0
  /** Whether the failure has been logged, because it passes several places that report failures. */
  isReported = false
  private trace: string | undefined = undefined

  constructor(url: string) {
    this.requestId = requestIdOf(url) ?? randomUUID()
  }

  /** Leads from a response to its log record: 32 hexadecimal digits, generated on first use. */
  get traceId(): string {
    return (this.trace ??= randomBytes(16).toString("hex"))
  }

  /** The trace of the request, if it is traced. */
  set traceId(traceId: string) {
    this.trace = traceId
  }
}

/** The request that the fiber handles. The edge provides it. */
export class Exchange extends Context.Service<Exchange, ExchangeState>()("doorstep/Exchange") {}

/** The ID of the request that a fiber handles; undefined if there is none. */
export const requestIdIn = (context: Context.Context<never>): string | undefined =>
  Context.getOrUndefined(context, Exchange)?.requestId
