import { Effect, Stream } from "effect"
import { SourceError } from "../sources/DataSource.ts"
import { type Entry, type Location, Reader } from "../sources/SourceFiles.ts"

type Reading = Reader["Service"]

/** What a source has read through the Reader. */
export interface Recording {
  /** The files that it read from the start, in order. */
  readonly entries: Array<Entry>
  /** The beginning of the first one. */
  readonly head: Array<Uint8Array>
  size: number
  /** Whether it read one of them with random access. */
  random: boolean
}

/** How many bytes of a file are kept. */
const mostKept = 1024 * 1024

/** A file that replaces another one, and how reading it goes wrong. */
export interface StandIn {
  readonly bytes: Stream.Stream<Uint8Array, SourceError>
  /** Not even its location can be examined. */
  readonly missing?: boolean
  /** The version that its location reports. */
  readonly version?: string
}

const over = (reader: Reading, change: (location: Location) => Location): Reading =>
  Reader.of({ ...reader, at: (source, text) => Effect.map(reader.at(source, text), change) })

/** A Reader that records what is read. */
export const recording = (reader: Reading, notes: Recording): Reading => {
  const entryOf = (entry: Entry): Entry => ({
    ...entry,
    bytes: Stream.suspend(() => {
      notes.entries.push(entry)
      const isFirst = notes.entries.length === 1
      return Stream.tap(entry.bytes, (chunk) =>
        Effect.sync(() => {
          if (!isFirst || notes.size >= mostKept) return
          notes.head.push(chunk.slice(0, mostKept - notes.size))
          notes.size += chunk.length
        })
      )
    }),
    randomAccess: (remote) => {
      notes.random = true
      return entry.randomAccess(remote)
    },
    sibling: (ending) => {
      const found = entry.sibling(ending)
      return found === undefined ? undefined : entryOf(found)
    }
  })
  const locationOf = (location: Location): Location => ({
    ...location,
    held: Effect.map(location.held, locationOf),
    entries: (options) => Stream.map(location.entries(options), entryOf)
  })
  return over(reader, locationOf)
}

/** A Reader that returns one file for every location. */
export const standingIn = (
  reader: Reading,
  original: Entry,
  { bytes, missing = false, version = "a stand-in" }: StandIn
): Reading => {
  const gone = (location: Location) =>
    new SourceError({
      source: location.origin.source,
      reason: "misconfigured",
      message: `${location.origin.place}: there is no such file or folder.`
    })
  const entry: Entry = {
    ...original,
    bytes,
    randomAccess: () =>
      Effect.succeed({ size: 4096, file: undefined, readRange: (start, end) => Effect.succeed(garbage(end - start)) }),
    sibling: () => undefined
  }
  const locationOf = (location: Location): Location => ({
    ...location,
    fingerprint: missing ? Effect.fail(gone(location)) : Effect.succeed(version),
    held: Effect.suspend(() => Effect.succeed(locationOf(location))),
    entries: () => (missing ? Stream.fail(gone(location)) : Stream.succeed(entry))
  })
  return over(reader, locationOf)
}

/** Bytes of no known format, always the same. */
export const garbage = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, index) => (index * 2654435761) >>> 13)
