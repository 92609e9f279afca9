import { Context, type Duration, Effect, Schema, Semaphore, type Scope, Stream } from "effect"
import { SourceError } from "../DataSource.ts"

/** Work did not come to its end in a thread. The message is a sentence. */
export class ThreadFailed extends Schema.TaggedError<ThreadFailed>()("ThreadFailed", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** More than that do not make reading faster on any machine. */
export const mostThreads = 64

/** What is done with one input after another. */
export type Work<In, Out> = (input: In) => Out | Promise<Out>

/**
 * Work that any thread can do. A module of its own exports it as `task`, and imports no more than the work needs, since
 * every thread loads it. Setups, inputs and outputs are copied as `structuredClone` copies; a SharedArrayBuffer is shared.
 *
 * An output follows from setup and input alone: which thread makes it, and what that has done before, is not known. What
 * is expected to go wrong is part of the output; what the work throws ends the run.
 */
export interface Task<Setup, In, Out> {
  /** `import.meta.url` of the module. */
  readonly module: string
  /** Once in each thread. */
  readonly begin: (setup: Setup) => Work<In, Out> | Promise<Work<In, Out>>
  /** Buffers of an input that are handed over: the sender loses them, and nothing is copied. */
  readonly given?: (input: In) => ReadonlyArray<ArrayBuffer>
  /** The same for an output. */
  readonly made?: (output: Out) => ReadonlyArray<ArrayBuffer>
}

export const defineTask = <Setup, In, Out>(task: Task<Setup, In, Out>): Task<Setup, In, Out> => task

/** Who does a task, begun with one setup. */
export interface Crew<In, Out> {
  /** Does one input. */
  readonly run: (input: In) => Effect.Effect<Out, ThreadFailed>
  /** Inputs that are under way at most, where nothing else is said: enough to keep all threads busy. */
  readonly ahead: number
  /** Does all of them: outputs come in the order of inputs. */
  readonly map: <E, R>(
    inputs: Stream.Stream<In, E, R>,
    options?: { readonly ahead?: number }
  ) => Stream.Stream<Out, E | ThreadFailed, R>
}

/** Where reading does its work. */
export interface ReadingThreads {
  /** Threads at most; 1: everything is done where it is asked for. */
  readonly count: number
  /** Costs nothing until there is much to do. What was begun in threads ends with the scope, in mid-work too. */
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

/** Does a task where it is asked for, one input after another; `onWorked` hears how long each has taken. */
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
  // Giving way lets others be heard, an interruption among them.
  return (input) => Effect.andThen(Effect.yieldNow, turns.withPermits(1)(attempt(input)))
}

export const crewOf = <In, Out>(run: Crew<In, Out>["run"], ahead: number): Crew<In, Out> => ({
  run,
  ahead,
  map: (inputs, options) => Stream.mapEffect(inputs, run, { concurrency: options?.ahead ?? ahead })
})

/** Everything is done where it is asked for. */
export const oneThread: ReadingThreads = {
  count: 1,
  crew: (task, setup) => Effect.sync(() => crewOf(doHere(task, setup), 1))
}

/** Without a Layer no thread is started. */
export const Threads = Context.Reference<ReadingThreads>("doorstep/Threads", { defaultValue: () => oneThread })

/** For streams of sources: a thread that fails ends the run, which is not tried again. */
export const threadFault =
  (source: string) =>
  ({ cause, message }: ThreadFailed): SourceError =>
    new SourceError({ source, reason: "unreadable", message, ...(cause === undefined ? {} : { cause }) })
