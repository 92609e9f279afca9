import { Effect, Stream } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { type Origin, unreadable } from "../Origin.ts"
import type { RandomAccess } from "../RandomAccess.ts"
import { type Columns, columnsOf } from "./Columns.ts"
import { openPages, type Pages } from "./Pages.ts"
import type { Value } from "./Records.ts"
import { rangesOf, recordsIn, type TableRange, type TableRecord } from "./Tables.ts"

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
  readonly records: (range: TableRange, columns: ReadonlyArray<string>) => Stream.Stream<DatabaseRecord, SourceError>
}

/** Tables and indexes of a database. GeoPackages have some dozen for each layer. */
const mostEntries = 100_000

/** The table that lists all others is on the first page. https://www.sqlite.org/fileformat2.html#storage_of_the_sql_database_schema */
const schema = { root: 1, columns: { type: 0, name: 1, rootPage: 3, sql: 4 } } as const

const tableOf = (pages: Pages, name: string, root: number, columns: Columns): Table => {
  const { defaults, names, rowId } = columns
  const positions = new Map(names.map((column, position) => [column, position]))
  const valueOf = (column: string, { number, values }: TableRecord, index: number): Value =>
    column === rowId ? number : (values[index] ?? (values[index] === null ? null : (defaults.get(column) ?? null)))
  return {
    name,
    columns: names,
    ranges: (bytes) => rangesOf(pages, root, bytes),
    records: (range, wanted) =>
      recordsIn(
        pages,
        range,
        wanted.map((column) => positions.get(column) ?? names.length)
      ).pipe(
        Stream.map((record) => ({
          number: record.number,
          values: wanted.map((column, index) => valueOf(column, record, index))
        }))
      )
  }
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
): Effect.fn.Return<ReadonlyArray<Table>, SourceError> {
  const pages = yield* openPages(origin, file)
  const { name, rootPage, sql, type } = schema.columns
  const ranges = yield* rangesOf(pages, schema.root, Number.POSITIVE_INFINITY)
  const entries = Stream.flatMap(Stream.fromIterable(ranges), (range) =>
    recordsIn(pages, range, [type, name, rootPage, sql])
  )
  const tables: Array<Table> = []
  let count = 0
  yield* Stream.runForEach(entries, ({ values: [type, name, root, sql] }) => {
    count += 1
    if (count > mostEntries) {
      return Effect.fail(unreadable(origin, `it has more than ${mostEntries} tables, which no GeoPackage has.`))
    }
    const columns = type === "table" && typeof sql === "string" ? columnsOf(sql) : undefined
    // Views and virtual tables have no pages of their own, and a table without record numbers is stored otherwise.
    if (typeof name === "string" && typeof root === "number" && root > 0 && columns?.isNumbered === true) {
      tables.push(tableOf(pages, name, root, columns))
    }
    return Effect.void
  })
  return tables
})
