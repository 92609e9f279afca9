import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, FileSystem, Stream } from "effect"
import * as fc from "fast-check"
import { openDatabase, type Table } from "../../../../sources/reading/geopackage/Database.ts"
import { layerOf, layersOf } from "../../../../sources/reading/geopackage/GeoPackage.ts"
import { unreadable } from "../../../../sources/reading/Origin.ts"
import type { RandomAccess } from "../../../../sources/reading/RandomAccess.ts"
import type { Entry } from "../../../../sources/reading/Reader.ts"
import { locate, testPlatform } from "../TestReader.ts"
import { rawPages, record } from "./RawPages.ts"
import { database, geoPackage, point } from "./Written.ts"

const origin = { source: "test", place: "a.gpkg" }

/** A file held in memory, and how often and how much is read of it. */
const accessTo = (bytes: Uint8Array) => {
  const counts = { reads: 0, bytes: 0 }
  const file: RandomAccess = {
    size: bytes.length,
    file: undefined,
    readRange: (start, end) =>
      Effect.suspend(() => {
        counts.reads += 1
        counts.bytes += end - start
        return start < 0 || end > bytes.length
          ? Effect.fail(unreadable(origin, `bytes ${start} to ${end} are asked for of ${bytes.length}.`))
          : Effect.succeed(bytes.subarray(start, end))
      })
  }
  return { counts, file }
}

const tableOf = Effect.fnUntraced(function* (file: RandomAccess, name: string) {
  return yield* (yield* openDatabase(origin, file)).find((listed) => listed.name === name)!.open
})

const countOf = Effect.fnUntraced(function* (table: Table, columns = table.columns, partSize = Infinity) {
  const ranges = yield* table.ranges(partSize)
  return yield* Stream.runCount(Stream.flatMap(Stream.fromIterable(ranges), (range) => table.records(range, columns)))
})

/** Counts the records of the table `a`; the message if that fails. */
const outcomeOf = (bytes: Uint8Array, columns?: ReadonlyArray<string>, partSize?: number) => {
  const { counts, file } = accessTo(bytes)
  const read = Effect.flatMap(tableOf(file, "a"), (table) => countOf(table, columns, partSize))
  return Effect.match(read, {
    onFailure: ({ _tag, message, reason }) => ({ _tag, reason, message, ...counts }),
    onSuccess: (records) => ({ records, ...counts })
  })
}

const folder = Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())

const entryAt = Effect.fnUntraced(function* (location: string) {
  const [entry] = yield* Stream.runCollect((yield* locate(location)).entries())
  return entry!
})

const fixture = Effect.fnUntraced(function* (
  ...given: Parameters<typeof geoPackage> extends [string, ...infer A] ? A : never
) {
  return yield* entryAt(geoPackage(join(yield* folder, "a.gpkg"), ...given))
})

