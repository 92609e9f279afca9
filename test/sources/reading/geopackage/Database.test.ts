import { deepStrictEqual } from "node:assert"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, FileSystem, Stream } from "effect"
import * as fc from "fast-check"
import { type DatabaseRecord, openDatabase, type Table } from "../../../../sources/reading/geopackage/Database.ts"
import { unreadable } from "../../../../sources/reading/Origin.ts"
import type { RandomAccess } from "../../../../sources/reading/RandomAccess.ts"
import { platform } from "../TestReader.ts"
import { database } from "./Written.ts"

const origin = { source: "test", place: "a.gpkg" }

/** A file held in memory, and the bytes read of it. */
const accessTo = (bytes: Uint8Array) => {
  const counts = { read: 0 }
  const file: RandomAccess = {
    size: bytes.length,
    file: undefined,
    readRange: (start, end) =>
      Effect.suspend(() => {
        counts.read += end - start
        return start < 0 || end > bytes.length
          ? Effect.fail(unreadable(origin, `bytes ${start} to ${end} are asked for of ${bytes.length}.`))
          : Effect.succeed(bytes.slice(start, end))
      })
  }
  return { counts, file }
}

const recordsOf = Effect.fnUntraced(function* (table: Table, partSize: number, columns = table.columns) {
  const ranges = yield* table.ranges(partSize)
  const parts = yield* Effect.forEach(ranges, (range) => Stream.runCollect(table.records(range, columns)))
  return parts.map((part): ReadonlyArray<DatabaseRecord> => Array.from(part))
})

const temporary = Effect.flatMap(FileSystem.FileSystem, (files) =>
  Effect.map(files.makeTempDirectoryScoped(), (folder) => join(folder, "a.gpkg"))
)

/** What SQLite itself reads, with large integers and the beginning of bytes as the reader gives them. */
const bySqlite = (file: string, table: string, columns: ReadonlyArray<string>) => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const statement = db.prepare(
      `SELECT ${[...columns.map((name) => `"${name.replaceAll('"', '""')}"`), "rowid AS the_number"].join(", ")} FROM "${table}" ORDER BY rowid`
    )
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return (statement.all() as unknown as ReadonlyArray<ReadonlyArray<unknown>>).map((row) => row.map(plain))
  } finally {
    db.close()
  }
}

const plain = (value: unknown): unknown => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value
  // A real number without a fraction is stored as an integer, and text of both is the same.
  return value instanceof Uint8Array ? Buffer.from(value.subarray(0, 256)).toString("hex") : value
}

const asRead = ({ number, values }: DatabaseRecord) => [...values, number].map(plain)

const value = fc.oneof(
  fc.constant(null),
  // The library's own texts of all characters take a map of these to begin with.
  fc
    .array(fc.integer({ min: 1, max: 0x10ffff }), { maxLength: 20 })
    .map((points) => String.fromCodePoint(...points).toWellFormed()),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }),
  fc.uint8Array({ maxLength: 400 }),
  // Longer than a page.
  fc.tuple(fc.constantFrom("a", "é", "字"), fc.noBias(fc.nat(3000))).map(([letter, count]) => letter.repeat(count))
)

const column = fc.constantFrom(
  "TEXT",
  "INTEGER",
  "REAL",
  "BLOB",
  "VARCHAR(20) NOT NULL DEFAULT ('a, b)')",
  "",
  "TEXT CHECK (1 = 1 OR 'x' IN ('y', 'z'))",
  'DOUBLE PRECISION COLLATE NOCASE -- ")\n',
  "TEXT--, glued to a word\n",
  "TEXT/*, c9 TEXT*/",
  "TEXT GENERATED ALWAYS AS ('v') VIRTUAL",
  "TEXT GENERATED ALWAYS AS ('s,') STORED"
)

/** As DB Browser for SQLite makes tables: the key stands after the columns. */
const keyOfTable = `"Fid" INTEGER NOT NULL,`

