import { Effect, Layer } from "effect"
import { StorageUnavailable } from "../database/Outage.ts"
import { steadyMillisOf } from "../shared/Clocks.ts"
import { makeWindows } from "./RateLimit.ts"
import { type Claim, type Grant, WindowStore } from "./WindowStore.ts"

/** One end of the channel between a worker and the process that supervises it. */
export interface Channel {
  /** Calls back when the message has been handed over, or cannot be. */
  readonly send: (message: Message, sent: (error: Error | null) => void) => void
  readonly on: (event: "message", listener: (message: unknown) => void) => void
  readonly off: (event: "message", listener: (message: unknown) => void) => void
}

/** A worker's question, or the answer to the one with that number. */
export type Message =
  | { readonly asked: number; readonly claims: ReadonlyArray<Claim> }
  | { readonly answered: number; readonly grants: ReadonlyArray<Grant> }

/** The channel carries other messages as well, such as that a worker is ready. */
const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && ("claims" in message || "grants" in message)

const unavailable = (cause: unknown) =>
  new StorageUnavailable({
    reason: "Connection",
    message: "The process that supervises the workers does not respond.",
    cause
  })

/** Windows in the memory of the supervisor: all of its workers share them. */
export const layer = (channel: Channel) =>
  Layer.effect(
    WindowStore,
    Effect.gen(function* () {
      const waiting = new Map<number, (grants: ReadonlyArray<Grant>) => void>()
      let asked = 0
      const hear = (message: unknown) => {
        if (isMessage(message) && "grants" in message) waiting.get(message.answered)?.(message.grants)
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => channel.on("message", hear)),
        () => Effect.sync(() => channel.off("message", hear))
      )
      return WindowStore.of({
        claim: (claims) =>
          Effect.callback<ReadonlyArray<Grant>, StorageUnavailable>((resume) => {
            const number = asked++
            waiting.set(number, (grants) => {
              waiting.delete(number)
              resume(Effect.succeed(grants))
            })
            channel.send({ asked: number, claims }, (error) => {
              if (error !== null && waiting.delete(number)) resume(Effect.fail(unavailable(error)))
            })
            return Effect.sync(() => void waiting.delete(number))
          })
      })
    })
  )

/** What the supervisor answers its workers' claims with, for as long as it runs. */
export const makeSupervisor = Effect.clockWith((clock) =>
  Effect.sync(() => {
    const windows = makeWindows()
    return (worker: Channel): void =>
      worker.on("message", (message) => {
        if (!isMessage(message) || !("claims" in message)) return
        const now = steadyMillisOf(clock)
        const grants = message.claims.map((claim) => windows.claim(claim, now))
        // A worker that has ended needs no answer.
        worker.send({ answered: message.asked, grants }, () => undefined)
      })
  })
)
