import type { ScratchFile } from "../scratch/ScratchFile.ts"
import { TapeReader } from "./Tape.ts"

/** Tapes in a file, at most one of each block. */
export class Spool {
  private readonly file: ScratchFile
  /** The buffer of the last tape, reused: a country has thousands of tapes, and buffers are freed late. */
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

  /** Blocks with a tape, in the order in which they were added. */
  get blocks(): ReadonlyArray<number> {
    return Array.from(this.starts.keys())
  }

  /** Undefined for a block without a tape. The tape is valid until the next one is requested. */
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
