import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Layer, Stream } from "effect"
import type { DataSource, RawRecord, SourceRecord } from "../../../sources/DataSource.ts"
import { rejected } from "../../../sources/DataSource.ts"
import { type as openaddresses } from "../../../sources/openaddresses/OpenAddresses.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { type as file } from "../../../sources/registers/FileType.ts"
import * as NodeThreads from "../../../sources/threads/NodeThreads.ts"
import { crewOf, doHere, type ReadingThreads, ThreadFailed, Threads } from "../../../sources/threads/Threads.ts"
import { Gazetteer } from "../../../src/gazetteer/Gazetteer.ts"
import { Completion, layerCompletionNoDeps } from "../../../src/sync/complete/Completion.ts"
import type { KeptRecord } from "../../../src/sync/normalize/KeptRecord.ts"
import type { Staging } from "../../../src/sync/publish/Publisher.ts"
import { readInto } from "../../../src/sync/read/Reading.ts"
import type { RunTotals } from "../../../src/sync/run/Run.ts"
import type { StagedColumns } from "../../../src/sync/stage/StagedColumns.ts"
import { homes, opened, sourceOf } from "../support.ts"
import { memory } from "../../properties/Houses.ts"
import { task } from "../../sources/threads/fixtures/OddTask.ts"

/** More than two chunks of records, most of them homes; some lack values that others in their street have. */
const rows = 4500

const made = (i: number): RawRecord => ({
  recordId: `row ${i}`,
  houseNumber: i % 50 === 7 ? "" : String(1 + (i % 89)),
  street: `${["Oak", "Elm", "Ash"][i % 3]} Street ${Math.floor(i / 300)}`,
  unit: i % 11 === 0 ? `Apt ${i % 7}` : undefined,
  city: i % 10 === 3 ? undefined : `Town ${Math.floor(i / 900)}`,
  region: "GA",
  postcode: i % 60 === 9 ? "none" : `3140${Math.floor(i / 900)}`,
  coordinates: i % 4 === 0 ? undefined : { latitude: 32.08 + i / 1e6, longitude: -81.09 },
  evidence: { kind: i % 5 === 0 ? "assumed" : "declared", detail: `Row ${i % 13} of way/${100000 + (i % 40)}.` }
})

/** What source modules may yield: records, rejections, class instances, and values that are not records. */
class Home implements RawRecord {
  readonly recordId: string
  readonly #row: number
  constructor(row: number) {
    this.#row = row
    this.recordId = `home ${row}`
  }
  get houseNumber() {
    return String(this.#row)
  }
  get street() {
    return `Pine Street ${this.#row % 3}`
  }
  readonly city = "Savannah"
  readonly region = "GA"
  readonly postcode = "31401"
  readonly more = "shown in samples"
}

const odd = (i: number): SourceRecord => {
  if (i % 700 === 5) return rejected("filtered", `Row ${i} is left out.`)
  // These, and the chunk that they are in, cannot be sent to a thread. They are processed here, after all earlier
  // chunks.
  if (i === 2008) return null as never
  if (i === 2500) return { ...made(i), houseNumber: 12 } as never
  return i % 3 === 0 ? new Home(i) : Object.assign({ more: i }, made(i))
}

const plugin = sourceOf("plugin", () => Stream.fromIterable(Array.from({ length: rows }, (_, i) => odd(i))))

/** Collects everything staged, in order. */
const keeping = (form: "records" | "columns") => {
  const records: Array<KeptRecord> = []
  const columns: Array<StagedColumns> = []
  const finished: Array<RunTotals> = []
  const staging: Pick<Staging, "finished" | "part" | "place" | "settle"> = {
    finished: () => undefined,
    place: Effect.succeed("here"),
    part: () =>
      Effect.succeed({
        stage: (chunk) => Effect.sync(() => void records.push(...chunk)),
        ...(form === "columns"
          ? { stageColumns: (chunk: StagedColumns) => Effect.sync(() => void columns.push(chunk)) }
          : {}),
        finish: (totals) => Effect.sync(() => void finished.push(totals))
      }),
    settle: Effect.sync(() => records.length + columns.reduce((sum, { count }) => sum + count, 0))
  }
  return { staging: staging as Staging, told: { records, columns, finished } }
}

const completion = layerCompletionNoDeps.pipe(Layer.provide([Gazetteer.layerEmpty, NodeServices.layer]))

/** The results of a reading and its progress reports. */
const reading = Effect.fnUntraced(function* (source: DataSource, form: "records" | "columns") {
  const { staging, told } = keeping(form)
  const progress: Array<RunTotals> = []
  const totals = yield* readInto(source, "US", staging, yield* Completion, {
    checking: () => Effect.void,
    onTotals: (now) => Effect.sync(() => void progress.push(now))
  })
  return { ...told, progress, totals }
}, Effect.provide(completion))

const threads = (count: number) => NodeThreads.layerWith({ count, patience: Duration.zero })

const reader = Reader.layer.pipe(
  Layer.provide([NodeHttpClient.layerUndici, NodeServices.layer, ConfigProvider.layer(ConfigProvider.fromUnknown({}))])
)

/** OpenAddresses files with some invalid lines, and the same rows as a register's CSV. */
const filed = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "doorstep-threads-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  const lines = Array.from({ length: rows }, (_, i) => {
    if (i % 400 === 13) return "{ not JSON"
    const { city = "", coordinates, houseNumber, postcode, region, street, unit = "" } = made(i)
    const properties = { hash: `hash ${i}`, number: houseNumber, street, unit, city, region, postcode }
    const point = coordinates === undefined ? null : [coordinates.longitude, coordinates.latitude]
    const geometry = point === null ? null : { type: "Point", coordinates: point }
    return JSON.stringify({ type: "Feature", properties, geometry })
  })
  writeFileSync(join(folder, "a.geojson"), lines.slice(0, 3000).join("\n"))
  writeFileSync(join(folder, "b.geojson"), lines.slice(3000).join("\n"))
  const quoted = (text: string | undefined) => (text === undefined ? "" : `"${text}"`)
  const rowsOf = Array.from({ length: rows }, (_, i) => {
    const { city, houseNumber, postcode, region, street } = made(i)
    // Some rows have a quote that is never closed, and some continue on the next line.
    if (i % 1900 === 17) return `row ${i},12",${street},,,,`
    const address = `${houseNumber},${i % 700 === 3 ? `"Elm\nStreet ${i}"` : quoted(street)}`
    return `row ${i},${address},${quoted(city)},${region},${postcode},${"-".repeat(80)}`
  })
  writeFileSync(join(folder, "c.txt"), ["id,number,street,city,region,postcode,note", ...rowsOf].join("\n"))
  const mapping = {
    country: "US",
    license: "CC0-1.0",
    attribution: "test",
    homepage: "https://example.com",
    format: { type: "csv" },
    files: "c\\.txt$",
    fields: { houseNumber: "{number}", street: "{street}", city: "{city}", region: "{region}", postcode: "{postcode}" },
    recordId: "{id}",
    evidence: [{ kind: "declared", detail: "Of a list." }]
  }
  return [
    yield* openaddresses.configure("filed", { location: folder, country: "US" }),
    yield* file.configure("listed", { location: folder, mapping })
  ]
}).pipe(Effect.provide(reader))

