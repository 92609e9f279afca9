import { Schema } from "effect"
import type { Entry } from "../../reading/Reader.ts"
import { Format } from "../Format.ts"
import { columnsOf, escaped } from "./Fields.ts"
import { type Former, formerOf } from "./FormerRows.ts"
import { wordsOf } from "./Names.ts"
import type { Sample } from "./Sample.ts"

/** Files of one table, which differ in a state, a number or a date in their names at most. */
export interface Family {
  /** Its name in templates, which no other table of the location has. */
  readonly as: string
  /** Its file, for messages. */
  readonly label: string
  readonly format: Format
  readonly columns: ReadonlyArray<string>
  readonly samples: ReadonlyArray<Sample>
  /** Which of its rows count now, and those of the first sample that do. */
  readonly present: Pick<Former, "rules" | "rows">
  /** The paths of its files, by what they differ in. */
  readonly paths: ReadonlyMap<string, string>
  /** What its name says, apart from what the names of all tables say. */
  readonly words: ReadonlyArray<string>
}

/** Whether tables are read in the same way. */
export const areReadAlike = Schema.toEquivalence(Format)

export const nameOf = ({ path }: Pick<Entry, "path">): string => path.split("/").at(-1) ?? ""

/** Letters, digits, and what is between them. */
const pieces = (name: string): ReadonlyArray<string> => name.match(/\d+|\p{L}+|[^\d\p{L}]+/gu) ?? []

/** What a part of a table's rows is named by: a number, a date, or the code of a state. */
const isVariable = (piece: string, index: number, all: ReadonlyArray<string>): boolean =>
  /^\d+$/.test(piece) || (/^\p{L}{2,3}$/u.test(piece) && index < all.length - 1 && all.length > 3)

/** What a layout is called: a layer, a sheet or an element, or else the file. */
const titleOf = ({ entry, layout: { format } }: Sample): string => {
  const file = nameOf(entry).replace(/\.[^.]*$/, "")
  switch (format.type) {
    case "geopackage":
      return format.layer ?? file
    case "xlsx":
      return format.sheet ?? file
    case "xml":
      return format.records[0]
    case "json":
      return format.path ?? file
    default:
      return file
  }
}

/** Tables of one family have the same format and columns, and names of the same form. */
const formOf = (sample: Sample): string => {
  const name = pieces(nameOf(sample.entry))
  const form = name.map((piece, index) => (isVariable(piece, index, name) ? "*" : piece.toLowerCase())).join("")
  return JSON.stringify([form, sample.layout.format, sample.columns])
}

/** The index of the only piece in which names differ; undefined if there is none, or they differ in several. */
const differing = (names: ReadonlyArray<string>): number | undefined => {
  const all = names.map(pieces)
  const [first] = all
  if (first === undefined || all.some(({ length }) => length !== first.length)) return undefined
  const found = first.flatMap((piece, index) => (all.every((one) => one[index] === piece) ? [] : [index]))
  return found.length === 1 ? found[0] : undefined
}

const pathsOf = (samples: ReadonlyArray<Sample>): ReadonlyMap<string, string> => {
  const paths = Array.from(new Set(samples.map(({ entry }) => entry.path)))
  const names = paths.map((path) => nameOf({ path }))
  const at = differing(names)
  return new Map(
    paths.map((path, index) => [at === undefined ? (paths.length > 1 ? path : "") : pieces(names[index]!)[at]!, path])
  )
}

/** The tables of a location, in the order of its files. */
export const familiesOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<Family> => {
  const groups = Array.from(Map.groupBy(samples, formOf).values())
  const titles = groups.map(([first]) => wordsOf(titleOf(first!)).filter((word) => !/\d/.test(word)))
  const counts = new Map<string, number>()
  for (const word of titles.flatMap((words) => Array.from(new Set(words)))) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const taken = new Set(groups.flatMap(([first]) => first!.columns.map((name) => name.split(".")[0]!.toLowerCase())))
  return groups.map((group, index): Family => {
    const [first] = group as [Sample, ...Array<Sample>]
    const words = titles[index]!.filter((word) => groups.length < 2 || counts.get(word)! <= groups.length / 2)
    const name = (words.length > 0 ? words : ["table", String(index + 1)]).join("_")
    let as = name
    for (let number = 2; taken.has(as); number++) as = `${name}_${number}`
    taken.add(as)
    return {
      as,
      label: `${nameOf(first.entry)}${first.layout.format.type === "xml" ? ` <${titleOf(first)}>` : ""}`,
      format: first.layout.format,
      columns: first.columns,
      samples: group,
      present: formerOf(columnsOf(first), first.rows, () => true),
      paths: pathsOf(group),
      words
    }
  })
}

/** Whether each part of one table has its part of the other. */
export const areParallel = (one: Family, other: Family): boolean =>
  one.paths.size > 1 &&
  one.paths.size <= other.paths.size &&
  Array.from(one.paths.keys()).every((key) => other.paths.has(key))

/** A pattern for the files of a table; with `grouped`, its first group is what their names differ in. */
export const patternOf = (family: Family, grouped: boolean): string => {
  const names = Array.from(family.paths.values(), (path) => nameOf({ path }))
  const at = names.length > 1 ? differing(names) : undefined
  if (at === undefined)
    return `(?:^|/)(?:${Array.from(new Set(names), escaped).join("|")})$`.replace(/\(\?:([^|()]*)\)\$$/, "$1$")
  const [name] = names
  const parts = pieces(name!)
  const wanted = /^\d+$/.test(parts[at]!) ? "\\d+" : "[A-Za-z]+"
  const text = parts.map((piece, index) => (index !== at ? escaped(piece) : grouped ? `(${wanted})` : wanted)).join("")
  return `(?:^|/)${text}$`
}
