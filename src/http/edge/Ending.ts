import { Context, Deferred, Effect, Layer } from "effect"

/** Announces that the server is about to stop, so that responses without an end can finish. */
export class Ending extends Context.Service<
  Ending,
  {
    readonly begin: Effect.Effect<void>
    /** Waits for the announcement. */
    readonly begun: Effect.Effect<void>
  }
>()("doorstep/Ending") {
  static readonly layer = Layer.effect(
    Ending,
    Effect.map(Deferred.make<void>(), (begun) =>
      Ending.of({ begin: Effect.asVoid(Deferred.succeed(begun, undefined)), begun: Deferred.await(begun) })
    )
  )
}
