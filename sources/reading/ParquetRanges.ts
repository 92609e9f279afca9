import type { ParquetGroup } from "./Parquet.ts"

/** Row groups of a file that are read together. */
export interface ParquetRange {
  readonly groups: ReadonlyArray<ParquetGroup>
  /** What distinguishes it from the file's other ranges; empty if there are none. */
  readonly suffix: string
}

/**
 * Ranges of at most so many rows, unless a single row group has more. The same row groups always give the same ranges,
 * and none give none.
 */
export const rangesOf = (groups: ReadonlyArray<ParquetGroup>, mostRows: number): ReadonlyArray<ParquetRange> => {
  const ranges: Array<Array<ParquetGroup>> = []
  let held = Infinity
  for (const group of groups) {
    if (held + group.rows > mostRows) {
      ranges.push([])
      held = 0
    }
    ranges.at(-1)!.push(group)
    held += group.rows
  }
  return ranges.map((groups, i) => ({ groups, suffix: ranges.length === 1 ? "" : ` ${i + 1}/${ranges.length}` }))
}
