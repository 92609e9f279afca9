import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect, FileSystem, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { DatabaseSync } from "node:sqlite"
import { chiSquare, upperTail } from "../../properties/statistics/ChiSquare.ts"
import type { Address } from "../../schemas/Address.ts"
import { cellsOf, columns } from "../../src/export/Columns.ts"
import { type FormatName, formatNames } from "../../src/export/Formats.ts"
import type { ExportRequest, Sample } from "../../src/export/Sample.ts"
import { withSample } from "../../src/export/SamplePostgres.ts"
import { sampleOf } from "../../src/export/SampleSnapshot.ts"
import { ExportFailed, writeFile } from "../../src/export/WriteExport.ts"
import * as Sampler from "../../src/draw/Sampler.ts"
import { SipHash } from "../../src/draw/SipHash.ts"
import { openScoped } from "../../src/snapshot/Verify.ts"
import { crowd } from "../properties/Crowd.ts"
import { database, postgresWorlds } from "../properties/Houses.ts"
import { inFolder, snapshotIn } from "../snapshot/Town.ts"

const keysOf = (words: ReadonlyArray<bigint>) => Sampler.sampleKeys(new Set(words))
const keyLists = fc.array(fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), { maxLength: 400 }).map(keysOf)

describe("The order of an export", () => {
  it("MUST be the rank of its keys, so that a smaller count is a prefix", () => {
    fc.assert(
      fc.property(keyLists, fc.string(), fc.nat({ max: 500 }), (keys, seed, count) => {
        const ranked = Sampler.rank(SipHash.fromSeed(seed), keys)
        assert.deepStrictEqual(Sampler.rankFirst(SipHash.fromSeed(seed), keys, count), ranked.slice(0, count * 2))
      })
    )
  })

  it("MUST put each of many keys at every position with the same probability", () => {
    const keys = keysOf(Array.from({ length: 60_000 }, (_, i) => BigInt(i) * 153_722_867_280_912n + 7n))
    const chosen = Sampler.rankFirst(SipHash.fromSeed("many"), keys, 30_000)
    assert.deepStrictEqual(chosen, Sampler.rank(SipHash.fromSeed("many"), keys).slice(0, 60_000))
    assert.strictEqual(new Set(Array.from({ length: 30_000 }, (_, i) => Sampler.fromWords(chosen, i))).size, 30_000)
    const counts = Array.from({ length: 64 }, () => 0)
    for (let i = 0; i < 30_000; i++) counts[Sampler.bucketOfKey(6, chosen[i * 2]!)]!++
    assert.isAbove(upperTail(chiSquare(counts), counts.length - 1), 1e-6)
  })
})

const collected = <E>(sample: Sample<E>) =>
  Effect.map(Stream.runCollect(sample.addresses), (addresses) => ({ ...sample, addresses: addresses.flat() }))

const live = (request: Partial<ExportRequest> = {}) =>
  withSample(
    { country: "US", filters: {}, seed: "s", count: 1_000_000, ...request },
    (sample: Sample<ExportFailed>) => collected(sample),
    (cause) => new ExportFailed({ message: cause.message, cause })
  )

const idsOf = (addresses: ReadonlyArray<Address>) => addresses.map(({ id }) => id)

const hostile = [
  '=HYPERLINK("https://evil.example")',
  "+1+cmd|' /C calc'!A0",
  "@SUM(1)",
  "-2+3",
  "a,b;c\td",
  'say "hello"',
  "O'Brien's; DROP TABLE addresses;--",
  "two\nlines\r\nand more",
  "back\\slash\\' and %s ${x} \\N",
  "ünïcödé 東京 🦊",
  "</script><!--",
  "  spaces  "
]

