import { parse as parseCsv } from "csv-parse/sync"
import { decoderOf } from "../../reading/CodePages.ts"
import { isFlatGeobuf } from "../../reading/flatgeobuf/FlatGeobuf.ts"
import { foreignOf } from "../../reading/Foreign.ts"
import { featureLines } from "../../reading/GeoJson.ts"
import { deepest } from "../../reading/Limits.ts"
import { type Stated, statedAtStart } from "../../reading/paged/Stated.ts"
import { withLineFeeds } from "../../reading/Text.ts"
import type { Format } from "../Format.ts"
import { numberOf } from "../Figures.ts"
import { leadingNumber } from "./Contents.ts"
import { linkedElements, recordElements } from "./Elements.ts"
import { encodingOf } from "./Encoding.ts"
import { namesOfHeaderless } from "./HeaderlessFiles.ts"
import { jsonToken, namesOfLists } from "./JsonTables.ts"
import { namesOf } from "./Names.ts"

/** A file's format, according to its first bytes and its name. */
export interface Layout {
  readonly format: Format
  /** In a few words. */
  readonly words: string
  /** What the file says of records that it does not have, as a page of a server's answer does. */
  readonly page?: Stated
  /** Whether the file may have no such records, to which others may link. */
  readonly mayLack?: boolean
}

const textOf = (head: Uint8Array, encoding: string | undefined): string => {
  const mark = head[0] === 0xff && head[1] === 0xfe ? "utf-16le" : head[0] === 0xfe ? "utf-16be" : undefined
  return withLineFeeds(decoderOf(mark ?? encoding ?? "utf-8")!(head))
}

/** UTF-16 without a byte order mark, in which every other byte of most texts is zero. */
const unmarkedOf = (head: Uint8Array): "utf-16le" | "utf-16be" | undefined => {
  const some = head.subarray(0, 512)
  const zeros = [0, 1].map((from) => some.filter((byte, at) => at % 2 === from && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  const isMost = (most: number, rest: number) => most > some.length / 4 && rest === 0
  return isMost(odd, even) ? "utf-16le" : isMost(even, odd) ? "utf-16be" : undefined
}

const delimiters = [";", "\t", "|", ",", "^", "~"] as const

/** How many columns are examined. The widest tables of addresses have some three hundred. */
export const mostGuessed = 500

/** How many lines are examined to detect a table's format, or records of several lines. */
const looked = 60
const mostLines = 600

const cells = (line: string, delimiter: string, quote: string): ReadonlyArray<string> => {
  if (quote === "" || !line.includes(quote)) return line.split(delimiter)
  try {
    const [record] = parseCsv(line, { delimiter, quote, relax_column_count: true })
    return record ?? []
  } catch {
    return line.split(delimiter)
  }
}

/** Other marks than the double quote that stand around the cells of a table. */
const marks = ["#", "'", "`", "|", "~"] as const

/** The mark around most cells of a line that are not empty. */
const markOf = (lines: ReadonlyArray<string>, delimiter: string): string | undefined => {
  const given = lines.flatMap((line) => line.split(delimiter)).filter((cell) => cell !== "")
  return marks.find(
    (mark) =>
      mark !== delimiter &&
      given.filter((cell) => cell.length > 1 && cell.startsWith(mark) && cell.endsWith(mark)).length >=
        given.length * 0.6
  )
}

/** Quoted cells, whatever stands between them. */
const quotedCell = /(^|[;\t|,^~])"(?:[^"]|"")*"(?=[;\t|,^~]|$)/g

/** How a delimiter splits lines. */
interface Split {
  readonly delimiter: string
  /** The share of the lines that have as many cells as most. */
  readonly share: number
  /** Whether it splits the first line, which has the names of columns in most files. */
  readonly splitsFirst: boolean
  readonly score: number
}

/** Commas in a whole address may be as many in each line: what splits all lines, the names too, divides its cells. */
const isBetter = (one: Split, other: Split | undefined): boolean => {
  if (other === undefined) return true
  const surely = [one, other].find(({ share, splitsFirst }) => share === 1 && splitsFirst)
  return one.splitsFirst !== other.splitsFirst && surely !== undefined ? surely === one : one.score > other.score
}

/** The delimiter that splits most lines into the same number of cells, at least two. */
const delimiterOf = (lines: ReadonlyArray<string>): Split | undefined => {
  let best: Split | undefined
  // The numbers in quoted geometries have commas between them, as many in each line.
  const plain = lines.map((line) => line.replace(quotedCell, "$1x"))
  for (const delimiter of delimiters) {
    const widths = plain.map((line) => cells(line, delimiter, '"').length)
    const usual = Array.from(Map.groupBy(widths, (width) => width))
      .filter(([width]) => width > 1)
      .sort(([, one], [, other]) => other.length - one.length)[0]
    if (usual === undefined) continue
    const share = usual[1].length / widths.length
    const score = share ** 2 * Math.log2(usual[0] + 1)
    const split: Split = { delimiter, share, splitsFirst: widths[0]! > 1, score }
    if (isBetter(split, best)) best = split
  }
  return best
}

