import type { ScratchFile } from "./ScratchFile.ts"

/** Small, so that random access does not load much that is not needed. */
export const pageBytes = 16 * 1024

/** A page that is in memory. */
export interface Frame {
  readonly bytes: ArrayBuffer
  owner: PageOwner
  page: number
  /** Whether it was accessed since it was last considered for eviction. */
  isUsed: boolean
  isChanged: boolean
}

/** The owner of pages is told when they are evicted. */
export interface PageOwner {
  /** The position of each page in the file; undefined for pages that were never written. */
  readonly places: Array<number | undefined>
  readonly putOut: (page: number) => void
}

/**
 * Pages of columns: a bounded number in memory, the others in a file. Pages without recent access are evicted. Without
 * a file, all stay in memory.
 */
export class Pages {
  readonly file: ScratchFile | undefined
  private readonly most: number
  private readonly frames: Array<Frame> = []
  private readonly spare: Array<ArrayBuffer> = []
  private readonly free: Array<number> = []
  private hand = 0

  constructor(file?: ScratchFile, heldBytes = Infinity) {
    this.file = file
    this.most = file === undefined ? Infinity : Math.max(1, Math.floor(heldBytes / pageBytes))
  }

  /** Loads a page that is not in memory. `isNew`: it is filled with zeros. */
  load(owner: PageOwner, page: number): { readonly frame: Frame; readonly isNew: boolean } {
    const place = owner.places[page]
    const frame = this.frameFor(owner, page)
    if (place === undefined) new Uint8Array(frame.bytes).fill(0)
    else this.file!.read(new Uint8Array(frame.bytes), place)
    return { frame, isNew: place === undefined }
  }

  private frameFor(owner: PageOwner, page: number): Frame {
    if (this.frames.length < this.most) {
      const bytes = this.spare.pop() ?? new ArrayBuffer(pageBytes)
      const frame: Frame = { bytes, owner, page, isUsed: true, isChanged: false }
      this.frames.push(frame)
      return frame
    }
    for (;;) {
      this.hand = (this.hand + 1) % this.frames.length
      const frame = this.frames[this.hand]!
      if (frame.isUsed) {
        frame.isUsed = false
        continue
      }
      this.putOut(frame)
      const next: Frame = { bytes: frame.bytes, owner, page, isUsed: true, isChanged: false }
      this.frames[this.hand] = next
      return next
    }
  }

  private putOut({ bytes, isChanged, owner, page }: Frame): void {
    if (isChanged) {
      const place = (owner.places[page] ??= this.free.pop() ?? this.file!.allocate(pageBytes))
      this.file!.write(new Uint8Array(bytes), place)
    }
    owner.putOut(page)
  }

  /** Frees an owner's memory and file space. */
  release(owner: PageOwner): void {
    let kept = 0
    for (const frame of this.frames) {
      if (frame.owner === owner) this.spare.push(frame.bytes)
      else this.frames[kept++] = frame
    }
    this.frames.length = kept
    this.hand = 0
    for (const place of owner.places) if (place !== undefined) this.free.push(place)
    owner.places.length = 0
  }
}
