import { Context, Effect, FileSystem, Layer, Stream } from "effect"
import type { SourceError } from "../../sources/DataSource.ts"
import { Downloads } from "../../sources/reading/Downloads.ts"
import type { HttpPatience } from "../../sources/reading/HttpPatience.ts"
import { defaultLimits, type Limits } from "../../sources/reading/Limits.ts"
import type { Paging } from "../../sources/reading/paged/Service.ts"
import { ConfinedReader, Reader } from "../../sources/reading/Reader.ts"
import type { SourceAccess } from "../../sources/reading/Settings.ts"
import { type KeptDownloadsSettings, layerWith } from "../../src/directory/downloads/KeptDownloads.ts"
import { eventually } from "../support/Eventually.ts"
import { patience, platform } from "../sources/reading/TestReader.ts"

export interface Changes {
  readonly patience?: Partial<HttpPatience>
  readonly limits?: Partial<Limits>
  readonly free?: KeptDownloadsSettings["free"]
  /** Replaces the file system. */
  readonly files?: (system: FileSystem.FileSystem) => FileSystem.FileSystem
  /** Reads with the restrictions on sources that are configured over HTTP. */
  readonly confined?: SourceAccess
  /** Reads the pages of services. */
  readonly paging?: Paging
}

/**
 * A reader with the downloads of a folder, as in a process that has just started. It tries once unless told otherwise.
 */
export const started = Effect.fnUntraced(function* (folder: string, changes: Changes = {}) {
  const settings = {
    limits: { ...defaultLimits, ...changes.limits },
    patience: { ...patience, tries: 1, ...changes.patience }
  }
  const system = Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (system) => changes.files?.(system) ?? system)
  ).pipe(Layer.provideMerge(platform))
  const { confined } = changes
  const readers =
    confined === undefined
      ? Reader.layerWith(settings)
      : Layer.effect(
          Reader,
          Effect.map(ConfinedReader, (reader) => Reader.of(reader))
        ).pipe(Layer.provide(ConfinedReader.layerWith(settings, confined)))
  const context = yield* Layer.build(
    readers.pipe(
      Layer.provideMerge(layerWith({ folder, ...(changes.free === undefined ? {} : { free: changes.free }) })),
      Layer.provide(system),
      Layer.fresh
    )
  )
  const downloads = Context.get(context, Downloads)
  const reader = Context.get(context, Reader)
  const at = (url: string) => reader.at("alpha", url, changes.paging)
  return {
    downloads,
    at,
    /** The content of the only file there. */
    read: (url: string): Effect.Effect<Buffer, SourceError> =>
      Effect.gen(function* () {
        const location = yield* at(url)
        const chunks = yield* Stream.runCollect(Stream.flatMap(location.entries(), ({ bytes }) => bytes))
        return Buffer.concat(chunks)
      })
  }
})

/** The failure of an effect. Its content is dropped first, so that a missing failure does not print megabytes. */
export const failure = <A>(effect: Effect.Effect<A, SourceError>) =>
  Effect.map(Effect.flip(Effect.as(effect, "no failure")), ({ message, reason }) => ({ message, reason }))

export const until = (holds: () => boolean) => eventually("What the test waits for", Effect.sync(holds), (isSo) => isSo)