/** Lines of text put together to records, whose quoted cells may have line breaks. What is cut off is left out. */
const joinedLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const records: Array<string> = []
  let open: Array<string> = []
  let isOpen = false
  for (const line of lines) {
    if (line.split('"').length % 2 === 0) isOpen = !isOpen
    open.push(line)
    if (isOpen) continue
    records.push(open.join("\n"))
    open = []
  }
  return records
}

/** The lines, and their delimiter: as they are, or as records of several lines if these are more alike. */
const divided = (lines: ReadonlyArray<string>) => {
  const plain = lines.slice(0, looked)
  const joined = joinedLines(lines).slice(0, looked)
  const [one, other] = [delimiterOf(plain), delimiterOf(joined)]
  const isJoined = joined.length > 1 && (other?.share ?? 0) > (one?.share ?? 0)
  return { lines: isJoined ? joined : plain, delimiter: (isJoined ? other : one)?.delimiter }
}

/** Whether a cell is an address, as `12 Main St` is: its words may be names of columns in some language. */
const isLine = (cell: string): boolean => leadingNumber.test(cell.trim()) && /\p{L}{2}/u.test(cell)

/** How many known names no row of a table has. */
const surelyNames = 5

/** How much a line looks like column names: known names count for it, numbers and empty cells against it. */
const headerScore = (line: ReadonlyArray<string>): number => {
  const filled = line.filter((cell) => cell.trim() !== "")
  if (filled.length < 2 || filled.some((cell) => !Number.isNaN(numberOf(cell)))) return -1
  const known = filled.filter((cell) => cell.length <= 60 && namesOf(cell).some(({ score }) => score >= 0.8)).length
  // Among many known names, one that begins with a number is a name, too: `1 Articles CGI`.
  if (known < surelyNames && filled.some(isLine)) return -1
  return (known + 0.1 * filled.length) * (filled.length / line.length)
}

/** The index of the header line, from 0; undefined if there is none. */
const headerAt = (table: ReadonlyArray<ReadonlyArray<string>>): number | undefined => {
  const first = table.slice(0, 12).map((line) => headerScore(line.slice(0, mostGuessed)))
  const best = Math.max(...first)
  const at = first.indexOf(best)
  if (best >= 1 || (best > 0 && at === 0 && first[0]! > 0 && table.length > 1)) {
    // A first line that looks like those after it is a row, not a header.
    const isAlike = best < 1 && table.slice(1, 6).every((line) => headerScore(line) >= best)
    return isAlike ? undefined : at
  }
  return undefined
}

const isNumeric = (cell: string): boolean => !Number.isNaN(numberOf(cell))

/** Whether the line below the header names the columns once more, in another language or in full. */
const isNamedTwice = (table: ReadonlyArray<ReadonlyArray<string>>, header: number): boolean => {
  const [second = [], ...rows] = table.slice(header + 1)
  const numbers = second.filter((_, at) => {
    const filled = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "")
    return filled.length > 1 && filled.every(isNumeric)
  })
  return numbers.length > 1 && numbers.every((cell) => /\p{L}{2}/u.test(cell) && !isNumeric(cell))
}

const shownDelimiter = (delimiter: string): string => (delimiter === "\t" ? "tabs" : `"${delimiter}"`)

/** Names for columns that have none. */
const numbered = (width: number) =>
  Array.from({ length: width }, (_, at) => `column${at + 1}`) as [string, ...Array<string>]

/** The names of a header, of which a mapping lists all. */
const named = (header: ReadonlyArray<string>) =>
  header.map((name, at) => name.trim() || `column${at + 1}`) as [string, ...Array<string>]

/** Where the names of columns are, if they are not in the first line. */
const namesIn = (header: number | undefined, skipLines: number): string => {
  if (header === undefined) return ", without names of columns"
  return skipLines === 0 ? "" : `, names of columns in line ${skipLines + 1}`
}

const withEncoding = (encoding: string | undefined) => (encoding === undefined ? {} : { encoding })

