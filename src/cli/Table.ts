import { Console, Effect } from "effect"

/** Prints rows under a heading, with columns as wide as their longest cell. */
export const printTable = (heading: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const table = [heading, ...rows]
  const widths = heading.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  return Effect.forEach(
    table,
    (row) =>
      Console.log(
        row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join("  ")
          .trimEnd()
      ),
    { discard: true }
  )
}

/** Prints rows as a table, or a sentence that says there are none. */
export const printList = (
  heading: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  none: string
): Effect.Effect<void> => (rows.length === 0 ? Console.log(none) : printTable(heading, rows))
