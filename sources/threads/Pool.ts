import { getCompileCacheDir } from "node:module"
import { dirname } from "node:path"
import { setFlagsFromString } from "node:v8"
import { Worker as NodeThread } from "node:worker_threads"
import { Cause, Deferred, Duration, Effect, Latch, Scope } from "effect"
import { Spawner, type Worker, WorkerPlatform } from "effect/workers/Worker"
import { isWorkerError } from "effect/workers/WorkerError"
import { end, hasEnded, type Message, type Reply, type WorkerData } from "./Messages.ts"
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
    message: `A reading thread has ended: ${textOf(cause)}. If memory is short, use fewer of them: READ_THREADS=1.`,
    cause
  })

const unsent = (cause: unknown) =>
  new ThreadFailed({ message: `Work could not be handed to a thread: ${textOf(cause)}`, cause })

/** The running threads, and the work done without them. */
interface Threads {
  readonly platform: WorkerPlatform["Service"]
  readonly scope: Scope.Scope
  /** Set when nothing more is to be begun: a message would wait behind those of all inputs in the queue. */
  readonly ended: Int32Array<SharedArrayBuffer>
  readonly ready: Array<Member>
  /** Open while there is nothing to wait for. */
  readonly decided: Latch.Latch
  /** Threads that have neither become ready nor failed to start. */
  starting: number
  isStarted: boolean
  /** The time that crews have worked in the calling thread. */
  worked: Duration.Duration
  calls: number
  crews: number
}

const settle = (threads: Threads) =>
  Effect.suspend(() => (--threads.starting === 0 ? threads.decided.open : Effect.void))

const unstarted = (threads: Threads, cause: Cause.Cause<unknown>) =>
  Effect.andThen(Effect.logWarning(`A thread could not be started. ${textOf(Cause.squash(cause))}`), settle(threads))

/** Hands a thread's reply to the caller waiting for it. */
const hear = ({ waiting }: Member, reply: Reply) =>
  Effect.suspend(() => {
    const answer = waiting.get(reply.call)
    if (answer === undefined) return Effect.void
    return "fault" in reply
      ? Deferred.fail(answer, new ThreadFailed({ message: `The work broke off: ${reply.fault}` }))
      : Deferred.succeed(answer, reply.output)
  })

/** Fails the calls of a thread that has died. If it was not ready yet, it is reported as not started. */
const lose = Effect.fnUntraced(function* (threads: Threads, member: Member, cause: Cause.Cause<unknown>) {
  const fault = dead(Cause.squash(cause))
  const at = threads.ready.indexOf(member)
  if (at < 0) return yield* unstarted(threads, cause)
  threads.ready.splice(at, 1)
  for (const answer of member.waiting.values()) yield* Deferred.fail(answer, fault)
})

const start = Effect.fnUntraced(function* (threads: Threads, id: number) {
  const { ended, platform, ready, scope } = threads
  // Read when a thread starts: running threads keep their setting.
  setFlagsFromString(youngMemory)
  // Node names the folder of its own version; a thread chooses among those beside it again.
  const compiled = getCompileCacheDir()
  const channel = yield* Effect.provideService(platform.spawn<Reply, Message>(id), Spawner, () => {
    const workerData: WorkerData = { compiled: compiled === undefined ? undefined : dirname(compiled), ended }
    return new NodeThread(new URL("./Thread.ts", import.meta.url), { name: "read", workerData })
  })
  const member: Member = { channel, waiting: new Map(), crews: new Set() }
  const spawned = Effect.andThen(
    Effect.sync(() => ready.push(member)),
    settle(threads)
  )
  yield* channel
    .run((reply) => hear(member, reply), { onSpawn: spawned })
    .pipe(
      Effect.catchCause((cause) => (hasEnded(ended) ? Effect.void : lose(threads, member, cause))),
      Effect.forkIn(scope)
    )
})

/** Starts the threads once: if some die, the rest do the work, or the calling thread. */
const startAll = (threads: Threads, count: number) =>
  Effect.suspend(() => {
    threads.isStarted = true
    return Effect.forEach(
      Array.from({ length: count }, (_, id) => id),
      (id) => Effect.catchCause(start(threads, id), (cause) => unstarted(threads, cause)),
      { discard: true }
    )
  })

