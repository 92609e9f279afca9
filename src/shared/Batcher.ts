import { Cause, type Context, Duration, Effect, Exit } from "effect"
import { timeBudgets } from "../settings/TimeBudgets.ts"

interface Waiting<A, B, E> {
  readonly asked: A
  readonly resume: (effect: Effect.Effect<B, E>) => void
}

export interface BatcherOptions<A, B, E> {
  /** Returns results in the order of the questions. A failure is passed to everyone who asked. */
  readonly run: (asked: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
  /** How much of `largest` a question takes. */
  readonly weigh: (asked: A) => number
  /** The most that one run is given, unless a single question weighs more. */
  readonly largest: number
  /** The context of the runs. */
  readonly context: Context.Context<never>
  /** The failure of a run that takes too long. */
  readonly late: () => E
}

/** Concurrent runs: one is answered while the next is under way. */
const concurrency = 2

/**
 * Milliseconds after which a run is abandoned, even if somebody still waits for it. Otherwise two runs that never
 * finish would block all others. Measured by the machine's clock, like the server's own statement timeout.
 */
const patience = Duration.toMillis(timeBudgets.batch.time)

/** How many of the first questions weigh at most `most` together; at least one. */
const countUpTo = <A>(items: ReadonlyArray<A>, most: number, weigh: (item: A) => number): number => {
  let weight = 0
  let end = 0
  while (end < items.length && (end === 0 || weight + weigh(items[end]!) <= most)) weight += weigh(items[end++]!)
  return end
}

/**
 * Lets concurrent fibers share statements. Questions asked in one turn of the event loop, or while earlier statements
 * are under way, are sent together. Statements grow with the load, and a single question does not wait.
 */
export const makeBatcher = <A, B, E>({ context, largest, late, run, weigh }: BatcherOptions<A, B, E>) => {
  const runFork = Effect.runForkWith(context)
  let waiting: Array<Waiting<A, B, E>> = []
  let running = 0
  let isScheduled = false

  const take = (): ReadonlyArray<Waiting<A, B, E>> => {
    const end = countUpTo(waiting, largest, ({ asked }) => weigh(asked))
    const taken = waiting.slice(0, end)
    waiting = waiting.slice(end)
    return taken
  }

  const flush = (): void => {
    isScheduled = false
    while (running < concurrency && waiting.length > 0) {
      const batch = take()
      running++
      const fiber = runFork(Effect.suspend(() => run(batch.map(({ asked }) => asked))))
      const timer = setTimeout(() => {
        end(Exit.fail(late()))
        fiber.interruptUnsafe()
      }, patience)
      let ended = false
      const end = (exit: Exit.Exit<ReadonlyArray<B>, E>): void => {
        if (ended) return
        ended = true
        clearTimeout(timer)
        running--
        batch.forEach(({ resume }, i) => {
          if (Exit.isFailure(exit)) resume(Effect.failCause(exit.cause))
          else if (i < exit.value.length) resume(Effect.succeed(exit.value[i]!))
          else resume(Effect.failCause(Cause.die(new Error("A batch was answered in part."))))
        })
        schedule()
      }
      fiber.addObserver(end)
    }
  }

  const schedule = (): void => {
    if (isScheduled || running >= concurrency || waiting.length === 0) return
    isScheduled = true
    // After everything that arrives in this turn.
    setImmediate(flush)
  }

  return (asked: A): Effect.Effect<B, E> =>
    Effect.callback<B, E>((resume) => {
      const entry = { asked, resume }
      waiting.push(entry)
      schedule()
      return Effect.sync(() => {
        waiting = waiting.filter((each) => each !== entry)
      })
    })
}
