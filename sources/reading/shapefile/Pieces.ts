import type { Parser } from "../Parser.ts"

/** What comes next in a file: so many bytes to pass over, and then a piece of so many, at least 1. */
export interface Ahead {
  readonly skip: number
  readonly bytes: number
}

interface Piecewise<B> {
  readonly first: Ahead
  /** Takes a piece, which is only valid now, adds values, and says what comes next. */
  readonly take: (piece: Buffer, values: Array<B>) => Ahead
  /** Called at the end of the input, with how much was still to be passed over, and what had come of the piece. */
  readonly end: (skip: number, part: number) => void
}

/** Parses a file whose pieces say how long the next ones are, with one piece in memory. */
export const piecewise = <B>({ end, first, take }: Piecewise<B>): Parser<Uint8Array, B> => {
  let { bytes, skip } = first
  /** A piece that came in several chunks, and how much of it there is. */
  let held = Buffer.alloc(0)
  let length = 0

  /** The next piece, and where it ends in the chunk; undefined if it goes on in the next chunk. */
  const next = (chunk: Buffer, at: number): { readonly piece: Buffer; readonly to: number } | undefined => {
    const to = at + bytes - length
    if (length === 0 && to <= chunk.length) return { piece: chunk.subarray(at, to), to }
    if (length === 0) held = Buffer.alloc(bytes)
    length += chunk.copy(held, length, at, to)
    if (length < bytes) return undefined
    length = 0
    return { piece: held, to }
  }

  return {
    push: (given) => {
      const chunk = Buffer.from(given.buffer, given.byteOffset, given.length)
      const values: Array<B> = []
      let at = 0
      while (at < chunk.length) {
        const passed = Math.min(skip, chunk.length - at)
        skip -= passed
        at += passed
        const found = at < chunk.length ? next(chunk, at) : undefined
        if (found === undefined) break
        at = found.to
        ;({ bytes, skip } = take(found.piece, values))
      }
      return values
    },
    end: () => {
      end(skip, length)
      return []
    }
  }
}
