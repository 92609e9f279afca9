import { Effect } from "effect"

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
