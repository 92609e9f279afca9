import { Effect } from "effect"
import { ReadingProgress } from "../reading/Progress.ts"
import type { PbfFile } from "./PbfFile.ts"

/**
 * The share of time that each pass takes; processing the records belongs to the last. Measured on a part of Queens,
 * grown to 320,000 addresses.
 */
export const shareOf = {
  blocks: 0.1,
  members: 0.02,
  places: 0.03,
  areas: 0.08,
  givers: 0.01,
  settle: 0.07,
  records: 0.69
}

/** Reports the progress of reading a file, in bytes of the file. */
export class Progress {
  private readonly file: PbfFile
  private before = 0
  private share = 0
  private total = 1
  private done = 0

  constructor(file: PbfFile) {
    this.file = file
  }

  private bytesOf(number: number): number {
    const { end, start } = this.file.blocks[number]!
    return end - start
  }

  /** Begins a pass over these blocks. */
  begin(pass: keyof typeof shareOf, numbers: ReadonlyArray<number>): void {
    this.before += this.share
    this.share = shareOf[pass]
    this.total = Math.max(
      1,
      numbers.reduce((sum, number) => sum + this.bytesOf(number), 0)
    )
    this.done = 0
  }

  /** A block is done. */
  readonly step = Effect.fnUntraced({ self: this }, function* (this: Progress, number: number) {
    this.done += this.bytesOf(number)
    const { place } = this.file.origin
    const { size } = this.file
    const share = Math.min(1, this.before + this.share * (this.done / this.total))
    yield* (yield* ReadingProgress)({ place, done: Math.round(share * size), total: size })
  })
}
