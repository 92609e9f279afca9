import * as NodeStream from "@effect/platform-node/NodeStream"
import { DateTime, Effect, FileSystem, type Path, Schema, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { createHash } from "node:crypto"
import { createZstdCompress } from "node:zlib"
import { SlowDatabase } from "../Database.ts"
import { notWritten, unwritten } from "../FullDisk.ts"
import { readState } from "../Migrator.ts"
import { causeMessage } from "../ServerSession.ts"
import { BackupFailed } from "./BackupErrors.ts"
import { firstLine, type Header, isRow } from "./BackupFormat.ts"
import { isCountryTable, ofStreet } from "./CountryTables.ts"
import { chunksOf } from "./RowChunks.ts"
import { encode, type Row, rowsOfGroup, rowsOn } from "./RowGroup.ts"
import { isKept } from "./Tables.ts"
import { invocation } from "../../shared/Invocation.ts"
import { existing, writeNew } from "../../shared/NewFile.ts"
import { rowsOf } from "../Rows.ts"
import { ownNamespace } from "../Values.ts"

const nameRows = rowsOf({ name: Schema.String })
const tableRows = rowsOf({ table: Schema.String, columns: Schema.Array(Schema.String) })
const referenceRows = rowsOf({ from: Schema.String, to: Schema.String })

/** The contents of a backup. */
export interface BackupReport {
  tables: number
  rows: number
  /** Size of the file. */
  bytes: number
}

/** A table, with the columns to write. */
interface Table {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** A foreign key, by its tables. */
interface Reference {
  readonly from: string
  readonly to: string
}

/** Sorts tables so that each comes after those that it refers to. */
const inOrder = <A extends { readonly table: string }>(
  tables: ReadonlyArray<A>,
  references: ReadonlyArray<Reference>
): ReadonlyArray<A> => {
  const ordered = new Set<A>()
  const add = (table: A): void => {
    if (ordered.has(table)) return
    for (const { from, to } of references) {
      const referred = from === table.table && to !== from ? tables.find(({ table }) => table === to) : undefined
      if (referred !== undefined) add(referred)
    }
    ordered.add(table)
  }
  tables.forEach(add)
  return Array.from(ordered)
}

const plan = Effect.fnUntraced(function* (sql: SlowDatabase["Service"]) {
  const tables = yield* tableRows(sql`
    SELECT c.relname AS "table",
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c
    WHERE c.relnamespace = ${ownNamespace(sql)} AND c.relkind = 'r' AND c.relpersistence = 'p'
    ORDER BY c.relname COLLATE "C"`)
  const kept = tables
    .filter(({ table }) => isKept(table))
    .map(({ columns, table }) => ({
      table,
      columns: isCountryTable(table) ? columns.filter((column) => !ofStreet.includes(column)) : columns
    }))
  const references = yield* referenceRows(sql`
    SELECT f.relname AS "from", t.relname AS "to" FROM pg_constraint k
    JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = ${ownNamespace(sql)}`)
  const streets = kept.flatMap(({ table }) => (isCountryTable(table) ? [{ from: table, to: "street" }] : []))
  return inOrder(kept, [...references, ...streets])
})

/** Characters of a line, about: longer rows share it with fewer others. */
const lengthOfLine = 8 * 1024 * 1024

const lengthOf = (row: Row): number => row.reduce((sum, value) => sum + (value?.length ?? 0), 0)

/** The lines for these rows: one, unless they are too long. */
const linesOfRows = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let start = 0; start < rows.length;) {
    let end = start
    for (let length = 0; end < rows.length; end++) {
      length += lengthOf(rows[end]!)
      if (length > lengthOfLine && end > start) break
    }
    lines.push(encode(rows.slice(start, end)))
    start = end
  }
  return lines
}

/** The lines of a table. Requires a transaction. */
const linesOfTable = (sql: SlowDatabase["Service"], { columns, table }: Table) => {
  let rows = 0
  return Stream.make(JSON.stringify({ table, columns })).pipe(
    Stream.concat(
      Stream.flatMap(chunksOf(sql, { table, columns, most: rowsOfGroup }), (chunk) => {
        rows += chunk.length
        return Stream.fromIterable(linesOfRows(chunk))
      })
    ),
    Stream.concat(Stream.suspend(() => Stream.make(JSON.stringify({ rows }))))
  )
}

/** The existing address tables: current ones, former ones, and those being moved from one to the other. */
const addressTables = (sql: SlowDatabase["Service"]) =>
  Effect.map(
    nameRows(sql`
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = ${ownNamespace(sql)} AND relkind IN ('r', 'p')
        AND relname IN ('address', 'record', 'other_record', 'former_address')`),
    (found) => found.map(({ name }) => name)
  )

