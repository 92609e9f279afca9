export type Cell = string | number | undefined

/**
 * A spreadsheet takes text that begins like this for a formula and runs it (OWASP, CSV injection). An apostrophe before
 * it says that it is text. Numbers are written by this page, so their sign is one.
 */
const isFormula = (text: string): boolean => /^[\s]*[=+\-@\t\r\n|]/.test(text)

const textOf = (cell: Cell): string =>
  typeof cell === "number" ? String(cell) : cell === undefined ? "" : isFormula(cell) ? `'${cell}` : cell

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export const csv = (header: ReadonlyArray<Cell>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  [header, ...rows].map((row) => row.map((cell) => quoted(textOf(cell))).join(",")).join("\r\n") + "\r\n"

/** Rows as a spreadsheet takes them from the clipboard. */
export const tabbed = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  [header, ...rows].map((row) => row.map((cell) => textOf(cell).replaceAll(/[\t\r\n]+/g, " ")).join("\t")).join("\n")