const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index.toString(36)}`).join(", ")

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

/** How often another fiber has its turn while a table is read, and how many records are there at once. */
const readBesideOthers = Effect.fnUntraced(function* (table: Table) {
  const [range] = yield* table.ranges(Infinity)
  let [turns, records, largest] = [0, 0, 0]
  const turn = Effect.sync(() => (turns += 1))
  const other = yield* Effect.forkChild(Effect.forever(Effect.andThen(Effect.yieldNow, turn)))
  yield* Stream.runForEachArray(table.records(range!, table.columns), (all) =>
    Effect.sync(() => {
      records += all.length
      largest = Math.max(largest, all.length)
    })
  )
  yield* Fiber.interrupt(other)
  return { turns, records, largest }
})

describe("a hostile GeoPackage", () => {
  it.effect.each([10_001, 60_000])("MUST be refused in a sentence with a table of %d columns", (count) =>
    Effect.gen(function* () {
      const { chain, leaf } = rawPages(65_536)
      const cells = numbers(20).map((number) => ({ number, record: Buffer.from([1]) }))
      const statement = record(["table", "a", "a", 2, `CREATE TABLE a (${names(count)})`])
      const first = leaf([{ number: 1, record: statement, next: 3 }], 100)
      const bytes = rawPages(65_536).database([], [leaf(cells), ...chain(statement, 3)])
      first.copy(bytes, 100, 100)
      expect(yield* outcomeOf(bytes)).toMatchObject({
        _tag: "SourceError",
        reason: "unreadable",
        message: "a.gpkg: the table a cannot be read: it has more than 10000 columns. Save it with fewer."
      })
    })
  )

  it.live("MUST hold few of its values at a time, and let others have their turn", () =>
    Effect.gen(function* () {
      const { database, leaf } = rawPages(65_536)
      const columns = 2000
      const cells = numbers(1000).map((number) => ({ number, record: Buffer.from([1]) }))
      const bytes = database([["a", 2, names(columns)]], [leaf(cells)])
      const table = yield* tableOf(accessTo(bytes).file, "a")
      const [range] = yield* table.ranges(Infinity)
      let [turns, records, largest] = [0, 0, 0]
      const other = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => (turns += 1))
          )
        )
      )
      yield* Stream.runForEachArray(table.records(range!, table.columns), (all) =>
        Effect.sync(() => {
          records += all.length
          largest = Math.max(largest, all.length)
        })
      )
      yield* Fiber.interrupt(other)
      expect(records).toBe(1000)
      expect(largest * columns).toBeLessThanOrEqual(10_000)
      // One for each 10,000 values; without them, Effect gives a few.
      expect(turns).toBeGreaterThan(50)
    })
  )

  it.live("MUST let others have their turn while a long record is decoded", () =>
    Effect.gen(function* () {
      const file = database(join(yield* folder, "a.gpkg"), (db) => {
        db.exec(`PRAGMA page_size = 65536; CREATE TABLE a (${names(30)})`)
        const text = "printf('%.2000000c', 'x')"
        db.exec(
          `INSERT INTO a VALUES (${numbers(30)
            .map(() => text)
            .join(", ")})`
        )
      })
      const { records, turns } = yield* readBesideOthers(yield* tableOf(accessTo(readFileSync(file)).file, "a"))
      expect(records).toBe(1)
      expect(turns).toBeGreaterThan(10)
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST be refused if its records share their long parts, in one range and in several", () =>
    Effect.gen(function* () {
      const { chain, database, inner, leaf } = rawPages(512)
      const long = record(["x".repeat(5000)])
      const shared = 20
      const leaves = numbers(4).map((page) => leaf([{ number: page, record: long, next: shared }]))
      const inners = [inner([6, 7]), inner([8, 9])]
      // Pages 2 to 5: the root, and those below it.
      const filled = [inner([3, 4]), ...inners, Buffer.alloc(512), ...leaves]
      while (filled.length < shared - 2) filled.push(Buffer.alloc(512))
      const bytes = database([["a", 2, "x"]], [...filled, ...chain(long, shared)])
      expect(bytes.length).toBeLessThan(3 * long.length + 512)
      const message = "a.gpkg: the GeoPackage is damaged: the records of a table are longer than the file."
      expect(yield* outcomeOf(bytes)).toMatchObject({ message })
      expect(yield* outcomeOf(bytes, ["x"], 1)).toMatchObject({ message })
      // Without two of them, they might be what they say.
      const { file } = accessTo(bytes)
      const [, range] = yield* (yield* tableOf(file, "a")).ranges(1)
      const again = Stream.runCount((yield* tableOf(file, "a")).records(range!, ["x"]))
      expect(yield* Effect.replicateEffect(again, 3)).toEqual([2, 2, 2])
    })
  )

  it.effect("MUST be refused if the records of a page overlap", () =>
    Effect.gen(function* () {
      const { database } = rawPages(65_536)
      // Each record has 4032 bytes, and begins four bytes after the one before.
      const stair = Buffer.alloc(65_536)
      stair[0] = 13
      stair.writeUInt16BE(100, 3)
      for (const index of numbers(100, 0)) {
        stair.writeUInt16BE(1000 + index * 4, 8 + index * 2)
        stair.set([0x9f, 0x40, index + 1, 1], 1000 + index * 4)
      }
      expect(yield* outcomeOf(database([["a", 2, "x"]], [stair]))).toMatchObject({
        message: "a.gpkg: the GeoPackage is damaged: records of page 2 overlap."
      })
    })
  )

  it.effect("MUST be refused if pages with records, or without any, stand in it twice", () =>
    Effect.gen(function* () {
      const { database, inner, leaf } = rawPages(512)
      const leaves = numbers(20).map((page) => leaf([{ number: page, record: record(["x"]) }]))
      const under = numbers(20, 13)
      // Ten inner pages, each with all the leaves.
      const repeated = [inner(numbers(10, 3)), ...numbers(10).map(() => inner(under)), ...leaves]
      const once = yield* outcomeOf(database([["a", 2, "x"]], repeated), ["x"], 1)
      expect(once).toMatchObject({ message: "a.gpkg: the GeoPackage is damaged: page 13 is in it twice." })
      expect(once.reads).toBeLessThan(2 * repeated.length)
      const empty = [inner([3, 4]), inner(numbers(60).map(() => 5)), inner(numbers(60).map(() => 5)), leaf([])]
      const none = yield* outcomeOf(database([["a", 2, "x"]], empty))
      expect(none).toMatchObject({ message: "a.gpkg: the GeoPackage is damaged: page 5 is in it twice." })
      expect(none.reads).toBeLessThan(3 * empty.length)
    })
  )

  it.effect.each([2.25, 2 ** 31 + 0.5, 1e300, Infinity])("MUST be refused if the page %d is asked for", (root) =>
    Effect.gen(function* () {
      const { database, leaf } = rawPages(512)
      const one = leaf([{ number: 1, record: record(["x"]) }])
      const bytes = database([["a", root, "x"]], [one, one])
      expect(yield* outcomeOf(bytes)).toMatchObject({
        message: `a.gpkg: the GeoPackage is cut off or damaged: it has 3 pages, and page ${root} is needed.`
      })
    })
  )

  it.effect("MUST be refused when part of a byte is asked for", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "a.gpkg")
      writeFileSync(file, "0123456789")
      const access = yield* (yield* entryAt(file)).randomAccess()
      expect(yield* Effect.flip(access.readRange(0.5, 2))).toMatchObject({ _tag: "SourceError", reason: "unreadable" })
      expect(yield* Effect.flip(access.readRange(Number.NaN, 2))).toMatchObject({ _tag: "SourceError" })
      expect(Buffer.from(yield* access.readRange(1, 3)).toString()).toBe("12")
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST be read if one text is too long that nobody asks for", () =>
    Effect.gen(function* () {
      const file = database(join(yield* folder, "a.gpkg"), (db) => {
        db.exec("CREATE TABLE a (x TEXT, long TEXT, y TEXT)")
        db.exec("INSERT INTO a VALUES ('1', 'short', '2'), ('3', printf('%.9000000c', 'l'), '4')")
      })
      const bytes = readFileSync(file)
      expect(yield* outcomeOf(bytes, ["x", "y"])).toMatchObject({ records: 2 })
      expect(yield* outcomeOf(bytes)).toMatchObject({
        message: "a.gpkg: a text in it has 9000000 bytes, and at most 8388608 are read there. Shorten or remove it."
      })
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST read a bounded amount of pages that are far from each other", () =>
    Effect.gen(function* () {
      const { database, inner, leaf } = rawPages(512)
      // 16 MB, twice what is kept; each page is far from the one before.
      const [count, apart] = [2000, 16]
      const pageOf = (index: number) => 40 + ((index * 1021) % count) * apart
      const pages: Array<Buffer> = Array.from({ length: 40 + count * apart }, () => Buffer.alloc(512))
      const inners = numbers(Math.ceil(count / 50), 0)
      pages[0] = inner(inners.map((index) => index + 3))
      for (const index of inners) pages[index + 1] = inner(numbers(50, index * 50).map((leaf) => pageOf(leaf) + 10))
      for (const index of numbers(count, 0)) {
        pages[pageOf(index) + 8] = leaf([{ number: index + 1, record: record(["x"]) }])
      }
      const outcome = yield* outcomeOf(database([["a", 2, "x"]], pages))
      expect(outcome).toMatchObject({ records: count })
      // 1 GB if what lies around each were read.
      expect(outcome.bytes).toBeLessThan(64 * 1024 ** 2)
    })
  )

  it.effect("MUST be refused if what describes its layers is too long, which is read as far as it is needed", () =>
    Effect.gen(function* () {
      const said = (db: { exec: (sql: string) => void }, column: string, length: number, count = 1) =>
        db.exec(
          `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) INSERT INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition) SELECT 's', 200000 + i, 'NONE', i, 'd' FROM n; UPDATE gpkg_spatial_ref_sys SET ${column} = printf('%.${length}c', 'x') WHERE srs_id > 200000`
        )
      const layers = [{ name: "a", columns: '"street" TEXT', rows: [] }]
      const long = yield* fixture(layers, (db) => said(db, "definition", 70_000))
      expect((yield* Effect.flip(layersOf(long))).message).toContain(
        "a text in it has 70000 bytes, and at most 65536 are read there."
      )
      const many = yield* fixture(layers, (db) => said(db, "definition", 60_000, 300))
      expect((yield* Effect.flip(layersOf(many))).message).toContain(
        "its table gpkg_spatial_ref_sys has more than 16777216 characters."
      )
      const unused = yield* fixture(layers, (db) => said(db, "description", 9_000_000))
      expect((yield* layersOf(unused)).map(({ name }) => name)).toEqual(["a"])
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST be refused if the statements of its tables are too long, and look only at those that are used", () =>
    Effect.gen(function* () {
      const layers = [{ name: "a", columns: '"street" TEXT', rows: [[null, "Städtle"]] }]
      const strange = "y, z CHECK (z <> '"
      const many = yield* fixture(layers, (db) => {
        for (const index of numbers(20)) db.exec(`CREATE TABLE t${index} (${strange}${"x".repeat(900_000)}'))`)
      })
      expect((yield* Effect.flip(layersOf(many))).message).toContain(
        "the statements that make its tables have more than 16777216 characters."
      )
      const one = yield* fixture(layers, (db) => {
        db.exec(`CREATE TABLE long (${strange}${"x".repeat(600_000)}'))`)
        db.exec("INSERT INTO gpkg_contents (table_name, data_type) VALUES ('long', 'attributes')")
      })
      const { columns } = yield* layerOf(one, "A")
      expect(columns).toEqual(["fid", "street"])
      expect((yield* Effect.flip(layerOf(one, "long"))).message).toContain(
        "the table long cannot be read: the statement that makes it has more than 524288 characters."
      )
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.live("MUST end with records or a fault that says so, after reading each page a few times at most", () =>
    Effect.gen(function* () {
      const place = yield* folder
      const columns = '"street" TEXT, "note" TEXT, "late" INTEGER'
      const rows = numbers(400).map((number) => [
        point(9.5, 47.1),
        `Street ${number}`,
        number % 20 === 0 ? "long ".repeat(400) : "short",
        number
      ])
      const written = readFileSync(
        geoPackage(join(place, "whole.gpkg"), [{ name: "a", columns, rows }], (db) => {
          db.exec("PRAGMA page_size = 512; PRAGMA auto_vacuum = FULL; VACUUM")
        })
      )
      const pages = written.length / 512
      const file = join(place, "a.gpkg")
      writeFileSync(file, written)
      const counted = (entry: Entry, counts: { reads: number }): Entry => ({
        ...entry,
        randomAccess: (...given) =>
          Effect.map(entry.randomAccess(...given), (access) => ({
            ...access,
            readRange: (start, end) => Effect.suspend(() => ((counts.reads += 1), access.readRange(start, end)))
          }))
      })
      const readLayers = Effect.fnUntraced(function* (entry: Entry) {
        const layers = yield* layersOf(entry)
        for (const layer of layers) {
          for (const { records } of yield* (yield* layer.open).parts([])) yield* Stream.runDrain(records)
        }
        return layers.length
      })
      const byte = fc.tuple(fc.constant("byte" as const), fc.nat(written.length - 1), fc.nat(255))
      const header = fc.tuple(fc.nat(pages - 1), fc.nat(15), fc.nat(255))
      const copy = fc.tuple(fc.constant("page" as const), fc.nat(pages - 1), fc.nat(pages - 1))
      const changes = fc.array(
        fc.oneof(
          byte,
          copy,
          header.map(([page, at, to]) => ["byte" as const, page * 512 + at, to] as const)
        ),
        { minLength: 1, maxLength: 12 }
      )
      let [faults, most] = [0, 0]
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(changes, fc.option(fc.nat(written.length), { freq: 8 }), async (all, length) => {
            const changed = Buffer.from(written)
            for (const [kind, from, to] of all) {
              if (kind === "byte") changed[from] = to
              else changed.copyWithin(to * 512, from * 512, from * 512 + 512)
            }
            writeFileSync(file, changed.subarray(0, length ?? undefined))
            const counts = { reads: 0 }
            const read = Effect.flatMap(entryAt(file), (entry) => readLayers(counted(entry, counts)))
            const exit = await Effect.runPromiseExit(read.pipe(Effect.scoped, Effect.provide(testPlatform)))
            most = Math.max(most, counts.reads)
            expect(counts.reads).toBeLessThan(4 * pages)
            if (Exit.isSuccess(exit)) return
            faults += 1
            expect(Cause.hasDies(exit.cause)).toBe(false)
            expect(Cause.findErrorOption(exit.cause)).toMatchObject({ _tag: "Some", value: { _tag: "SourceError" } })
          }),
          { numRuns: 400 }
        )
      )
      expect(faults).toBeGreaterThan(50)
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )
})