/** An address made of these words alone. */
const addressOf = (words: ReadonlyArray<string>, nth: number): Address => ({
  id: `us-${String(nth).padStart(20, "0")}`,
  countryCode: "US",
  formattedAddress: words.join(" "),
  lines: [...words],
  components: {
    street: words[0]!,
    houseNumber: words[1]!,
    building: words[2]!,
    city: words[3]!,
    country: "United States"
  },
  locationIds: {},
  ...(nth % 2 === 0 ? { coordinates: { latitude: -33.5, longitude: -70.25 } } : {}),
  residential: { evidence: "declared", detail: words[4]! },
  sources: words.slice(0, 2).map((word) => ({
    name: word,
    recordId: word,
    license: word,
    attribution: word,
    url: "https://example.com/?q=1&r='2'"
  })),
  updatedAt: "2026-01-01T00:00:00.000Z"
})

const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: "grapheme", minLength: 1 }).filter((one) => !one.includes("\0") && one.isWellFormed())
)

const written = Effect.fnUntraced(function* (folder: string, addresses: ReadonlyArray<Address>, name: FormatName) {
  const fs = yield* FileSystem.FileSystem
  const head = {
    country: "US",
    poolVersion: 7,
    seed: "s\n'; DROP",
    count: addresses.length,
    eligibleCount: 900,
    licenses: [{ source: "a\nb", license: "CC0", attribution: "© 'Somebody'\n; SELECT 1" }]
  }
  const file = `${folder}/out.${name}`
  yield* fs.remove(file, { force: true })
  yield* writeFile({ head, addresses: Stream.make(addresses.slice(0, 2), addresses.slice(2)) }, name, file)
  return yield* fs.readFileString(file)
})

const sortedBy = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): ReadonlyArray<ReadonlyArray<unknown>> =>
  rows.map((row) => columns.map(({ name }) => row[name] ?? undefined))

/**
 * A text that a spreadsheet would take for a formula, whole or from a semicolon or a line break on, gets an apostrophe
 * in front, in the console's tables too.
 */
