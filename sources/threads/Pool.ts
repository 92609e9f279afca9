import { getCompileCacheDir } from "node:module"
import { setFlagsFromString } from "node:v8"
import { Worker as NodeThread } from "node:worker_threads"
import { Cause, Deferred, Duration, Effect, Latch, Scope } from "effect"
import { Spawner, type Worker, WorkerPlatform } from "effect/workers/Worker"
import { isWorkerError } from "effect/workers/WorkerError"
import type { Message, Reply } from "./Messages.ts"
import { type Crew, crewOf, doHere, type Task, ThreadFailed } from "./Threads.ts"

/** Inputs queued per thread, so that it does not wait while the calling thread is busy. */
const ahead = 2

/**
 * Megabytes of each half of a thread's young generation. Without it, each thread would have as much as the process's
 * flags allow, or more; resource limits of a thread do not apply if the process has the flags.
 */
const youngMemory = "--max-semi-space-size=8"

/** A thread that is ready. */
interface Member {
  readonly channel: Worker<Reply, Message>
  /** Callers waiting for an output, by call. */
  readonly waiting: Map<number, Deferred.Deferred<unknown, ThreadFailed>>
  /** Crews whose task the thread has started. */
  readonly crews: Set<number>
}

const textOf = (cause: unknown): string => {
  const inner = isWorkerError(cause) && cause.reason.cause instanceof Error ? cause.reason.cause : cause
  return inner instanceof Error ? inner.message : String(inner)
}

const dead = (cause: unknown) =>
  new ThreadFailed({
    message: `A thread that reads has ended: ${textOf(cause)}. Where memory is short, fewer of them may do: READ_THREADS=1.`,
    cause
  })

const unsent = (cause: unknown) =>
  new ThreadFailed({ message: `Work could not be handed to a thread: ${textOf(cause)}`, cause })

/**
 * Threads shared by all crews, based on Effect's workers. They start when crews have worked in the calling thread for
 * `patience` in total, so that a small run does not pay for them. They are terminated with the scope, where Effect
 * alone would let them finish first. A thread that dies fails its calls and is not replaced.
 */
export const makePool = Effect.fnUntraced(function* (count: number, patience: Duration.Duration) {
  const platform = yield* WorkerPlatform
  const scope = yield* Effect.scope
  const ready: Array<Member> = []
  /** Open where there is nothing to wait for. */
  const decided = Latch.makeUnsafe(!Duration.isZero(patience))
  let starting = count
  let isStarted = false
  let worked = Duration.zero
  let calls = 0
  let crews = 0

  const settle = Effect.suspend(() => (--starting === 0 ? decided.open : Effect.void))
  const unstarted = (cause: Cause.Cause<unknown>) =>
    Effect.andThen(Effect.logWarning(`A thread could not be started. ${textOf(Cause.squash(cause))}`), settle)

  const start = Effect.fnUntraced(function* (id: number) {
    let thread: NodeThread | undefined
    // Read when a thread starts: running threads keep their setting.
    setFlagsFromString(youngMemory)
    const channel = yield* Effect.provideService(platform.spawn<Reply, Message>(id), Spawner, () => {
      thread = new NodeThread(new URL("./Thread.ts", import.meta.url), {
        name: "read",
        workerData: { compiled: getCompileCacheDir() }
      })
      return thread
    })
    const member: Member = { channel, waiting: new Map(), crews: new Set() }
    const hear = (reply: Reply) =>
      Effect.suspend(() => {
        const answer = member.waiting.get(reply.call)
        if (answer === undefined) return Effect.void
        return "fault" in reply
          ? Deferred.fail(answer, new ThreadFailed({ message: `The work broke off: ${reply.fault}` }))
          : Deferred.succeed(answer, reply.output)
      })
    let isEnded = false
    const gone = (cause: Cause.Cause<unknown>) =>
      Effect.gen(function* () {
        if (isEnded) return
        const fault = dead(Cause.squash(cause))
        const at = ready.indexOf(member)
        if (at < 0) return yield* unstarted(cause)
        ready.splice(at, 1)
        for (const answer of member.waiting.values()) yield* Deferred.fail(answer, fault)
      })
    const spawned = Effect.andThen(
      Effect.sync(() => ready.push(member)),
      settle
    )
    yield* channel.run(hear, { onSpawn: spawned }).pipe(Effect.catchCause(gone), Effect.forkIn(scope))
    yield* Scope.addFinalizer(
      scope,
      Effect.promise(async () => {
        isEnded = true
        await thread?.terminate()
      })
    )
  })

  /** Once is enough: if threads die, the rest do the work, or the calling thread. */
  const startAll = Effect.suspend(() => {
    if (isStarted || Duration.isLessThan(worked, patience)) return Effect.void
    isStarted = true
    return Effect.forEach(
      Array.from({ length: count }, (_, id) => id),
      (id) => Effect.catchCause(start(id), unstarted),
      { discard: true }
    )
  })

  const crew = <Setup, In, Out>(task: Task<Setup, In, Out>, setup: Setup): Crew<In, Out> => {
    const number = ++crews
    const here = doHere(task, setup, (spent) => {
      worked = Duration.sum(worked, spent)
    })

    const ask = Effect.fnUntraced(function* (member: Member, input: In) {
      const call = ++calls
      const answer = Deferred.makeUnsafe<unknown, ThreadFailed>()
      member.waiting.set(call, answer)
      const send = (message: Message, given?: ReadonlyArray<ArrayBuffer>) =>
        Effect.mapError(member.channel.send(message, given), unsent)
      const asked = Effect.gen(function* () {
        if (!member.crews.has(number)) {
          yield* send({ kind: "begin", crew: number, module: task.module, setup })
          member.crews.add(number)
        }
        yield* send({ kind: "work", crew: number, call, input }, task.given?.(input))
        // The thread runs the same task, so its output has the task's type.
        return (yield* Deferred.await(answer)) as Out
      })
      return yield* Effect.ensuring(
        asked,
        Effect.sync(() => member.waiting.delete(call))
      )
    })

    const run = Effect.fnUntraced(function* (input: In) {
      yield* startAll
      yield* decided.await
      let member: Member | undefined
      for (const one of ready) if (member === undefined || one.waiting.size < member.waiting.size) member = one
      return yield* member === undefined ? here(input) : ask(member, input)
    })
    return crewOf(run, count * ahead)
  }

  return { crew }
})