const contents = fc.record({
  pageSize: fc.constantFrom(512, 512, 1024, 4096, 65_536),
  encoding: fc.constantFrom("UTF-8", "UTF-16le", "UTF-16be"),
  vacuum: fc.constantFrom("NONE", "FULL"),
  key: fc.constantFrom(
    "",
    '"fid" INTEGER PRIMARY KEY,',
    "[fid] integer primary key autoincrement not null,",
    "`fid` INT PRIMARY KEY,",
    keyOfTable
  ),
  table: fc.constantFrom("", ', PRIMARY KEY ("c0")', ', CONSTRAINT "k" UNIQUE (c0, c1)'),
  // At least one that is not generated.
  columns: fc
    .tuple(
      fc.constantFrom("TEXT", "INTEGER", "integer not null", "INTEGER(9)", "REAL"),
      fc.array(column, { minLength: 1, maxLength: 5 })
    )
    .map(([first, more]) => [first, ...more]),
  rows: fc.array(fc.tuple(fc.array(value, { minLength: 6, maxLength: 6 }), fc.bigInt(-(2n ** 62n), 2n ** 62n)), {
    maxLength: 150,
    size: "max"
  }),
  /** So many more, so that a table has several levels of pages. */
  more: fc.constantFrom(0, 400, 4000),
  deleted: fc.nat(3),
  added: fc.constantFrom(
    "",
    "TEXT",
    "TEXT DEFAULT 'it''s'",
    "INTEGER DEFAULT -7",
    "REAL NOT NULL DEFAULT 1.5",
    "BOOLEAN DEFAULT true NOT NULL",
    "INT DEFAULT ( - 3 )",
    "INTEGER DEFAULT '007'",
    "INTEGER DEFAULT '7a'",
    "BIGINT DEFAULT 9007199254740993",
    "TEXT DEFAULT 08001",
    "VARCHAR(9) DEFAULT +1.50",
    "TEXT DEFAULT 9007199254740993",
    "TEXT DEFAULT 0x10",
    "NUMERIC DEFAULT '1e3'",
    "BLOB DEFAULT '5'",
    "DEFAULT Wien",
    "TEXT DEFAULT [Wien, Stadt]",
    "TEXT DEFAULT ('Wien')",
    "TEXT DEFAULT NULL"
  )
})

type Contents = typeof contents extends fc.Arbitrary<infer A> ? A : never

