import type { ScratchFile } from "../scratch/ScratchFile.ts"
import { TapeReader } from "./Tape.ts"

/** Tapes in a file, at most one of each block. */
export class Spool {
  private readonly file: ScratchFile
  /** Of the tape that was read last: a country has thousands of them, and memory of buffers is given back late. */
  private buffer = new Uint8Array(0)
  private readonly starts = new Map<number, readonly [start: number, length: number]>()

  constructor(file: ScratchFile) {
    this.file = file
  }

  put(block: number, tape: Uint8Array | undefined): void {
    if (tape === undefined) return
    const start = this.file.allocate(tape.length)
    this.file.write(tape, start)
    this.starts.set(block, [start, tape.length])
  }

  /** Blocks that have one, in the order in which they were put. */
  get blocks(): ReadonlyArray<number> {
    return Array.from(this.starts.keys())
  }

  /** Undefined for a block that has none. It can be read until the next is asked for. */
  get(block: number): TapeReader | undefined {
    const place = this.starts.get(block)
    if (place === undefined) return undefined
    const [start, length] = place
    if (length > this.buffer.length) this.buffer = new Uint8Array(Math.ceil(length * 1.5))
    const bytes = this.buffer.subarray(0, length)
    this.file.read(bytes, start)
    return new TapeReader(bytes)
  }
}