const asData = (cell: unknown) => {
  if (typeof cell !== "string") return cell === undefined ? "" : String(cell)
  const whole = /^\s*[=+\-@\t\r\n|＝＋－＠]/.test(cell) ? `'${cell}` : cell
  return whole.replaceAll(/[;\t\r\n][ "]*(?=[=+\-@|＝＋－＠])/g, "$&'")
}

describe("A row of an export", () => {
  it("MUST state what all sources say once, and what they say differently one after the other", () => {
    const address = addressOf(["a", "b", "c", "d", "e"], 0)
    const sources = address.sources.map((source) => ({ ...source, license: "CC0-1.0" }))
    const cells = cellsOf({ ...address, sources })
    const cellOf = (name: string) => cells[columns.findIndex((column) => column.name === name)]
    assert.strictEqual(cellOf("license"), "CC0-1.0")
    assert.strictEqual(cellOf("attribution"), "a; b")
  })
})

layer(database, { excludeTestServices: true })("An export", (it) => {
  it.effect("MUST be read back unchanged, whatever addresses contain", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const made = fc.sample(
          fc.array(fc.array(text, { minLength: 5, maxLength: 5 }), { minLength: 3, maxLength: 8 }),
          6
        )
        const lists = [
          ...made,
          Array.from({ length: 1_203 }, (_, i) => hostile.map((_, j) => hostile[(i + j) % 12]!)),
          []
        ]
        for (const list of lists) {
          const addresses = list.map(addressOf)
          const plain = JSON.parse(JSON.stringify(addresses))
          const rows = addresses.map((address) => cellsOf(address))

          const json = JSON.parse(yield* written(folder, addresses, "json"))
          assert.deepStrictEqual(json.addresses, plain)
          assert.strictEqual(json.poolVersion, 7)
          assert.strictEqual(json.licenses[0].attribution, "© 'Somebody'\n; SELECT 1")
          const lines = (yield* written(folder, addresses, "ndjson")).split("\n").slice(0, -1)
          assert.deepStrictEqual(
            lines.map((line) => JSON.parse(line)),
            plain
          )
          const map = JSON.parse(yield* written(folder, addresses, "geojson"))
          assert.strictEqual(map.type, "FeatureCollection")
          assert.deepStrictEqual(
            map.features.map(({ properties }: { properties: unknown }) => properties),
            plain
          )
          for (const [i, { geometry }] of map.features.entries()) {
            assert.deepStrictEqual(geometry, i % 2 === 0 ? { type: "Point", coordinates: [-70.25, -33.5] } : null)
          }
          const table = parse(yield* written(folder, addresses, "csv"))
          assert.deepStrictEqual(table, [columns.map(({ name }) => name), ...rows.map((row) => row.map(asData))])

          const statements = yield* written(folder, addresses, "sql")
          const lite = new DatabaseSync(":memory:")
          lite.exec(statements)
          assert.deepStrictEqual(sortedBy(lite.prepare("SELECT * FROM addresses ORDER BY rowid").all()), rows)
          lite.close()
          yield* sql`DROP TABLE IF EXISTS addresses`
          // A prepared statement cannot hold several statements; a block of PL/pgSQL can.
          const body = statements.replace("BEGIN;\n", "").replace(/COMMIT;\n$/, "")
          yield* sql.unsafe(`DO $outer$ BEGIN EXECUTE $body$${body}$body$; END $outer$`).unprepared
          const found = yield* sql<Record<string, unknown>>`SELECT * FROM addresses ORDER BY id`.unprepared
          assert.deepStrictEqual(sortedBy(found), rows)
          yield* sql`DROP TABLE addresses`
        }
      })
    )
  )

  it.effect("MUST contain the same homes for the same seed, from the database and from a snapshot, none twice", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const world = yield* postgresWorlds("US")
        yield* world.synchronize("alpha", { records: crowd(1500) })
        const all = yield* live()
        assert.strictEqual(all.addresses.length, all.head.eligibleCount)
        assert.strictEqual(new Set(idsOf(all.addresses)).size, all.addresses.length)
        // With so many homes, keys are read in sections.
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE pool SET residential = residential + 40000`
        assert.deepStrictEqual(yield* live(), all)
        yield* sql`UPDATE pool SET residential = residential - 40000`
        const some = yield* live({ count: 700 })
        assert.deepStrictEqual(some.addresses, all.addresses.slice(0, 700))
        assert.notDeepEqual(idsOf((yield* live({ count: 700, seed: "t" })).addresses), idsOf(some.addresses))
        const file = yield* openScoped((yield* snapshotIn(folder)).file)
        for (const filters of [{}, { city: "Twinton" }, { q: "oak" }, { postcode: "62701", city: "Crowdville" }]) {
          const request = { country: "US", filters, seed: "s", count: 400 }
          const one = yield* live(request)
          const other = yield* Effect.flatMap(sampleOf(file, request), collected)
          assert.deepStrictEqual(other, one)
          // A batch from a small selection is drawn in the same order.
          if (one.head.eligibleCount <= 4096) {
            const batch = yield* world.drawMany({ ...request, count: 50 })
            assert.deepStrictEqual(idsOf(batch.addresses), idsOf(one.addresses).slice(0, 50))
          }
        }
        const nowhere = yield* Effect.flip(live({ filters: { city: "Nowhere" } }))
        assert.include(nowhere.message, "Nowhere")
      })
    )
  )

  it.effect("MUST leave no incomplete file behind", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const head = { country: "US", poolVersion: 1, seed: "s", count: 2, eligibleCount: 2, licenses: [] }
        const broken = Stream.concat(
          Stream.make([addressOf(hostile, 0)]),
          Stream.fail(new ExportFailed({ message: "It broke off." }))
        )
        for (const name of formatNames) {
          const error = yield* Effect.flip(writeFile({ head, addresses: broken }, name, `${folder}/out`))
          assert.include(error.message, "broke off")
        }
        assert.deepStrictEqual(yield* fs.readDirectory(folder), [])
      })
    ).pipe(Effect.provide(NodeServices.layer))
  )
})
