import { readFileSync, writeFileSync } from "node:fs"
import * as Path from "node:path"
import { isMap, isScalar, parseDocument, type Node, type Pair } from "yaml"

/** The folder of the chart. */
export const chart = Path.resolve(import.meta.dirname, "../../packaging/chart")

const begin = "<!-- values -->"
const end = "<!-- /values -->"

const textOf = (comment: string | null | undefined): string =>
  (comment ?? "")
    .split("\n")
    .map((line) => line.trim())
    .join(" ")
    .trim()

/** A table row for each value: its path, its default, and the comment in values.yaml. */
const rowsOf = (map: Node | null | undefined, path: string, said: string): ReadonlyArray<string> => {
  if (!isMap(map)) return []
  return map.items.flatMap((pair: Pair, index) => {
    const key = isScalar(pair.key) ? pair.key : undefined
    const name = `${path}${String(key?.value)}`
    // The YAML library attaches the comment above a map's first key to the map.
    const comment = textOf(key?.commentBefore) || (index === 0 ? textOf(map.commentBefore) : "") || said
    const value = pair.value as Node
    if (isMap(value) && value.items.length > 0 && value.flow !== true) return rowsOf(value, `${name}.`, "")
    return [`| \`${name}\` | \`${JSON.stringify(value.toJSON())}\` | ${comment} |`]
  })
}

/** The table of values for README.md, generated from values.yaml. */
export const table = (): string => {
  const rows = rowsOf(parseDocument(readFileSync(Path.join(chart, "values.yaml"), "utf8")).contents, "", "")
  return [begin, "| value | default | |", "|---|---|---|", ...rows, end].join("\n")
}

const readme = Path.join(chart, "README.md")

/** The table that README.md contains now. */
export const written = (): string => {
  const text = readFileSync(readme, "utf8")
  return text.slice(text.indexOf(begin), text.indexOf(end) + end.length)
}

export const write = (): void => writeFileSync(readme, readFileSync(readme, "utf8").replace(written(), table()))
