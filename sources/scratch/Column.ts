import { type Frame, pageBytes, type Pages, type PageOwner } from "./Pages.ts"

/** Only three types, because code that reads columns is fast as long as it meets few types. */
type Values = Int32Array | Float64Array | Uint8Array

/** Numbers that are appended, and may be read and changed in any order. */
export class Column<A extends Values = Values> implements PageOwner {
  readonly places: Array<number | undefined> = []
  private readonly pages: Pages
  private readonly view: (bytes: ArrayBuffer) => A
  private readonly initial: number
  private readonly shift: number
  private readonly mask: number
  private readonly frames: Array<Frame | undefined> = []
  private readonly views: Array<A | undefined> = []
  /** The page accessed last. */
  private page = -1
  private frame: Frame | undefined
  private values: A | undefined
  length = 0

  constructor(pages: Pages, bytes: number, view: (bytes: ArrayBuffer) => A, initial: number) {
    this.pages = pages
    this.view = view
    this.initial = initial
    this.shift = Math.log2(pageBytes / bytes)
    this.mask = pageBytes / bytes - 1
  }

  get(at: number): number {
    const page = at >>> this.shift
    if (page !== this.page) this.turn(page)
    return this.values![at & this.mask]!
  }

  set(at: number, value: number): void {
    const page = at >>> this.shift
    if (page !== this.page) this.turn(page)
    this.frame!.isChanged = true
    this.values![at & this.mask] = value
  }

  /**
   * The values of the page that contains `at`, which is at `placeOf(at)`; valid only until any column is accessed
   * again.
   */
  pageOf(at: number): A {
    const page = at >>> this.shift
    if (page !== this.page) this.turn(page)
    return this.values!
  }

  placeOf(at: number): number {
    return at & this.mask
  }

  push(value: number): void {
    this.set(this.length, value)
    this.length += 1
  }

  /** Adds all of them. */
  pushAll(values: A): void {
    for (let from = 0; from < values.length;) {
      const page = this.length >>> this.shift
      if (page !== this.page) this.turn(page)
      const at = this.length & this.mask
      const part = values.subarray(from, from + this.mask + 1 - at)
      this.frame!.isChanged = true
      this.values!.set(part, at)
      this.length += part.length
      from += part.length
    }
  }

  /** Grows it to at least this length; new values have the initial value. */
  extend(length: number): void {
    this.length = Math.max(this.length, length)
  }

  /** Frees its memory and file space, and leaves it empty. */
  release(): void {
    this.pages.release(this)
    this.frames.length = 0
    this.views.length = 0
    this.page = -1
    this.length = 0
  }

  readonly putOut = (page: number): void => {
    this.frames[page] = undefined
    this.views[page] = undefined
    if (page === this.page) this.page = -1
  }

  private turn(page: number): void {
    let frame = this.frames[page]
    if (frame === undefined) {
      const loaded = this.pages.load(this, page)
      frame = loaded.frame
      const values = this.view(frame.bytes)
      if (loaded.isNew && this.initial !== 0) values.fill(this.initial)
      this.frames[page] = frame
      this.views[page] = values
    }
    frame.isUsed = true
    this.page = page
    this.frame = frame
    this.values = this.views[page]!
  }
}

export const columnInt32 = (pages: Pages, initial = 0) =>
  new Column(pages, 4, (bytes) => new Int32Array(bytes), initial)
export const columnFloat64 = (pages: Pages, initial = 0) =>
  new Column(pages, 8, (bytes) => new Float64Array(bytes), initial)
export const columnUint8 = (pages: Pages, initial = 0) =>
  new Column(pages, 1, (bytes) => new Uint8Array(bytes), initial)
