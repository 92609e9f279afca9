import * as NodeServices from "@effect/platform-node/NodeServices"
import { Context, DateTime, Effect, Exit, FileSystem, Layer, Schema } from "effect"
import type { DirectoryEntry, DirectoryIndex } from "../../schemas/Directory.ts"
import { Reader } from "../../sources/SourceFiles.ts"
import { fileFault } from "../../sources/reading/FileWords.ts"
import { layerReader } from "../shared/ConfiguredReader.ts"
import { dataDir } from "../settings/Settings.ts"
import { formatListings, type Listing, parseListings } from "./Listing.ts"
import { fromMirror } from "./Mirrors.ts"
import { type Renewable, renewable, take } from "./Upstream.ts"
import { makeFolder } from "../../sources/reading/NewFolder.ts"

/** The directory cannot be read or updated. The message says which file, and what to do. */
export class DirectoryFault extends Schema.TaggedError<DirectoryFault>()("DirectoryFault", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** The result of updating an upstream's list. IDs are those of entries. */
export type UpstreamUpdate =
  | {
      readonly upstream: Renewable
      readonly outcome: "taken"
      /** Unchanged entries are not counted. */
      readonly added: ReadonlyArray<string>
      readonly changed: ReadonlyArray<string>
      readonly removed: ReadonlyArray<string>
      /** The upstream's release before and now, if it names releases. */
      readonly release: { readonly before: string | null; readonly now: string | null }
    }
  /** The previous list stays. */
  | { readonly upstream: Renewable; readonly outcome: "failed"; readonly message: string }

/** Made by `npm run directory`. */
const shippedFile = `${import.meta.dirname}/data/directory.json`

const difference = (before: Listing, now: Listing): UpstreamUpdate & { readonly outcome: "taken" } => {
  const old = new Map(before.entries.map((entry) => [entry.id, JSON.stringify(entry)]))
  const ids = new Set(now.entries.map(({ id }) => id))
  return {
    upstream: now.upstream as Renewable,
    outcome: "taken",
    added: now.entries.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    changed: now.entries
      .filter((entry) => (old.get(entry.id) ?? "") !== JSON.stringify(entry) && old.has(entry.id))
      .map(({ id }) => id),
    removed: Array.from(old.keys()).filter((id) => !ids.has(id)),
    release: { before: before.release, now: now.release }
  }
}

/** Where updates keep their lists. */
interface Place {
  readonly fs: FileSystem.FileSystem
  readonly folder: string
}

const fileOf = ({ folder }: Place, upstream: Renewable): string => `${folder}/${upstream}.json`

/** The upstream of a list, if it can be renewed. */
const renewableOf = (listing: Listing): Renewable | undefined => renewable.find((one) => one === listing.upstream)

const readShipped = (fs: FileSystem.FileSystem) =>
  fs.readFileString(shippedFile).pipe(
    Effect.flatMap(parseListings),
    Effect.mapError(
      (cause) =>
        new DirectoryFault({
          message: `${shippedFile} cannot be read. It comes with Doorstep: install it again.`,
          cause
        })
    )
  )

/** The list that an update has put into `DATA_DIR`, if any. */
const updated = Effect.fnUntraced(function* (place: Place, upstream: Renewable) {
  const { fs } = place
  const file = fileOf(place, upstream)
  const unreadable = (cause: unknown) =>
    new DirectoryFault({
      message: `${file} cannot be read. Remove it: the list that comes with Doorstep takes its place.`,
      cause
    })
  if (!(yield* Effect.mapError(fs.exists(file), unreadable))) return undefined
  const text = yield* Effect.mapError(fs.readFileString(file), unreadable)
  const [listing] = yield* Effect.mapError(parseListings(text), unreadable)
  return listing
})

/** The later one of the included list and the one in `DATA_DIR`. */
const later = Effect.fnUntraced(function* (place: Place, listing: Listing) {
  const upstream = renewableOf(listing)
  const other = upstream === undefined ? undefined : yield* updated(place, upstream)
  return other !== undefined && Date.parse(other.takenAt) > Date.parse(listing.takenAt) ? other : listing
})

/** Writes a list beside its place first, so that nobody reads half of it. */
const write = Effect.fnUntraced(function* (place: Place, upstream: Renewable, text: string) {
  const { folder, fs } = place
  const file = fileOf(place, upstream)
  const aside = `${file}.new`
  yield* makeFolder(fs, folder)
  yield* fs.writeFileString(aside, text)
  yield* fs.rename(aside, file)
})

/** Downloads an upstream's current list. If that fails, the existing list stays. */
const renew = Effect.fnUntraced(function* (
  place: Place,
  reader: Reader["Service"],
  upstream: Renewable,
  before: Listing
) {
  const taken = yield* Effect.result(take(reader, upstream, before.entries))
  if (taken._tag === "Failure") {
    return { upstream, outcome: "failed", message: taken.failure.message } satisfies UpstreamUpdate
  }
  const now = { upstream, takenAt: DateTime.formatIso(yield* DateTime.now), ...taken.success }
  yield* write(place, upstream, formatListings([now])).pipe(
    Effect.mapError(
      (cause) =>
        new DirectoryFault({
          message: `The list of ${upstream} cannot be kept in ${place.folder}: ${fileFault(cause)}.`,
          cause
        })
    )
  )
  return difference(before, now)
})

/** The open data of the world: the sources for each country, their licences, and how to read them. */
export class Directory extends Context.Service<
  Directory,
  {
    /**
     * Every entry, by country, with those for the whole country before those for its parts. A file with several
     * countries has one entry for each.
     */
    readonly entries: Effect.Effect<ReadonlyArray<DirectoryEntry>, DirectoryFault>
    /** Entries for a country; none if nothing is known. */
    readonly ofCountry: (country: string) => Effect.Effect<ReadonlyArray<DirectoryEntry>, DirectoryFault>
    /** When the lists were made from which the entries come. */
    readonly indexes: Effect.Effect<ReadonlyArray<DirectoryIndex>, DirectoryFault>
    /** Downloads the current upstream lists into `DATA_DIR`. One that cannot be downloaded stays unchanged. */
    readonly update: Effect.Effect<ReadonlyArray<UpstreamUpdate>, DirectoryFault>
  }
>()("doorstep/Directory") {
  static readonly layerNoDeps = Layer.effect(
    Directory,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const reader = yield* Reader
      const place: Place = { fs, folder: `${yield* dataDir}/directory` }
      // A failure, such as of too many open files, is not remembered.
      const shipped = yield* Effect.cachedWithTTL(readShipped(fs), (exit) => (Exit.isSuccess(exit) ? Infinity : 0))
      const listings = Effect.flatMap(shipped, (all) => Effect.forEach(all, (listing) => later(place, listing)))
      const mirrored = fromMirror(reader.upstreams)
      const entries = Effect.map(listings, (all) =>
        all.flatMap((listing) => listing.entries.map(mirrored)).sort(inOrder)
      )

      return Directory.of({
        entries,
        ofCountry: (country) => Effect.map(entries, (all) => all.filter((entry) => entry.country === country)),
        indexes: Effect.map(listings, (all) =>
          all.map(({ release, takenAt, upstream }) => ({ upstream, takenAt, release }))
        ),
        update: Effect.gen(function* () {
          const before = yield* listings
          return yield* Effect.forEach(
            before.flatMap((listing) => {
              const upstream = renewableOf(listing)
              return upstream === undefined ? [] : [[upstream, listing] as const]
            }),
            ([upstream, listing]) => renew(place, reader, upstream, listing),
            { concurrency: "unbounded" }
          )
        }).pipe(Effect.withSpan("Directory.update"))
      })
    })
  )

  /** With its own reader, which may access whatever a user with a shell can. */
  static readonly layer = Directory.layerNoDeps.pipe(Layer.provide([layerReader, NodeServices.layer]))
}

const inOrder = (a: DirectoryEntry, b: DirectoryEntry): number =>
  compare(a.country, b.country) || Number(a.part !== null) - Number(b.part !== null) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
