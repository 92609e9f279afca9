import { Array as Arr, Cause, Effect, Pull, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { longestSilence } from "./Limits.ts"
import { type Origin, unreadable } from "./Origin.ts"

/** Turns chunks of one type into values of another, with state between chunks. Each reading creates its own. */
export interface Parser<A, B> {
  readonly push: (chunk: A) => ReadonlyArray<B>
  /** What is left when the input ends. */
  readonly end: () => ReadonlyArray<B>
  /** For a text parser whose values are whole lines: lets others read those lines. */
  readonly lines?: HandsLinesOver
}

/** How a parser hands off lines to others. */
interface HandsLinesOver {
  /**
   * Releases the beginning of a line that the parser holds, with the line's number. Undefined if it holds more than
   * that, or does not know yet how to read what follows: then it must continue by itself.
   */
  readonly release: () => { readonly line: number; readonly text: string } | undefined
  /** The next text begins with this line. */
  readonly goOn: (line: number) => void
}

/** Thrown by a parser if the file as a whole cannot be read: its message is for the operator. */
export class Fault extends Error {}

/** What a parser throws, as an error of the source. */
export const asSourceError =
  (origin: Origin) =>
  (cause: unknown): SourceError =>
    unreadable(origin, cause instanceof Fault ? cause.message : "it cannot be read.", cause)

const lengthOf = (chunk: unknown): number =>
  typeof chunk === "string" || chunk instanceof Uint8Array ? chunk.length : 0

/** Runs a parser over a stream, a chunk of values per chunk of input, so that values cost no effect each. */
export const parse =
  <A, B>(origin: Origin, make: () => Parser<A, B>) =>
  <E>(stream: Stream.Stream<A, E>): Stream.Stream<B, E | SourceError> =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        const parser = make()
        const attempt = (evaluate: () => ReadonlyArray<B>) =>
          Effect.try({ try: evaluate, catch: asSourceError(origin) })
        let ended = false
        let silent = 0
        const push = (chunks: ReadonlyArray<A>) => {
          const values = chunks.flatMap(parser.push)
          silent = values.length > 0 ? 0 : chunks.reduce((sum, chunk) => sum + lengthOf(chunk), silent)
          if (silent > longestSilence) throw new Fault(`it has no record within ${longestSilence} characters.`)
          return values
        }
        const next: Pull.Pull<Arr.NonEmptyReadonlyArray<B>, E | SourceError> = Effect.suspend(() =>
          ended
            ? Cause.done()
            : pull.pipe(
                Effect.flatMap((chunks) => attempt(() => push(chunks))),
                Pull.catchDone(() => {
                  ended = true
                  return attempt(parser.end)
                }),
                Effect.flatMap((values) => (Arr.isReadonlyArrayNonEmpty(values) ? Effect.succeed(values) : next))
              )
        )
        return next
      })
    )

/** Milliseconds of work before yielding. */
const turn = 10

/**
 * Maps the values of a stream. Long work on a chunk yields in between, so that it can be interrupted and does not block
 * others.
 */
export const mapGently =
  <A, B>(f: (value: A) => B) =>
  <E>(stream: Stream.Stream<A, E>): Stream.Stream<B, E> =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        let waiting: ReadonlyArray<A> = []
        let at = 0
        const work = (): Arr.NonEmptyReadonlyArray<B> => {
          const until = performance.now() + turn
          const out: [B, ...Array<B>] = [f(waiting[at++]!)]
          while (at < waiting.length && performance.now() < until) out.push(f(waiting[at++]!))
          return out
        }
        return Effect.suspend(() => {
          if (at < waiting.length) return Effect.andThen(Effect.yieldNow, Effect.sync(work))
          return Effect.map(pull, (chunk) => {
            waiting = chunk
            at = 0
            return work()
          })
        })
      })
    )

/** A parser whose values are mapped; undefined results are dropped. */
export const mapParser = <A, B, C>(parser: Parser<A, B>, f: (value: B) => C | undefined): Parser<A, C> => {
  const turn = (values: ReadonlyArray<B>): ReadonlyArray<C> => {
    const out: Array<C> = []
    for (const value of values) {
      const turned = f(value)
      if (turned !== undefined) out.push(turned)
    }
    return out
  }
  return { ...parser, push: (chunk) => turn(parser.push(chunk)), end: () => turn(parser.end()) }
}

/** Records that may all be unreadable before the whole file fails. */
const patience = 1000

/** Fails if not a single value is valid: then the file is not partly damaged, but something else. */
export const unlessAllBad = <A, B>(
  parser: Parser<A, B>,
  isBad: (value: B) => boolean,
  message: string | (() => string)
): Parser<A, B> => {
  let good = false
  let bad = 0
  const check = (values: ReadonlyArray<B>, final: boolean): ReadonlyArray<B> => {
    for (const value of good ? [] : values) {
      if (isBad(value)) bad += 1
      else good = true
    }
    if (!good && (bad >= patience || (final && bad > 0)))
      throw new Fault(typeof message === "string" ? message : message())
    return values
  }
  const { lines } = parser
  return {
    ...(lines === undefined ? {} : { lines: { ...lines, release: () => (good ? lines.release() : undefined) } }),
    push: (chunk) => check(parser.push(chunk), false),
    end: () => check(parser.end(), true)
  }
}
