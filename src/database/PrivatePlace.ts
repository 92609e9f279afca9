import { Effect, Option } from "effect"
import type { FileSystem, Path } from "effect"
import * as Os from "node:os"
import type { EmbeddedPostgresError } from "./DatabaseErrors.ts"
import { embeddedError } from "./DatabaseErrors.ts"
import { makeFolder } from "../../sources/reading/NewFolder.ts"
import { thisProcess } from "./HostProcess.ts"
import type { ServerUser } from "./HostProcess.ts"
import { canEnter } from "./ServerUser.ts"

/**
 * Where data and programs go if the server's user cannot enter the folder of the checkout or of DATA_DIR (/root, for
 * instance): the Filesystem Hierarchy Standard's folder for state, otherwise the folder for temporary files.
 */
export const defaultPlaces = (path: Path.Path): ReadonlyArray<string> => [
  "/var/lib/doorstep",
  path.join(Os.tmpdir(), "doorstep")
]

/** Only root gets here, and it runs what it finds: a folder that another user prepared or may change is not used. */
const makePlace = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, place: string) {
  if (!(yield* fs.exists(place))) {
    yield* makeFolder(fs, place)
    yield* fs.chmod(place, 0o755)
  }
  const info = yield* fs.lstat(place)
  const trusted =
    info.type === "Directory" && Option.getOrUndefined(info.uid) === thisProcess.uid && (info.mode & 0o022) === 0
  return trusted ? Option.some(yield* fs.realPath(place)) : Option.none<string>()
})

/** The real path of the first place that can be created and that `user` can enter. */
export const ensurePlace = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  places: ReadonlyArray<string>,
  user: ServerUser
): Effect.fn.Return<string, EmbeddedPostgresError> {
  for (const candidate of places) {
    const place = yield* makePlace(fs, candidate).pipe(Effect.orElseSucceed(() => Option.none<string>()))
    if (Option.isSome(place) && (yield* Effect.orElseSucceed(canEnter(fs, path, place.value, user), () => false))) {
      return place.value
    }
  }
  return yield* embeddedError(
    "Unreachable",
    `PostgreSQL does not run as root but as uid ${user.uid}, which can reach neither this folder nor ` +
      `${places.join(" nor ")}. Set DATA_DIR to a folder that it can enter, or set DATABASE_URL.`
  )
})

/** A program that a killed process had started may still write there, until it finds its files gone. */
const removals = 10

/** Removes what a killed process left incomplete. What cannot be removed now is left to the next start. */
export const removeLeftovers = Effect.fnUntraced(
  function* (fs: FileSystem.FileSystem, path: Path.Path, directory: string, prefix: string) {
    const names = yield* fs.readDirectory(directory)
    yield* Effect.forEach(
      names.filter((name) => name.startsWith(prefix)),
      (name) =>
        fs
          .remove(path.join(directory, name), { recursive: true, force: true })
          .pipe(Effect.retry({ times: removals }), Effect.ignore),
      { discard: true }
    )
  },
  (effect) => Effect.ignore(effect)
)
