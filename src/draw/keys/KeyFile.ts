import { Context, Effect, type Scope as Lifetime } from "effect"
import { isPassed, type Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import * as BucketSizes from "./BucketSizes.ts"

/** Bytes of a key. */
const keyBytes = 8

/** Space for keys on disk: those of a country of ten million homes, of all its regions and of all its cities. */
const fileBytes = 512 * 1024 * 1024

/** Memory for what says where the keys of scopes are, in bytes. */
const indexBytes = 6 * 1024 * 1024

/** Approximate overhead per scope in addition to its index, in bytes. */
const overhead = 300

/** The position of the first key is noted for one bucket in so many; for those between, sizes are added. */
const perMark = 32

/** Where a scope's keys are in the file. */
interface Section {
  readonly start: number
  readonly end: number
  readonly level: number
  readonly sizes: Uint8Array
  /** How many keys precede each `perMark`th bucket. */
  readonly marks: Uint32Array
}

const weightOf = ({ marks, sizes }: Section): number => overhead + sizes.length + marks.length * 4

/** Undefined if the size of a bucket is not known. */
const marksOf = (sizes: Uint8Array): Uint32Array | undefined => {
  const marks = new Uint32Array(Math.ceil(sizes.length / perMark))
  let keys = 0
  for (let bucket = 0; bucket < sizes.length; bucket++) {
    if (bucket % perMark === 0) marks[bucket / perMark] = keys
    if (sizes[bucket] === BucketSizes.most) return undefined
    keys += sizes[bucket]!
  }
  return marks
}

const rangeOf = ({ marks, sizes, start }: Section, bucket: number) => {
  const mark = Math.floor(bucket / perMark)
  let before = marks[mark]!
  for (let each = mark * perMark; each < bucket; each++) before += sizes[each]!
  return { at: start + before * keyBytes, keys: sizes[bucket]! }
}

/** A file that is read and written at positions in bytes. Both throw a {@link FileFault}. */
export interface PlacedFile {
  readonly write: (bytes: Uint8Array, start: number) => void
  /** Fills all of `bytes`. */
  readonly read: (bytes: Uint8Array, start: number) => void
}

/** Why the file cannot be opened, written or read. */
export interface FileFault {
  readonly message: string
}

/** Opens a file for keys, for as long as the pools are read. Without one, keys are in memory or in the database. */
export const KeyPlace = Context.Reference<Effect.Effect<PlacedFile, FileFault, Lifetime.Scope> | undefined>(
  "doorstep/KeyPlace",
  { defaultValue: () => undefined }
)

export interface KeyFileOptions {
  /** Opens the file when it is first needed. If undefined, there is none. */
  readonly open: Effect.Effect<PlacedFile, FileFault> | undefined
  /** Called once if it fails. From then on it holds nothing. */
  readonly onFault: (fault: FileFault) => void
  /** Its size at most. */
  readonly bytes?: number | undefined
}

/**
 * Keys of scopes that do not fit into memory, in a file on this machine. Nearly always, a bucket is read from the
 * system's cache in two microseconds; a statement takes thirty times as long. The file is written round and round: what
 * comes replaces what was written first.
 */
export class KeyFile {
  readonly #options: KeyFileOptions
  readonly #bytes: number
  #file: PlacedFile | undefined
  #isLost: boolean
  /** In the order in which they were written. */
  readonly #sections = new Map<Scope, Section>()
  #indexed = 0
  /** Where the next section begins. */
  #next = 0

  constructor(options: KeyFileOptions) {
    this.#options = options
    this.#isLost = options.open === undefined
    this.#bytes = options.bytes ?? fileBytes
  }

  /** Whether a scope of this size can be written to it. */
  mayHold({ size }: Scope): boolean {
    return !this.#isLost && size * keyBytes <= this.#bytes
  }

  /** How many keys each bucket of the scope holds, if its keys are in the file. */
  sizes(scope: Scope, level: number): Uint8Array | undefined {
    const section = this.#sections.get(scope)
    return section?.level === level ? section.sizes : undefined
  }

  /** The scope's keys in each of these buckets, ascending; undefined if they are not in the file. */
  buckets(scope: Scope, level: number, buckets: ReadonlyArray<number>): ReadonlyArray<Sampler.SampleKeys> | undefined {
    const section = this.#sections.get(scope)
    if (section?.level !== level) return undefined
    return this.#attempt((file) =>
      buckets.map((bucket) => {
        const { at, keys } = rangeOf(section, bucket)
        const found = new Uint32Array(keys * 2)
        file.read(new Uint8Array(found.buffer), at)
        return found
      })
    )
  }

  /** Opens the file if need be, and makes room in it; undefined if it cannot be used. */
  readonly begin = Effect.fnUntraced({ self: this }, function* (scope: Scope) {
    const { open } = this.#options
    if (open === undefined || !this.mayHold(scope)) return undefined
    this.#file ??= yield* Effect.catch(open, (fault) =>
      Effect.sync(() => {
        this.#lose(fault)
        return undefined
      })
    )
    return this.#file === undefined ? undefined : this.#write(scope)
  })

  /** What takes all keys of the scope, part by part, ascending. They are in the file once all are there. */
  #write(scope: Scope) {
    const start = this.#reserve(scope.size * keyBytes)
    const end = start + scope.size * keyBytes
    const level = Sampler.levelOf(scope.size)
    const sizes = new Uint8Array(2 ** level)
    let at = start
    return {
      add: (keys: Sampler.SampleKeys): void => {
        const from = at
        at += keys.byteLength
        // More than belong to it are not written over what follows.
        if (at > end) return
        this.#attempt((file) => file.write(new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength), from))
        BucketSizes.count(sizes, level, keys)
      },
      finish: (): void => {
        const marks = marksOf(sizes)
        if (at === end && marks !== undefined) this.#keep(scope, { start, end, level, sizes, marks })
      }
    }
  }

  /** Drops what is in the way of so many bytes, and returns where they begin. */
  #reserve(bytes: number): number {
    const start = this.#next + bytes <= this.#bytes ? this.#next : 0
    this.#next = start + bytes
    for (const [scope, section] of this.#sections) {
      if (section.start < this.#next && start < section.end) this.#drop(scope, section)
    }
    return start
  }

  #keep(scope: Scope, section: Section): void {
    if (this.#isLost) return
    for (const [other, each] of this.#sections) {
      if (other.country === scope.country && isPassed(other.pool, scope.pool)) this.#drop(other, each)
    }
    this.#sections.set(scope, section)
    this.#indexed += weightOf(section)
    for (const [oldest, each] of this.#sections) {
      if (this.#indexed <= indexBytes) break
      this.#drop(oldest, each)
    }
  }

  #drop(scope: Scope, section: Section): void {
    this.#sections.delete(scope)
    this.#indexed -= weightOf(section)
  }

  #attempt<A>(use: (file: PlacedFile) => A): A | undefined {
    if (this.#file === undefined) return undefined
    try {
      return use(this.#file)
    } catch (fault) {
      this.#lose(fault as FileFault)
      return undefined
    }
  }

  #lose(fault: FileFault): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#file = undefined
    this.#sections.clear()
    this.#options.onFault(fault)
  }
}
