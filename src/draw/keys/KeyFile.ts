import type { FileHandle } from "node:fs/promises"
import { tmpdir } from "node:os"
import { Context, Effect, Scope } from "effect"
import { freeBytes } from "../../shared/FreeSpace.ts"
import { openUnnamed } from "../../shared/UnnamedFile.ts"
import * as Sampler from "../Sampler.ts"
import type * as PoolStore from "../store/PoolStore.ts"

/** The folder of the file; created if it does not exist. */
export const KeyFolder = Context.Reference("doorstep/KeyFolder", { defaultValue: () => tmpdir() })

/** A scope with fewer keys is not worth an entry. */
const fewest = 2048

/** The share of the disk's free space that the keys of one scope may take: the database needs the rest. */
const shareOfFree = 1 / 4

/** 2^2 buckets, some hundred keys, share a number of the index and are read together. */
const bitsOfSection = 2

/** Where the keys of a scope are. */
interface Entry {
  /** Of the first key, in bytes. */
  readonly position: number
  /** How many keys there are before each section of buckets, and in all of them. */
  readonly before: Uint32Array
}

const bytesOf = (count: number): number => count * 2 * Uint32Array.BYTES_PER_ELEMENT

const viewOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength)

/** Counts keys that arrive in ascending order by section of the key space. */
const makeCounter = (size: number) => {
  const bits = Math.max(0, Sampler.levelOf(size) - bitsOfSection)
  const before = new Uint32Array(2 ** bits + 1)
  return {
    add: (keys: Sampler.SampleKeys): void => {
      for (let i = 0; i < keys.length; i += 2) before[Sampler.bucketOfKey(bits, keys[i]!) + 1]!++
    },
    before: (): Uint32Array => {
      for (let section = 1; section < before.length; section++) before[section]! += before[section - 1]!
      return before
    }
  }
}

const writeAll = (file: FileHandle, bytes: Uint8Array, position: number): Effect.Effect<void, unknown> =>
  Effect.flatMap(
    Effect.tryPromise(() => file.write(bytes, 0, bytes.length, position)),
    ({ bytesWritten }) =>
      bytesWritten === bytes.length
        ? Effect.void
        : writeAll(file, bytes.subarray(bytesWritten), position + bytesWritten)
  )

/** The keys of one bucket at that level, of a scope that has been written. */
const readBucket = (file: FileHandle, { before, position }: Entry, level: number, bucket: number) => {
  const section = bucket >>> Math.min(bitsOfSection, level)
  const first = before[section]!
  const keys = new Uint32Array((before[section + 1]! - first) * 2)
  return Effect.tryPromise(() => file.read(viewOf(keys), 0, keys.byteLength, position + bytesOf(first))).pipe(
    Effect.filterOrFail(({ bytesRead }) => bytesRead === keys.byteLength),
    Effect.map(() => Sampler.bucketOf(keys, level, bucket))
  )
}

/**
 * Keys of scopes that memory has no room for, in a file of this process, which is gone when the Effect scope closes. The
 * system's cache usually has it, so that a bucket takes some microseconds, and none of the process's memory.
 *
 * Keys are appended until the file has `most` bytes. Then all are forgotten, and it is written from its beginning. What
 * cannot be written or read is not in the file: draws read it from the database.
 *
 * @param most the largest size of the file, in bytes
 */
export const makeKeyFile = Effect.fnUntraced(function* (most: number) {
  const folder = yield* KeyFolder
  let entries = new WeakMap<PoolStore.Scope, Entry>()
  let end = 0
  const life = yield* Effect.scope
  let opened: FileHandle | undefined

  /** The file, with room for so many bytes more. */
  const withRoom = Effect.fnUntraced(function* (bytes: number) {
    const file = (opened ??= yield* Scope.provide(openUnnamed(folder), life))
    if (end + bytes > most) {
      entries = new WeakMap()
      end = 0
    }
    return bytes > (yield* freeBytes(folder)) * shareOfFree ? undefined : file
  })

  /**
   * Begins to write a scope, one at a time; undefined if it is too small or too large, or no file can be written. It is
   * in the file from `done` on, provided that all of its keys were appended in ascending order.
   */
  const begin = Effect.fnUntraced(function* (scope: PoolStore.Scope) {
    const bytes = bytesOf(scope.size)
    if (scope.size < fewest || bytes > most) return undefined
    const file = yield* Effect.orElseSucceed(withRoom(bytes), () => undefined)
    if (file === undefined) return undefined
    const counter = makeCounter(scope.size)
    const position = end
    let written = 0
    return {
      append: (keys: Sampler.SampleKeys) =>
        Effect.suspend(() => {
          counter.add(keys)
          return writeAll(file, viewOf(keys), position + written)
        }).pipe(
          Effect.tap(() => Effect.sync(() => (written += keys.byteLength))),
          Effect.ignore
        ),
      done: (): void => {
        if (written !== bytes) return
        end = position + written
        entries.set(scope, { position, before: counter.before() })
      }
    }
  })

  /** The scope's keys in each of these buckets, ascending; undefined if they are not in the file. */
  const buckets = (scope: PoolStore.Scope, level: number, wanted: ReadonlyArray<number>) => {
    const entry = entries.get(scope)
    const file = opened
    if (entry === undefined || file === undefined) return undefined
    return Effect.forEach(wanted, (bucket) => readBucket(file, entry, level, bucket), {
      concurrency: "unbounded"
    }).pipe(
      Effect.match({
        // Keys that have been overwritten during the read may be those of another scope.
        onSuccess: (found) => (entries.get(scope) === entry ? found : undefined),
        onFailure: () => {
          entries.delete(scope)
          return undefined
        }
      })
    )
  }

  return { begin, buckets }
})

export type KeyFile = Effect.Success<ReturnType<typeof makeKeyFile>>
