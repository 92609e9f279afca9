import { Effect, Fiber, Scope, Stream } from "effect"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

/** What ends in a fiber of its own: it is waited for, but not forever. Then it goes on alone. */
const waitFor = <E>(fiber: Fiber.Fiber<void, E>, source: string) =>
  Effect.raceFirst(
    Effect.interruptible(Fiber.join(fiber)),
    Effect.interruptible(
      Effect.andThen(
        Effect.sleep(timeBudgets.sourceEnd.time),
        Effect.logWarning(
          `The source ${source} was to end what it had begun, and has not. The run goes on without it. What it holds ` +
            "(memory, files, connections) is freed when this process is restarted: correct its finalizers."
        )
      )
    )
  )

const interrupted = <A, E>(fiber: Fiber.Fiber<A, E>, source: string) =>
  Effect.flatMap(Effect.forkDetach(Fiber.interrupt(fiber)), (ending) => waitFor(ending, source))

/** Code of a source that need not come to an end when it is interrupted: a run can always be cancelled. */
export const endsInTime = <A, E>(source: string, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(work), (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () => interrupted(fiber, source))
    )
  )

/** The same for a stream. Each of its chunks is made in a fiber of its own, so there should be few. */
export const streamEndsInTime = <A, E>(source: string, stream: Stream.Stream<A, E>): Stream.Stream<A, E> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Effect.addFinalizer((exit) =>
        Effect.flatMap(Effect.forkDetach(Scope.close(scope, exit)), (closing) => waitFor(closing, source))
      )
      const pull = yield* Scope.provide(Stream.toPull(stream), scope)
      return Stream.fromPull(Effect.succeed(endsInTime(source, pull)))
    })
  )
