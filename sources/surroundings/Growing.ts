interface Column<Self> {
  readonly length: number
  readonly BYTES_PER_ELEMENT: number
  set(from: Self): void
  subarray(start: number, end: number): Self
  slice(start: number, end: number): Self
  [index: number]: number
}

/** A growing typed array: at most eight bytes per number, where a plain array may take more. */
class Growing<A extends Column<A>> {
  private values: A
  private readonly make: (length: number) => A
  length = 0

  constructor(make: (length: number) => A) {
    this.make = make
    this.values = make(1024)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const more = this.make(Math.ceil(this.values.length * 1.5))
      more.set(this.values)
      this.values = more
    }
    this.values[this.length] = value
    this.length += 1
  }

  /** The numbers, in an array of exactly that length. Append nothing after this. */
  finish(): A {
    this.values = this.values.slice(0, this.length)
    return this.values
  }
}

export const growingInt32 = () => new Growing((length) => new Int32Array(length))
export const growingUint32 = () => new Growing((length) => new Uint32Array(length))
export const growingFloat64 = () => new Growing((length) => new Float64Array(length))
