import { Effect, Predicate, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { type CsvForm, type CsvRecord, csvRecords } from "../Csv.ts"
import { jsonArray } from "../Json.ts"
import { memberAt } from "../Member.ts"
import { type Origin, unreadable } from "../Origin.ts"
import { asSourceError, mapParser, parse, type Parser } from "../Parser.ts"
import { decodeText, decodeXml, makeLineSplitter } from "../Text.ts"
import type { PageForm } from "./Pages.ts"
import { rootAttributes, statedIn } from "./Stated.ts"

/** A page's records, as they are written into the file of all pages. */
export interface PageText {
  /** The document; of XML the attributes of its first element. */
  readonly body: unknown
  /** What must be the same on all pages: the names of a table's columns, or of XML that of the first element. */
  readonly head: string
  readonly text: string
  /** How many records it has. */
  readonly count: number
  /** Each record: its text, or the values of a row. */
  readonly records: ReadonlyArray<string>
}

/** The texts of one page after another are a document of XML between these. */
export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n<pages>\n'
export const xmlEnd = "</pages>\n"

/** Between two pages of XML. */
const xmlBorder = "<!-- the next page -->\n"

/** Records that are no list, as where XML was made JSON: of none, nothing or an empty text; of one, the record itself. */
const aloneAt = (body: unknown, path: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  let found = body
  for (const name of path) {
    if (found === null || found === "") return []
    found = memberAt(found, name)
  }
  if (found === null || found === "") return []
  return Predicate.isReadonlyObject(found) && path.length > 0 ? [JSON.stringify(found)] : undefined
}

const ofJson = (origin: Origin, text: string, path: ReadonlyArray<string>): Effect.Effect<PageText, SourceError> =>
  Effect.gen(function* () {
    const body = yield* Effect.try({
      try: () => JSON.parse(text) as unknown,
      catch: (cause) => unreadable(origin, "a page is not JSON. Is it the right URL?", cause)
    })
    const cut = () => {
      const parser = jsonArray(path)()
      return [...parser.push(text), ...parser.end()].map((one) => one.text)
    }
    const found = aloneAt(body, path) ?? (yield* Effect.try({ try: cut, catch: asSourceError(origin) }))
    // Line feeds stand only between the tokens of JSON.
    const records = found.map((record) => record.replaceAll(/[\r\n]+/g, " "))
    return { body, head: "", text: records.map((record) => `${record}\n`).join(""), count: records.length, records }
  })

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * The texts of elements. One whose end is missing, or stands behind the start of another with its name, ends where the
 * next one starts: if all had one distant end, reading them would take the square of their number.
 */
const elementsIn = (text: string, elements: ReadonlyArray<string>): ReadonlyArray<string> => {
  const tag = new RegExp(`<(/?)((?:[\\w.-]+:)?(${elements.map(escaped).join("|")}))(?=[\\s>/])`, "g")
  const starts: Array<number> = []
  const ends: Array<number | undefined> = []
  const open = new Map<string, { readonly full: string; readonly at: number }>()
  for (const { 1: slash, 2: full = "", 3: name = "", index } of text.matchAll(tag)) {
    const last = open.get(name)
    if (slash === "") {
      open.set(name, { full, at: starts.length })
      starts.push(index)
    } else if (last?.full === full) {
      ends[last.at] = index
      open.delete(name)
    }
  }
  return starts.map((index, at) => text.slice(index, ends[at] ?? starts[at + 1]))
}

const ofXml = (origin: Origin, text: string, elements: ReadonlyArray<string>): Effect.Effect<PageText, SourceError> => {
  const plain = text.replace(/^[\s\ufeff]+/, "").replace(/^(?:<\?[^>]*\?>\s*|<!DOCTYPE[^>[]*>\s*|<!--[^]*?-->\s*)+/, "")
  const head = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(plain)?.[1]
  if (head === undefined) return Effect.fail(unreadable(origin, "a page is not XML. Is it the right URL?"))
  const records = elementsIn(plain, elements)
  const body = rootAttributes(plain)
  const count = statedIn(body).returned ?? records.length
  return Effect.succeed({ body, head, text: `${plain}\n${xmlBorder}`, count, records })
}

/** Rows as they are compared with others: with the names of their columns, or what is wrong with them. */
const makeRowText = () => {
  let names: ReadonlyArray<string> | undefined
  return (row: CsvRecord): string | undefined => {
    if ("fault" in row) return JSON.stringify(row)
    const { values } = row
    if (names === undefined) {
      names = values
      return undefined
    }
    return JSON.stringify(Object.fromEntries(names.map((name, at) => [name, values[at]])))
  }
}

const lined = (lines: ReadonlyArray<string>): string => lines.join("\n").replace(/(?<=[^\n])$/, "\n")

const ofCsv = (text: string, form: CsvForm): PageText => {
  const parser = csvRecords(form)()
  const all = [...parser.push(text), ...parser.end()]
  const [names, first] = all
  const lines = text.split("\n")
  const from = first === undefined ? lines.length : first.line - 1
  const head = form.columns === undefined && names !== undefined ? lined(lines.slice(names.line - 1, from)) : ""
  const toText = makeRowText()
  const records = all.flatMap((row) => toText(row) ?? [])
  return { body: undefined, head, text: lined(lines.slice(from)), count: records.length, records }
}

/** Reads a response with a page of records. */
export const readPage = Effect.fnUntraced(function* (origin: Origin, bytes: Uint8Array, form: PageForm) {
  const decode = form.type === "xml" ? decodeXml : decodeText
  const text = yield* Stream.mkString(decode(origin, form.encoding)(Stream.succeed(bytes)))
  switch (form.type) {
    case "json":
      return yield* ofJson(origin, text, form.path)
    case "xml":
      return yield* ofXml(origin, text, form.records)
    case "csv":
      return ofCsv(text, form)
  }
})

const pagesOfXml = (elements: ReadonlyArray<string>): Parser<string, string> => {
  let pieces: Array<string> = []
  let tail = ""
  return {
    push: (chunk) => {
      pieces.push(chunk)
      const found = tail + chunk
      tail = found.slice(-xmlBorder.length)
      if (!found.includes(xmlBorder)) return []
      const pages = pieces.join("").split(xmlBorder)
      pieces = [pages.pop() ?? ""]
      tail = ""
      return pages.flatMap((page) => elementsIn(page, elements))
    },
    end: () => []
  }
}

/** The records in the file of all pages, as far as it has been written, as they were on their pages. */
export const recordsWithin = (
  origin: Origin,
  bytes: Stream.Stream<Uint8Array, SourceError>,
  form: PageForm
): Stream.Stream<string, SourceError> => {
  const parser = (): Parser<string, string> => {
    switch (form.type) {
      case "json":
        return makeLineSplitter()
      case "xml":
        return pagesOfXml(form.records)
      case "csv":
        return mapParser(csvRecords({ ...form, skipLines: 0 })(), makeRowText())
    }
  }
  return decodeText(origin)(bytes).pipe(parse(origin, parser))
}
