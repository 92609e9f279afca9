import { Effect, Option, Redacted } from "effect"
import type { FileSystem, Path, PlatformError } from "effect"
import { randomBytes } from "node:crypto"
import { platform } from "node:process"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { embeddedError } from "./DatabaseErrors.ts"
import { run, thisProcess } from "./HostProcess.ts"
import type { ServerUser } from "./HostProcess.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { makeFolder } from "../../sources/reading/NewFolder.ts"
import { ensurePlace, removeLeftovers } from "./PrivatePlace.ts"
import type { ServerFiles } from "./ServerFiles.ts"
import { serverFiles } from "./ServerFiles.ts"
import { sharedMemorySettings } from "./SharedMemory.ts"
import { canEnter, forCluster, forNewCluster } from "./ServerUser.ts"

/** A complete PostgreSQL data directory, ready to be served. */
export interface Cluster {
  /** The real path of the data. `DATA_DIR/postgres` is this folder or a link to it. */
  readonly directory: string
  readonly user: ServerUser | undefined
  readonly password: Redacted.Redacted
  readonly files: ServerFiles
}

export interface ClusterOptions {
  /** DATA_DIR, absolute. */
  readonly dataDir: string
  /** Folders for data and programs when the server's user cannot reach DATA_DIR. The first one that works is used. */
  readonly places: ReadonlyArray<string>
  /** Whether the new cluster must outlive a power failure. */
  readonly durable: boolean
}

/** The superuser of every cluster, and so the user of `url`. */
export const superuser = "doorstep"

/**
 * The password file is inside the data directory, so that one rename moves both, and a copy of the data includes its
 * password.
 */
const passwordFile = "doorstep.password"

/** Records the DATA_DIR that the data was made for, for anyone who finds the folder elsewhere. */
const originFile = "doorstep.origin"

/**
 * The character classes that pg_trgm and the text search parser use. With plain C, characters beyond ASCII do not count
 * as letters, so text in other scripts would have no trigrams. Not every system has the first of these.
 */
const characterTypes = ["C.UTF-8", "UTF-8", "C"]

const isCluster = (fs: FileSystem.FileSystem, path: Path.Path, directory: string) =>
  fs.exists(path.join(directory, "PG_VERSION"))

/** Where the data is, or where it will be made. */
const place = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, path: Path.Path, options: ClusterOptions) {
  const link = path.join(options.dataDir, "postgres")
  for (;;) {
    const target = yield* Effect.option(fs.readLink(link))
    if (Option.isSome(target)) {
      const directory = path.resolve(options.dataDir, target.value)
      if (options.places.includes(path.dirname(directory))) yield* makeFolder(fs, path.dirname(directory))
      return path.join(yield* fs.realPath(path.dirname(directory)), path.basename(directory))
    }
    const dataDir = yield* fs.realPath(options.dataDir)
    if (yield* fs.exists(link)) return path.join(dataDir, "postgres")
    const user = yield* forNewCluster(fs, yield* fs.stat(dataDir))
    if (user === undefined || (yield* canEnter(fs, path, dataDir, user))) return path.join(dataDir, "postgres")
    const reachable = yield* ensurePlace(fs, path, options.places, user)
    const directory = path.join(reachable, `data-${yield* token(9)}`)
    // The link comes first: a process killed before the data is complete then leaves nothing that no link points to.
    // When two processes start at once, the one that makes the link decides.
    const made = yield* Effect.option(fs.symlink(directory, link))
    if (Option.isSome(made)) {
      yield* Effect.logInfo(
        `PostgreSQL's user (uid ${user.uid}) cannot enter ${dataDir}, so the data are in ${directory}, and ${link} links to it`
      )
    } else if (!(yield* fs.exists(link)) && Option.isNone(yield* Effect.option(fs.readLink(link)))) {
      return yield* embeddedError("FileSystem", `The link ${link} cannot be created`)
    }
  }
})

/** The file at fault, if it is not the folder that was asked for. */
const at = ({ reason }: PlatformError.PlatformError, folder: string): string =>
  "pathOrDescriptor" in reason && typeof reason.pathOrDescriptor === "string" && reason.pathOrDescriptor !== folder
    ? `${reason.pathOrDescriptor}: `
    : ""

/** In a container, a volume often belongs to another user who has no name there. */
const whose = (fs: FileSystem.FileSystem, folder: string): Effect.Effect<string> =>
  fs.stat(folder).pipe(
    Effect.map(({ uid }) => Option.getOrUndefined(uid)),
    Effect.orElseSucceed(() => undefined),
    Effect.map((owner) =>
      owner === undefined || thisProcess.uid === undefined || owner === thisProcess.uid
        ? ""
        : ` (this is uid ${thisProcess.uid}, and the folder belongs to uid ${owner})`
    )
  )

const token = (bytes: number) => Effect.sync(() => randomBytes(bytes).toString("base64url"))