/** Fills a table; rows that its own rules refuse are left out. */
const fill =
  ({ added, columns, deleted, encoding, key, more, pageSize, rows, table, vacuum }: Contents) =>
  (db: DatabaseSync) => {
    db.exec(
      `PRAGMA page_size = ${pageSize}; PRAGMA encoding = '${encoding}'; PRAGMA auto_vacuum = ${vacuum}; PRAGMA synchronous = OFF`
    )
    const isKeyed = key !== "" && table.includes("PRIMARY")
    const constraints = key === keyOfTable ? ', PRIMARY KEY("fid" AUTOINCREMENT)' : isKeyed ? "" : table
    db.exec(
      `CREATE TABLE /* a (comment) */ "the, table" (${key}${columns.map((type, at) => `c${at} ${type}`).join(", ")}${constraints})`
    )
    const stored = columns.flatMap((type, at) => (type.includes("GENERATED") ? [] : [at]))
    const names = stored.map((at) => `c${at}`).join(", ")
    const insert = db.prepare(
      `INSERT OR IGNORE INTO "the, table" (rowid, ${names}) VALUES (?${", ?".repeat(stored.length)})`
    )
    db.exec("BEGIN")
    rows.forEach(([values, number], index) => {
      // Numbers near each other, and far from each other.
      const rowid = index % 3 === 0 ? number : BigInt(index)
      try {
        insert.run(rowid, ...stored.map((at): SQLInputValue => values[at] ?? null))
      } catch {
        // A key that has to be an integer takes nothing else.
      }
    })
    db.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < ${1000 + more}) INSERT OR IGNORE INTO "the, table" (rowid, c0) SELECT i * 7, i FROM n`
    )
    if (deleted > 0) db.exec(`DELETE FROM "the, table" WHERE abs(rowid % 4) < ${deleted}`)
    db.exec("COMMIT")
    if (added !== "") db.exec(`ALTER TABLE "the, table" ADD COLUMN "Späte" ${added}`)
  }

describe("a database of SQLite", () => {
  it.live("MUST be read as SQLite reads it, whole and in parts", () =>
    Effect.gen(function* () {
      const file = yield* temporary
      let [records, parts, long] = [0, 0, 0]
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(contents, fc.noBias(fc.integer({ min: 1, max: 60_000 })), async (given, partSize) => {
            writeFileSync(file, "")
            database(file, fill(given))
            const { file: access } = accessTo(readFileSync(file))
            const { columns, found } = await Effect.runPromise(
              Effect.gen(function* () {
                const all = yield* openDatabase(origin, access)
                const table = yield* all.find(({ name }) => name === "the, table")!.open
                return { columns: table.columns, found: yield* recordsOf(table, partSize) }
              })
            )
            const expected = bySqlite(file, "the, table", columns)
            // Of thousands of rows, Vitest's comparison takes most of the time.
            deepStrictEqual(found.flat().map(asRead), expected)
            records += expected.length
            if (found.length > 1) parts += 1
            if (expected.some((row) => row.some((value) => String(value).length > given.pageSize))) long += 1
          }),
          { numRuns: 200 }
        )
      )
      // Around 200,000, 25 and 100.
      expect(records).toBeGreaterThan(1000)
      expect(parts).toBeGreaterThan(5)
      expect(long).toBeGreaterThan(20)
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  const small = Effect.map(temporary, (file) =>
    readFileSync(
      database(file, (db) => {
        db.exec("PRAGMA page_size = 512; CREATE TABLE a (x TEXT, y BLOB, z REAL)")
        const insert = db.prepare("INSERT INTO a VALUES (?, ?, ?)")
        db.exec("BEGIN")
        for (let i = 0; i < 3000; i++) {
          insert.run(i % 40 === 0 ? "long ".repeat(300) : `row ${i}`, Buffer.alloc(i % 90), i / 8)
        }
        db.exec("COMMIT")
      })
    )
  )

  const readAll = (bytes: Uint8Array) =>
    Effect.flatMap(openDatabase(origin, accessTo(bytes).file), (tables) =>
      Effect.forEach(tables, ({ open }) => Effect.flatMap(open, (table) => recordsOf(table, 4096)))
    )

  it.live("MUST end with a fault that says so, or with records, whatever is damaged in it", () =>
    Effect.gen(function* () {
      const bytes = yield* small
      const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 })
      // Headers are few among other bytes, and damage in them tells most.
      const headers = fc.array(fc.tuple(fc.nat(bytes.length / 512 - 1), fc.nat(15), fc.nat(255)), { maxLength: 10 })
      let faults = 0
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(damage, headers, fc.option(fc.nat(bytes.length)), async (places, heads, length) => {
            const damaged = Buffer.from(bytes.subarray(0, length ?? undefined))
            for (const [at, to] of places) damaged[at] = to
            for (const [page, at, to] of heads) damaged[page * 512 + at] = to
            const exit = await Effect.runPromiseExit(readAll(damaged))
            if (Exit.isSuccess(exit)) return
            faults += 1
            expect(Cause.hasDies(exit.cause)).toBe(false)
            expect(Cause.findErrorOption(exit.cause)).toMatchObject({
              _tag: "Some",
              value: { _tag: "SourceError", reason: "unreadable", message: expect.stringContaining("a.gpkg: ") }
            })
          }),
          { numRuns: 500 }
        )
      )
      expect(faults).toBeGreaterThan(50)
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  /** Numbers of the pages above those with records, the first page apart. */
  const innerPages = (bytes: Buffer) =>
    Array.from({ length: bytes.length / 512 }, (_, index) => index + 1).filter(
      (page) => page > 1 && bytes[(page - 1) * 512] === 5
    )

  it.live("MUST NOT go round in circles through pages that name each other", () =>
    Effect.gen(function* () {
      const bytes = yield* small
      const inner = innerPages(bytes)
      expect(inner.length).toBeGreaterThan(2)
      const readWith = (change: (bytes: Buffer) => void) => {
        const changed = Buffer.from(bytes)
        change(changed)
        return Effect.map(Effect.flip(readAll(changed)), ({ message }) => message)
      }
      const start = (page: number) => (page - 1) * 512
      /** Where the first or second child of a page is written. */
      const child = (page: number, index: 0 | 1) => start(page) + bytes.readUInt16BE(start(page) + 12 + index * 2)
      const inItself = yield* readWith((changed) =>
        inner.forEach((page) => changed.writeUInt32BE(page, start(page) + 8))
      )
      expect(inItself).toContain("is in it twice")
      const deep = yield* readWith((changed) => inner.forEach((page) => changed.writeUInt32BE(page, child(page, 0))))
      expect(deep).toContain("nested without end")
      const again = yield* readWith((changed) =>
        inner.forEach((page) => changed.copy(changed, child(page, 1), child(page, 0), child(page, 0) + 4))
      )
      expect(again).toMatch(/page \d+ is in it twice/)
      // The page above the first records: the level above it is in order.
      const lowest = inner.find((page) => bytes[start(bytes.readUInt32BE(child(page, 0)))] === 13)!
      const twice = yield* readWith((changed) =>
        changed.copy(changed, child(lowest, 1), child(lowest, 0), child(lowest, 0) + 4)
      )
      expect(twice).toMatch(/page \d+ is in it twice/)
      const [one, other] = ([0, 1] as const).map((index) => start(bytes.readUInt32BE(child(lowest, index))))
      const copied = yield* readWith((changed) => changed.copyWithin(other!, one!, one! + 512))
      expect(copied).toMatch(/record \d+ of a table follows record \d+/)
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live("MUST NOT read what is not wanted: later values, and of bytes more than their beginning", () =>
    Effect.gen(function* () {
      const file = yield* temporary
      const bytes = readFileSync(
        database(file, (db) => {
          db.exec("CREATE TABLE a (x TEXT, y BLOB, z TEXT)")
          const insert = db.prepare("INSERT INTO a VALUES (?, ?, ?)")
          for (let i = 0; i < 10; i++) insert.run(`row ${i}`, Buffer.alloc(3_000_000), "end")
        })
      )
      const { counts, file: access } = accessTo(bytes)
      const [listed] = yield* openDatabase(origin, access)
      const table = yield* listed!.open
      const records = (yield* recordsOf(table, Infinity, ["x", "y"])).flat()
      expect(records.map(({ values: [x, y] }) => [x, (y as Uint8Array).length])).toEqual(
        Array.from({ length: 10 }, (_, i) => [`row ${i}`, 256])
      )
      // At most what lies around the page of each record, of 30 MB.
      expect(counts.read).toBeLessThan(8_000_000)
      expect((yield* recordsOf(table, Infinity, ["z"])).flat().map(({ values }) => values)).toEqual(
        Array.from({ length: 10 }, () => ["end"])
      )
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live("MUST NOT believe a record that it is longer than the file", () =>
    Effect.gen(function* () {
      const file = yield* temporary
      const bytes = readFileSync(
        database(file, (db) => {
          db.exec("CREATE TABLE a (x TEXT)")
          db.prepare("INSERT INTO a VALUES (?)").run("a".repeat(20_000))
        })
      )
      // The length of the only record, in three bytes, and its number.
      const at = bytes.indexOf(Buffer.from([0x81, 0x9c, 0x24, 1]))
      bytes.set([0xff, 0xff, 0x7f], at)
      const fault = yield* Effect.flip(readAll(bytes))
      expect(fault.message).toContain("a record of it says that it has 2097151 bytes")
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live("MUST NOT hold a text that no part of an address can have", () =>
    Effect.gen(function* () {
      const file = yield* temporary
      const bytes = readFileSync(
        database(file, (db) => {
          db.exec("CREATE TABLE a (x TEXT)")
          db.prepare("INSERT INTO a VALUES (?)").run("a".repeat(9_000_000))
        })
      )
      const fault = yield* Effect.flip(readAll(bytes))
      expect(fault.message).toContain("a text in it has 9000000 bytes")
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.live("MUST have no tables but those with records of their own, and say why it refuses others", () =>
    Effect.gen(function* () {
      const file = yield* temporary
      const bytes = readFileSync(
        database(file, (db) => {
          db.exec(`CREATE TABLE "of; its, own" (x TEXT)`)
          db.exec(`CREATE VIEW seen AS SELECT * FROM "of; its, own"`)
          db.exec("CREATE TABLE otherwise (x TEXT PRIMARY KEY) WITHOUT ROWID")
          db.exec("CREATE VIRTUAL TABLE virtual USING rtree(id, a, b)")
        })
      )
      const tables = yield* openDatabase(origin, accessTo(bytes).file)
      const outcomes = yield* Effect.forEach(tables, ({ name, open }) =>
        Effect.match(open, { onFailure: ({ message }) => [name, message], onSuccess: ({ columns }) => [name, columns] })
      )
      expect(outcomes).toEqual([
        ["of; its, own", ["x"]],
        ["seen", expect.stringContaining("seen is a view, and only tables are read. Save it as a layer of its own")],
        ["otherwise", expect.stringContaining("otherwise cannot be read: its records have no numbers (WITHOUT ROWID)")],
        ["virtual_rowid", ["rowid", "nodeno"]],
        ["virtual_node", ["nodeno", "data"]],
        ["virtual_parent", ["nodeno", "parentnode"]]
      ])
    }).pipe(Effect.scoped, Effect.provide(platform))
  )

  it.effect("MUST be refused by its first bytes if it is none", () =>
    Effect.gen(function* () {
      const fault = yield* Effect.flip(readAll(Buffer.from("id,street\n1,Main Street\n")))
      expect(fault).toMatchObject({
        reason: "unreadable",
        message: "a.gpkg: it is not a GeoPackage: it does not begin as an SQLite database does."
      })
    })
  )
})
