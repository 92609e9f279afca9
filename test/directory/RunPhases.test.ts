import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Layer, Stream } from "effect"
import { isRejected } from "../../sources/DataSource.ts"
import { levelsOf } from "../../sources/openstreetmap/AdminLevels.ts"
import { openPbf } from "../../sources/openstreetmap/PbfFile.ts"
import { type Reading, ReadingProgress } from "../../sources/reading/Progress.ts"
import { rows } from "../../sources/SourceFiles.ts"
import { formatBrokenOff } from "../../src/cli/sync/BrokenOff.ts"
import { bytesText } from "../../src/shared/Amounts.ts"
import { makePhases } from "../../src/sync/run/Phases.ts"
import { noTotals } from "../../src/sync/read/Tally.ts"
import type { SyncProgress } from "../../src/sync/run/SyncReport.ts"
import { database } from "../properties/Houses.ts"
import { Town } from "../sources/openstreetmap/Town.ts"
import { recordsIn } from "../sources/openstreetmap/OsmFiles.ts"
import { writePbf } from "../sources/openstreetmap/PbfWriter.ts"
import { platform } from "../sources/reading/TestReader.ts"
import { homes, sourceOf, storages } from "../sync/support.ts"
import { hostOf, unlike } from "../support/upstream/Host.ts"
import { eventually } from "../support/Eventually.ts"
import { started, until } from "./support.ts"

const path = "/homes.csv"

/** Homes, with a filler column that makes the file large enough to be kept. */
const table = Buffer.from(
  [
    "id,number,street,filler",
    ...homes(2000).map(({ houseNumber, recordId, street }) =>
      [recordId, houseNumber, street, unlike(1200, Number(houseNumber)).toString("hex")].join(",")
    )
  ].join("\n")
)

const keptSentence = `2 of ${bytesText(table.length)} have been downloaded and are kept; the next run continues from there.`

const folder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return `${yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-test-" })}/downloads`
})

/** A source that reads the table from a URL. */
const sourceAt = Effect.fnUntraced(function* (at: string, url: string) {
  const { at: locate } = yield* started(at)
  const location = yield* locate(url)
  return sourceOf(
    "alpha",
    () =>
      Stream.map(rows(location, { type: "csv" }), (row) => {
        if (isRejected(row)) return row
        const [home] = homes(1, Number(row.get("number")))
        return home!
      }),
    { fingerprint: location.fingerprint }
  )
})

for (const [name, open] of Object.entries(storages)) {
  layer(Layer.merge(database, platform), { excludeTestServices: true })(`Phases of runs in ${name}`, (it) => {
    it.effect("MUST show a download with bytes and total, keep it if the run is cancelled, and continue it", () =>
      Effect.gen(function* () {
        const host = yield* hostOf({ [path]: { content: table } })
        const at = yield* folder
        const { runs, synchronizer } = yield* open([yield* sourceAt(at, `${host.url}${path}`)])
        host.wrong.set(path, [{ stallAfter: 2_000_000 }])
        const shown: Array<SyncProgress> = []
        const running = yield* Effect.forkChild(
          synchronizer.run({ onProgress: (progress) => Effect.sync(() => void shown.push(progress)) })
        )
        yield* until(() => (shown.at(-1)?.phases[0]?.done ?? 0) >= 2_000_000)
        // Progress is reported within a second.
        const [run] = yield* eventually(
          "The progress of the run",
          runs.running,
          ([run]) => (run?.phases[0]?.done ?? 0) >= 2_000_000
        )
        assert.strictEqual(run!.phase, "downloading")
        assert.deepInclude(run!.phases[0], { phase: "downloading", unit: "bytes", total: table.length, endedAt: null })
        assert.include(formatBrokenOff(shown.at(-1)!, []), keptSentence)
        yield* runs.cancel(run!.id)
        const [report] = yield* Fiber.join(running)
        assert.strictEqual(report!.outcome, "cancelled")
        assert.include(report!.message, keptSentence)
        assert.strictEqual((yield* runs.get(run!.id)).message, report!.message)
        const before = host.sent.get(path)!
        const [again] = yield* synchronizer.run({})
        assert.strictEqual(again!.outcome, "published", again!.message)
        assert.isAtMost(host.sent.get(path)! - before, table.length - 2_000_000 + 1200)
        const through = (yield* runs.get(again!.runId!)).phases
        assert.deepStrictEqual(
          through.map(({ phase, unit }) => [phase, unit]),
          [
            ["downloading", "bytes"],
            ["reading", "bytes"],
            ["checking", "addresses"],
            ["publishing", "steps"]
          ]
        )
        for (const { done, endedAt, startedAt, total } of through) {
          assert.strictEqual(done, total)
          assert.isAtLeast(endedAt!, startedAt)
        }
      }).pipe(Effect.scoped)
    )

    it.effect("MUST be cancellable before a server has responded at all", () =>
      Effect.gen(function* () {
        const { runs, synchronizer } = yield* open([
          sourceOf("alpha", () => Stream.empty, { fingerprint: Effect.never })
        ])
        const running = yield* Effect.forkChild(synchronizer.run({}))
        const [run] = yield* eventually("The run", runs.running, ({ length }) => length > 0)
        yield* runs.cancel(run!.id)
        const [report] = yield* Fiber.join(running)
        assert.deepInclude(report, { outcome: "cancelled", runId: run!.id })
        assert.deepStrictEqual(yield* runs.running, [])
      }).pipe(Effect.scoped)
    )
  })
}

