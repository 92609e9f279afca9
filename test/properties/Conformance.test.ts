import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { HttpClient } from "effect/http"
import { conformance, firstRecords, suitesOf } from "../../properties/Conformance.ts"
import * as DataSource from "../../sources/DataSource.ts"
import { locate, type Location, type Row, rows } from "../../sources/SourceFiles.ts"
import { exampleCsv, examplePlace } from "../../src/cli/scaffold/ExampleData.ts"
import { normalize } from "../../src/sync/normalize/NormalizeInFull.ts"

const columns = ["id", "number"]

const toRecord = (row: Row | DataSource.Rejected): DataSource.SourceRecord =>
  DataSource.isRejected(row)
    ? row
    : {
        recordId: row.get("id"),
        houseNumber: row.get("number"),
        street: row.get("street"),
        postcode: row.get("postcode"),
        city: row.get("town"),
        evidence: { kind: "declared", detail: "All of them are homes." }
      }

type Reading = (location: Location) => Stream.Stream<DataSource.SourceRecord, DataSource.SourceError>

const rightly: Reading = (location) => Stream.map(rows(location, { type: "csv" }, columns), toRecord)

/** A source that reads a file in the way it is told. */
const layerOf = (file: string, read: Reading, name = "by-file") =>
  DataSource.layerEffect(
    Effect.map(locate(name, file), (location) =>
      DataSource.make({
        manifest: {
          name,
          countries: ["DE"],
          license: "CC0-1.0",
          attribution: "Made up for tests",
          homepage: "https://example.com",
          evidence: "Declared: all of them are homes."
        },
        examples: [{ recordId: "A-1041", street: "Example Street" }],
        fingerprint: location.fingerprint,
        records: (country) => (country === "DE" ? read(location) : Stream.empty)
      })
    )
  )

const exampleFile = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-conformance-" })
  yield* fs.writeFileString(`${folder}/addresses.csv`, exampleCsv(examplePlace("DE")))
  return `${folder}/addresses.csv`
})

const lawOf = Effect.fnUntraced(function* (read: Reading, promise: string) {
  const [suite] = yield* suitesOf(layerOf(yield* exampleFile, read), { normalize })
  return suite!.laws.find((one) => one.promise.includes(promise))!.holds
})

/** Faults, each with words from the promise that it breaks and from the explanation. */
const faults: ReadonlyArray<readonly [fault: string, read: Reading, promise: string, explanation: RegExp]> = [
  [
    "ends in silence where the connection does",
    (location) => Stream.catch(rightly(location), () => Stream.empty),
    "with a SourceError",
    /addresses\.csv is missing, the Reader fails, but the source ends after 0 records.+remove/
  ],
  [
    "keeps what it has where the connection breaks",
    (location) =>
      Stream.catchIf(
        rightly(location),
        ({ reason }) => reason === "transient",
        () => Stream.empty
      ),
    "with a SourceError",
    /breaks off in the middle, .+ends after \d records as if there were no more/
  ],
  [
    "dies of a row that is cut off",
    (location) => Stream.orDie(rightly(location)),
    "with a SourceError",
    /addresses\.csv is missing, it dies: .+no such file.+Turn this into a DataSource\.SourceError/
  ],
  [
    "leaves rows out",
    (location) =>
      Stream.filter(rightly(location), (record) => DataSource.isRejected(record) || record.houseNumber !== ""),
    "every row: none is silently dropped",
    /line 8 of addresses\.csv: C-0203,,.+counted\s+nowhere/
  ],
  [
    "reads everything first",
    (location) => Stream.fromIterableEffect(Stream.runCollect(rightly(location))),
    "before it has read all",
    /All of addresses\.csv was read before the first record arrived/
  ]
]

