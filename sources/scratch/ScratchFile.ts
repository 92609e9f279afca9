import { randomUUID } from "node:crypto"
import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, type Scope } from "effect"
import type { SourceError } from "../DataSource.ts"
import { notKept } from "../reading/FileFaults.ts"
import { makeFolderNow } from "../reading/NewFolder.ts"
import type { Origin } from "../reading/Origin.ts"

/** The place for data that do not fit in memory. */
export interface ScratchPlace {
  /** A folder on a disk; created if it does not exist. */
  readonly folder: string
  /** Bytes of columns held in memory. */
  readonly heldBytes: number
}

/**
 * Held in memory, however large the file that the columns describe: enough for data that are near each other in a file,
 * and a sixth of the memory of a process that reads at all.
 */
const heldBytes = 48 * 1024 ** 2

export const Scratch = Context.Reference<ScratchPlace>("doorstep/Scratch", {
  defaultValue: () => ({ folder: tmpdir(), heldBytes })
})

/** In a subfolder of the folder for everything. */
export const scratchIn = (folder: string): ScratchPlace => ({ folder: join(folder, "temporary"), heldBytes })

/** The file could not be written or read: usually the disk is full. */
export class ScratchFault extends Error {
  readonly folder: string
  readonly reason: string

  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : "unknown reason"
    super(`A temporary file in ${folder} cannot be written or read (${reason}).`, { cause })
    this.folder = folder
    this.reason = reason
  }
}

const notKeptIn = (origin: Origin, { cause, folder, reason }: ScratchFault): SourceError =>
  notKept(
    origin,
    `what is kept while it is read cannot be written to the folder ${folder} (${reason}). Free space on its disk: three times the size of the file.`,
    cause
  )

/**
 * A file for data that do not fit in memory. Reads and writes are synchronous: they happen millions of times amid
 * computations, and nearly always hit the system's cache.
 */
export class ScratchFile {
  private readonly folder: string
  private readonly descriptor: number
  private end = 0

  constructor(folder: string, descriptor: number) {
    this.folder = folder
    this.descriptor = descriptor
  }

  private attempt(evaluate: () => void): void {
    try {
      evaluate()
    } catch (cause) {
      throw new ScratchFault(this.folder, cause)
    }
  }

  /** Allocates space for a number of bytes and returns its offset. */
  allocate(bytes: number): number {
    const start = this.end
    this.end += bytes
    return start
  }

  write(bytes: Uint8Array, start: number): void {
    this.attempt(() => {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.descriptor, bytes, done, bytes.length - done, start + done)
      }
    })
  }

  /** Fills all of `bytes`. */
  read(bytes: Uint8Array, start: number): void {
    this.attempt(() => {
      for (let done = 0; done < bytes.length;) {
        const read = readSync(this.descriptor, bytes, done, bytes.length - done, start + done)
        if (read === 0) throw new Error("it became shorter while it was being read")
        done += read
      }
    })
  }
}

/** Explains why a computation on a scratch file failed; undefined if the file is not the cause. */
export const scratchFault = (origin: Origin, cause: unknown): SourceError | undefined =>
  cause instanceof ScratchFault ? notKeptIn(origin, cause) : undefined

/**
 * Opens a scratch file in the folder, for as long as the scope. If the system allows it, the file is unlinked at once,
 * so that nothing is left of it whatever happens to the process.
 */
export const openScratchIn = Effect.fnUntraced(function* (
  folder: string
): Effect.fn.Return<ScratchFile, ScratchFault, Scope.Scope> {
  const path = join(folder, `doorstep-${randomUUID()}`)
  const unlink = Effect.ignore(Effect.try(() => unlinkSync(path)))
  const fault = (cause: unknown) => new ScratchFault(folder, cause)
  const descriptor = yield* Effect.acquireRelease(
    Effect.andThen(makeFolderNow(folder, fault), Effect.try({ try: () => openSync(path, "wx+", 0o600), catch: fault })),
    (descriptor) =>
      Effect.andThen(
        Effect.sync(() => closeSync(descriptor)),
        unlink
      )
  )
  yield* unlink
  return new ScratchFile(folder, descriptor)
})

/** Opens a scratch file for what is read from a source, for as long as the scope. */
export const openScratch = Effect.fnUntraced(function* (
  origin: Origin
): Effect.fn.Return<ScratchFile, SourceError, Scope.Scope> {
  const { folder } = yield* Scratch
  return yield* Effect.mapError(openScratchIn(folder), (fault) => notKeptIn(origin, fault))
})
