import { Context, Effect, FileSystem, Layer, Schema } from "effect"
import type { DirectoryEntry, DirectoryIndex } from "../../schemas/Directory.ts"
import { type Listing, parseListings } from "./Listing.ts"

/** The directory cannot be read. The message says which file, and what to do. */
export class DirectoryFault extends Schema.TaggedError<DirectoryFault>()("DirectoryFault", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Made by `npm run directory`. */
const shippedFile = `${import.meta.dirname}/data/directory.json`

/** The open data of the world: which there are of a country, under which licence, and how they are read. */
export class Directory extends Context.Service<
  Directory,
  {
    /** Every entry, by country, those of the whole country before those of its parts. A file of several has one for each. */
    readonly entries: Effect.Effect<ReadonlyArray<DirectoryEntry>, DirectoryFault>
    /** Those of a country: none where nothing is known of it. */
    readonly ofCountry: (country: string) => Effect.Effect<ReadonlyArray<DirectoryEntry>, DirectoryFault>
    /** Of when the lists are that the entries were made of. */
    readonly indexes: Effect.Effect<ReadonlyArray<DirectoryIndex>, DirectoryFault>
  }
>()("doorstep/Directory") {
  static readonly layer = Layer.effect(
    Directory,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const shipped = yield* Effect.cached(
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
      )
      const listings: Effect.Effect<ReadonlyArray<Listing>, DirectoryFault> = shipped
      const entries = Effect.map(listings, (all) => all.flatMap((listing) => listing.entries).sort(inOrder))
      return Directory.of({
        entries,
        ofCountry: (country) => Effect.map(entries, (all) => all.filter((entry) => entry.country === country)),
        indexes: Effect.map(listings, (all) =>
          all.map(({ release, takenAt, upstream }) => ({ upstream, takenAt, release }))
        )
      })
    })
  )
}

const inOrder = (a: DirectoryEntry, b: DirectoryEntry): number =>
  compare(a.country, b.country) || Number(a.part !== null) - Number(b.part !== null) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
