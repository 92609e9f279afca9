import { Effect, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { longestCatalog, longestRecord } from "../Limits.ts"
import { misconfigured, type Origin, unreadable } from "../Origin.ts"
import { Fault } from "../Parser.ts"
import type { RandomAccess } from "../RandomAccess.ts"
import { type Columns, columnsOf } from "./Columns.ts"
import { openPages, type Pages } from "./Pages.ts"
import { type Value, wantedAt } from "./Records.ts"
import { recordsIn, type TableRecord } from "./Tables.ts"
import { rangesOf, type TableRange } from "./Trees.ts"

/** Records of a table with the values of certain columns, in the order of the columns. */
export interface DatabaseRecord {
  readonly number: number | bigint
  readonly values: ReadonlyArray<Value>
}

/** A table of a database. */
export interface Table {
  readonly name: string
  /** Names of the columns that are stored. */
  readonly columns: ReadonlyArray<string>
  /** Parts of the table, whose records take about so many bytes. The same file gives the same parts. */
  readonly ranges: (bytes: number) => Effect.Effect<ReadonlyArray<TableRange>, SourceError>
  /** Fails if one of these columns has a text of more bytes than `longestText`: eight million. */
  readonly records: (
    range: TableRange,
    columns: ReadonlyArray<string>,
    longestText?: number
  ) => Stream.Stream<DatabaseRecord, SourceError>
}

/** What a database says that it has. */
export interface Listed {
  readonly name: string
  /** A view has no records of its own: SQLite computes them when it is read. */
  readonly kind: "table" | "view"
  /** Characters that are kept of it. */
  readonly length: number
  /** Fails if it cannot be read: a view, or a table whose definition is not understood. */
  readonly open: Effect.Effect<Table, SourceError>
}

/** Tables and indexes of a database. GeoPackages have some dozen for each layer. */
const mostEntries = 100_000

/** Characters of a table's name. */
const longestName = 1000

/** The table that lists all others is on the first page. https://www.sqlite.org/fileformat2.html#storage_of_the_sql_database_schema */
const schema = { root: 1, columns: { type: 0, name: 1, rootPage: 3, sql: 4 } } as const

const tableOf = (pages: Pages, name: string, root: number, columns: Columns): Table => {
  const { defaults, names, rowId } = columns
  const positions = new Map(names.map((column, position) => [column, position]))
  return {
    name,
    columns: names,
    ranges: (bytes) => rangesOf(pages, root, bytes),
    records: (range, wanted, longestText = longestRecord) => {
      const places = wanted.map((column) => positions.get(column) ?? -1)
      const missing = wanted.map((column): Value => defaults.get(column) ?? null)
      const areNumbers = wanted.map((column) => column === rowId)
      const valuesOf = ({ number, values }: TableRecord) =>
        values.map((value, at): Value =>
          areNumbers[at] === true ? number : value === undefined ? missing[at]! : value
        )
      return recordsIn(pages, range, wantedAt(places, longestText)).pipe(
        Stream.map((record) => ({ number: record.number, values: valuesOf(record) }))
      )
    }
  }
}

/** How to get a table that can be read; its name follows. */
const savedAnew = "Save it as a layer of its own with QGIS, or with GDAL: ogr2ogr addresses.gpkg FILE"

const openTable = Effect.fnUntraced(function* (pages: Pages, name: string, root: number, sql: string) {
  const refused = (why: string, cause?: unknown) =>
    unreadable(pages.origin, `the table ${name} cannot be read: ${why}`, cause)
  const columns = yield* Effect.try({
    try: () => columnsOf(sql),
    catch: (cause) =>
      refused(cause instanceof Fault ? cause.message : "the statement that makes it makes no sense.", cause)
  })
  if (!columns.isNumbered) return yield* refused(`its records have no numbers (WITHOUT ROWID). ${savedAnew} "${name}"`)
  return tableOf(pages, name, root, columns)
})

const listedAs = (pages: Pages, [type, name, root, sql]: TableRecord["values"]): Listed | undefined => {
  if (typeof name !== "string" || name.length > longestName || typeof sql !== "string") return undefined
  if (type === "view") {
    const why = `${name} is a view, and only tables are read. ${savedAnew} "${name}"`
    return { name, kind: type, length: name.length, open: Effect.fail(misconfigured(pages.origin, why)) }
  }
  // Virtual tables have no pages of their own.
  return type === "table" && typeof root === "number" && root > 0
    ? { name, kind: type, length: name.length + sql.length, open: openTable(pages, name, root, sql) }
    : undefined
}

/**
 * Opens an SQLite database for the records of its tables. It reads the format itself instead of running SQLite, because
 * a file that somebody uploads must neither block the process nor name other files: SQLite runs on the calling thread
 * until it is done, computes what the file's schema says, and follows links by itself.
 * https://www.sqlite.org/fileformat2.html
 */
export const openDatabase = Effect.fnUntraced(function* (
  origin: Origin,
  file: RandomAccess
): Effect.fn.Return<ReadonlyArray<Listed>, SourceError> {
  const pages = yield* openPages(origin, file)
  const { name, rootPage, sql, type } = schema.columns
  const ranges = yield* rangesOf(pages, schema.root, Number.POSITIVE_INFINITY)
  const entries = Stream.flatMap(Stream.fromIterable(ranges), (range) =>
    recordsIn(pages, range, wantedAt([type, name, rootPage, sql], longestRecord))
  )
  const all: Array<Listed> = []
  let [count, length] = [0, 0]
  yield* Stream.runForEach(entries, ({ values }) => {
    const one = listedAs(pages, values)
    if (one !== undefined) all.push(one)
    count += 1
    length += one?.length ?? 0
    if (count > mostEntries)
      return Effect.fail(unreadable(origin, `it has more than ${mostEntries} tables, which no GeoPackage has.`))
    return length > longestCatalog
      ? Effect.fail(
          unreadable(origin, `the statements that make its tables have more than ${longestCatalog} characters.`)
        )
      : Effect.void
  })
  return all
})
