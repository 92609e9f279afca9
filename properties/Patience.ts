import { Effect, Result } from "effect"

/** How many times a request is sent again after a 429. */
const patience = 5

/** Seconds until a minute's requests are available again, if the response does not say. */
const usualWait = "60"

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Sends a request, and waits where the token's requests are used up. */
export const patiently = <A extends Answered, E, R>(
  send: Effect.Effect<A, E, R>,
  again = patience
): Effect.Effect<A, E, R> =>
  Effect.flatMap(send, (answer) =>
    answer.status === 429 && again > 0
      ? Effect.delay(patiently(send, again - 1), `${Number(answer.headers["retry-after"] ?? usualWait) || 60} seconds`)
      : Effect.succeed(answer)
  )

/** Seconds before a request is sent again that nobody has answered: a restart takes about as long. */
const waits = [0.5, 1, 2, 4, 8, 8]

/** What proxies answer without a service behind them, and services without their database. */
const isOut = ({ status }: { readonly status: number }): boolean => status >= 502 && status <= 504

/** How often a deployment did not answer that had answered before. */
export class Outages {
  /** Requests that were sent again. */
  repeated = 0
  #hasAnswered = false
  #isLasting = false

  /**
   * Sends a request again while the deployment is out: restarted, or overloaded. An outage that lasts is waited for once
   * a run. What a deployment has answered from its start, a wait would not change.
   */
  readonly waitOut = <A extends { readonly status: number }, E, R>(
    send: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.gen({ self: this }, function* () {
      for (const seconds of waits) {
        const answer = yield* Effect.result(send)
        const isAnswered = Result.isSuccess(answer) && !isOut(answer.success)
        if (isAnswered) this.#hasAnswered = true
        if (isAnswered || !this.#hasAnswered || this.#isLasting) return yield* Effect.fromResult(answer)
        this.repeated++
        yield* Effect.sleep(`${seconds} seconds`)
      }
      this.#isLasting = true
      return yield* send
    })
}
