import { createHash } from "node:crypto"
import { Effect, Schema, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Paging } from "./paged/Service.ts"
import { type Location, Reader } from "./Reader.ts"

const Place = Schema.NonEmptyString

/** The location in a source's options: one place or several. */
export const Places = Schema.Union([Place, Schema.NonEmptyArray(Place)]).annotate({
  description:
    "A file, a folder, or an http(s) URL; or several of them. Sources configured in the console may read files below SOURCE_FOLDERS, and from public servers and those in SOURCE_HOSTS."
})
export type Places = typeof Places.Type

/** Several places as one location, with their files one after another; with `paging`, those of services. */
export const locate = Effect.fnUntraced(function* (
  source: string,
  places: Places,
  paging?: Paging
): Effect.fn.Return<Location, SourceError, Reader> {
  const reader = yield* Reader
  const [first, ...rest] = yield* Effect.forEach(typeof places === "string" ? [places] : places, (place) =>
    reader.at(source, place, paging)
  )
  return rest.length === 0 ? first! : together([first!, ...rest])
})

const together = (locations: ReadonlyArray<Location>): Location => ({
  origin: { source: locations[0]!.origin.source, place: locations.map(({ origin }) => origin.place).join(", ") },
  fingerprint: Effect.map(Effect.all(locations.map((location) => location.fingerprint)), (fingerprints) =>
    createHash("sha256").update(fingerprints.join("\n")).digest("hex")
  ),
  present: Effect.forEach(locations, ({ present }) => present, { discard: true }),
  entries: (options) => Stream.flatMap(Stream.fromIterable(locations), (location) => location.entries(options)),
  held: Effect.map(
    Effect.forEach(locations, (location) => location.held),
    together
  )
})
