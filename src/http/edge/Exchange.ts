import { Context } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { isRequestId } from "../../../schemas/Fields.ts"

/** What a token's limit looks like after a request was counted. */
export interface RateLimitState {
  /** Requests per minute. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until the minute ends. */
  readonly resetSeconds: number
}

/** A request ID that the URL names, when it names one that can be returned. */
const requestIdOf = (url: string): string | undefined => {
  // Most URLs have none, and searching is cheaper than parsing.
  const start = url.indexOf("requestId=")
  if (start === -1) return undefined
  const named = new URLSearchParams(url.slice(url.indexOf("?") + 1)).getAll("requestId")
  return named.length === 1 && isRequestId(named[0]!) ? named[0] : undefined
}

/** One request on its way: what its answer must carry, whatever the answer is. */
export class ExchangeState {
  /** The caller's, else a UUID. */
  requestId: string
  /** Set once the token is known and its request is counted. */
  rateLimit: RateLimitState | undefined = undefined
  /** Public ID of the token that the request was counted for. */
  token: string | undefined = undefined
  /** Addresses that the answer hands out. */
  draws = 0
  /** Whether the failure has been logged: it passes more than one reporting boundary. */
  isReported = false
  private trace: string | undefined = undefined

  constructor(url: string) {
    this.requestId = requestIdOf(url) ?? randomUUID()
  }

  /** Leads from an answer to its log record, 32 hexadecimal digits. Drawn when it is first asked for. */
  get traceId(): string {
    return (this.trace ??= randomBytes(16).toString("hex"))
  }

  /** The trace that the request belongs to, where it is traced. */
  set traceId(traceId: string) {
    this.trace = traceId
  }
}

/** The request that the fiber answers. The edge provides it. */
export class Exchange extends Context.Service<Exchange, ExchangeState>()("doorstep/Exchange") {}

/** The ID of the request that a fiber answers; undefined where it answers none. */
export const requestIdIn = (context: Context.Context<never>): string | undefined =>
  Context.getOrUndefined(context, Exchange)?.requestId
