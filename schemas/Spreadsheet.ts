export type Cell = string | number | undefined

/**
 * A spreadsheet runs text that begins like this as a formula (OWASP, CSV injection), in some languages also with the
 * full-width forms of these characters. A leading apostrophe marks it as text. Numbers come from the page itself, so
 * their sign is safe.
 */
const isFormula = (text: string): boolean => /^[\s]*[=+\-@\t\r\n|＝＋－＠]/.test(text)

/**
 * Where decimals have a comma, spreadsheets divide CSV at semicolons, and take the quotation marks of cells between
 * commas for text: a cell of theirs begins behind a semicolon, a tab or a line break.
 */
const innerFormula = /([;\t\r\n][ "]*)(?=[=+\-@|＝＋－＠])/g

const asText = (text: string): string => (isFormula(text) ? `'${text}` : text).replace(innerFormula, "$1'")

const textOf = (cell: Cell): string =>
  typeof cell === "number" ? String(cell) : cell === undefined ? "" : asText(cell)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export const csv = (header: ReadonlyArray<Cell>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  [header, ...rows].map((row) => row.map((cell) => quoted(textOf(cell))).join(",")).join("\r\n") + "\r\n"

/** Rows in the form that spreadsheets accept from the clipboard. */
export const tabbed = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  [header, ...rows].map((row) => row.map((cell) => textOf(cell).replaceAll(/[\t\r\n]+/g, " ")).join("\t")).join("\n")
