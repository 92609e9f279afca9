import type { Duration } from "effect"

/** Timeouts and retries of reading over HTTP. */
export interface HttpPatience {
  /** Until the response begins. */
  readonly answer: Duration.Input
  /** Between two chunks of a response. */
  readonly stall: Duration.Input
  /** The period in which a response must deliver at least `least` bytes: a trickling one would occupy a run forever. */
  readonly period: Duration.Input
  readonly least: number
  /** Attempts in a row without progress before giving up. */
  readonly tries: number
  /** Wait before the second attempt; doubles each time, up to half a minute. */
  readonly pause: Duration.Input
}

export const defaultPatience: HttpPatience = {
  answer: "60 seconds",
  stall: "60 seconds",
  period: "5 minutes",
  least: 64 * 1024,
  tries: 6,
  pause: "500 millis"
}