/**
 * Locks the tables: publications that change rows go on, and one that exchanges a table waits until everything is read.
 * This must be the transaction's first statement: the next one fixes the snapshot, and a table exchanged between the
 * two would look empty.
 *
 * Fails while addresses are being moved to the tables of this version, because the backup would hold half of them.
 */
const hold = Effect.fnUntraced(function* (sql: SlowDatabase["Service"], names: ReadonlyArray<string>) {
  if (names.length > 0) yield* sql`LOCK TABLE ${sql.literal(names.join(", "))} IN ROW EXCLUSIVE MODE`
  if ((yield* addressTables(sql)).includes("former_address")) {
    return yield* new BackupFailed({
      reason: "Database",
      message:
        `The addresses are still being moved to the tables of this version. Start the service, or run ${invocation("sync")}, and ` +
        "make the backup when they have been moved."
    })
  }
})

const empty = new BackupFailed({
  reason: "Database",
  message: "The database has no tables of Doorstep's: there is nothing to back up. Check DATABASE_URL and DATA_DIR."
})

/** All lines but the last, from one snapshot of the database. Requires a transaction. */
const lines = (sql: SlowDatabase["Service"], names: ReadonlyArray<string>, started: (tables: number) => void) =>
  Stream.unwrap(
    Effect.gen(function* () {
      yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
      yield* hold(sql, names)
      const { by, done } = yield* readState(sql)
      if (done.length === 0) return yield* empty
      const header: Header = {
        createdAt: DateTime.formatIso(yield* DateTime.now),
        migrations: done,
        ...(by !== undefined && { version: by })
      }
      const tables = yield* plan(sql)
      started(tables.length)
      return Stream.make(JSON.stringify(header)).pipe(
        Stream.concat(Stream.flatMap(Stream.fromIterable(tables), (table) => linesOfTable(sql, table)))
      )
    })
  )

const unreadable = (cause: SqlError.SqlError) =>
  new BackupFailed({ reason: "Database", message: `The database cannot be read: ${causeMessage(cause)}`, cause })

const unwritable = (message: string, cause: unknown) => new BackupFailed({ reason: "File", message, cause })

/**
 * Writes everything published or configured to a file, from one snapshot, while services run and synchronizations
 * publish. Memory use is bounded whatever the size. The file appears only when it is complete, and only its owner can
 * read it, because it contains the hashes of tokens.
 */
export const backup = Effect.fn("Backup.backup")(function* (
  file: string
): Effect.fn.Return<BackupReport, BackupFailed, FileSystem.FileSystem | Path.Path | SlowDatabase> {
  const fs = yield* FileSystem.FileSystem
  const sql = yield* SlowDatabase
  if (yield* Effect.orElseSucceed(fs.exists(file), () => false)) {
    return yield* new BackupFailed({ reason: "File", message: existing(file) })
  }
  const report: BackupReport = { tables: 0, rows: 0, bytes: 0 }
  const hash = createHash("sha256")
  // Read outside the transaction, whose first statement must be the lock.
  const names = yield* Effect.mapError(addressTables(sql), unreadable)
  const body = lines(sql, names, (tables) => {
    report.tables = tables
  }).pipe(
    Stream.mapError((error) => (error._tag === "BackupFailed" ? error : unreadable(error))),
    Stream.mapArray((chunk) => {
      const text = Buffer.from(`${chunk.join("\n")}\n`)
      for (const line of chunk) if (isRow(line)) report.rows += rowsOn(line)
      hash.update(text)
      return [text]
    }),
    Stream.concat(
      Stream.suspend(() =>
        Stream.make(Buffer.from(`${JSON.stringify({ tables: report.tables, sha256: hash.digest("hex") })}\n`))
      )
    ),
    NodeStream.pipeThroughDuplex<Uint8Array, BackupFailed>({
      evaluate: () => createZstdCompress(),
      onError: (cause) => unwritable(notWritten("backup", file, "it cannot be compressed"), cause)
    })
  )
  const write = writeNew(file, 0o600, (out) =>
    Stream.make<[Uint8Array]>(Buffer.from(firstLine)).pipe(
      Stream.concat(body),
      Stream.runForEach((bytes) => {
        report.bytes += bytes.length
        return out.writeAll(bytes)
      })
    )
  )
  yield* sql.withTransaction(write).pipe(
    Effect.catchTags({
      PlatformError: (cause) => Effect.fail(unwritable(unwritten("backup", file, cause), cause)),
      SqlError: (cause) => Effect.fail(unreadable(cause))
    })
  )
  return report
})
