import { Effect } from "effect"
import { AdminWorld, type CallOptions } from "./AdminWorld.ts"

/** An open stream of server-sent events. */
interface Events {
  readonly response: Response
  /** The data of the next event; undefined once the stream has ended. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly next: Effect.Effect<any>
  readonly close: Effect.Effect<void>
}

/** Opens a stream, which closes with the scope. */
export const open = Effect.fnUntraced(function* (path: string, options: CallOptions) {
  const { request } = yield* AdminWorld
  const response = yield* request(`/admin/api${path}`, options)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  // oxlint-disable-next-line typescript/no-explicit-any
  const next = Effect.promise(async (): Promise<any> => {
    for (;;) {
      const end = rest.indexOf("\n\n")
      if (end !== -1) {
        const event = rest.slice(0, end)
        rest = rest.slice(end + 2)
        const lines = event.split("\n").filter((line) => line.startsWith("data:"))
        return JSON.parse(lines.map((line) => line.slice(5)).join("\n"))
      }
      const { done, value } = await reader.read()
      if (done) return undefined
      rest += value
    }
  })
  const close = Effect.promise(() => reader.cancel().catch(() => undefined))
  yield* Effect.addFinalizer(() => close)
  return { response, next, close } satisfies Events
})