/** A list of whole addresses below the name of its only column, whose commas divide no cells. */
const listLayout = (lines: ReadonlyArray<string>, encoding: string | undefined): Layout | undefined => {
  const [name = "", ...rows] = lines
  if (rows.length === 0 || [name, ...rows].some((line) => line.includes("\t")) || /[;,|^~]/.test(name)) return undefined
  if (!namesOf(name).some(({ part, score }) => part === "streetAndNumber" && score >= 0.85)) return undefined
  return { format: { type: "csv", delimiter: "\t", ...withEncoding(encoding) }, words: "a list with one column" }
}

/** The layout of a sheet with these first rows; of several, the name of the sheet belongs to its format. */
export const sheetLayout = (
  name: string,
  isOnly: boolean,
  rows: ReadonlyArray<{ readonly line: number; readonly values: ReadonlyArray<string | undefined> }>
): Layout => {
  const table = rows.slice(0, looked).map(({ values }) => Array.from(values, (value = "") => value))
  const header = headerAt(table)
  const width = Math.max(...table.map((line) => line.length))
  const before = header === undefined ? 0 : rows[header]!.line - 1
  const isTwice = header !== undefined && isNamedTwice(table, header)
  const skipLines = isTwice ? rows[header + 1]!.line : before
  return {
    format: {
      type: "xlsx",
      ...(isOnly ? {} : { sheet: name }),
      ...(skipLines === 0 ? {} : { skipLines }),
      ...(header === undefined ? { columns: numbered(width) } : isTwice ? { columns: named(table[header]!) } : {})
    },
    words: `the sheet ${name} of a workbook, with ${width} columns${namesIn(header, before)}`
  }
}

const csvLayout = (text: string, encoding: string | undefined): Layout | undefined => {
  const all = text.replace(/^\ufeff/, "").split(/\r?\n/)
  const first = all.slice(0, looked).filter((line) => line.trim() !== "")
  const list = listLayout(first, encoding)
  if (list !== undefined) return list
  const isCut = all.length > 1 && text.length > 1024 && !text.endsWith("\n")
  const whole = isCut ? all.slice(0, -1) : all
  const { delimiter, lines } = divided(whole.slice(0, mostLines).filter((line) => line.trim() !== ""))
  if (delimiter === undefined) return undefined
  const balanced = lines.filter((line) => (line.split('"').length - 1) % 2 !== 0).length <= lines.length / 10
  const quote = markOf(lines, delimiter) ?? (balanced ? undefined : "")
  const table = lines.map((line) => cells(line, delimiter, quote ?? '"'))
  const header = headerAt(table)
  const width = Math.max(...table.map((line) => line.length))
  const lineOf = (record: number) => all.indexOf(lines[record]!.split("\n", 1)[0]!)
  const before = header === undefined ? 0 : lineOf(header)
  const isTwice = header !== undefined && isNamedTwice(table, header)
  const skipLines = isTwice ? lineOf(header + 1) + lines[header + 1]!.split("\n").length : before
  const columns =
    header === undefined
      ? named(namesOfHeaderless(table) ?? numbered(width))
      : isTwice
        ? named(table[header]!)
        : undefined
  const usual = delimiter === "," ? {} : { delimiter }
  return {
    format: {
      type: "csv",
      ...usual,
      ...(quote === undefined ? {} : { quote }),
      ...(encoding === undefined ? {} : { encoding }),
      ...(skipLines === 0 ? {} : { skipLines }),
      ...(columns === undefined ? {} : { columns })
    },
    words: `CSV with ${shownDelimiter(delimiter)} between ${width} columns${namesIn(header, before)}`
  }
}

/** How many arrays of a JSON document are examined. */
const mostArrays = 6

/** An array of records in a JSON document. */
interface JsonList {
  /** The member names that lead to it. */
  readonly path: string
  /** Where the first record begins, if the records are arrays, too. */
  readonly lists: number | undefined
}

/** The arrays of objects, or of arrays, that are not within another one. */
const arraysIn = (text: string): ReadonlyArray<JsonList> => {
  const found = new Map<string, JsonList>()
  const path: Array<string | undefined> = []
  let name: string | undefined
  let before = ""
  for (const { 0: token, index } of text.matchAll(jsonToken)) {
    const [, ...members] = path
    const isList = token === "["
    if ((token === "{" || isList) && before === "[" && members.every((one) => one !== undefined)) {
      const at = members.join(".")
      if (!found.has(at)) found.set(at, { path: at, lists: isList ? index : undefined })
      if (found.size === mostArrays) break
    }
    if (token === "{" || token === "[") {
      if (path.push(name) > deepest) break
      name = undefined
    } else if (token === "}" || token === "]") {
      path.pop()
      name = undefined
    } else if (token === ":") name = before.slice(1, -1)
    before = token
  }
  return Array.from(found.values())
}

