import { Effect } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { unreadable } from "../Origin.ts"
import { Fault } from "../Parser.ts"
import { headerSize, type Pages } from "./Pages.ts"

/** Pages of a table that follow each other, as far down as those above its records. */
export interface TableRange {
  readonly pages: ReadonlyArray<number>
  /** How far these pages are above those with records: 0 or 1. */
  readonly height: 0 | 1
  /**
   * Says how many bytes the range's records have so far, and throws a {@link Fault} if the table's ranges together then
   * have more than the file: records of a small file could share their long parts, and be read without end.
   */
  readonly claim: (bytes: number) => void
}

/** Kinds of pages that tables with numbered records have. */
export const kinds = { inner: 5, leaf: 13 } as const

/** No tree of SQLite's is higher. */
const highest = 20

/** What fails to be decoded is damaged. */
export const decode = <A>({ origin }: Pick<Pages, "origin">, evaluate: () => A): Effect.Effect<A, SourceError> =>
  Effect.try({
    try: evaluate,
    catch: (cause) =>
      unreadable(
        origin,
        cause instanceof Fault ? cause.message : "the GeoPackage is damaged: a page in it makes no sense.",
        cause
      )
  })

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The header of a page follows that of the file on the first one. */
const headAt = (number: number): number => (number === 1 ? headerSize : 0)

/** Where the cells of a page begin. https://www.sqlite.org/fileformat2.html#b_tree_pages */
export const cellsOf = (page: Uint8Array, number: number, kind: 5 | 13): ReadonlyArray<number> => {
  const head = headAt(number)
  if (page[head] !== kind)
    throw new Fault(`the GeoPackage is damaged: page ${number} is not what its table takes it for.`)
  const view = viewOf(page)
  const from = head + (kind === kinds.inner ? 12 : 8)
  return Array.from({ length: view.getUint16(head + 3) }, (_, index) => view.getUint16(from + index * 2))
}

/** The pages below an inner page, in the order of their records. */
export const childrenOf = (page: Uint8Array, number: number): ReadonlyArray<number> => {
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

/** Reads what is below a page, each page of a table once: otherwise a small file could have records without end. */
const belowOnce = (pages: Pages, root: number) => {
  const seen = new Uint8Array(Math.floor(pages.size / pages.pageSize / 8) + 1)
  const mark = (page: number) => {
    const [at, bit] = [Math.floor(page / 8), 1 << (page % 8)]
    if (((seen[at] ?? 0) & bit) !== 0) throw new Fault(`the GeoPackage is damaged: page ${page} is in it twice.`)
    seen[at]! |= bit
  }
  mark(root)
  return Effect.fnUntraced(function* (number: number) {
    const page = yield* pages.distant(number)
    return yield* decode(pages, () => {
      const children = childrenOf(page, number)
      children.forEach(mark)
      return children
    })
  })
}

/** For each range of a table, how it {@link TableRange.claim claims} bytes of a file. */
const claims = (size: number): ((range: number) => TableRange["claim"]) => {
  const claimed: Array<number> = []
  let total = 0
  return (range) => (bytes) => {
    // A range may be read again.
    const more = bytes - (claimed[range] ?? 0)
    if (more <= 0) return
    claimed[range] = bytes
    total += more
    if (total > size) throw new Fault("the GeoPackage is damaged: the records of a table are longer than the file.")
  }
}

/**
 * A table's pages above its records, in ranges whose records take about so many bytes. The same file gives the same
 * ranges. A table of one page is one range. Fails if a page is in the table twice.
 */
export const rangesOf = Effect.fnUntraced(function* (
  pages: Pages,
  root: number,
  size: number
): Effect.fn.Return<ReadonlyArray<TableRange>, SourceError> {
  const height = yield* heightOf(pages, root)
  const claim = claims(pages.size)
  if (height === 0) return [{ height: 0, pages: [root], claim: claim(0) }]
  const below = belowOnce(pages, root)
  let level = [root]
  for (let above = height; above > 1; above--) {
    const next: Array<number> = []
    for (const number of level) for (const child of yield* below(number)) next.push(child)
    level = next
  }
  const ranges: Array<Array<number>> = []
  let held = 0
  for (const number of level) {
    const bytes = (yield* below(number)).length * pages.pageSize
    if (ranges.length === 0 || held + bytes > size) {
      ranges.push([])
      held = 0
    }
    ranges.at(-1)!.push(number)
    held += bytes
  }
  return ranges.map((pages, index) => ({ height: 1, pages, claim: claim(index) }))
})
