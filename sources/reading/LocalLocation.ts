import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import { entriesOf, type Unpacker } from "./Entries.ts"
import { family, makeOnRead } from "./Items.ts"
import type { EntriesOptions, Location } from "./Location.ts"
import { misconfigured, type Origin, within } from "./Origin.ts"

/** Changes with the name or the content of any file. */
const fingerprint = Effect.fnUntraced(function* ({ local }: Unpacker, origin: Origin, path: string) {
  const hash = createHash("sha256")
  const { files, single } = yield* local.list(origin, path)
  for (const file of files) {
    const known = local.fingerprint(origin, file)
    // A file that may not be read is usually not wanted; if it is, reading it fails.
    const either = single
      ? known
      : Effect.catchIf(
          known,
          ({ reason }) => reason === "misconfigured",
          ({ message }) => Effect.succeed(message)
        )
    hash.update(`${file.path}\0${yield* either}\0`)
  }
  return hash.digest("hex")
})

const entries = Effect.fnUntraced(function* (
  unpacker: Unpacker,
  origin: Origin,
  path: string,
  { select = () => true }: EntriesOptions
) {
  const { local } = unpacker
  const { files, single } = yield* local.list(origin, path)
  const [only] = files
  const wanted = single ? files : files.filter((file) => select(file.path))
  const onRead = makeOnRead(
    origin,
    wanted.reduce((sum, { size }) => sum + size, 0)
  )
  const toItem = family(single ? yield* local.neighbours(origin, only!) : files, (file) => ({
    origin: single ? origin : within(origin, file.path),
    path: file.path,
    onRead,
    bytes: local.bytes(origin, file),
    // Of files next to the named one, only the names are known.
    ...(single && file !== only ? {} : { local: file })
  }))
  return Stream.fromIterable(wanted).pipe(
    Stream.flatMap((file) => entriesOf(unpacker, toItem(file), single ? 0 : 1, select))
  )
})

/** A file or a folder of this machine. */
export const localLocation = (unpacker: Unpacker, origin: Origin, path: string): Location => {
  const location: Location = {
    origin,
    held: Effect.sync(() => location),
    present: Effect.flatMap(unpacker.local.list(origin, path), ({ files }) =>
      files.some((file) => file.fault === undefined)
        ? Effect.void
        : Effect.fail(misconfigured(origin, "it is a folder without a file that can be read. Check the path."))
    ),
    fingerprint: fingerprint(unpacker, origin, path),
    entries: (options = {}) => Stream.unwrap(entries(unpacker, origin, path, options))
  }
  return location
}
