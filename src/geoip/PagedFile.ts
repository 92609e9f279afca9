import { ByteSize, Effect, FileSystem, Option, Result } from "effect"
import type { PlatformError, Scope } from "effect"
import { LeastRecentlyUsed } from "../pool/LeastRecentlyUsed.ts"
import { type Bytes, MalformedDatabase } from "./MmdbFormat.ts"

/**
 * A file that is read where it is needed, a page at a time, and never held whole: a database of 71 MB costs the pages that
 * are asked for often.
 */
export interface PagedFile {
  readonly size: number
  /**
   * Runs `parse` on the file's bytes. It may run several times: where it needs a page that is not read yet, it is stopped,
   * the page is read, and it runs again from its start. So it must be pure.
   */
  readonly read: <A>(parse: (bytes: Bytes) => A) => Effect.Effect<A, MalformedDatabase | PlatformError.PlatformError>
}

const pageSize = 1024

/** 4 MB a file: the upper part of a search tree, and the records of the places that come up most. */
const keptPages = 4096

/** Thrown out of a parse that needs pages which are not read yet. */
class MissingPages {
  readonly first: number
  readonly last: number
  constructor(first: number, last: number) {
    this.first = first
    this.last = last
  }
}

/** Opens a file for as long as the scope is. */
export const open = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<PagedFile, PlatformError.PlatformError, FileSystem.FileSystem | Scope.Scope> {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.open(path, { flag: "r" })
  const size = ByteSize.toNumberUnsafe((yield* file.stat).size)

  const kept = new LeastRecentlyUsed<Uint8Array>(keptPages)

  const load = Effect.fnUntraced(function* (pages: Map<number, Uint8Array>, { first, last }: MissingPages) {
    const start = first * pageSize
    const length = Math.min((last + 1) * pageSize, size) - start
    const read = Option.getOrElse(yield* file.readAlloc(length, { position: BigInt(start) }), () => new Uint8Array())
    if (read.length < length) return yield* new MalformedDatabase({ message: "it became shorter while it was read" })
    for (let page = first; page <= last; page++) {
      const content = read.subarray((page - first) * pageSize, (page - first + 1) * pageSize)
      pages.set(page, content)
      // Longer ranges are read once, and would keep their whole buffer.
      if (first === last) kept.set(String(page), content)
    }
  })

  return {
    size,
    read: Effect.fnUntraced(function* <A>(parse: (bytes: Bytes) => A) {
      // What one run has seen stays for the next, whatever other look-ups push out of the kept pages meanwhile.
      const seen = new Map<number, Uint8Array>()
      const pageAt = (page: number) => {
        const found = seen.get(page) ?? kept.get(String(page))
        if (found !== undefined) seen.set(page, found)
        return found
      }
      const bytes: Bytes = {
        size,
        byte: (position) => byte(pageAt, position),
        range: (start, length) => range(pageAt, start, length)
      }
      for (;;) {
        const attempt = tryParse(parse, bytes)
        if (Result.isSuccess(attempt)) return attempt.success
        if (attempt.failure instanceof MalformedDatabase) return yield* attempt.failure
        yield* load(seen, attempt.failure)
      }
    })
  }
})

type PageAt = (page: number) => Uint8Array | undefined

const byte = (pageAt: PageAt, position: number): number => {
  const number = Math.floor(position / pageSize)
  const page = pageAt(number)
  if (page === undefined) throw new MissingPages(number, number)
  return page[position % pageSize]!
}

const range = (pageAt: PageAt, start: number, length: number): Uint8Array => {
  const first = Math.floor(start / pageSize)
  const last = Math.floor((start + Math.max(length, 1) - 1) / pageSize)
  const from = start - first * pageSize
  if (first === last) {
    const page = pageAt(first)
    if (page === undefined) throw new MissingPages(first, last)
    return page.subarray(from, from + length)
  }
  const parts: Array<Uint8Array> = []
  for (let page = first; page <= last; page++) {
    const part = pageAt(page)
    if (part === undefined) throw new MissingPages(first, last)
    parts.push(part)
  }
  return Buffer.concat(parts).subarray(from, from + length)
}

const tryParse = <A>(parse: (bytes: Bytes) => A, bytes: Bytes): Result.Result<A, MalformedDatabase | MissingPages> => {
  try {
    return Result.succeed(parse(bytes))
  } catch (thrown) {
    if (thrown instanceof MalformedDatabase || thrown instanceof MissingPages) return Result.fail(thrown)
    throw thrown
  }
}