/** Records of an array; if they are arrays themselves, with the names of their values, without which they are none. */
const arrayLayout = (
  text: string,
  { lists, path }: JsonList,
  coded: { readonly encoding?: string }
): Layout | undefined => {
  const names = lists === undefined ? undefined : namesOfLists(text, lists, (record) => headerScore(record) >= 1)
  if (lists !== undefined && names === undefined && path !== "") return undefined
  const [first, ...others] = names ?? []
  return {
    format: {
      type: "json",
      ...(path === "" ? {} : { path }),
      ...coded,
      ...(first === undefined ? {} : { columns: [first, ...others] })
    },
    words: path === "" ? "a JSON array" : `the JSON array under ${path}`
  }
}

/** The text without a leading byte order mark, which is white space too, record separators or white space. */
const plainStart = (text: string): string => text.replace(/^[\s\p{Cc}]+/u, "")

/** Whether a line is a Feature itself, and not a record or a page that has one within it. */
const isFeature = (line: string): boolean => {
  if (!/"type"\s*:\s*"Feature"/.test(line)) return false
  const [feature] = [...featureLines(1).push(`${line}\n`)]
  return feature !== undefined && !("fault" in feature)
}

const jsonLayouts = (text: string, encoding: string | undefined): ReadonlyArray<Layout> => {
  const start = plainStart(text)
  const coded = withEncoding(encoding)
  // Esri's own JSON has features, too, but no GeoJSON in them.
  const isEsri = /"geometryType"\s*:\s*"esri|"features"\s*:\s*\[\s*\{\s*"attributes"/.test(start)
  const isCollection =
    /^\{[^{]*"type"\s*:\s*"FeatureCollection"/.test(start) || /^\{[\s\S]{0,4096}"features"\s*:\s*\[/.test(start)
  if (isCollection && !isEsri) return [{ format: { type: "geojson", ...coded }, words: "GeoJSON" }]
  const [line = "", ...others] = start.split(/\r?\n/)
  const isWhole = /^\{.*\}\s*$/.test(line)
  if (isWhole && isFeature(line)) {
    return [{ format: { type: "geojson", ...coded }, words: "GeoJSON, a Feature on each line" }]
  }
  const lines: Layout = { format: { type: "json", lines: true, ...coded }, words: "JSON, a record on each line" }
  const isLines = isWhole && others.some((other) => other.trim() !== "")
  if (isLines) return [lines]
  const isTop = start.startsWith("[")
  const within = arraysIn(start)
  const found = isTop ? within.filter(({ lists, path }) => path === "" && lists !== undefined) : within
  const lists = found.length === 0 && !isWhole ? [{ path: "", lists: undefined }] : found
  const arrays = lists.flatMap((list) => arrayLayout(start, list, coded) ?? [])
  return isWhole ? [...arrays, lines] : arrays
}

/** The formats that a file may have, most likely first; empty if it is not a known kind of text or table. */
export const layoutsOf = (path: string, head: Uint8Array): ReadonlyArray<Layout> => {
  const name = path.toLowerCase()
  if (name.endsWith(".shp")) return [{ format: { type: "shapefile" }, words: "a shapefile" }]
  if (Buffer.from(head.subarray(0, 4)).toString("latin1") === "PAR1") {
    return [{ format: { type: "parquet" }, words: "Parquet" }]
  }
  if (isFlatGeobuf(head)) return [{ format: { type: "flatgeobuf" }, words: "FlatGeobuf" }]
  if (foreignOf(head) !== undefined) return []
  const isMarked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const unmarked = isMarked ? undefined : unmarkedOf(head)
  // Nothing can be detected in binary files.
  if (head.subarray(0, 512).includes(0) && !isMarked && unmarked === undefined) return []
  const latin = Buffer.from(head.subarray(0, 200)).toString("latin1")
  const encoding = unmarked ?? encodingOf(head, /encoding\s*=\s*["']([^"']+)/i.exec(latin)?.[1])
  const text = textOf(head, encoding)
  const start = plainStart(text)
  if (start.startsWith("<")) {
    const page = statedAtStart(start)
    const found = recordElements(start)
    const elements = new Set([...found, ...linkedElements(start)])
    return Array.from(elements, (element) => ({
      format: { type: "xml", records: [element], ...withEncoding(encoding) },
      words: `XML with records <${element}>`,
      page,
      ...(found.includes(element) ? {} : { mayLack: true })
    }))
  }
  if (start.startsWith("{") || start.startsWith("[")) {
    const page = statedAtStart(start)
    return jsonLayouts(text, encoding).map((layout) =>
      layout.words.includes("on each line") ? layout : { ...layout, page }
    )
  }
  const table = csvLayout(text, encoding)
  return table === undefined ? [] : [table]
}
