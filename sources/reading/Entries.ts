import { Effect, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { firstBytes } from "./Bytes.ts"
import { headBytes, type Packing, packingOf, unpack, unpackedName } from "./Compression.ts"
import { family, type Item } from "./Items.ts"
import type { Limits } from "./Limits.ts"
import type { LocalFiles } from "./LocalFiles.ts"
import type { Entry } from "./Location.ts"
import { unreadable, within } from "./Origin.ts"
import { isWorkbook, openWorkbook } from "./workbook/Workbook.ts"
import { openZip } from "./Zip.ts"

/** Where compressed files are unpacked, and within which limits. */
export interface Unpacker {
  readonly local: LocalFiles
  readonly limits: Limits
}

/** The first bytes of a file, which reveal its compression. */
const headOf = (item: Item): Effect.Effect<Uint8Array, SourceError> =>
  item.head === undefined ? firstBytes(item.bytes, headBytes) : Effect.succeed(item.head)

/** The bytes of a file, which report how far they are read. */
const reporting = ({ bytes, onRead }: Item) =>
  onRead === undefined ? bytes : Stream.tap(bytes, (chunk: Uint8Array) => onRead(chunk.length))

/** A file as its reader sees it, unpacked. */
const toEntry = (unpacker: Unpacker, item: Item, packing: Exclude<Packing, "zip">): Entry => {
  const { limits, local } = unpacker
  const read = reporting(item)
  const bytes = packing === "plain" ? read : unpack(item.origin, packing, limits, item.packedSize)(read)
  const onDisk = packing === "plain" ? item.local : undefined
  return {
    origin: item.origin,
    path: packing === "plain" ? item.path : unpackedName(item.path),
    bytes,
    ...(item.excerpt === undefined ? {} : { excerpt: item.excerpt }),
    randomAccess: Effect.fnUntraced(function* (remote) {
      if (remote === "ranges" && packing === "plain" && item.ranges !== undefined) return yield* item.ranges
      const whole = packing === "plain" && item.whole !== undefined ? item.whole : local.temporary(item.origin, bytes)
      const { size, ...one } = onDisk ?? (yield* whole)
      const file = yield* local.place(item.origin, { size, ...one })
      return { size, file, readRange: yield* local.parts(item.origin, { file, size }) }
    }),
    sibling: (ending) => {
      const found = item.sibling(ending)
      return found === undefined ? undefined : toEntry(unpacker, found, "plain")
    }
  }
}

/** An archive's members as items. Reading them is reported in bytes of the archive. */
const membersOf = Effect.fnUntraced(function* ({ limits, local }: Unpacker, item: Item) {
  const archive = item.local ?? (yield* item.whole ?? local.temporary(item.origin, item.bytes))
  const sum = item.sum ?? { packed: archive.size, unpacked: 0 }
  const members = yield* openZip(item.origin, yield* local.place(item.origin, archive), sum, limits)
  const toItem = family(members, (member) => ({
    origin: within(item.origin, member.path),
    path: member.path,
    bytes: member.bytes,
    packedSize: member.packedSize,
    sum,
    ...(item.onRead === undefined
      ? {}
      : { onRead: (bytes: number) => item.onRead!((bytes * member.packedSize) / Math.max(1, member.size)) })
  }))
  return { members, toItem }
})

/** The file itself, unpacked; for an archive, its selected files, including those in nested archives. */
export const entriesOf = (
  unpacker: Unpacker,
  item: Item,
  depth: number,
  select: (path: string) => boolean
): Stream.Stream<Entry, SourceError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const packing = packingOf(yield* headOf(item))
      if (packing !== "zip") return Stream.succeed(toEntry(unpacker, item, packing))
      const most = unpacker.limits.depth
      if (depth >= most) return yield* unreadable(item.origin, `archives are nested more than ${most} deep.`)
      const { members, toItem } = yield* membersOf(unpacker, item)
      if (isWorkbook(members)) {
        const parts = members.map((member) => ({ ...member, bytes: reporting(toItem(member)) }))
        const workbook = yield* Effect.cached(openWorkbook(item.origin, parts))
        return Stream.succeed({ ...toEntry(unpacker, item, "plain"), workbook })
      }
      const path = (name: string) => (depth === 0 ? name : `${item.path}/${name}`)
      return Stream.fromIterable(members.filter((member) => select(path(member.path)))).pipe(
        Stream.flatMap((member) =>
          entriesOf(unpacker, { ...toItem(member), path: path(member.path) }, depth + 1, select)
        )
      )
    })
  )
