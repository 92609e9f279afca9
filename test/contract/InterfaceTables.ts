/** A single promise of the interface: a row of a table, an endpoint, or an item of a list. */
export interface Promised {
  /** Heading and cells, which are also the title of its test. */
  readonly row: string
  readonly kind: "table" | "endpoint" | "point"
}

const cellsOf = (line: string): string =>
  line
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(" | ")

/** An item that only says what the interface leaves open promises nothing. */
const isLeftOpen = (text: string): boolean => text.endsWith(": not shown.")

/** Reads the Markdown of the interface. */
export const promisesOf = (markdown: string): ReadonlyArray<Promised> => {
  const lines = markdown.split("\n")
  const found: Array<Promised> = []
  let heading = ""
  lines.forEach((line, i) => {
    const add = (kind: Promised["kind"], text: string) => found.push({ kind, row: `${heading}: ${text}` })
    const [, title] = /^#+ (.+)$/.exec(line) ?? []
    if (title !== undefined) {
      heading = title
      if (/^(?:GET|POST) /.test(title)) add("endpoint", lines.slice(i + 1).find((next) => next.trim() !== "") ?? "")
      return
    }
    const [, point] = /^(?:-|\d+\.) (.+)$/.exec(line) ?? []
    if (point !== undefined && !isLeftOpen(point)) add("point", point)
    // A table's first line names the columns, and the second underlines them.
    const isTable = (at: number): boolean => lines[at]?.startsWith("|") === true
    if (isTable(i) && isTable(i - 2) && !/^[|\s-]+$/.test(line)) add("table", cellsOf(line))
  })
  return found
}
