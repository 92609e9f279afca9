import { Context, type Duration, Effect, Schema, Semaphore, type Scope, Stream } from "effect"
import { SourceError } from "../DataSource.ts"

/** Work in a thread did not finish. The message is a sentence. */
export class ThreadFailed extends Schema.TaggedError<ThreadFailed>()("ThreadFailed", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** More threads make reading no faster on any machine. */
export const mostThreads = 64

/** Processes one input after another. */
export type Work<In, Out> = (input: In) => Out | Promise<Out>

/**
 * Work that any thread can do. A separate module exports it as `task`, and imports only what the work needs, because
 * every thread loads it. Setups, inputs and outputs are copied by `structuredClone`; a SharedArrayBuffer is shared.
 *
 * An output may depend only on setup and input, because any thread may make it, whatever that thread did before.
 * Expected failures are part of the output; an exception ends the run.
 */
export interface Task<Setup, In, Out> {
  /** `import.meta.url` of the module. */
  readonly module: string
  /** Called once in each thread. */
  readonly begin: (setup: Setup) => Work<In, Out> | Promise<Work<In, Out>>
  /** Buffers of an input to transfer: the sender loses them, and nothing is copied. */
  readonly given?: (input: In) => ReadonlyArray<ArrayBuffer>
  /** The same for an output. */
  readonly made?: (output: Out) => ReadonlyArray<ArrayBuffer>
}

export const defineTask = <Setup, In, Out>(task: Task<Setup, In, Out>): Task<Setup, In, Out> => task

/** Runs a task that was started with one setup. */
export interface Crew<In, Out> {
  /** Processes one input. */
  readonly run: (input: In) => Effect.Effect<Out, ThreadFailed>
  /** Maximum inputs in flight by default: enough to keep all threads busy. */
  readonly ahead: number
  /** Processes all inputs: outputs come in input order. */
  readonly map: <E, R>(
    inputs: Stream.Stream<In, E, R>,
    options?: { readonly ahead?: number }
  ) => Stream.Stream<Out, E | ThreadFailed, R>
}

/** Runs the work of reading. */
export interface ReadingThreads {
  /** Maximum number of threads; 1: all work is done in the calling thread. */
  readonly count: number
  /** Costs nothing until there is much to do. Work in threads ends with the scope, even in the middle. */
  readonly crew: <Setup, In, Out>(
    task: Task<Setup, In, Out>,
    setup: Setup
  ) => Effect.Effect<Crew<In, Out>, never, Scope.Scope>
}

const failed = (cause: unknown): ThreadFailed =>
  new ThreadFailed({
    message: `The work broke off: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause
  })

/** Runs a task in the calling thread, one input after another; `onWorked` receives the time that each took. */
export const doHere = <Setup, In, Out>(
  task: Pick<Task<Setup, In, Out>, "begin">,
  setup: Setup,
  onWorked: (spent: Duration.Duration) => void = () => {}
): Crew<In, Out>["run"] => {
  const turns = Semaphore.makeUnsafe(1)
  let work: Work<In, Out> | undefined
  const attempt = (input: In) =>
    Effect.tryPromise({ try: async () => (work ??= await task.begin(setup))(input), catch: failed }).pipe(
      Effect.timed,
      Effect.map(([spent, output]) => {
        onWorked(spent)
        return output
      })
    )
  // Yielding lets other work run, including an interruption.
  return (input) => Effect.andThen(Effect.yieldNow, turns.withPermits(1)(attempt(input)))
}

export const crewOf = <In, Out>(run: Crew<In, Out>["run"], ahead: number): Crew<In, Out> => ({
  run,
  ahead,
  map: (inputs, options) => Stream.mapEffect(inputs, run, { concurrency: options?.ahead ?? ahead })
})

/** All work is done in the calling thread. */
export const oneThread: ReadingThreads = {
  count: 1,
  crew: (task, setup) => Effect.sync(() => crewOf(doHere(task, setup), 1))
}

/** Without a Layer, no thread is started. */
export const Threads = Context.Reference<ReadingThreads>("doorstep/Threads", { defaultValue: () => oneThread })

/** For streams of sources: a failed thread ends the run, which is not retried. */
export const threadFault =
  (source: string) =>
  ({ cause, message }: ThreadFailed): SourceError =>
    new SourceError({ source, reason: "unreadable", message, ...(cause === undefined ? {} : { cause }) })