/** A crew's task in the form in which threads begin it. */
interface Work<Setup, In, Out> {
  readonly crew: number
  readonly task: Task<Setup, In, Out>
  readonly setup: Setup
}

/** Has a thread process one input, and waits for the output. */
const ask = Effect.fnUntraced(function* <Setup, In, Out>(
  { channel, crews, waiting }: Member,
  call: number,
  { crew, setup, task }: Work<Setup, In, Out>,
  input: In
) {
  const answer = Deferred.makeUnsafe<unknown, ThreadFailed>()
  waiting.set(call, answer)
  const send = (message: Message, given?: ReadonlyArray<ArrayBuffer>) =>
    Effect.mapError(channel.send(message, given), unsent)
  const asked = Effect.gen(function* () {
    if (!crews.has(crew)) {
      yield* send({ kind: "begin", crew, module: task.module, setup })
      crews.add(crew)
    }
    yield* send({ kind: "work", crew, call, input }, task.given?.(input))
    // The thread runs the same task, so its output has the task's type.
    return (yield* Deferred.await(answer)) as Out
  })
  return yield* Effect.ensuring(
    asked,
    Effect.sync(() => waiting.delete(call))
  )
})

/** Lets the threads forget a crew, which may have taken much memory: they live as long as any crew does. */
const dismiss = ({ ready }: Threads, { crew }: Pick<Work<never, never, never>, "crew">) =>
  Effect.forEach(
    ready.filter(({ crews }) => crews.delete(crew)),
    ({ channel }) => Effect.ignore(channel.send({ kind: "end", crew })),
    { discard: true }
  )

/** The thread with the fewest calls; undefined if there is none. */
const idlest = (ready: ReadonlyArray<Member>): Member | undefined => {
  let member: Member | undefined
  for (const one of ready) if (member === undefined || one.waiting.size < member.waiting.size) member = one
  return member
}

/**
 * Threads shared by all crews, based on Effect's workers. They start when crews have worked in the calling thread for
 * `patience` in total, so that a small run does not pay for them. They end with the scope, after the inputs that they
 * are at; Effect terminates those that take more than five seconds. Node aborts the process if a thread is terminated
 * while it makes a decompressor ("close before init"). A thread that dies fails its calls and is not replaced.
 */
export const makePool = Effect.fnUntraced(function* (count: number, patience: Duration.Duration) {
  const threads: Threads = {
    platform: yield* WorkerPlatform,
    scope: yield* Scope.fork(yield* Effect.scope, "parallel"),
    ended: new Int32Array(new SharedArrayBuffer(4)),
    ready: [],
    decided: Latch.makeUnsafe(!Duration.isZero(patience)),
    starting: count,
    isStarted: false,
    worked: Duration.zero,
    calls: 0,
    crews: 0
  }
  // Finalizers run in reverse order: this one before those of the threads.
  yield* Effect.addFinalizer(() => Effect.sync(() => end(threads.ended)))

  const make = <Setup, In, Out>(work: Work<Setup, In, Out>): Crew<In, Out> => {
    const here = doHere(work.task, work.setup, (spent) => {
      threads.worked = Duration.sum(threads.worked, spent)
    })
    const run = Effect.fnUntraced(function* (input: In) {
      if (!threads.isStarted && !Duration.isLessThan(threads.worked, patience)) yield* startAll(threads, count)
      yield* threads.decided.await
      const member = idlest(threads.ready)
      return yield* member === undefined ? here(input) : ask(member, ++threads.calls, work, input)
    })
    return crewOf(run, count * ahead)
  }

  const crew = <Setup, In, Out>(task: Task<Setup, In, Out>, setup: Setup) =>
    Effect.suspend(() => {
      const work: Work<Setup, In, Out> = { crew: ++threads.crews, task, setup }
      return Effect.as(
        Effect.addFinalizer(() => dismiss(threads, work)),
        make(work)
      )
    })

  return { crew }
})
