import type { ScratchFile } from "./ScratchFile.ts"

/** Rows per partition that are buffered in memory. */
const waitingRows = 32

/** Rows of numbers, divided into partitions; each partition is read as a whole. */
export class Partitions {
  private readonly file: ScratchFile
  private readonly columns: number
  private readonly waiting: ReadonlyArray<Float64Array>
  private readonly lengths: Uint32Array
  private readonly starts: ReadonlyArray<Array<number>>

  /** `columns`: numbers per row. */
  constructor(file: ScratchFile, partitions: number, columns: number) {
    this.file = file
    this.columns = columns
    this.waiting = Array.from({ length: partitions }, () => new Float64Array(waitingRows * columns))
    this.lengths = new Uint32Array(partitions)
    this.starts = Array.from({ length: partitions }, () => [])
  }

  get count(): number {
    return this.waiting.length
  }

  add(partition: number, row: ReadonlyArray<number>): void {
    const rows = this.waiting[partition]!
    rows.set(row, this.lengths[partition]! * this.columns)
    this.lengths[partition]! += 1
    if (this.lengths[partition] !== waitingRows) return
    const start = this.file.allocate(rows.byteLength)
    this.file.write(new Uint8Array(rows.buffer), start)
    this.starts[partition]!.push(start)
    this.lengths[partition] = 0
  }

  /** Its rows one after another, in insertion order. */
  read(partition: number): Float64Array<ArrayBuffer> {
    const starts = this.starts[partition]!
    const full = waitingRows * this.columns
    const rest = this.lengths[partition]! * this.columns
    const rows = new Float64Array(starts.length * full + rest)
    starts.forEach((start, i) => this.file.read(new Uint8Array(rows.buffer, i * full * 8, full * 8), start))
    rows.set(this.waiting[partition]!.subarray(0, rest), starts.length * full)
    return rows
  }
}
