import { defineTask } from "../threads/Threads.ts"
import { type Damage, damageOf, unpackBlob } from "./Blobs.ts"
import { type Asked, type Excerpt, excerptOf } from "./Excerpt.ts"
import { type MemberLines, memberLinesOf } from "./MemberLines.ts"
import { PrimitiveBlock } from "./PbfBlock.ts"

/** A block's position in the file, and what to extract from it. */
export interface Input {
  readonly number: number
  readonly bytes: Uint8Array
  /** IDs of ways whose nodes are requested, in their order; undefined: everything else is requested. */
  readonly ways: Float64Array | undefined
}

export type Read =
  | { readonly number: number; readonly excerpt: Excerpt }
  | { readonly number: number; readonly lines: MemberLines }
  | { readonly number: number; readonly damage: Damage }

const read = ({ bytes, number, ways }: Input, asked: Asked): Read => {
  try {
    const block = new PrimitiveBlock(unpackBlob(bytes))
    return ways === undefined
      ? { number, excerpt: excerptOf(block, asked) }
      : { number, lines: memberLinesOf(block, ways, asked.locationsOnWays) }
  } catch (cause) {
    return { number, damage: damageOf(cause) }
  }
}

const buffersOf = (output: Read): ReadonlyArray<ArrayBuffer> => {
  if ("lines" in output) return [output.lines.refs, output.lines.lons, output.lines.lats].map(({ buffer }) => buffer)
  if (!("excerpt" in output)) return []
  const { addresses, areas, hints, members, nodes, objects, outlines } = output.excerpt
  return [nodes.pages, addresses, members, objects, outlines, areas, hints].flatMap((made) =>
    made === undefined ? [] : [made.buffer]
  )
}

/** Decompresses and decodes blocks of an extract, and extracts what concerns addresses. */
export const task = defineTask({
  module: import.meta.url,
  begin: (asked: Asked) => (input: Input) => read(input, asked),
  given: ({ bytes }) =>
    bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [],
  made: buffersOf
})
