import { Effect, type Scope, type Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { ReadingProgress } from "./Progress.ts"
import type { LocalFile } from "./LocalFile.ts"
import type { Origin } from "./Origin.ts"
import type { Excerpt } from "./paged/Excerpt.ts"
import type { RandomAccess } from "./RandomAccess.ts"
import type { Unpacking } from "./Zip.ts"

/** A file whose compression is not known yet. */
export interface Item {
  readonly origin: Origin
  readonly path: string
  readonly bytes: Stream.Stream<Uint8Array, SourceError>
  readonly local?: LocalFile
  /** Downloads a remote file whole, or finds the stored copy. */
  readonly whole?: Effect.Effect<LocalFile, SourceError, Scope.Scope>
  readonly head?: Uint8Array
  readonly ranges?: Effect.Effect<RandomAccess, SourceError>
  /** In an archive: its packed size, and the unpacked size of the whole archive. */
  readonly packedSize?: number
  readonly sum?: Unpacking
  /** Receives the number of bytes read, as the file is stored. */
  readonly onRead?: (bytes: number) => Effect.Effect<void>
  /** Undefined unless it may be one page of several. */
  readonly excerpt?: Excerpt
  readonly sibling: (ending: string) => Item | undefined
}

/** Makes items for the files of one folder or archive, which can find each other. */
export const family = <A extends { readonly path: string }>(
  members: ReadonlyArray<A>,
  item: (member: A) => Omit<Item, "sibling">
) => {
  const byPath = new Map(members.map((member) => [member.path.toLowerCase(), member]))
  const make = (member: A): Item => ({
    ...item(member),
    sibling: (ending) => {
      const found = byPath.get(member.path.toLowerCase().replace(/(\.[^./]*)?$/, ending.toLowerCase()))
      return found === undefined ? undefined : make(found)
    }
  })
  return make
}

/** Reports how far a location has been read. Reading something twice does not exceed its end. */
export const makeOnRead = ({ place }: Origin, total: number) => {
  let done = 0
  return Effect.fnUntraced(function* (bytes: number) {
    done = Math.min(total, done + bytes)
    yield* (yield* ReadingProgress)({ place, done: Math.round(done), total })
  })
}
