import { Effect, type Scope, type Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { ReadingProgress } from "./Downloads.ts"
import type { LocalFile } from "./LocalFiles.ts"
import type { Origin } from "./Origin.ts"
import type { RandomAccess } from "./RandomAccess.ts"
import type { Unpacking } from "./Zip.ts"

/** A file before it is known how it is packed. */
export interface Item {
  readonly origin: Origin
  readonly path: string
  readonly bytes: Stream.Stream<Uint8Array, SourceError>
  readonly local?: LocalFile
  /** Downloads a remote file whole, or finds it where it is kept. */
  readonly whole?: Effect.Effect<LocalFile, SourceError, Scope.Scope>
  readonly head?: Uint8Array
  readonly ranges?: Effect.Effect<RandomAccess, SourceError>
  /** In an archive: bytes that it takes there, and what all of the archive unpacks to. */
  readonly packedSize?: number
  readonly sum?: Unpacking
  /** Hears of bytes that were read, as the file lies there. */
  readonly onRead?: (bytes: number) => Effect.Effect<void>
  readonly sibling: (ending: string) => Item | undefined
}

/** Makes items of the files of one folder or archive, which know each other. */
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

/** Tells how far a location is read. What is read twice does not bring it behind its end. */
export const makeOnRead = ({ place }: Origin, total: number) => {
  let done = 0
  return Effect.fnUntraced(function* (bytes: number) {
    done = Math.min(total, done + bytes)
    yield* (yield* ReadingProgress)({ place, done: Math.round(done), total })
  })
}
