import { Duration, Effect, Stream } from "effect"
import { ReadingProgress, TransferProgress } from "../../sources/reading/Progress.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { numberText } from "./Amounts.ts"

/** How long something is waited for before it is said, and then twice as long each time. */
const silence = timeBudgets.sourceSilent.time
const longestSilence = timeBudgets.sourceSilentLong.time

const say = (what: string, waited: Duration.Duration, question: string) =>
  Effect.logWarning(`Still waiting for ${what}, after ${Duration.format(waited)}. ${question}`)

const unlimited = "Does its code wait for something without a time limit?"

/** Says what is waited for if it takes long. Nothing ends it: what a source does may take any time. */
export const aloud =
  (what: string, question = unlimited) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const listen = (pause: Duration.Duration, before: Duration.Duration): Effect.Effect<never> => {
      const waited = Duration.sum(before, pause)
      const next = Duration.min(waited, longestSilence)
      return Effect.sleep(pause).pipe(
        Effect.andThen(say(what, waited, question)),
        Effect.andThen(Effect.suspend(() => listen(next, waited)))
      )
    }
    return Effect.raceFirst(work, listen(silence, Duration.zero))
  }

/**
 * The same for a stream of records: says if it gives none for a while, although somebody waits for one, and nothing is
 * downloaded or read either.
 */
export const recordsAloud = <A, E, R>(
  source: string,
  country: string,
  records: Stream.Stream<A, E, R>
): Stream.Stream<A, E, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      let [given, signs, isAwaited] = [0, 0, false]
      const sign = Effect.sync(() => void signs++)
      const [transferred, read] = [yield* TransferProgress, yield* ReadingProgress]
      const pull = yield* records.pipe(
        Stream.provideService(TransferProgress, (news) => Effect.andThen(sign, transferred(news))),
        Stream.provideService(ReadingProgress, (news) => Effect.andThen(sign, read(news))),
        Stream.toPull
      )
      const listen = (pause: Duration.Duration, waited: Duration.Duration): Effect.Effect<never> =>
        Effect.suspend(() => {
          const before = signs
          const look = Effect.suspend(() => {
            if (signs !== before || !isAwaited) return listen(silence, Duration.zero)
            const now = Duration.sum(waited, pause)
            const what = given === 0 ? "the first record" : "a record"
            const those = given === 0 ? "" : ` (${numberText(given)} have come)`
            return Effect.andThen(
              say(`${what} of ${source} in ${country}${those}`, now, unlimited),
              listen(Duration.min(now, longestSilence), now)
            )
          })
          return Effect.andThen(Effect.sleep(pause), look)
        })
      yield* Effect.forkScoped(listen(silence, Duration.zero))
      const heard = Effect.suspend(() => {
        isAwaited = true
        return pull
      }).pipe(
        Effect.tap((chunk) => Effect.sync(() => void (given += chunk.length))),
        Effect.ensuring(
          Effect.sync(() => {
            isAwaited = false
            signs++
          })
        )
      )
      return Stream.fromPull(Effect.succeed(heard))
    })
  )
