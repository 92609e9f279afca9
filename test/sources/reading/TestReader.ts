import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Stream } from "effect"
import type { SourceError } from "../../../sources/DataSource.ts"
import { defaultPatience, type HttpPatience } from "../../../sources/reading/HttpPatience.ts"
import { defaultLimits, type Limits } from "../../../sources/reading/Limits.ts"
import { type Entry, type Location, Reader } from "../../../sources/reading/Reader.ts"
import type { Upstreams } from "../../../sources/reading/Upstreams.ts"

export const platform = Layer.mergeAll(NodeHttpClient.layerUndici, NodeServices.layer)

/** Timeouts that a test can afford. A test of a timeout shortens it further. */
export const patience: HttpPatience = {
  ...defaultPatience,
  answer: "20 seconds",
  stall: "20 seconds",
  tries: 4,
  pause: "1 millis"
}

/** The reader on the real platform, with short timeouts. */
export const readerWith = (changes: {
  readonly limits?: Partial<Limits>
  readonly patience?: Partial<HttpPatience>
  readonly upstreams?: Upstreams
}) =>
  Reader.layerWith({
    ...(changes.upstreams === undefined ? {} : { upstreams: changes.upstreams }),
    limits: { ...defaultLimits, ...changes.limits },
    patience: { ...patience, ...changes.patience }
  }).pipe(Layer.provide(platform))

export const testReader = readerWith({})

/** The platform as well as the reader, for tests that write files. */
export const testPlatform = Layer.merge(testReader, platform)

export const locate = (text: string) => Reader.use((reader) => reader.at("test", text))

export const contentOf = (entry: Entry): Effect.Effect<Buffer, SourceError> =>
  Effect.map(Stream.runCollect(entry.bytes), (chunks) => Buffer.concat(chunks))

/** The path and content of every entry. */
export const readAll = (location: Location, select?: (path: string) => boolean) =>
  location.entries(select === undefined ? {} : { select }).pipe(
    Stream.mapEffect((entry) => Effect.map(contentOf(entry), (content) => [entry.path, content] as const)),
    Stream.runCollect,
    Effect.map((entries) => new Map(entries))
  )