/** The same source without access to its lines, so that records are read one by one. */
const unread = (source: DataSource): DataSource => ({
  ...source,
  parts: (country) => Stream.map(source.parts!(country), ({ name, records }) => ({ name, records }))
})

const idsOf = ({ columns }: { readonly columns: ReadonlyArray<StagedColumns> }) =>
  columns.flatMap(({ lines }) => lines.record_id.split("\n")).sort()

/** The thread of each crew dies at its second input. */
const dying: ReadingThreads = {
  count: 2,
  crew: (task, setup) =>
    Effect.sync(() => {
      const dead = new ThreadFailed({ message: "A reading thread has ended: it was killed." })
      const here = doHere(task, setup)
      let left = 1
      return crewOf((input) => (left-- > 0 ? here(input) : Effect.fail(dead)), 2)
    })
}

describe("a reading in threads", () => {
  // Fewer threads than chunks of records, and more.
  for (const [form, count] of [["records", 2] as const, ["columns", 4] as const]) {
    it.live(`MUST have the same result in the same order as without them: ${form}, ${count} threads`, () =>
      Effect.gen(function* () {
        const sources = form === "columns" ? [plugin, ...(yield* filed)] : [plugin]
        const alone = yield* Effect.forEach(sources, (source) => reading(source, form))
        for (const { rejected, kept } of alone.map(({ totals }) => totals)) {
          assert.isAbove(kept, 3500)
          assert.isAbove(Object.keys(rejected).length, 1)
        }
        const together = Effect.gen(function* () {
          // An open crew keeps the threads alive between readings.
          yield* (yield* Threads).crew(task, 1)
          return yield* Effect.forEach(sources, (source) => reading(source, form))
        })
        const read = yield* together.pipe(Effect.scoped, Effect.provide(threads(count)))
        for (const [i, { name }] of sources.map(({ manifest }) => manifest).entries()) {
          for (const what of ["totals", "finished", "progress", "records", "columns"] as const) {
            assert.deepStrictEqual(read[i]?.[what], alone[i]?.[what], `${what} of ${name}`)
          }
        }
      }).pipe(Effect.scoped)
    )
  }

  it.live("MUST have the same result whether lines are read by themselves or from the beginning of a file", () =>
    Effect.gen(function* () {
      for (const source of yield* filed) {
        const pieces = yield* Stream.runCollect(Stream.flatMap(source.parts!("US"), (part) => part.pieces!.stream))
        assert.isAbove(pieces.filter((piece) => "lines" in piece).length, 0)
        const [lines, whole] = [yield* reading(source, "columns"), yield* reading(unread(source), "columns")]
        assert.deepStrictEqual(lines.totals, whole.totals)
        assert.deepStrictEqual(idsOf(lines), idsOf(whole))
      }
    }).pipe(Effect.scoped)
  )

  it.live("MUST fail like a run, with a sentence, if a thread dies, and publish nothing of it", () =>
    Effect.gen(function* () {
      const source = sourceOf("dying", () => Stream.fromIterable(homes(3000)))
      const { synchronizer } = yield* opened(memory, [source])
      const [report] = yield* synchronizer.run({})
      assert.strictEqual(report!.outcome, "failed")
      // The error is this file's own, and so is its place.
      assert.match(report!.message!, /^A reading thread has ended: it was killed \(test\/[^ ]+\.ts, line \d+\)/)
      assert.isUndefined(report!.publication)
    }).pipe(Effect.scoped, Effect.provideService(Threads, dying))
  )
})
