/** What the interface promises, one by one: the rows of its tables, its endpoints, and the points of its lists. */
export interface Promised {
  /** Heading and cells, as a row's test is titled. */
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

/** A point that only says what the interface leaves open promises nothing. */
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
    // The first line of a table names its columns, the second underlines them.
    const isTable = (at: number): boolean => lines[at]?.startsWith("|") === true
    if (isTable(i) && isTable(i - 2) && !/^[|\s-]+$/.test(line)) add("table", cellsOf(line))
  })
  return found
}