describe("The laws of a source's files", () => {
  it.live("MUST hold for one that reads correctly", () =>
    Effect.gen(function* () {
      const [suite] = yield* suitesOf(layerOf(yield* exampleFile, rightly), { normalize })
      const silent: Array<string> = []
      for (const { holds, promise } of suite!.laws) {
        const told = yield* holds
        if (told !== undefined) silent.push(promise)
      }
      // It has neither parts nor coordinates, states no total, and sends no requests.
      assert.deepStrictEqual(silent, [
        "MUST give the same records by its parts and as a whole",
        "MUST give as many records as its manifest states",
        "MUST place its examples where the map shows them",
        "MUST place the addresses of different streets at different places",
        "MUST have its coordinates in the country that it declares",
        "MUST read every page of an API",
        "MUST give or reject every item of an API: none is silently dropped",
        "MUST end with all records or with a SourceError, however its host falters",
        "MUST have a fingerprint that changes with its host's data"
      ])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  for (const [fault, read, promise, explanation] of faults) {
    it.live(`bite on one that ${fault}`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(yield* lawOf(read, promise))
        assert.match(failure.message, explanation)
      }).pipe(Effect.provide(NodeServices.layer))
    )
  }

  it.live("say nothing about one that does not use the Reader, and why", () =>
    Effect.gen(function* () {
      const held = yield* lawOf(() => Stream.succeed(toRecord(DataSource.rejected("filtered", "It is."))), "every row")
      assert.match(String((yield* held)?.because), /does not use the Reader/)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("The conformance suite as tests", () => {
  it.live("MUST send requests as Bun can, which lacks the client of Node", () =>
    Effect.gen(function* () {
      vi.stubGlobal("Bun", {})
      vi.stubGlobal("fetch", () => Promise.resolve(new Response("Elm Street")))
      const asking = DataSource.layerEffect(
        Effect.map(HttpClient.HttpClient, (client) =>
          DataSource.make({
            manifest: {
              name: "asking",
              countries: ["DE"],
              license: "CC0-1.0",
              attribution: "Made up for tests",
              homepage: "https://example.com",
              evidence: "None."
            },
            fingerprint: Effect.succeed("1"),
            records: () =>
              Stream.fromEffect(
                client.get("https://example.com/addresses").pipe(
                  Effect.flatMap(({ text }) => text),
                  Effect.orDie,
                  Effect.map((street) => ({ recordId: "a", street }))
                )
              )
          })
        )
      )
      const records = yield* Effect.promise(() => firstRecords(asking))
      assert.deepStrictEqual(records, [{ recordId: "a", street: "Elm Street" }])
    }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals())))
  )

  it.live("MUST reject only for a broken MUST, in every source and country of the Layer", () =>
    Effect.gen(function* () {
      const file = yield* exampleFile
      const eager: Reading = (location) => Stream.fromIterableEffect(Stream.runCollect(rightly(location)))
      const warnings: Array<Error> = []
      const listen = (warning: Error) => warnings.push(warning)
      process.on("warning", listen)
      const tests = yield* Effect.promise(() => conformance(layerOf(file, eager, "eager"), { normalize }))
      assert.match(tests[0]!.title, /^eager DE MUST have a valid manifest/)
      for (const { holds } of tests) yield* Effect.promise(() => holds())
      yield* Effect.promise(() => new Promise(setImmediate))
      process.off("warning", listen)
      assert.match(warnings.map(String).join(), /SHOULD give its first record before/)
      assert.match(
        warnings.map(String).join(),
        /9 of \d+ laws do not apply, though their tests pass:\neager DE MUST .+by its parts.+: It has no parts/
      )
      const silent = yield* Effect.promise(() => conformance(layerOf(file, faults[3]![1]), { normalize }))
      // It has no parts.
      const skipped: Array<string> = []
      const context = { skip: (note: string) => void skipped.push(note) }
      const test = silent.find(({ title }) => title.includes("by its parts"))!
      yield* Effect.promise(() => test.holds(context))
      const mocha = { test: { title: test.title }, skip: () => void skipped.push(mocha.test.title) }
      yield* Effect.promise(() => test.holds.call(mocha))
      const deno = { step: ({ ignore, name }: { ignore: boolean; name: string }) => skipped.push(`${ignore} ${name}`) }
      yield* Effect.promise(() => test.holds(deno))
      assert.match(skipped[0]!, /^It has no parts\. Needs `parts`/)
      assert.match(skipped[1]!, /MUST give the same records by its parts and as a whole \(skipped: It has no parts\./)
      assert.match(skipped[2]!, /^true skipped: It has no parts\./)
      assert.strictEqual(test.holds.length, 0)
      const { holds } = silent.find(({ title }) => title.includes("every row"))!
      const rejected = yield* Effect.flip(Effect.tryPromise({ try: () => holds(), catch: (error) => error as Error }))
      assert.match(rejected.message, /C-0203/)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("MUST know before the tests which laws do not apply, and say once that a source cannot be read", () =>
    Effect.gen(function* () {
      const dying: Reading = () => Stream.die(new Error("It is gone"))
      const layer = layerOf(yield* exampleFile, dying)
      const tests = yield* Effect.promise(() => conformance(layer, { normalize, ahead: true }))
      const parts = tests.find(({ title }) => title.includes("by its parts"))!
      assert.match(parts.skipped!, /^It has no parts\./)
      assert.include(parts.title, `(skipped: ${parts.skipped})`)
      const unread = tests.filter(({ skipped }) => skipped === "It cannot be read: another law says why.")
      assert.isAbove(unread.length, 20)
      const broken: Array<string> = []
      for (const { holds, title } of tests) yield* Effect.promise(() => holds().catch(() => void broken.push(title)))
      assert.deepStrictEqual(broken, [
        "by-file DE MUST end every reading with its last record or a SourceError, never with a defect"
      ])
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
