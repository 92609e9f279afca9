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

/** The users in /etc/passwd. initdb and postgres need an entry there, so a numeric ID alone is not enough. */
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
 * The user that a new cluster is made for. This process's own user (undefined); or, because PostgreSQL refuses to run
 * as root, the first that exists of: the owner of DATA_DIR, `postgres`, `nobody`.
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

/** The user that an existing cluster belongs to. PostgreSQL only runs as the owner of its data. */
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

/**
 * The permission bits (4 read, 1 search or execute) that a file's mode gives a user. Access control lists are not
 * considered.
 */
const permitted = (info: FileSystem.File.Info, user: ServerUser, wanted: number): boolean => {
  const owner = ownerOf(info)
  const shift = owner.uid === user.uid ? 6 : owner.gid === user.gid ? 3 : 0
  return ((info.mode >> shift) & wanted) === wanted
}

/**
 * Whether a user may enter a folder: this needs permission on it and on each folder above it. `directory` is a real
 * path.
 */
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

/** Whether a user may use the file or folder itself, ignoring the folders above it. */
export const canUse = (
  fs: FileSystem.FileSystem,
  file: string,
  user: ServerUser | undefined,
  wanted: "read" | "readAndExecute"
) =>
  user === undefined
    ? Effect.succeed(true)
    : Effect.map(fs.stat(file), (info) => permitted(info, user, wanted === "read" ? 4 : 5))
