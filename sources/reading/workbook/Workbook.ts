import { posix } from "node:path"
import { Effect, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import type { SheetRecord } from "../Csv.ts"
import { longestCatalog } from "../Limits.ts"
import { misconfigured, type Origin, unreadable } from "../Origin.ts"
import { parse, type Parser } from "../Parser.ts"
import { decodeXml } from "../Text.ts"
import { xmlRecords } from "../Xml.ts"
import type { ZipMember } from "../Zip.ts"
import { formats } from "./Numbers.ts"
import { SharedTexts, textsInto } from "./SharedTexts.ts"
import { type Common, sheetRows } from "./Sheets.ts"

/** A table of a workbook. */
export interface Sheet {
  readonly name: string
  /** Its rows that are not empty. */
  readonly rows: Stream.Stream<SheetRecord, SourceError>
}

type Part = Pick<ZipMember, "path" | "size" | "bytes">

const parsed = <A>(origin: Origin, part: Part, make: () => Parser<string, A>) =>
  part.bytes.pipe(decodeXml(origin), parse(origin, make))

/** The part that says which sheets there are. One of Excel's binary format has another name. */
const isMain = ({ path }: Part): boolean => path.toLowerCase() === "xl/workbook.xml"

/**
 * Whether an archive is a workbook of Excel, in Office Open XML (ECMA-376). Packages that read these hold whole sheets in
 * memory, and unpack archives by themselves, without the limits of all other archives.
 */
export const isWorkbook = (parts: ReadonlyArray<Part>): boolean => parts.some(isMain)

/** All that a part says, held in memory. */
const said = Effect.fnUntraced(function* <A>(origin: Origin, part: Part | undefined, make: () => Parser<string, A>) {
  if (part === undefined) return []
  if (part.size > longestCatalog) {
    return yield* unreadable(origin, `its ${part.path} has more than ${longestCatalog} bytes. Save it again.`)
  }
  return yield* Stream.runCollect(parsed(origin, part, make))
})

const elements = (name: string, ...attributes: ReadonlyArray<string>) =>
  xmlRecords(new Set([name]), { wanted: new Set(attributes.map((attribute) => `@${attribute}`)) })

/** The parts that a workbook refers to. */
const referred = Effect.fnUntraced(function* (origin: Origin, parts: ReadonlyArray<Part>) {
  const byPath = new Map(parts.map((part) => [part.path.toLowerCase(), part]))
  const references = byPath.get("xl/_rels/workbook.xml.rels")
  const found = yield* said(origin, references, elements("Relationship", "Id", "Type", "Target"))
  return found.flatMap(({ leaves }) => {
    const path = posix.resolve("/xl", leaves.get("@Target") ?? "").slice(1)
    const part = byPath.get(path.toLowerCase())
    const named = leaves.get("@Type") ?? ""
    const type = named.slice(named.lastIndexOf("/") + 1)
    return part === undefined ? [] : [{ id: leaves.get("@Id"), type, part }]
  })
})

/** The sheets of a workbook, given the parts of its archive. What all sheets refer to is read with the first one. */
export const openWorkbook = Effect.fnUntraced(function* (
  origin: Origin,
  parts: ReadonlyArray<Part>
): Effect.fn.Return<ReadonlyArray<Sheet>, SourceError> {
  const main = parts.find(isMain)
  const all = yield* referred(origin, parts)
  const ofType = (type: string) => all.find((one) => one.type === type)?.part
  const common = yield* Effect.cached(
    Effect.gen(function* (): Effect.fn.Return<Common, SourceError> {
      const texts = new SharedTexts()
      const shared = ofType("sharedStrings")
      if (shared !== undefined) yield* Stream.runDrain(parsed(origin, shared, () => textsInto(texts)))
      const [properties] = yield* said(origin, main, elements("workbookPr", "date1904"))
      const from1904 = /^(?:1|true|on)$/.test(properties?.leaves.get("@date1904") ?? "")
      return { texts, formats: yield* said(origin, ofType("styles"), formats), from1904 }
    })
  )
  const listed = yield* said(origin, main, elements("sheet", "name", "id"))
  const sheets = new Map(all.flatMap(({ id, part, type }) => (type === "worksheet" ? [[id, part]] : [])))
  return listed.flatMap(({ leaves }): ReadonlyArray<Sheet> => {
    const part = sheets.get(leaves.get("@id"))
    if (part === undefined) return []
    const rows = Stream.unwrap(Effect.map(common, (known) => parsed(origin, part, sheetRows(known))))
    return [{ name: leaves.get("@name") ?? "", rows }]
  })
})

/** How many names a message lists. */
const shown = 30

/** The sheet of this name, ignoring case, or the only one. */
export const sheetOf = Effect.fnUntraced(function* (
  origin: Origin,
  sheets: ReadonlyArray<Sheet>,
  wanted: string | undefined
): Effect.fn.Return<Sheet, SourceError> {
  const names = sheets.map(({ name }) => name.slice(0, 100))
  const list = names.length > shown ? `${names.slice(0, shown).join(", ")} …` : names.join(", ")
  const [first] = sheets
  if (first === undefined) return yield* unreadable(origin, "the workbook has no sheet with rows.")
  if (wanted === undefined) {
    return sheets.length === 1
      ? first
      : yield* misconfigured(
          origin,
          `the workbook has several sheets: ${list}. Name the one with the addresses in the mapping: "format": {"type": "xlsx", "sheet": ${JSON.stringify(names[0])}}.`
        )
  }
  const found = sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  return found ?? (yield* misconfigured(origin, `the workbook has no sheet ${wanted}. It has: ${list}.`))
})
