import { hostname } from "node:os"
import * as Process from "node:process"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { Clock, Duration, Effect, type FileSystem, Option, type PlatformError, type Scope } from "effect"
import { errorCode } from "../../../schemas/ErrorCode.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"
import { makeFolder } from "../../../sources/reading/NewFolder.ts"
import { removeLeft } from "../../shared/LeftFile.ts"

/** Files that say which process holds something. Processes can share a folder, even from several containers. */

const beat = timeBudgets.downloadSign.time
const deadAfter = Duration.toMillis(timeBudgets.downloadDead.time)
/**
 * After this time, what a process of another machine reads counts as abandoned, because nobody can tell whether it is
 * alive.
 */
const leftAfter = 7 * 24 * 3600_000

/** Whether a process of this machine is alive. One that may not be signalled is alive. */
const isAlive = (pid: number): boolean => {
  try {
    Process.kill(pid, 0)
    return true
  } catch (cause) {
    return errorCode(cause) === "EPERM"
  }
}

const place = hostname().replace(/[^A-Za-z0-9-]/g, "_")

/**
 * The name of this process as a holder. After a restart in a container, another process can have the same process ID.
 */
const own = new Set<string>()

/** `1f2e3d4c5b6a7988.2~1790000000000~4711~host~token` */
const named = (what: string, now: number) => {
  const token = randomUUID()
  return { token, name: [what, now, Process.pid, place, token].join("~") }
}

/**
 * Whether the process with that name no longer holds anything. For a process of another machine, this cannot be known.
 */
const isGone = (name: string): boolean => {
  const [, , pid = "", host, token = ""] = name.split("~")
  if (host !== place) return false
  return Number(pid) === Process.pid ? !own.has(token) : !isAlive(Number(pid))
}

/** The name in a lock, and whether its writer is alive; none if there is no lock. */
const holderOf = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, file: string, now: number) {
  const [holder, info] = yield* Effect.all([Effect.option(fs.readFileString(file)), Effect.option(fs.stat(file))])
  if (Option.isNone(holder) || Option.isNone(info)) return Option.none()
  const touched = Option.match(info.value.mtime, { onNone: () => now, onSome: (time) => time.getTime() })
  return Option.some({ name: holder.value, lives: !isGone(holder.value) && now - touched < deadAfter })
})

/** Removes the lock of a dead holder, which several processes may notice. */
const unlockDead = (fs: FileSystem.FileSystem, file: string, name: string) =>
  removeLeft(fs, file, (aside) => Effect.map(fs.readFileString(aside), (moved) => moved !== name))

/**
 * Takes the lock. If a dead holder's lock was in the way, it is removed for the next attempt. Fails if it is nobody's, and
 * cannot be taken all the same: whoever waited for it would wait forever.
 */
const tryLock = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, file: string) {
  const now = yield* Clock.currentTimeMillis
  const { name, token } = named("lock", now)
  own.add(token)
  const taken = yield* fs.writeFileString(file, name, { flag: "wx" }).pipe(
    Effect.as(true),
    Effect.onError(() => Effect.sync(() => own.delete(token))),
    Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.succeed(false))
  )
  if (taken) return Option.some(token)
  const holder = yield* holderOf(fs, file, now)
  if (Option.isSome(holder) && !holder.value.lives) yield* unlockDead(fs, file, holder.value.name)
  return Option.none<string>()
})

const unlock = (fs: FileSystem.FileSystem, file: string, token: string) =>
  Effect.gen(function* () {
    own.delete(token)
    const holder = yield* fs.readFileString(file)
    if (holder.endsWith(token)) yield* fs.remove(file)
  }).pipe(Effect.ignore)

/** Holds the lock until the scope closes; false if somebody else holds it. */
const lock = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  file: string
): Effect.fn.Return<boolean, PlatformError.PlatformError, Scope.Scope> {
  const token = yield* Effect.acquireRelease(
    Effect.flatMap(tryLock(fs, file), (first) => (Option.isSome(first) ? Effect.succeed(first) : tryLock(fs, file))),
    (held) => (Option.isNone(held) ? Effect.void : unlock(fs, file, held.value))
  )
  if (Option.isNone(token)) return false
  yield* Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.ignore(fs.utimes(file, now / 1000, now / 1000))).pipe(
    Effect.delay(beat),
    Effect.forever,
    Effect.forkScoped
  )
  return true
})

/**
 * A separate name for a file that is being read: the bytes stay until the scope closes, whatever is deleted meanwhile.
 * If the file system does not support links, the file's own name.
 */
const reading = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  readers: string,
  id: string,
  path: string
): Effect.fn.Return<string, never, Scope.Scope> {
  const { name, token } = named(id, yield* Clock.currentTimeMillis)
  const link = join(readers, name)
  yield* Effect.ignore(makeFolder(fs, readers))
  // An interruption waits for the link: one that came later would have no finalizer to remove it.
  const linked = yield* Effect.acquireRelease(
    Effect.andThen(
      Effect.sync(() => own.add(token)),
      Effect.option(fs.link(path, link))
    ),
    () =>
      Effect.andThen(
        Effect.sync(() => own.delete(token)),
        Effect.ignore(fs.remove(link))
      )
  )
  return Option.isSome(linked) ? link : path
})

/** The IDs of everything that is currently being read. What dead readers have left behind is removed. */
const readNow = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, readers: string) {
  const now = yield* Clock.currentTimeMillis
  const names = yield* Effect.orElseSucceed(fs.readDirectory(readers), (): ReadonlyArray<string> => [])
  const ids = new Set<string>()
  for (const name of names) {
    const [id = "", since = "", , host] = name.split("~")
    if (isGone(name) || (host !== place && now - Number(since) > leftAfter)) {
      yield* Effect.ignore(fs.remove(join(readers, name)))
    } else ids.add(id)
  }
  return ids
})

export const makeHolders = (fs: FileSystem.FileSystem, folder: string) => {
  const readers = join(folder, "readers")
  const lockOf = (address: string) => join(folder, `${address}.lock`)
  return {
    lock: (address: string) => lock(fs, lockOf(address)),
    reading: (id: string, path: string) => reading(fs, readers, id, path),
    read: readNow(fs, readers),
    /** Whether a live process holds the lock of a URL. */
    isLocked: (address: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.map(holderOf(fs, lockOf(address), now), (holder) => Option.isSome(holder) && holder.value.lives)
      )
  }
}

export type Holders = ReturnType<typeof makeHolders>
