import { flushCompileCache } from "node:module"
import { workerData } from "node:worker_threads"
import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import { Effect, Predicate, Semaphore } from "effect"
import { WorkerRunnerPlatform } from "effect/workers/WorkerRunner"
import { hasEnded, type Message, type Reply, type WorkerData } from "./Messages.ts"
import { ThreadFailed, type Task, type Work } from "./Threads.ts"

/** A thread: processes inputs of crews, one after another, until the pool has ended. */

type AnyTask = Task<unknown, unknown, unknown>

interface Begun {
  readonly work: Work<unknown, unknown>
  readonly made: AnyTask["made"]
}

const isTask = (value: unknown): value is AnyTask => Predicate.hasProperty(value, "begin")

const broken = (cause: unknown) => new ThreadFailed({ message: cause instanceof Error ? cause.message : String(cause) })

const load = (module: string, setup: unknown) =>
  Effect.tryPromise({
    try: async (): Promise<Begun> => {
      const { task }: { readonly task?: unknown } = await import(module)
      if (!isTask(task)) throw new Error(`${module} exports no task.`)
      const begun = { work: await task.begin(setup), made: task.made }
      // A thread that is terminated would lose the compile cache.
      flushCompileCache()
      return begun
    },
    catch: broken
  })

const { ended }: WorkerData = workerData

const program = Effect.gen(function* () {
  const runner = yield* (yield* WorkerRunnerPlatform).start<Reply, Message>()
  const crews = new Map<number, Effect.Effect<Begun, ThreadFailed>>()
  const turns = Semaphore.makeUnsafe(1)

  const work = (port: number, { call, crew, input }: Extract<Message, { readonly kind: "work" }>) =>
    Effect.gen(function* () {
      const { made, work } = yield* crews.get(crew) ?? new ThreadFailed({ message: "Nothing of the kind was begun." })
      yield* Effect.tryPromise({
        try: async () => {
          if (hasEnded(ended)) return
          const output = await work(input)
          runner.sendUnsafe(port, { call, output }, made?.(output))
        },
        catch: broken
      })
    }).pipe(
      Effect.catch(({ message }) => runner.send(port, { call, fault: message })),
      turns.withPermits(1)
    )

  yield* runner.run((port, message) => {
    switch (message.kind) {
      case "begin":
        return Effect.map(Effect.cached(load(message.module, message.setup)), (begun) => {
          crews.set(message.crew, begun)
        })
      case "work":
        return work(port, message)
      case "end":
        crews.delete(message.crew)
    }
  })
})

await program.pipe(Effect.provide(NodeWorkerRunner.layer), Effect.runPromise)
