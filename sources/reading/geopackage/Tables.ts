import { Effect, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { longestShape } from "../Limits.ts"
import { Fault } from "../Parser.ts"
import type { Pages } from "./Pages.ts"
import { signedVarint, type Slots, slotsOf, type Value, valueReader, varint, type Wanted } from "./Records.ts"
import { cellsOf, childrenOf, decode, kinds, type TableRange, viewOf } from "./Trees.ts"

/** A record of a table. */
export interface TableRecord {
  readonly number: number | bigint
  /** One for each wanted position; undefined for one that the record does not reach to. */
  readonly values: ReadonlyArray<Value | undefined>
}

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

/** Reads the cells of the pages of a range, one after another. */
const cellReader = (pages: Pages, { claim }: TableRange) => {
  let last: number | bigint = -Infinity
  let bytes = 0
  return (page: Uint8Array, number: number): ReadonlyArray<Cell> => {
    let held = 0
    const cells = cellsOf(page, number, kinds.leaf).map((at) => {
      const cell = cellOf(pages, page, at)
      held += cell.local.length
      // Checked before the next one: the records of a page may all begin in one place.
      if (held > page.length) throw new Fault(`the GeoPackage is damaged: records of page ${number} overlap.`)
      if (cell.number <= last)
        throw new Fault(`the GeoPackage is damaged: record ${cell.number} of a table follows record ${last}.`)
      last = cell.number
      bytes += cell.size
      return cell
    })
    claim(bytes)
    return cells
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

/** Bytes of the beginning of a record's header that can say where so many values are. */
const longestHeader = (count: number): number => 9 * (count + 1)

/** Bytes that are decoded at a time of a long record. */
const longestTurn = 1024 ** 2

/** Positions in parts whose values have about so many bytes. */
const inTurns = (positions: ReadonlyArray<number>, slots: Slots): ReadonlyArray<ReadonlyArray<number>> => {
  const parts: Array<Array<number>> = [[]]
  let held = 0
  for (const position of positions) {
    if (held > longestTurn) {
      parts.push([])
      held = 0
    }
    parts.at(-1)!.push(position)
    const slot = slots[position]
    held += slot === undefined ? 0 : slot.end - slot.start
  }
  return parts
}

/** Reads what is wanted of a table's records. */
const recordReader = (pages: Pages, { isWanted, longestText, positions }: Wanted) => {
  const valueOf = valueReader(pages)
  const endOf = (slots: Slots) => slots.reduce((end, slot) => Math.max(end, slot?.end ?? 0), 0)
  const valueAt = (record: Uint8Array, slots: Slots, position: number) => {
    const slot = slots[position]
    return slot === undefined ? undefined : valueOf(record, slot)
  }
  return {
    /** A record that is on its own page, as far as it is wanted; undefined for others. */
    near: ({ local, number, size }: Cell): TableRecord | undefined => {
      if (local.length < size && varint(local, 0)[0] > local.length) return undefined
      const slots = slotsOf(local, isWanted, longestText)
      return local.length === size || endOf(slots) <= local.length
        ? { number, values: positions.map((position) => valueAt(local, slots, position)) }
        : undefined
    },
    far: Effect.fnUntraced(function* (cell: Cell): Effect.fn.Return<TableRecord, SourceError> {
      const [header] = yield* decode(pages, () => varint(cell.local, 0))
      const start = yield* reach(pages, cell, Math.min(header, longestHeader(isWanted.length)))
      const slots = yield* decode(pages, () => slotsOf(start, isWanted, longestText))
      const record = yield* reach(pages, cell, endOf(slots))
      const values: Array<TableRecord["values"]> = []
      for (const part of inTurns(positions, slots)) {
        if (values.length > 0) yield* Effect.yieldNow
        values.push(yield* decode(pages, () => part.map((position) => valueAt(record, slots, position))))
      }
      return { number: cell.number, values: values.flat() }
    })
  }
}

/** Values that are decoded at a time, and held together: those of some hundred records of a real table. */
const mostValues = 10_000

/** Cells of a page in parts that have about so many values. */
const dividedBy = (cells: ReadonlyArray<Cell>, columns: number): ReadonlyArray<ReadonlyArray<Cell>> => {
  const length = Math.max(1, Math.floor(mostValues / Math.max(1, columns)))
  return cells.length <= length
    ? [cells]
    : Array.from({ length: Math.ceil(cells.length / length) }, (_, part) =>
        cells.slice(part * length, (part + 1) * length)
      )
}

/** Consecutive records that are on their page, or one that is not. */
type Batch = ReadonlyArray<TableRecord> | Cell

const batchReader = (near: (cell: Cell) => TableRecord | undefined) => (cells: ReadonlyArray<Cell>) => {
  const batches: Array<Array<TableRecord> | Cell> = []
  for (const cell of cells) {
    const record = near(cell)
    const last = batches.at(-1)
    if (record === undefined) batches.push(cell)
    else if (Array.isArray(last)) last.push(record)
    else batches.push([record])
  }
  return batches as ReadonlyArray<Batch>
}

/** The pages with the records of a range. */
const leavesOf = (pages: Pages, { height, pages: numbers }: TableRange): Stream.Stream<number, SourceError> =>
  height === 0
    ? Stream.fromIterable(numbers)
    : Stream.fromIterable(numbers).pipe(
        Stream.mapEffect((number) =>
          Effect.flatMap(pages.distant(number), (page) => decode(pages, () => childrenOf(page, number)))
        ),
        Stream.flattenIterable
      )

/**
 * The records in a range of a table, in the order of their numbers, with the wanted values. Fails if the numbers do not
 * rise, or the records have more bytes than there are: a damaged file could repeat its records without end.
 */
export const recordsIn = (pages: Pages, range: TableRange, wanted: Wanted): Stream.Stream<TableRecord, SourceError> => {
  const { far, near } = recordReader(pages, wanted)
  const batchesOf = batchReader(near)
  return Stream.suspend(() => {
    const cellsIn = cellReader(pages, range)
    let decoded = 0
    /** Others have their turn now and then, however many values there are. */
    const turn = (cells: ReadonlyArray<Cell>) => {
      decoded += cells.length * wanted.isWanted.length
      if (decoded < mostValues) return Effect.void
      decoded = 0
      return Effect.yieldNow
    }
    return leavesOf(pages, range).pipe(
      Stream.mapEffect((number) =>
        Effect.flatMap(pages.page(number), (page) =>
          decode(pages, () => dividedBy(cellsIn(page, number), wanted.positions.length))
        )
      ),
      Stream.flattenIterable,
      Stream.mapEffect((cells) =>
        Effect.andThen(
          turn(cells),
          decode(pages, () => batchesOf(cells))
        )
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
