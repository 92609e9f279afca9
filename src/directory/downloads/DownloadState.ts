import { createHash } from "node:crypto"
import { join } from "node:path"
import { Effect, type FileSystem, Option, Schema } from "effect"

/** What is known about a download, in a small file beside it, without any secret. */
export const DownloadState = Schema.Struct({
  /** From the URL and its version: `1f2e3d4c5b6a7988.2`. */
  id: Schema.NonEmptyString,
  /** In a form that may be shown. */
  url: Schema.String,
  host: Schema.String,
  /** The source that last requested it. */
  source: Schema.String,
  /** The name of the file, or of the folder with its parts, in the same folder. */
  file: Schema.NonEmptyString,
  /** Whether it consists of parts of a file that is never downloaded completely. */
  inParts: Schema.Boolean,
  size: Schema.NullOr(Schema.Finite),
  validator: Schema.NullOr(Schema.String),
  version: Schema.NullOr(Schema.String),
  changedAt: Schema.NullOr(Schema.Finite),
  fetchedAt: Schema.Finite,
  complete: Schema.Boolean,
  /** Of a file that consists of pages: how to go on after its first bytes, of which there are this many. */
  page: Schema.optionalKey(Schema.NullOr(Schema.Struct({ bytes: Schema.Finite, mark: Schema.String })))
})
export type DownloadState = typeof DownloadState.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(DownloadState))

/** Identifies a URL without revealing it, because it may contain keys. */
export const addressId = (url: string): string => createHash("sha256").update(url).digest("hex").slice(0, 16)

/** A name that every file system accepts, and that leads out of no folder. */
export const safeName = (url: URL): string => {
  const last = url.pathname.split("/").findLast((part) => part !== "") ?? ""
  const plain = last
    .replace(/%[0-9a-f]{2}/gi, "_")
    .replace(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^[._-]+/, "")
    .slice(-80)
  return plain === "" ? "download" : plain
}

const numberOf = (id: string): number => Number(id.split(".")[1] ?? 0)

/** The files of downloads in a folder. */
export const makeStates = (fs: FileSystem.FileSystem, folder: string) => {
  const stateFile = (id: string) => join(folder, `${id}.json`)

  const read = (name: string) =>
    fs.readFileString(join(folder, name)).pipe(
      Effect.map((text) =>
        // A file that someone else has put there must not name files elsewhere.
        Option.filter(
          decode(text),
          ({ file, id }) => name === `${id}.json` && !/[/\\]/.test(file) && file.startsWith(id)
        )
      ),
      Effect.orElseSucceed(() => Option.none<DownloadState>())
    )

  /** For one URL, or for all, newest version first. */
  const list = Effect.fnUntraced(function* (address?: string) {
    const names = yield* Effect.orElseSucceed(fs.readDirectory(folder), (): ReadonlyArray<string> => [])
    const wanted = names.filter((name) => /^[0-9a-f]{16}\.\d+\.json$/.test(name) && name.startsWith(address ?? ""))
    const states = yield* Effect.forEach(wanted, read)
    return states
      .flatMap((state) => Option.toArray(state))
      .sort((a, b) => numberOf(b.id) - numberOf(a.id) || b.fetchedAt - a.fetchedAt)
  })

  return {
    list,
    /** Written completely or not at all, whatever happens meanwhile. */
    write: (state: DownloadState) => {
      const next = `${stateFile(state.id)}.next`
      return fs.writeFileString(next, JSON.stringify(state)).pipe(Effect.andThen(fs.rename(next, stateFile(state.id))))
    },
    remove: (state: DownloadState) =>
      // The data is deleted first: a state without data is harmless, but nobody sees data without a state.
      Effect.andThen(
        fs.remove(join(folder, state.file), { recursive: true, force: true }),
        fs.remove(stateFile(state.id), { force: true })
      ),
    /** The ID of the next version. */
    nextId: (address: string, states: ReadonlyArray<DownloadState>) =>
      `${address}.${Math.max(0, ...states.map(({ id }) => numberOf(id))) + 1}`,
    pathOf: ({ file }: DownloadState) => join(folder, file)
  }
}

export type States = ReturnType<typeof makeStates>
