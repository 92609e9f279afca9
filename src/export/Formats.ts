import type { Address } from "../../schemas/Address.ts"
import { csv } from "../../schemas/Spreadsheet.ts"
import { cellsOf, columns } from "./Columns.ts"

/** Information about all addresses of an export. */
export interface ExportHead {
  readonly country: string
  readonly poolVersion: number
  readonly seed: string
  /** How many addresses follow. */
  readonly count: number
  /** How many addresses were equally likely. */
  readonly eligibleCount: number
  readonly licenses: ReadonlyArray<{ readonly source: string; readonly license: string; readonly attribution: string }>
}

/** A format for addresses: the text before, for and after each of them. */
interface ExportFormat {
  readonly head: (head: ExportHead) => string
  /** @param nth position among all of them, from 0 */
  readonly row: (address: Address, nth: number, count: number) => string
  readonly foot: string
}

/** The head's members, without the closing brace. */
const openObject = (members: object): string => JSON.stringify(members).slice(0, -1)

const feature = (address: Address): string => {
  const { coordinates } = address
  const geometry =
    coordinates === undefined
      ? "null"
      : `{"type":"Point","coordinates":[${coordinates.longitude},${coordinates.latitude}]}`
  return `{"type":"Feature","id":${JSON.stringify(address.id)},"geometry":${geometry},"properties":${JSON.stringify(address)}}`
}

const table = "addresses"

/** Rows per INSERT: SQLite accepts no more values at once than a few hundred rows have. */
const rowsOfInsert = 500

/**
 * In both databases a backslash in a literal is just a backslash, and only the quotation mark is doubled. No text
 * contains U+0000.
 */
const literal = (cell: string | number | undefined): string => {
  if (cell === undefined) return "NULL"
  return typeof cell === "number" ? String(cell) : `'${cell.replaceAll("\0", "").replaceAll("'", "''")}'`
}

const insert = `INSERT INTO ${table} (${columns.map(({ name }) => name).join(", ")}) VALUES\n`

const comment = (text: string): string => `-- ${text.replace(/\s+/g, " ")}\n`

const sqlHead = ({ count, country, eligibleCount, licenses, poolVersion, seed }: ExportHead): string =>
  [
    comment(
      `${count} of ${eligibleCount} homes of ${country}, pool version ${poolVersion}, seed ${JSON.stringify(seed)}.`
    ),
    ...licenses.map(({ attribution, license, source }) => comment(`${source}: ${license}: ${attribution}`)),
    "BEGIN;\n",
    `CREATE TABLE ${table} (\n`,
    columns.map(({ name, type }) => `  ${name} ${type}${name === "id" ? " PRIMARY KEY" : ""}`).join(",\n"),
    "\n);\n"
  ].join("")

const formats = {
  csv: {
    head: () =>
      csv(
        columns.map(({ name }) => name),
        []
      ),
    row: (address) => csv(cellsOf(address), []),
    foot: ""
  },
  json: {
    head: (head) => `${openObject(head)},"addresses":[\n`,
    row: (address, nth, count) => `${JSON.stringify(address)}${nth + 1 < count ? "," : ""}\n`,
    foot: "]}\n"
  },
  ndjson: { head: () => "", row: (address) => `${JSON.stringify(address)}\n`, foot: "" },
  geojson: {
    head: (head) => `${openObject({ type: "FeatureCollection", ...head })},"features":[\n`,
    row: (address, nth, count) => `${feature(address)}${nth + 1 < count ? "," : ""}\n`,
    foot: "]}\n"
  },
  sql: {
    head: sqlHead,
    row: (address, nth, count) => {
      const start = nth % rowsOfInsert === 0 ? insert : ""
      const end = nth + 1 === count || (nth + 1) % rowsOfInsert === 0 ? ";\n" : ",\n"
      return `${start}(${cellsOf(address).map(literal).join(", ")})${end}`
    },
    foot: "COMMIT;\n"
  }
} as const satisfies Readonly<Record<string, ExportFormat>>

export type FormatName = keyof typeof formats

export const formatNames = ["csv", "json", "ndjson", "geojson", "sql"] as const satisfies ReadonlyArray<FormatName>

export const formatOf = (name: FormatName): ExportFormat => formats[name]
