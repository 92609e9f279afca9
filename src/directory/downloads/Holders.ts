import { hostname } from "node:os"
import * as Process from "node:process"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { Clock, Duration, Effect, type FileSystem, Option, type Scope } from "effect"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

/** Files that say who holds something: processes share a folder, also those of several containers. */

const beat = timeBudgets.downloadSign.time
const deadAfter = Duration.toMillis(timeBudgets.downloadDead.time)
/** After how long what a process of another machine reads is taken for left over: nobody sees whether it lives. */
const leftAfter = 7 * 24 * 3600_000

/** Whether a process of this machine lives; one that may not be signalled does. */
const isAlive = (pid: number): boolean => {
  try {
    Process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}

const place = hostname().replace(/[^A-Za-z0-9-]/g, "_")

/** What this process holds: after a restart in a container another process has the same number. */
const own = new Set<string>()

export const makeHolders = (fs: FileSystem.FileSystem, folder: string) => {
  /** `1f2e3d4c5b6a7988.2~1790000000000~4711~host~token` */
  const named = (what: string, now: number) => {
    const token = randomUUID()
    return { token, name: [what, now, Process.pid, place, token].join("~") }
  }
  const isGone = (name: string): boolean => {
    const [, , pid = "", host, token = ""] = name.split("~")
    if (host !== place) return false
    return Number(pid) === Process.pid ? !own.has(token) : !isAlive(Number(pid))
  }

  const tryLock = Effect.fnUntraced(function* (file: string) {
    const now = yield* Clock.currentTimeMillis
    const { name, token } = named("lock", now)
    own.add(token)
    const taken = yield* Effect.option(fs.writeFileString(file, name, { flag: "wx" }))
    if (Option.isSome(taken)) return Option.some(token)
    own.delete(token)
    const [holder, info] = yield* Effect.all([Effect.option(fs.readFileString(file)), Effect.option(fs.stat(file))])
    if (Option.isNone(holder) || Option.isNone(info)) return Option.none<string>()
    const touched = Option.match(info.value.mtime, { onNone: () => now, onSome: (time) => time.getTime() })
    if (!isGone(holder.value) && now - touched < deadAfter) return Option.none<string>()
    // Of several who see that, one gets to move it away; who moved away another's puts it back.
    const aside = `${file}.${randomUUID()}`
    if (Option.isNone(yield* Effect.option(fs.rename(file, aside)))) return Option.none<string>()
    const moved = yield* Effect.option(fs.readFileString(aside))
    if (Option.isSome(moved) && moved.value !== holder.value) yield* Effect.ignore(fs.link(aside, file))
    yield* Effect.ignore(fs.remove(aside))
    return Option.none<string>()
  })

  /** Holds the lock until the scope closes; none: somebody else holds it. */
  const lock = Effect.fnUntraced(function* (address: string): Effect.fn.Return<boolean, never, Scope.Scope> {
    const file = join(folder, `${address}.lock`)
    const token = yield* Effect.acquireRelease(
      Effect.flatMap(tryLock(file), (first) => (Option.isSome(first) ? Effect.succeed(first) : tryLock(file))),
      (held) =>
        Option.isNone(held)
          ? Effect.void
          : Effect.gen(function* () {
              own.delete(held.value)
              const holder = yield* fs.readFileString(file)
              if (holder.endsWith(held.value)) yield* fs.remove(file)
            }).pipe(Effect.ignore)
    )
    if (Option.isNone(token)) return false
    yield* Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.ignore(fs.utimes(file, now / 1000, now / 1000))
    ).pipe(Effect.delay(beat), Effect.forever, Effect.forkScoped)
    return true
  })

  const readers = join(folder, "readers")

  /**
   * A name of its own for a file that is read: the bytes stay until the scope closes, whatever is deleted meanwhile.
   * Where the file system knows no links, the file's own name.
   */
  const reading = (id: string, path: string): Effect.Effect<string, never, Scope.Scope> =>
    Effect.gen(function* () {
      const { name, token } = named(id, yield* Clock.currentTimeMillis)
      own.add(token)
      const link = join(readers, name)
      yield* Effect.ignore(fs.makeDirectory(readers, { recursive: true }))
      yield* Effect.addFinalizer(() =>
        Effect.andThen(
          Effect.sync(() => own.delete(token)),
          Effect.ignore(fs.remove(link))
        )
      )
      const linked = yield* Effect.option(fs.link(path, link))
      return Option.isSome(linked) ? link : path
    })

  /** IDs of what is read now; what dead readers have left is removed. */
  const read = Effect.gen(function* () {
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

  /** Whether somebody who lives holds the lock of an address. */
  const isLocked = Effect.fnUntraced(function* (address: string) {
    const file = join(folder, `${address}.lock`)
    const now = yield* Clock.currentTimeMillis
    const [holder, info] = yield* Effect.all([Effect.option(fs.readFileString(file)), Effect.option(fs.stat(file))])
    if (Option.isNone(holder) || Option.isNone(info)) return false
    const touched = Option.match(info.value.mtime, { onNone: () => now, onSome: (time) => time.getTime() })
    return !isGone(holder.value) && now - touched < deadAfter
  })

  return { lock, reading, read, isLocked }
}
