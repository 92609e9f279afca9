import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Effect, Exit, Queue, Scope, Stream } from "effect"
import type { TrialEvent, TrialMessage, TrialRequest } from "./Trial.ts"

const program = fileURLToPath(new URL("./TrialMain.ts", import.meta.url))

/** A process that has loaded what every trial needs, or is loading it. */
interface Warm {
  readonly child: ChildProcess
  readonly messages: Queue.Queue<TrialMessage>
}

const ended = (code: number | null, signal: NodeJS.Signals | null): string =>
  `The process that tries the module ended ${signal === null ? `with exit code ${code}` : `by ${signal}`} before it was done. Does the module end it, or run out of memory?`

const start = Effect.acquireRelease(
  Effect.gen(function* () {
    const messages = yield* Queue.unbounded<TrialMessage>()
    const child = fork(program, [], {
      // Node's warning about stripping types is not about the author's code.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "inherit", "inherit", "ipc"]
    })
    child.on("message", (message: TrialMessage) => Queue.offerUnsafe(messages, message))
    child.on("error", ({ message }) => Queue.offerUnsafe(messages, { type: "failed", message }))
    child.on("exit", (code, signal) => Queue.offerUnsafe(messages, { type: "failed", message: ended(code, signal) }))
    return { child, messages } satisfies Warm
  }),
  // It holds nothing that needs cleaning up, and an author's endless loop would ignore a polite request.
  ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
)

const isLast = ({ type }: TrialMessage): boolean => type === "done" || type === "failed"
const isEvent = (message: TrialMessage): message is TrialEvent => message.type !== "ready"

/**
 * Tries modules, each time in a new process, so that nothing of an earlier version remains. The next process starts
 * while the user looks at the last results. All of them end with the scope.
 */
export const makeTrials = Effect.gen(function* () {
  const all = yield* Effect.scope
  /** The next process, and the scope that ends it. */
  let next: { readonly warm: Warm; readonly scope: Scope.Closeable } | undefined

  const prepare = Effect.gen(function* () {
    if (next !== undefined) return
    const scope = yield* Scope.fork(all)
    next = { scope, warm: yield* Scope.provide(start, scope) }
  })

  yield* prepare
  return (request: TrialRequest): Stream.Stream<TrialEvent> =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* prepare
        const { scope, warm } = next!
        next = undefined
        yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
        // Node buffers what is sent before the process listens.
        warm.child.send(request)
        return Stream.fromQueue(warm.messages).pipe(
          Stream.takeUntil(isLast),
          Stream.filter(isEvent),
          Stream.tap(({ type }) => (type === "records" || isLast({ type } as TrialMessage) ? prepare : Effect.void))
        )
      })
    )
})
