import { Effect, Option, Stream } from "effect"

/** The first `count` bytes, or fewer if there are no more, whatever the chunks of the stream. */
export const firstBytes = <E>(stream: Stream.Stream<Uint8Array, E>, count: number): Effect.Effect<Uint8Array, E> =>
  stream.pipe(
    Stream.scan(
      (): Uint8Array => new Uint8Array(0),
      (head, chunk) => Buffer.concat([head, chunk.subarray(0, count)])
    ),
    Stream.takeUntil((head) => head.length >= count),
    Stream.runLast,
    Effect.map((head) => Option.getOrElse(head, () => new Uint8Array(0)).subarray(0, count))
  )
