import { Effect, Option } from "effect"
import type { FileSystem, Path } from "effect"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { embeddedError } from "./DatabaseErrors.ts"
import { thisProcess } from "./HostProcess.ts"
import type { ServerUser } from "./HostProcess.ts"

const isRoot = (): boolean => thisProcess.uid === 0

const ownerOf = (info: FileSystem.File.Info): ServerUser => ({
  uid: Option.getOrElse(info.uid, () => 0),
  gid: Option.getOrElse(info.gid, () => 0)
})

/** The users of /etc/passwd. initdb and postgres need an entry there, so that a number alone does not do. */
const passwd = (fs: FileSystem.FileSystem): Effect.Effect<ReadonlyArray<ServerUser & { readonly name: string }>> =>
  fs.readFileString("/etc/passwd").pipe(
    Effect.map((text) =>
      text.split("\n").flatMap((line) => {
        const [name, , uid, gid] = line.split(":")
        return name === undefined || uid === undefined || gid === undefined || name.startsWith("#")
          ? []
          : [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }]
      })
    ),
    Effect.orElseSucceed(() => [])
  )

/**
 * Whom a new cluster is made for: this process's own user (undefined), or, since PostgreSQL refuses root, the owner of
 * DATA_DIR, `postgres` or `nobody`, the first that exists.
 */
export const forNewCluster = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  dataDir: FileSystem.File.Info
): Effect.fn.Return<ServerUser | undefined, EmbeddedPostgresError> {
  if (!isRoot()) return undefined
  const users = (yield* passwd(fs)).filter((user) => user.uid !== 0)
  const owner = ownerOf(dataDir)
  const found =
    users.find((user) => user.uid === owner.uid) ??
    users.find((user) => user.name === "postgres") ??
    users.find((user) => user.name === "nobody")
  if (found === undefined) {
    return yield* embeddedError(
      "NoServerUser",
      "PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody. " +
        "Start Doorstep as another user, or set DATABASE_URL."
    )
  }
  return { uid: found.uid, gid: found.gid }
})

/** Whom an existing cluster belongs to: PostgreSQL only runs as the owner of its data. */
export const forCluster = Effect.fnUntraced(function* (
  directory: string,
  info: FileSystem.File.Info
): Effect.fn.Return<ServerUser | undefined, EmbeddedPostgresError> {
  const owner = ownerOf(info)
  if (!isRoot()) {
    if (owner.uid === thisProcess.uid) return undefined
    return yield* embeddedError(
      "WrongOwner",
      `The data directory ${directory} belongs to another user (uid ${owner.uid}). ` +
        "Start Doorstep as that user or as root, or set DATA_DIR to another folder."
    )
  }
  if (owner.uid !== 0) return owner
  return yield* embeddedError(
    "WrongOwner",
    `The data directory ${directory} belongs to root, and PostgreSQL does not run as root. ` +
      `Give it to another user, for instance with: chown -R postgres ${directory}`
  )
})

/** The permission bits (4 read, 1 search or execute) that a user has on a file by its mode; access lists are not seen. */
const permitted = (info: FileSystem.File.Info, user: ServerUser, wanted: number): boolean => {
  const owner = ownerOf(info)
  const shift = owner.uid === user.uid ? 6 : owner.gid === user.gid ? 3 : 0
  return ((info.mode >> shift) & wanted) === wanted
}

/** Whether a user may enter a folder: it, and each folder above it, must let the user through. `directory` is real. */
export const canEnter = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  directory: string,
  user: ServerUser | undefined
) {
  if (user === undefined) return true
  for (let current = directory; ; current = path.dirname(current)) {
    if (!permitted(yield* fs.stat(current), user, 1)) return false
    if (current === path.dirname(current)) return true
  }
})

/** Whether a user may use a file or folder itself, whatever lies above it. */
export const canUse = (
  fs: FileSystem.FileSystem,
  file: string,
  user: ServerUser | undefined,
  wanted: "read" | "readAndExecute"
) =>
  user === undefined
    ? Effect.succeed(true)
    : Effect.map(fs.stat(file), (info) => permitted(info, user, wanted === "read" ? 4 : 5))