describe("a process that is killed during a download", () => {
  it.live("MUST leave what it downloaded to the next one, which does not wait for it", () =>
    Effect.gen(function* () {
      const content = unlike(5_000_000)
      const host = yield* hostOf({ [path]: { content } })
      const at = yield* folder
      const url = `${host.url}${path}`
      host.wrong.set(path, [{ stallAfter: 3_000_000 }])
      const fixture = fileURLToPath(new URL("fixtures/fetch.ts", import.meta.url))
      const child = spawn(process.execPath, [fixture, at, url], { stdio: "ignore" })
      const fs = yield* FileSystem.FileSystem
      const sizeOf = Effect.gen(function* () {
        const names = yield* Effect.orElseSucceed(fs.readDirectory(at), () => [])
        const file = names.find((name) => name.endsWith(".csv"))
        return file === undefined ? 0 : Number((yield* fs.stat(`${at}/${file}`)).size)
      })
      yield* eventually("The first half", sizeOf, (size) => size >= 3_000_000)
      child.kill("SIGKILL")
      yield* until(() => child.signalCode !== null)
      const before = host.sent.get(path)!
      const { downloads, read } = yield* started(at)
      assert.deepInclude((yield* downloads.list)[0], { complete: false, inUse: false, bytes: 3_000_000 })
      assert.isTrue((yield* read(url)).equals(content))
      assert.isAtMost(host.sent.get(path)! - before, 2_000_000 + 1200)
    }).pipe(Effect.scoped, Effect.provide(platform))
  )
})

describe("the reading progress of an OpenStreetMap extract", () => {
  it.effect("MUST be reported from the first run on, never go back, and reach the end", () =>
    Effect.gen(function* () {
      const town = new Town()
      for (let i = 0; i < 3000; i++) {
        town.square(i * 4, 0, 2, { building: "house", "addr:housenumber": String(i), "addr:street": "Allee" })
      }
      const bytes = writePbf(town)
      const heard: Array<Reading> = []
      const access = {
        size: bytes.length,
        file: undefined,
        readRange: (start: number, end: number) => Effect.succeed(bytes.subarray(start, end))
      }
      const read = Effect.gen(function* () {
        const file = yield* openPbf({ source: "test", place: "memory" }, access)
        yield* Stream.runDrain(recordsIn(file, { country: "DE", declared: {}, levels: levelsOf("DE", {}) }))
      })
      yield* Effect.provideService(read, ReadingProgress, (reading) => Effect.sync(() => void heard.push(reading)))
      const shares = heard.map(({ done, total }) => done / total)
      assert.isAbove(shares.length, 5)
      assert.deepStrictEqual(
        shares,
        shares.toSorted((a, b) => a - b)
      )
      assert.isAbove(shares.at(-1)!, 0.95)
      assert.isAtMost(shares.at(-1)!, 1)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("reports of phases", () => {
  const transfer = (done: number) => ({ url: "a", done, total: 1000 })

  it("MUST show rate and remaining time from recent progress, and neither for finished phases", () => {
    const phases = makePhases(undefined)
    phases.transferred(transfer(200), 0)
    phases.transferred(transfer(300), 1000)
    const [present] = phases.all(1000)
    // Bytes kept from an earlier try must not count towards the rate.
    assert.deepInclude(present, { done: 300, total: 1000, rate: 100, secondsLeft: 7, startedAt: 0, endedAt: null })
    phases.counted({ ...noTotals, read: 5 }, 3000)
    const [download, reading] = phases.all(3000)
    assert.deepInclude(download, { endedAt: 3000, secondsLeft: null })
    assert.deepInclude(reading, { phase: "reading", done: 5, total: null, unit: "records" })
  })

  it("MUST return to the download phase for a second file, with the totals of both", () => {
    const phases = makePhases(undefined)
    phases.transferred(transfer(1000), 0)
    phases.counted({ ...noTotals, read: 5 }, 10)
    phases.transferred({ url: "b", done: 1, total: 500 }, 20)
    assert.strictEqual(phases.present(), "downloading")
    assert.deepInclude(phases.all(20).at(-1), { phase: "downloading", done: 1001, total: 1500, startedAt: 0 })
    assert.strictEqual(phases.all(20).length, 2)
  })

  it("MUST not show parts downloaded during the reading as the current phase", () => {
    const phases = makePhases(undefined)
    phases.transferred({ url: "a", done: 10, total: null }, 0)
    phases.counted({ ...noTotals, read: 5 }, 10)
    phases.transferred({ url: "a", done: 20, total: null }, 20)
    assert.strictEqual(phases.present(), "reading")
    assert.deepInclude(phases.all(20)[0], { phase: "downloading", done: 20, total: null })
  })
})
