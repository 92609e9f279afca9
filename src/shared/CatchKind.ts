import { Effect } from "effect"

/**
 * Handles the errors of one kind, whatever else an effect may fail with. Effect's own `catchTag` and `catchIf` narrow
 * only errors that are known; here they are those of any caller.
 */
export const catchKind =
  <Kind, B, F, S>(isOfKind: (error: unknown) => error is Kind, handle: (error: Kind) => Effect.Effect<B, F, S>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | B, Exclude<E, Kind> | F, R | S> =>
    Effect.catch(effect, (error): Effect.Effect<B, Exclude<E, Kind> | F, S> =>
      isOfKind(error) ? handle(error) : Effect.fail(error as Exclude<E, Kind>)
    )
