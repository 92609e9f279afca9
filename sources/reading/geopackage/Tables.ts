import { Effect, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { longestShape } from "../Limits.ts"
import { unreadable } from "../Origin.ts"
import { Fault } from "../Parser.ts"
import { headerSize, type Pages } from "./Pages.ts"
import { signedVarint, type Slot, slotsOf, type Value, valueReader, varint } from "./Records.ts"

/** A record of a table. */
export interface TableRecord {
  readonly number: number | bigint
  /** One for each wanted position; undefined for one that the record does not reach to. */
  readonly values: ReadonlyArray<Value | undefined>
}

/** Pages of a table that follow each other, as far down as those above its records. */
export interface TableRange {
  readonly pages: ReadonlyArray<number>
  /** How far these pages are above those with records: 0 or 1. */
  readonly height: 0 | 1
}

/** Kinds of pages that tables with numbered records have. */
const kinds = { inner: 5, leaf: 13 } as const

/** No tree of SQLite's is higher. */
const highest = 20

/** What fails to be decoded is damaged. */
const decode = <A>({ origin }: Pages, evaluate: () => A): Effect.Effect<A, SourceError> =>
  Effect.try({
    try: evaluate,
    catch: (cause) =>
      unreadable(
        origin,
        cause instanceof Fault ? cause.message : "the GeoPackage is damaged: a page in it makes no sense.",
        cause
      )
  })

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The header of a page follows that of the file on the first one. */
const headAt = (number: number): number => (number === 1 ? headerSize : 0)

/** Where the cells of a page begin. https://www.sqlite.org/fileformat2.html#b_tree_pages */
const cellsOf = (page: Uint8Array, number: number, kind: 5 | 13): ReadonlyArray<number> => {
  const head = headAt(number)
  if (page[head] !== kind)
    throw new Fault(`the GeoPackage is damaged: page ${number} is not what its table takes it for.`)
  const view = viewOf(page)
  const from = head + (kind === kinds.inner ? 12 : 8)
  return Array.from({ length: view.getUint16(head + 3) }, (_, index) => view.getUint16(from + index * 2))
}

/** The pages below an inner page, in the order of their records. */
const childrenOf = (page: Uint8Array, number: number): ReadonlyArray<number> => {
  const view = viewOf(page)
  const last = view.getUint32(headAt(number) + 8)
  return [...cellsOf(page, number, kinds.inner).map((cell) => view.getUint32(cell)), last]
}

/** How many levels a table's inner pages have. */
const heightOf = Effect.fnUntraced(function* (pages: Pages, root: number): Effect.fn.Return<number, SourceError> {
  let [number, height] = [root, 0]
  for (;;) {
    const page = yield* pages.distant(number)
    if (page[headAt(number)] !== kinds.inner) return height
    height += 1
    if (height > highest)
      return yield* unreadable(pages.origin, "the GeoPackage is damaged: a table of it is nested without end.")
    number = (yield* decode(pages, () => childrenOf(page, number)))[0]!
  }
})

/**
 * A table's pages above its records, in ranges whose records take about so many bytes. The same file gives the same
 * ranges. A table of one page is one range.
 */
export const rangesOf = Effect.fnUntraced(function* (
  pages: Pages,
  root: number,
  size: number
): Effect.fn.Return<ReadonlyArray<TableRange>, SourceError> {
  const height = yield* heightOf(pages, root)
  if (height === 0) return [{ height: 0, pages: [root] }]
  const seen = new Set([root])
  let level = [root]
  for (let above = height; above > 1; above--) {
    const below: Array<number> = []
    for (const number of level) {
      const page = yield* pages.distant(number)
      for (const child of yield* decode(pages, () => childrenOf(page, number))) {
        // Otherwise a small file could have records without end.
        if (seen.has(child))
          return yield* unreadable(pages.origin, `the GeoPackage is damaged: page ${child} is in it twice.`)
        seen.add(child)
        below.push(child)
      }
    }
    level = below
  }
  const ranges: Array<Array<number>> = []
  let held = 0
  for (const number of level) {
    const page = yield* pages.distant(number)
    const bytes = (yield* decode(pages, () => childrenOf(page, number))).length * pages.pageSize
    if (ranges.length === 0 || held + bytes > size) {
      ranges.push([])
      held = 0
    }
    ranges.at(-1)!.push(number)
    held += bytes
  }
  return ranges.map((pages) => ({ height: 1, pages }))
})

/** A record as its page has it. */
interface Cell {
  readonly number: number | bigint
  /** Bytes of the whole record. */
  readonly size: number
  /** Its beginning. */
  readonly local: Uint8Array
  /** The page where it goes on; 0 if it does not. */
  readonly next: number
}

/** How much of a long record is on its own page. https://www.sqlite.org/fileformat2.html#cell_payload_overflow_pages */
const localSize = ({ usable }: Pages, size: number): number => {
  if (size <= usable - 35) return size
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const wanted = least + ((size - least) % (usable - 4))
  return wanted <= usable - 35 ? wanted : least
}

const cellOf = (pages: Pages, page: Uint8Array, at: number): Cell => {
  const [size, afterSize] = varint(page, at)
  const [number, start] = signedVarint(page, afterSize)
  if (size > Math.min(longestShape, pages.size))
    throw new Fault(`the GeoPackage is damaged: a record of it says that it has ${size} bytes.`)
  const local = localSize(pages, size)
  if (start + local > page.length) throw new Fault("the GeoPackage is damaged: a record in it is cut off.")
  return {
    number,
    size,
    local: page.subarray(start, start + local),
    next: local === size ? 0 : viewOf(page).getUint32(start + local)
  }
}

/** The first bytes of a record, as many as asked for and possibly more. */
const reach = Effect.fnUntraced(function* (pages: Pages, cell: Cell, length: number) {
  if (length <= cell.local.length) return cell.local
  const parts = [cell.local]
  let [held, next] = [cell.local.length, cell.next]
  while (held < Math.min(length, cell.size)) {
    const page = yield* pages.page(next)
    const part = page.subarray(4, Math.min(pages.usable, 4 + cell.size - held))
    parts.push(part)
    held += part.length
    next = viewOf(page).getUint32(0)
  }
  return Buffer.concat(parts)
})

/** Reads records of a table at certain positions of its columns. */
const recordReader = (pages: Pages, wanted: ReadonlyArray<number>) => {
  const valueOf = valueReader(pages)
  const count = Math.max(-1, ...wanted) + 1
  const endOf = (slots: ReadonlyArray<Slot>) => Math.max(0, ...wanted.map((position) => slots[position]?.end ?? 0))
  const valuesIn = (record: Uint8Array, slots: ReadonlyArray<Slot>) =>
    wanted.map((position) => {
      const slot = slots[position]
      return slot === undefined ? undefined : valueOf(record, slot)
    })
  return {
    /** A record that is on its own page, as far as it is wanted; undefined for others. */
    near: ({ local, number, size }: Cell): TableRecord | undefined => {
      if (local.length < size && varint(local, 0)[0] > local.length) return undefined
      const slots = slotsOf(local, count)
      return local.length === size || endOf(slots) <= local.length
        ? { number, values: valuesIn(local, slots) }
        : undefined
    },
    far: Effect.fnUntraced(function* (cell: Cell): Effect.fn.Return<TableRecord, SourceError> {
      const [header] = yield* decode(pages, () => varint(cell.local, 0))
      const start = yield* reach(pages, cell, header)
      const slots = yield* decode(pages, () => slotsOf(start, count))
      const record = yield* reach(pages, cell, endOf(slots))
      return { number: cell.number, values: yield* decode(pages, () => valuesIn(record, slots)) }
    })
  }
}

/** Consecutive records that are on their page, or one that is not. */
type Batch = ReadonlyArray<TableRecord> | Cell

/**
 * The records in a range of a table, in the order of their numbers, with the values at certain positions: for the first
 * column, 0. Fails if the numbers do not rise: a damaged file could repeat its records without end.
 */
export const recordsIn = (
  pages: Pages,
  { height, pages: numbers }: TableRange,
  wanted: ReadonlyArray<number>
): Stream.Stream<TableRecord, SourceError> => {
  const { far, near } = recordReader(pages, wanted)

  const batchesOf = (cells: ReadonlyArray<Cell>): ReadonlyArray<Batch> => {
    const batches: Array<Array<TableRecord> | Cell> = []
    for (const cell of cells) {
      const record = near(cell)
      const last = batches.at(-1)
      if (record === undefined) batches.push(cell)
      else if (Array.isArray(last)) last.push(record)
      else batches.push([record])
    }
    return batches
  }

  const leaves =
    height === 0
      ? Stream.fromIterable(numbers)
      : Stream.fromIterable(numbers).pipe(
          Stream.mapEffect((number) =>
            Effect.flatMap(pages.distant(number), (page) => decode(pages, () => childrenOf(page, number)))
          ),
          Stream.flattenIterable
        )

  return Stream.suspend(() => {
    let last: number | bigint = -Infinity
    const cellsIn = (page: Uint8Array, number: number): ReadonlyArray<Cell> => {
      const cells = cellsOf(page, number, kinds.leaf).map((at) => cellOf(pages, page, at))
      for (const cell of cells) {
        if (cell.number <= last) {
          throw new Fault(`the GeoPackage is damaged: record ${cell.number} of a table follows record ${last}.`)
        }
        last = cell.number
      }
      return cells
    }
    return leaves.pipe(
      Stream.mapEffect((number) =>
        Effect.flatMap(pages.page(number), (page) => decode(pages, () => batchesOf(cellsIn(page, number))))
      ),
      Stream.flattenIterable,
      // Long records are not held together.
      Stream.mapEffect((batch) =>
        "local" in batch ? Effect.map(far(batch), (record) => [record]) : Effect.succeed(batch)
      ),
      Stream.flattenIterable
    )
  })
}
