import { Duration, Effect, type FileSystem, Option, type PlatformError } from "effect"
import { statfs } from "node:fs/promises"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { removeLeft } from "../shared/LeftFile.ts"
import { repeatedly } from "../shared/Repeatedly.ts"
import { steadyMillis } from "../shared/Clocks.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { type EmbeddedPostgresError, embeddedError } from "./DatabaseErrors.ts"
import type { ServerUser } from "./HostProcess.ts"

/**
 * Data in a folder that other machines may see as well, such as one of an NFS server. Processes and Unix sockets of
 * other machines are not seen, and PostgreSQL would start a second server on the data, which destroys them. So a file
 * names the machine that uses the data, and is written anew as long as a process there does.
 */
export interface SharedFolder {
  readonly fs: FileSystem.FileSystem
  readonly directory: string
  /** Tells this machine from the others; undefined where no other machine sees the folder. */
  readonly machine: string | undefined
  readonly user: ServerUser | undefined
}

/**
 * File systems of disks that one machine has to itself, by their numbers (linux/magic.h, and the sources of ZFS and of
 * bcachefs): ext4, XFS, Btrfs, ZFS, F2FS, bcachefs, ReiserFS, JFS, overlays of these, and memory.
 */
const ownDisks: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x52654973, 0x3153464a, 0x794c7630, 0x01021994,
  0x858458f6
])

/** This machine's name for others that may see a folder: one for all its containers, until it is started again. */
export const machineFor = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, directory: string) {
  const bootId = yield* Effect.option(fs.readFileString("/proc/sys/kernel/random/boot_id"))
  if (Option.isNone(bootId)) return undefined
  const type = yield* Effect.option(Effect.tryPromise(() => statfs(directory)))
  return Option.exists(type, (found) => ownDisks.has(found.type)) ? undefined : bootId.value.trim()
})

const fileOf = ({ directory }: SharedFolder): string => `${directory}/doorstep.machine`

/** As long as the last one, so that it fits in the same place on a full disk. */
const sign = (machine: string) => Effect.sync(() => `${machine} ${crypto.randomUUID()}\n`)

const signOf = (folder: SharedFolder) => Effect.option(folder.fs.readFileString(fileOf(folder)))

/** Names this machine, unless the file is there; fails with the system's error. */
const create = Effect.fnUntraced(function* (folder: SharedFolder, machine: string) {
  const { fs, user } = folder
  yield* fs.writeFileString(fileOf(folder), yield* sign(machine), { flag: "wx", mode: 0o600 })
  if (user !== undefined) yield* fs.chown(fileOf(folder), user.uid, user.gid)
})

const isOf = ({ machine }: SharedFolder, text: string): boolean =>
  machine !== undefined && text.startsWith(`${machine} `)

const isThere = ({ reason }: PlatformError.PlatformError): boolean => reason._tag === "AlreadyExists"

const lookEvery = "500 millis"

/** Whether another machine still writes its sign. */
const isKept = Effect.fnUntraced(function* (folder: SharedFolder, last: string) {
  const giveUp = (yield* steadyMillis) + Duration.toMillis(timeBudgets.machineSilent.time)
  while ((yield* steadyMillis) < giveUp) {
    yield* Effect.sleep(lookEvery)
    const found = yield* signOf(folder)
    if (Option.isNone(found)) return false
    if (found.value !== last) return true
  }
  return false
})

/** Removes the sign of a machine that is gone. */
const removeStale = (folder: SharedFolder, stale: string) =>
  removeLeft(folder.fs, fileOf(folder), (aside) =>
    Effect.map(folder.fs.readFileString(aside), (moved) => moved !== stale)
  )

const unusable = (folder: SharedFolder, cause: PlatformError.PlatformError) =>
  embeddedError(
    "FileSystem",
    `The file ${fileOf(folder)} cannot be used: ${fileFault(cause)}. Let this user read and write it.`,
    { cause }
  )

/** Makes this machine the one that uses the data. Fails with `Elsewhere` if another one does. */
export const claim = Effect.fnUntraced(function* (folder: SharedFolder): Effect.fn.Return<void, EmbeddedPostgresError> {
  const { directory, fs, machine } = folder
  if (machine === undefined) return
  for (;;) {
    const found = yield* Effect.result(fs.readFileString(fileOf(folder)))
    if (found._tag === "Failure") {
      if (found.failure.reason._tag !== "NotFound") return yield* unusable(folder, found.failure)
      const made = yield* Effect.result(create(folder, machine))
      if (made._tag === "Success") return
      if (isThere(made.failure)) continue
      return yield* unusable(folder, made.failure)
    }
    const last = found.success
    if (isOf(folder, last)) return
    yield* Effect.logInfo(`Waiting to see whether another machine uses the database in ${directory}`)
    if (yield* isKept(folder, last)) {
      return yield* embeddedError(
        "Elsewhere",
        `The database in ${directory} is in use on another machine that shares this folder. ` +
          "Stop that one first, run commands there, or set DATA_DIR to another folder."
      )
    }
    yield* removeStale(folder, last)
  }
})

/** Shows once that this machine uses the data, and returns whether it may. What cannot be written is written later. */
const show = Effect.fnUntraced(function* (folder: SharedFolder, machine: string) {
  const found = yield* signOf(folder)
  if (Option.isNone(found)) yield* Effect.ignore(create(folder, machine))
  else if (!isOf(folder, found.value)) return false
  else yield* folder.fs.writeFileString(fileOf(folder), yield* sign(machine), { flag: "r+" })
  return true
})

/**
 * Claims the data for this machine and shows others that it does, as long as the scope.
 *
 * @param lose what to do if another machine has claimed the data meanwhile, because this one was frozen or cut off
 */
export const hold = Effect.fnUntraced(function* (folder: SharedFolder, lose: Effect.Effect<void>) {
  const { directory, machine } = folder
  if (machine === undefined) return
  yield* claim(folder)
  const warning = `Another machine has taken over the database in ${directory}, because this one was silent: stopping it here`
  yield* show(folder, machine).pipe(
    Effect.flatMap((mayUse) => (mayUse ? Effect.void : Effect.andThen(Effect.logError(warning), lose))),
    repeatedly(timeBudgets.machineSign.time),
    Effect.forkScoped
  )
})

/** Leaves the data to any machine. */
export const leave = Effect.fnUntraced(function* (folder: SharedFolder) {
  const found = yield* signOf(folder)
  if (Option.exists(found, (text) => isOf(folder, text))) yield* Effect.ignore(folder.fs.remove(fileOf(folder)))
})