const initdb = Effect.fnUntraced(function* (
  files: ServerFiles,
  target: string,
  passwordPath: string,
  user: ServerUser | undefined,
  options: ClusterOptions,
  directory: string
): Effect.fn.Return<void, EmbeddedPostgresError> {
  let output = ""
  for (const characterType of characterTypes) {
    const ended = yield* run(
      files.initdb,
      [
        `--pgdata=${target}`,
        `--username=${superuser}`,
        `--pwfile=${passwordPath}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // The built-in provider sorts and folds case the same way on every platform, and no system update changes that.
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        `--lc-ctype=${characterType}`,
        "--no-instructions",
        ...Object.entries(sharedMemorySettings(platform)).map(([name, value]) => `--set=${name}=${value}`),
        ...(options.durable ? [] : ["--no-sync"])
      ],
      { user, directory }
    )
    if (ended.code === 0) return
    output = ended.output
    if (!output.includes("invalid locale name")) break
  }
  const lines = output.trim().split(/\s*\n/).slice(-5)
  return yield* embeddedError("Initdb", "PostgreSQL's initdb could not create the data directory:", { log: lines })
})

/** initdb writes its own files to the disk. Without the password that belongs to them, nobody could use them. */
const toDisk = (fs: FileSystem.FileSystem, options: ClusterOptions, fileOrFolder: string) =>
  options.durable
    ? Effect.scoped(Effect.flatMap(fs.open(fileOrFolder, { flag: "r" }), (opened) => opened.sync))
    : Effect.void

/** How the names of folders begin in which a cluster is made. */
const prefixBeside = (path: Path.Path, directory: string): string => `${path.basename(directory)}.init-`

/**
 * Makes the cluster beside its final place and renames it when it is complete, so it exists either wholly or not at
 * all.
 */
const create = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  directory: string,
  options: ClusterOptions
) {
  const parent = path.dirname(directory)
  const user = yield* forNewCluster(fs, yield* fs.stat(options.dataDir))
  const files = yield* serverFiles(fs, path, user, options.places)
  const own = (file: string) => (user === undefined ? Effect.void : fs.chown(file, user.uid, user.gid))
  const prefix = prefixBeside(path, directory)
  const make = Effect.fnUntraced(function* (temporary: string) {
    const passwordPath = path.join(temporary, passwordFile)
    yield* fs.writeFileString(passwordPath, yield* token(32), { mode: 0o600 })
    yield* Effect.forEach([temporary, passwordPath], own, { discard: true })
    const data = path.join(temporary, "data")
    yield* initdb(files, data, passwordPath, user, options, temporary)
    const written = [path.join(data, passwordFile), path.join(data, originFile)] as const
    yield* fs.rename(passwordPath, written[0])
    yield* fs.writeFileString(written[1], `${options.dataDir}\n`)
    yield* Effect.forEach([...written, data], (one) => toDisk(fs, options, one), { discard: true })
    yield* fs.rename(data, directory)
    yield* toDisk(fs, options, parent)
  })
  yield* Effect.acquireUseRelease(fs.makeTempDirectory({ directory: parent, prefix }), make, (temporary) =>
    Effect.ignore(fs.remove(temporary, { recursive: true, force: true }))
  ).pipe(
    // When two processes start at once, the faster one's cluster stands. The other's rename fails, or its files are
    // already gone.
    Effect.catch((error) =>
      Effect.flatMap(isCluster(fs, path, directory), (exists) => (exists ? Effect.void : Effect.fail(error)))
    )
  )
})

const readPassword = (fs: FileSystem.FileSystem, path: Path.Path, directory: string) =>
  fs.readFileString(path.join(directory, passwordFile)).pipe(
    Effect.map((text) => Redacted.make(text.trim())),
    Effect.mapError((cause) =>
      embeddedError(
        "NotADataDirectory",
        `${directory} holds a PostgreSQL database whose password file ${passwordFile} cannot be read. ` +
          "Put it back, or set DATA_DIR to another folder.",
        { cause }
      )
    )
  )

/** Opens the cluster of a DATA_DIR, creating it if needed. Safe to run in several processes at once. */
export const openCluster = Effect.fn("Cluster.openCluster")(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  options: ClusterOptions
): Effect.fn.Return<Cluster, EmbeddedPostgresError> {
  return yield* Effect.gen(function* () {
    yield* makeFolder(fs, options.dataDir)
    const directory = yield* place(fs, path, options)
    const before = yield* Effect.option(fs.stat(directory))
    // Another user's data cannot even be inspected, so say whose it is.
    if (thisProcess.uid !== 0 && Option.isSome(before)) yield* forCluster(directory, before.value)
    if (!(yield* isCluster(fs, path, directory))) {
      if ((yield* fs.exists(directory)) && (yield* fs.readDirectory(directory)).length > 0) {
        return yield* embeddedError(
          "NotADataDirectory",
          `${directory} is not a PostgreSQL data directory. Move it away, or set DATA_DIR to another folder.`
        )
      }
      yield* create(fs, path, directory, options)
    }
    yield* removeLeftovers(fs, path, path.dirname(directory), prefixBeside(path, directory))
    const user = yield* forCluster(directory, yield* fs.stat(directory))
    if (!(yield* canEnter(fs, path, path.dirname(directory), user))) {
      return yield* embeddedError(
        "Unreachable",
        `The data in ${directory} belongs to a user (uid ${user?.uid}) that cannot enter ${path.dirname(directory)}. ` +
          "Let it through (chmod o+x on each folder above), or move DATA_DIR to a folder that it can enter."
      )
    }
    const files = yield* serverFiles(fs, path, user, options.places)
    return { directory, user, files, password: yield* readPassword(fs, path, directory) }
  }).pipe(
    Effect.catchIf(
      (error) => error._tag !== "EmbeddedPostgresError",
      (cause) =>
        Effect.flatMap(whose(fs, options.dataDir), (owner) =>
          Effect.fail(
            embeddedError(
              "FileSystem",
              `DATA_DIR: the folder ${options.dataDir} cannot be used: ${at(cause, options.dataDir)}${fileFault(cause)}${owner}. ` +
                "Name a folder that this user may write to.",
              { cause }
            )
          )
        )
    )
  )
})
